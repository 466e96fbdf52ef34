package io.corebound.hosts.machine;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.hosts.Checkout;
import io.corebound.hosts.process.LocalHost;
import java.util.List;
import org.junit.jupiter.api.Test;

class RequirementsTest {
  private final LocalHost host = new LocalHost("requirements-test", "here");

  @Test
  void whatRunsThisTestIsPresentWithItsVersion() {
    List<Requirement> checked = Requirements.check(host, Checkout.ROOT);
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
    assertThat(Requirements.table(Checkout.ROOT))
        .allSatisfy(
            row -> {
              assertThat(row).hasSize(10).allSatisfy(field -> assertThat(field).isNotBlank());
              assertThat(row.get(3)).isIn("required", "optional", "test", "long");
            });
  }
}
