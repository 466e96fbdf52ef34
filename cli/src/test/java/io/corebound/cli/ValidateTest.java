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
  private static final Path SWEEP =
      Checkout.ROOT.resolve("results/samples/paper-2013-256mb-2-cores");

  @TempDir Path folder;

  private Path copy() throws IOException {
    return Checkout.copy(SWEEP, folder.resolve("copy"));
  }

  @Test
  void sampleOfOneRepetitionACellIsNoScoreAndSaysWhy() throws Exception {
    Path page = folder.resolve("score.html");
    Corebound.Result result =
        Corebound.run("validate", SWEEP.toString(), "--html", page.toString());
    assertThat(result.err()).isEmpty();
    assertThat(result.status()).isZero();
    assertThat(result.out())
        .startsWith("No cell counts, so this is no score; over all 6: median error ")
        .contains("no: 1 repetition, 3 needed", "No smaller cell could be scaled")
        .doesNotContain("Predicted over measured");
    assertThat(page).content().contains("Predicted over measured time");
  }

  @Test
  void variantsAreCellsOfTheirOwnAndTheLargerIsHeldAgainstTheSmaller() throws Exception {
    Path sweep = Checkout.ROOT.resolve("results/samples/accuracy-1450mb-2-cores");
    Corebound.Result result = Corebound.run("validate", sweep.toString());
    assertThat(result.err()).isEmpty();
    assertThat(result.status()).isZero();
    assertThat(result.out())
        .startsWith("Over 12 cells that count: median error 4.9 % of the time, 3.5 % of the core")
        .contains("cost only, but not than a smaller cell scaled")
        .containsPattern("with +Counts\\n.* all\\n.* starts\\n")
        .containsPattern("hdd_infiniband-qdr_small +232 MB +3 ")
        .containsPattern("hdd_infiniband-qdr_small .* yes")
        .containsPattern("ssd-pcie_ethernet-1g_plain +1450 MB +3 ")
        .containsPattern("ssd-pcie_ethernet-1g_plain .* yes")
        .containsPattern("the smaller cell scaled +1 ");
    Corebound.Result json = Corebound.run("validate", sweep.toString(), "--format", "json");
    assertThat(StructuredFiles.parseJson(json.out()).path("cells")).hasSize(12);
  }

  /** A repository of one commit that has the sample, at which another run is said to be made. */
  @Test
  void cellsThatTheRepositoryHadAtTheCommitOfTheirModelDoNotCount() throws Exception {
    Path sweep = Checkout.ROOT.resolve("results/samples/accuracy-1700mb-2-cores");
    Path repository = folder.resolve("repository");
    Checkout.copy(sweep, Files.createDirectories(repository.resolve("results")).resolve("earlier"));
    String commit = commitOf(repository);
    Path run = Checkout.copy(sweep, folder.resolve("run"));
    Path manifest = run.resolve("run.json");
    Files.writeString(
        manifest, Files.readString(manifest).replace("690ca839da6b", commit + "+changes"));
    Corebound.Result seen = Corebound.runIn(repository, "validate", run.toString());
    assertThat(seen.status()).as(seen.err()).isZero();
    assertThat(seen.out().replaceAll("\\s+", " "))
        .startsWith("No cell counts, so this is no score; over all 12")
        .contains("12 cells do not count because the repository had such a job at the model's")
        .contains("seen: results/earlier/cells/");
    Files.writeString(manifest, Files.readString(manifest).replace(commit, "0123456789ab"));
    Corebound.Result unknown = Corebound.runIn(repository, "validate", run.toString());
    assertThat(unknown.out().replaceAll("\\s+", " "))
        .startsWith("Over 12 cells that count")
        .contains(
            "cannot be told: the repository in " + repository + " has no commit 0123456789ab");
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
    String name = cell.path("cell").asString() + "_1";
    double predicted =
        StructuredFiles.readJson(run.predictionFile(name), JsonNode.class)
            .path("total_s")
            .asDouble();
    JsonNode job =
        StructuredFiles.readJson(run.cellFile(name), JsonNode.class).path("stages").path(1);
    double measured = job.path("finish_s").asDouble() - job.path("submit_s").asDouble();
    JsonNode total = cell.path("intervals").path(4);
    assertThat(job.path("name").asString()).isEqualTo("terasort");
    assertThat(total.path("interval").asString()).isEqualTo("total");
    assertThat(total.path("time_error_percent").asDouble())
        .isCloseTo(100 * (predicted / measured - 1), within(0.01));
  }

  @Test
  void predictionThatWasChangedAfterTheRunIsToldAndEndsWithStatusOne() throws Exception {
    Path run = copy();
    Path changed = run.resolve("cells/hdd_ethernet-1g_1/prediction.json");
    Files.writeString(changed, Files.readString(changed).replace("91.958", "90.649"));
    Corebound.Result result = Corebound.run("validate", run.toString());
    assertThat(result.err().strip().lines()).hasSize(1);
    assertThat(result.err())
        .contains("hdd_ethernet-1g_1/prediction.json was changed after it was frozen");
    assertThat(result.out()).contains("over all 5").doesNotContain("90.6 /");
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
    Corebound.assertRefuses("validate", "Missing required parameter");
  }
}
