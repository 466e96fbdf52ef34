package io.corebound.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.hosts.Checkout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

  /** Sets and maps of two JVMs have their elements in other orders. */
  @ParameterizedTest
  @ValueSource(strings = {"predict", "plan"})
  void predictionAndPlanAreTheSameInAnotherJvm(String command) throws Exception {
    String[] arguments =
        """
        %s --machine results/samples/measured-2-cores --workload terasort --data 20GB --nodes 3
        --cores 4 --storage ssd-sata --network ethernet-10g --format json
        """
            .formatted(command)
            .replace("results/samples", Checkout.ROOT.resolve("results/samples").toString())
            .split("\\s+");
    Corebound.Result here = Corebound.run(arguments);
    assertThat(here.out()).contains("total_s");
    assertThat(Corebound.process(arguments)).isEqualTo(here);
  }

  @Test
  void jarNamesItsVersionAndHadoops() throws Exception {
    Corebound.Result version = Corebound.process("--version");
    assertThat(version.out()).containsPattern("corebound \\d.*Hadoop \\d");
    assertThat(version.err()).isEmpty();
  }
}
