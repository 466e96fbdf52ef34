package io.corebound.hosts.machine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CpuNameTest {
  /** Rebuilt of a Graviton2 (Neoverse N1) and of a machine of two kinds of cores. */
  @Test
  void arm64HasNoModelNameAndIsNamedByItsParts() {
    String core =
        """
        processor\t: %s
        BogoMIPS\t: 243.75
        Features\t: fp asimd evtstrm aes pmull sha1 sha2 crc32 atomics fphp asimdhp
        CPU implementer\t: 0x41
        CPU architecture: 8
        CPU variant\t: 0x3
        CPU part\t: %s
        CPU revision\t: 1

        """;
    assertThat(MachineReader.cpuName("", core.formatted(0, "0xd0c") + core.formatted(1, "0xd0c")))
        .isEqualTo("ARM64 implementer 0x41 part 0xd0c");
    assertThat(MachineReader.cpuName("", core.formatted(0, "0xd05") + core.formatted(1, "0xd0b")))
        .isEqualTo("ARM64 implementer 0x41 part 0xd05, implementer 0x41 part 0xd0b");
  }

  @Test
  void namesOfSeveralKindsOfCoresAreOneLine() {
    assertThat(MachineReader.cpuName("Cortex-A55\n Cortex-A76", ""))
        .isEqualTo("Cortex-A55, Cortex-A76");
    assertThat(MachineReader.cpuName(" AMD EPYC ", "")).isEqualTo("AMD EPYC");
  }

  @Test
  void cpusThatNothingNamesAreUnknown() {
    assertThat(MachineReader.cpuName("", "processor\t: 0\n")).isEqualTo("unknown");
  }
}
