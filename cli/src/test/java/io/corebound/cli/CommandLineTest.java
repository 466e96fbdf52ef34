package io.corebound.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.hosts.Checkout;
import io.corebound.records.run.RunDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the command line refuses and says, in this process. */
class CommandLineTest {
  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "run --siez 1GB | Unknown options: '--siez'",
        "rnu | Unmatched argument at index 0: 'rnu'; did you mean 'run'?",
        "run --size 1GX | '1GX' has an unknown unit 'GX'",
        "run --size 1 | '1' has no unit",
        "run --size 10B | is too small to measure",
        "run --profile quik | no profile 'quik'",
        "run --duration 0min | --duration: a run takes from 3min to 4h",
        "run --duration 24h | --duration: a run takes from 3min to 4h",
        "run --duration 10 | '10' is not a length of time",
        "run --duration 10min --size 1GB | leave it out, or leave out --size",
        "run --duration 10min --profile quick | leave it out, or leave out --profile",
        "run --duration 3min --cluster lab | runs one cell on loopback",
        "run --cluster locla | no cluster 'locla'",
        "run --data-dir /does/not/exist | /does/not/exist",
        "run extra | Unmatched argument",
        "predict | --data 4GB (see 'corebound predict --help')",
        "plan | corebound plan --machine results/samples/",
        "predict --workload terasort --data 1GB --machine @run | no machine '@run' in ",
        "predict --workload terasort --data 1GB --machine run-2026 | a run is given by its folder,"
            + " such as results/RUN",
        "report /does/not/exist | /does/not/exist: no such run directory",
        "report accuracy-1650mb-2-core | neither here nor in results/ or results/samples/; did you"
            + " mean 'accuracy-1650mb-2-cores'?",
        "report /etc | /etc: not a run directory (it has no run.json)",
        "--hlep | Unknown option: '--hlep' (see 'corebound --help')",
        "collect --rate eth0 -- sleep 1 | Value for option '--rate' (DEVICE=RATE) should be in",
        "report | Missing required parameter",
        "collect | no command to run; it follows --",
        "collect -- | no command to run; it follows --",
        "collect sleep 1 | 'sleep': the command follows --",
        "collect --optional sra -- sleep 1 | no such collector; did you mean 'sar'?",
        "collect --rate eth0=fast -- sleep 1 | --rate eth0: 'fast' is not a data rate",
        "collect --rate eth0 -- sleep 1 | should be in KEY=VALUE format",
        "collect -- no-such-program 1 | no-such-program: no such program",
        "collect --optinal sar -- sleep 1 | Unknown option: '--optinal'",
      })
  void badInputIsOneClearLineAndStatusTwo(String arguments, String message) throws Exception {
    Corebound.assertRefuses(arguments, message);
  }

  @Test
  void unknownKeyOfAConfigurationNamesFileLineAndNearestKey() throws Exception {
    Path file = edited("nodes: 1", "node: 1");
    Corebound.Result result = Corebound.run("run", "--cluster", file.toString());
    assertThat(result.err()).contains(file + " line 3: unknown key 'node'; did you mean 'nodes'?");
    assertThat(result.status()).isEqualTo(2);
  }

  @Test
  void unknownUnitOfAConfigurationNamesFileAndLine() throws Exception {
    Path file = edited("task_memory: 1024MiB", "task_memory: 1024MX");
    Corebound.Result result = Corebound.run("run", "--cluster", file.toString());
    assertThat(result.err()).contains(file + " line ").contains("unknown unit 'MX'");
    assertThat(result.status()).isEqualTo(2);
  }

  @Test
  void rateOfADeviceThatIsNotThereIsRefusedBeforeTheCommandStarts() {
    Path touched = folder.resolve("touched");
    Corebound.assertRefused(
        Corebound.run(
            "collect",
            "--results",
            folder.resolve("results").toString(),
            "--rate",
            "lp=1GB/s",
            "--",
            "touch",
            touched.toString()),
        "--rate lp: no disk and no network interface of localhost has that name; did you mean"
            + " 'lo'?");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void moreDataThanTheDiskHoldsIsRefusedBeforeAnythingIsWritten() throws Exception {
    Corebound.Result result =
        Corebound.run("run", "--size", "900TB", "--data-dir", folder.toString());
    assertThat(result.err().lines()).hasSize(1);
    assertThat(result.err()).contains(folder.toString()).contains("free");
    assertThat(result.status()).isEqualTo(3);
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void helpNamesEveryCommand() throws Exception {
    Corebound.Result result = Corebound.run("--help");
    assertThat(result.out())
        .contains(
            "run",
            "collect",
            "predict",
            "explain",
            "compare",
            "validate",
            "report",
            "doctor",
            "clean",
            "Exit status");
    assertThat(result.status()).isZero();
    assertThat(Corebound.run("help").out()).isEqualTo(result.out());
    assertThat(Corebound.run("help", "predict").out())
        .isEqualTo(Corebound.run("predict", "--help").out());
  }

  @Test
  void runThatHasLeftNothingCannotBeForgotten() throws Exception {
    Corebound.assertRefuses(
        "clean --forget results/never-20261122-000000-1",
        "nothing is left of a run 'never-20261122-000000-1'");
  }

  @Test
  void reportOfARunWithABrokenFileIsMadeFromTheRestAndFailsWithTheFileAndTheLine()
      throws Exception {
    Path run = copyOfSample();
    Corebound.Result whole = Corebound.run("report", run.toString());
    assertThat(whole.err()).isEmpty();
    assertThat(whole.status()).isZero();
    Files.delete(run.resolve("report.html"));
    Path measurements = run.resolve("measurements.csv");
    Files.writeString(measurements, Files.readString(measurements) + "cut,in,the\n");
    Corebound.Result broken = Corebound.run("report", run.toString());
    assertThat(broken.err().strip().lines()).hasSize(1);
    assertThat(broken.err()).contains(measurements + " line ").contains("has 3 cells");
    assertThat(broken.out()).contains("Report: " + run.resolve("report.html"));
    assertThat(run.resolve("report.html")).isNotEmptyFile();
    assertThat(broken.status()).isEqualTo(2);
  }

  @Test
  void reportOfAPredictionThatWasChangedAfterwardsFailsAndNamesIt() throws Exception {
    Path run = copyOfSample();
    String cell = RunDirectory.open(run).cells().get(0);
    Path prediction = RunDirectory.open(run).predictionFile(cell);
    Files.writeString(prediction, Files.readString(prediction) + "\n");
    Corebound.Result changed = Corebound.run("report", run.toString());
    assertThat(changed.err().strip().lines()).hasSize(1);
    assertThat(changed.err())
        .contains("PREDICTION CHANGED: cells/" + cell + "/prediction.json is not the file");
    assertThat(changed.status()).isEqualTo(1);
  }

  private Path copyOfSample() throws IOException {
    return Checkout.copy(
        Checkout.ROOT.resolve("results/samples/terasort-1gb-2-cores"), folder.resolve("run"));
  }

  private Path edited(String line, String replacement) throws IOException {
    String local = Files.readString(Checkout.ROOT.resolve("configs/cluster/local.yaml"));
    assertThat(local).contains(line);
    return Files.writeString(folder.resolve("edited.yaml"), local.replace(line, replacement));
  }
}
