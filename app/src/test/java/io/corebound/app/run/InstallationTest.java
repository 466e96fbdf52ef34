package io.corebound.app.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class InstallationTest {
  @Test
  void commandIsGivenWithSudoWhereItWasCalledWithIt() {
    assertThat(Installation.command(Map.of("USER", "me"), "", "sweep --resume r"))
        .isEqualTo("./corebound sweep --resume r");
    assertThat(Installation.command(Map.of("SUDO_USER", "me"), "", "sweep --resume r"))
        .isEqualTo("sudo ./corebound sweep --resume r");
    assertThat(
            Installation.command(
                Map.of("SUDO_USER", "me"), "JAVA_HOME=/opt/jdk", "sweep --resume r"))
        .isEqualTo("sudo JAVA_HOME=/opt/jdk ./corebound sweep --resume r");
  }
}
