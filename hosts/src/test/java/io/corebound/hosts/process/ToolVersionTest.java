package io.corebound.hosts.process;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ToolVersionTest {
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
