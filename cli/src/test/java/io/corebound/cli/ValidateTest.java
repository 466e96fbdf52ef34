package io.corebound.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.corebound.hosts.Checkout;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.run.RunDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Real predictions scored as a user scores them. */
class ValidateTest {
  private static final Path SAMPLES = Checkout.ROOT.resolve("results/samples");
  private static final Path SWEEP = SAMPLES.resolve("paper-2013-512mb-2-cores");
  private static final Path VARIANTS = SAMPLES.resolve("accuracy-1650mb-2-cores");
  private static final Path SCORES = SAMPLES.resolve("scores.csv");

  @TempDir Path folder;

  private Path copy() throws IOException {
    return Checkout.copy(SWEEP, folder.resolve("copy"));
  }

  /** A sweep that was broken off, of the kept scores. */
  @Test
  void twoRepetitionsACellAreNoScoreAndThePageSaysWhy() throws Exception {
    Path page = folder.resolve("score.html");
    Path csv = folder.resolve("one.csv");
    Files.write(
        csv,
        Files.readAllLines(SCORES).stream()
            .filter(l -> l.startsWith("run,") || l.contains(",a98d667e53d4,"))
            .toList());
    Corebound.Result result =
        Corebound.run("validate", csv.toString(), "--export", page.toString());
    assertThat(result.err()).isEmpty();
    assertThat(result.status()).isZero();
    assertThat(result.out())
        .contains("No cell counts", "all 12", "no: 2 repetitions, 3 needed")
        .doesNotContain("Predicted over measured");
    assertThat(page).content().contains("Predicted over measured time");
  }

  @Test
  void keptScoresOfTenSweepsAreReadAndStandAlone() throws Exception {
    Corebound.Result result = Corebound.run("validate", SCORES.toString(), "--format", "json");
    assertThat(result.status()).as(result.err()).isZero();
    JsonNode cells = StructuredFiles.parseJson(result.out()).path("cells");
    assertThat(cells).hasSize(108);
    assertThat(cells.valueStream().filter(c -> c.path("counts").asBoolean())).hasSize(80);
    Corebound.assertRefuses("validate " + SCORES + " " + SWEEP, "is validated alone");
  }

  /**
   * This sweep has a second prediction of each repetition, prediction-at-speed.json. The first ones
   * are off by 4.778 and 7.303 % in the median, by 13.618 and 23.628 % at most.
   */
  @Test
  void secondPredictionsOfAnOlderSweepAreReadOverAndTheFirstAreScored() throws Exception {
    Corebound.Result result = Corebound.run("validate", VARIANTS.toString(), "--format", "json");
    assertThat(result.status()).as(result.err()).isZero();
    JsonNode score = StructuredFiles.parseJson(result.out());
    assertThat(score.path("problems")).isEmpty();
    JsonNode total = score.path("by_interval").path("total");
    assertThat(total.path("time").path("median_percent").asDouble()).isCloseTo(4.778, within(1e-3));
    assertThat(total.path("time").path("worst_percent").asDouble()).isCloseTo(13.618, within(1e-3));
    assertThat(total.path("core").path("median_percent").asDouble()).isCloseTo(7.303, within(1e-3));
    assertThat(total.path("core").path("worst_percent").asDouble()).isCloseTo(23.628, within(1e-3));
  }

  @Test
  void variantsAreCellsOfTheirOwnAndTheLargerIsHeldAgainstTheSmaller() throws Exception {
    Corebound.Result result = Corebound.run("validate", VARIANTS.toString());
    assertThat(result.err()).isEmpty();
    assertThat(result.status()).isZero();
    assertThat(result.out())
        .startsWith("Over 13 cells that count: median error 4.8 % of the time, 7.3 % of the core")
        .containsPattern("hdd_infiniband-qdr_small +347 MB +3 ")
        .containsPattern("hdd_infiniband-qdr_small .* yes");
    Path csv = folder.resolve("score.csv");
    Files.writeString(csv, Corebound.run("validate", VARIANTS.toString(), "--format", "csv").out());
    String head = result.out().substring(0, result.out().indexOf("\n\n"));
    assertThat(Corebound.run("validate", csv.toString()).out()).startsWith(head);
  }

