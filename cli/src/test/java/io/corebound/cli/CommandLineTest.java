package io.corebound.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.hosts.Checkout;
import io.corebound.records.run.RunDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the command line refuses and says, in this process. */
class CommandLineTest {
  @TempDir Path folder;

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
            "history",
            "validate",
            "report",
            "doctor",
            "clean",
            "package",
            "Exit status");
    assertThat(result.status()).isZero();
    assertThat(Corebound.run("help").out()).isEqualTo(result.out());
    assertThat(Corebound.run("help", "predict").out())
        .isEqualTo(Corebound.run("predict", "--help").out());
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
