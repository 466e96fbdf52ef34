package io.corebound.hosts.machine;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.hosts.process.LocalHost;
import io.corebound.hosts.process.ToolVersion;
import java.util.List;
import org.junit.jupiter.api.Test;

class RequirementsTest {
  private final LocalHost host = new LocalHost("requirements-test", "here");

  @Test
  void whatRunsThisTestIsPresentWithItsVersion() {
    List<Requirement> checked = Requirements.check(host);
    assertThat(checked)
        .filteredOn(r -> r.name().equals("JDK 17 or newer"))
        .singleElement()
        .satisfies(
            r -> {
              assertThat(r.present()).isTrue();
              assertThat(r.version()).startsWith("" + Runtime.version().feature());
              assertThat(r.packages().get("apt")).contains("openjdk-17-jdk-headless");
            });
    assertThat(checked)
        .filteredOn(r -> r.name().equals("setsid"))
        .singleElement()
        .matches(Requirement::present);
  }

  @Test
  void everyRowSaysWhatForAndWhatIsLostWithoutIt() {
    assertThat(Requirements.table())
        .allSatisfy(
            row -> {
              assertThat(row).hasSize(10).allSatisfy(field -> assertThat(field).isNotBlank());
              assertThat(row.get(3)).isIn("required", "optional", "test");
            });
  }

  @Test
  void versionsAreFoundInWhatToolsPrint() {
    assertThat(ToolVersion.in("sysstat version 12.6.1\n(C) Sebastien")).hasValue("12.6.1");
    assertThat(ToolVersion.in("fio-3.33")).hasValue("3.33");
    assertThat(ToolVersion.in("iperf 3.12 (cJSON 1.7.15)")).hasValue("3.12");
    assertThat(ToolVersion.in("ss utility, iproute2-6.1.0, libbpf 1.1.0")).hasValue("6.1.0");
    assertThat(ToolVersion.in("Netperf version 2.7.0")).hasValue("2.7.0");
    assertThat(ToolVersion.in("setsid from util-linux 2.38.1")).hasValue("2.38.1");
    assertThat(ToolVersion.in("javac 25")).hasValue("25");
    assertThat(ToolVersion.in("usage")).isEmpty();
  }
}
