package io.corebound.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The process around the command line; all else that it says is tested in the process. */
class CommandLineIT {
  @Test
  void processEndsWithTheStatusOfItsCommandAndPrintsWhatThatPrints() throws Exception {
    Corebound.Result refused = Corebound.process("run", "--siez", "1GB");
    assertThat(refused).isEqualTo(Corebound.run("run", "--siez", "1GB"));
    assertThat(refused.status()).isEqualTo(2);
    Corebound.Result help = Corebound.process("--help");
    assertThat(help).isEqualTo(Corebound.run("--help"));
    assertThat(help.status()).isZero();
    assertThat(help.out()).isNotEmpty();
  }

  @Test
  void jarNamesItsVersionAndHadoops() throws Exception {
    Corebound.Result version = Corebound.process("--version");
    assertThat(version.out()).containsPattern("corebound \\d.*Hadoop \\d");
    assertThat(version.err()).isEmpty();
  }
}