  /** A repository of one commit that has the sample, at which another run is said to be made. */
  @Test
  void cellsThatTheRepositoryHadAtTheCommitOfTheirModelDoNotCount() throws Exception {
    Path repository = folder.resolve("repository");
    Checkout.copy(
        VARIANTS, Files.createDirectories(repository.resolve("results")).resolve("earlier"));
    String commit = commitOf(repository);
    Path run = Checkout.copy(VARIANTS, folder.resolve("run"));
    Path manifest = run.resolve("run.json");
    Files.writeString(
        manifest, Files.readString(manifest).replace("a18f0ab9688e", commit + "+changes"));
    Corebound.Result seen = Corebound.runIn(repository, "validate", run.toString());
    assertThat(seen.status()).as(seen.err()).isZero();
    assertThat(seen.out().replaceAll("\\s+", " "))
        .startsWith("No cell counts")
        .contains("13 cells do not count", "seen: results/earlier/cells/");
    Files.writeString(manifest, Files.readString(manifest).replace(commit, "0123456789ab"));
    Corebound.Result unknown = Corebound.runIn(repository, "validate", run.toString());
    assertThat(unknown.out().replaceAll("\\s+", " "))
        .startsWith("Over 13 cells that count")
        .contains("the repository in " + repository + " has no commit 0123456789ab");
  }

  private static String commitOf(Path repository) throws Exception {
    String last = "";
    for (String arguments :
        List.of(
            "init -q",
            "add -A",
            "-c user.name=x -c user.email=x@localhost commit -q -m x",
            "rev-parse --short=12 HEAD")) {
      List<String> command = new ArrayList<>(List.of("git", "-C", repository.toString()));
      command.addAll(List.of(arguments.split(" ")));
      Process git = new ProcessBuilder(command).redirectErrorStream(true).start();
      last = new String(git.getInputStream().readAllBytes()).strip();
      assertThat(git.waitFor()).as("%s: %s", arguments, last).isZero();
    }
    return last;
  }

  @Test
  void errorsOfTheSampleAreThoseOfItsOwnFiles() throws Exception {
    Corebound.Result result = Corebound.run("validate", SWEEP.toString(), "--format", "json");
    JsonNode cell = StructuredFiles.parseJson(result.out()).path("cells").path(0);
    RunDirectory run = RunDirectory.open(SWEEP);
    String name = cell.path("cell").asString() + "_";
    double predicted =
        StructuredFiles.readJson(run.predictionFile(name + 1), JsonNode.class)
            .path("total_s")
            .asDouble();
    List<Double> measured = new ArrayList<>();
    for (int repetition = 1; repetition <= 3; repetition++) {
      JsonNode job =
          StructuredFiles.readJson(run.cellFile(name + repetition), JsonNode.class)
              .path("stages")
              .path(1);
      assertThat(job.path("name").asString()).isEqualTo("terasort");
      measured.add(job.path("finish_s").asDouble() - job.path("submit_s").asDouble());
    }
    measured.sort(null);
    JsonNode total = cell.path("intervals").path(4);
    assertThat(total.path("interval").asString()).isEqualTo("total");
    assertThat(total.path("time_error_percent").asDouble())
        .isCloseTo(100 * (predicted / measured.get(1) - 1), within(0.01));
  }

  @Test
  void predictionThatWasChangedAfterTheRunDoesNotCountAndEndsWithStatusOne() throws Exception {
    Path run = copy();
    Path changed = run.resolve("cells/hdd_ethernet-1g_1/prediction.json");
    Files.writeString(
        changed, Files.readString(changed).replace("\"total_s\" : ", "\"total_s\" : 1"));
    Corebound.Result result = Corebound.run("validate", run.toString());
    assertThat(result.err().strip().lines()).hasSize(1);
    assertThat(result.err())
        .contains("hdd_ethernet-1g_1/prediction.json was changed after it was frozen");
    assertThat(result.out()).contains("hdd_infiniband-qdr ").contains("ssd-sata_ethernet-1g ");
    assertThat(result.status()).isEqualTo(1);
  }

  @Test
  void runsWithoutPredictionsOrOfANewerSchemaAreOneClearLineAndStatusTwo() throws Exception {
    Path run = copy();
    Path manifest = run.resolve("run.json");
    String text = Files.readString(manifest);
    Files.writeString(manifest, text.replace("\"schema_version\" : 1", "\"schema_version\" : 99"));
    Corebound.assertRefuses("validate " + run, "a newer corebound wrote this run");
    Files.writeString(
        manifest,
        text.replaceFirst("\"state\" : \"OK\"(?s)(.*started_at)", "\"state\" : \"RUNNING\"$1"));
    Corebound.assertRefuses("validate " + run, "the run has not ended");
  }
}
