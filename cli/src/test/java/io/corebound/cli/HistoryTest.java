package io.corebound.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.hosts.Checkout;
import io.corebound.hosts.SortingRun;
import io.corebound.records.format.CsvFiles;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.run.State;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Runs over time, as a user looks at them. */
class HistoryTest {
  private static final Instant FIRST = Instant.parse("2026-01-01T00:00:00Z");

  @TempDir Path folder;

  /** Nights of one figure, in ns/B; the last is the newest. */
  private void nights(double... costsNs) {
    for (int night = 0; night < costsNs.length; night++) {
      // names against the order of time
      RunDirectory run =
          SortingRun.in(folder.resolve("run-" + (90 - night)), costsNs[night], Map.of());
      run.write(
          run.manifest()
              .withStartedAt(FIRST.plus(Duration.ofDays(night)))
              .configured("tags", StructuredFiles.toTree(Map.of("night", "n" + night % 2))));
    }
  }

  private void environment(int night, String host, String jdk) throws Exception {
    String sample =
        Files.readString(
            Checkout.ROOT.resolve("results/samples/measured-2-cores/environment.json"));
    Files.writeString(
        folder.resolve("run-" + (90 - night)).resolve("environment.json"),
        sample
            .replaceFirst("\\{", "{\"host\": \"" + host + "\",")
            .replaceFirst("\"jdk\" : \"[^\"]*\"", "\"jdk\" : \"" + jdk + "\""));
  }

  private JsonNode machine() {
    Corebound.Result json = Corebound.run("history", folder.toString(), "--format", "json");
    assertThat(json.err()).isEmpty();
    return StructuredFiles.parseJson(json.out()).path("machines").path(0);
  }

  @Test
  void newestRunThatIsWorseThanUsualEndsWithStatusOne() {
    nights(10, 10.1, 9.9, 10, 10.1, 13);
    Corebound.Result text = Corebound.run("history", folder.toString());
    assertThat(text.status()).isEqualTo(1);
    assertThat(text.out()).contains("1 figure worse than usual").contains("sort");
    assertThat(Corebound.run("history", folder.toString(), "--threshold", "40").status())
        .as("a change of 30 % is below the threshold")
        .isZero();
  }

  @Test
  void changeThatOnlyTheNextRunMakesSureCountsOnceMore() {
    // 6 % beside runs that differ by 3 %: one run alone is no proof
    double[] costs = {10, 10.3, 9.7, 10, 10.3, 9.7, 10.65};
    nights(costs);
    assertThat(Corebound.run("history", folder.toString()).status()).isZero();
    while (Corebound.run("history", folder.toString()).status() == 0) {
      assertThat(costs).as("a change that is never seen").hasSizeLessThan(20);
      costs = Arrays.copyOf(costs, costs.length + 1);
      costs[costs.length - 1] = 10.65;
      nights(costs);
    }
    assertThat(machine().path("newest").path(0).path("verdict").asString())
        .isEqualTo("WORSE_SINCE");
    assertThat(machine().path("changes").path(0).path("run").asInt()).isEqualTo(7);
    costs = Arrays.copyOf(costs, costs.length + 1);
    costs[costs.length - 1] = 10.65;
    nights(costs);
    assertThat(Corebound.run("history", folder.toString()).status())
        .as("by now it is what is usual")
        .isZero();
  }

  @Test
  void changeIsToldWithItsRunAndIsThenWhatIsUsual() {
    nights(10, 10.1, 9.9, 10, 10.1, 13, 13.1, 12.9);
    JsonNode changes = machine().path("changes");
    assertThat(changes.size()).isEqualTo(1);
    assertThat(changes.path(0).path("run").asInt()).isEqualTo(6);
    nights(10, 10.1, 9.9, 10, 10.1, 13, 13.1, 12.9, 13);
    assertThat(Corebound.run("history", folder.toString()).status()).isZero();
  }

  @Test
  void whatChangedOnTheMachineStandsBesideTheFiguresThatChanged() throws Exception {
    nights(10, 10.1, 9.9, 10, 13, 13.1, 12.9, 13);
    for (int night = 0; night < 8; night++) {
      environment(night, "node1", night < 4 ? "17.0.15" : "25.0.1");
    }
    JsonNode change = machine().path("changes").path(0);
    assertThat(change.path("changed").size()).isEqualTo(1);
    assertThat(change.path("changed").path(0).path("name").asString()).isEqualTo("jdk");
    assertThat(change.path("of_the_machine").asBoolean()).isFalse();
    Corebound.Result page = Corebound.run("history", folder.toString(), "--format", "md");
    assertThat(page.out())
        .containsPattern("(?m)^\\| 5 \\(2026-01-05\\) .*17\\.0\\.15 → 25\\.0\\.1");
  }

  @Test
  void runThatFailedAndSidesThatTookTurnsAreLeftOut() {
    nights(10, 10, 10);
    RunDirectory failed = RunDirectory.open(folder.resolve("run-90"));
    failed.write(failed.manifest().withState(State.FAILED).withReason("the disk is full"));
    RunDirectory side = RunDirectory.open(folder.resolve("run-89"));
    side.write(side.manifest().configured("interleaved_with", StructuredFiles.toTree("run-89-b")));
    Corebound.Result text = Corebound.run("history", folder.toString());
    assertThat(text.out()).contains("the disk is full").contains("micro --ab");
    assertThat(machine().path("runs").size()).isEqualTo(1);
  }

  @Test
  void chartsBeginAtTheFirstRun() throws Exception {
    nights(10, 11, 12);
    Path page = folder.resolve("page.html");
    Corebound.run("history", folder.toString(), "--export", page.toString());
    String points =
        Files.readString(page).replaceFirst("(?s)^.*?\"points\" *: *", "").replaceAll("\\s", "");
    assertThat(points).startsWith("[[1.0,10.0").contains("],[3.0,12.0");
  }

  @Test
  void fasterIsNoRegression() {
    nights(10, 10.1, 9.9, 10, 10.1, 8);
    assertThat(machine().path("newest").path(0).path("verdict").asString()).isEqualTo("BETTER");
    assertThat(Corebound.run("history", folder.toString()).status()).isZero();
  }

  @Test
  void machinesAreToldApartUnlessAllAreTakenForOne() throws Exception {
    nights(10, 10.1, 9.9, 10);
    for (int night = 0; night < 4; night++) {
      environment(night, "node" + night % 2, "17");
    }
    String[] words = {"history", folder.toString(), "--format", "json"};
    JsonNode apart = StructuredFiles.parseJson(Corebound.run(words).out()).path("machines");
    assertThat(apart.size()).isEqualTo(2);
    assertThat(apart.path(1).path("host").asString()).isEqualTo("node1");
    assertThat(apart.path(1).path("runs").size()).isEqualTo(2);
    JsonNode one =
        StructuredFiles.parseJson(
                Corebound.run("history", folder.toString(), "--any-host", "--format", "json").out())
            .path("machines");
    assertThat(one.size()).isEqualTo(1);
    assertThat(one.path(0).path("runs").size()).isEqualTo(4);
    assertThat(Corebound.run("history", folder.toString(), "--host", "node1").out())
        .contains("node1: 2 runs");
    Corebound.assertRefuses("history " + folder + " --host node7", "node0");
  }

  @Test
  void tableForOtherProgramsHasARowARunInTheOrderOfTime() throws Exception {
    nights(10, 11, 12);
    Corebound.Result csv = Corebound.run("history", folder.toString(), "--format", "csv");
    Path table = Files.writeString(folder.resolve("table.csv"), csv.out());
    List<CsvFiles.Row> rows = CsvFiles.read(table, List.of("time", "run", "tag.night"));
    assertThat(rows).extracting(r -> r.get("run")).containsExactly("run-90", "run-89", "run-88");
    assertThat(rows).extracting(r -> r.get("tag.night")).containsExactly("n0", "n1", "n0");
    assertThat(csv.out().lines().findFirst().orElseThrow())
        .contains("sort records=1000 cost [ns/B]");
  }

  @Test
  void metricsHaveTheNewestFigureItsRangeAndItsVerdict() {
    nights(10, 10.1, 9.9, 10, 10.1, 13);
    String text = Corebound.run("history", folder.toString(), "--format", "openmetrics").out();
    assertThat(text.lines().filter(l -> l.startsWith("corebound_figure{")))
        .singleElement()
        .asString()
        .contains("operation=\"sort\"")
        .contains("variant=\"records=1000\"")
        .endsWith(" 13.0");
    assertThat(text).contains("corebound_figure_worse{").endsWith("# EOF\n");
    assertThat(text.lines().filter(l -> l.startsWith("corebound_figure_worse{")))
        .singleElement()
        .asString()
        .endsWith(" 1");
    // each line is a comment or a name, labels and a number; no time
    assertThat(text.lines()).allMatch(l -> l.matches("#.*|[a-z_]+\\{[^}]*} [0-9.eE+-]+"));
  }

  @Test
  void tagsChooseRunsForHistory() {
    nights(10, 11, 12, 13);
    JsonNode chosen =
        StructuredFiles.parseJson(
            Corebound.run("history", folder.toString(), "--tag", "night=n1", "--format", "json")
                .out());
    assertThat(chosen.path("machines").path(0).path("runs").size()).isEqualTo(2);
    Path metrics = folder.resolve("out.prom");
    Corebound.run("history", folder.toString(), "--export", metrics.toString());
    assertThat(metrics).content().contains("corebound_figure{");
    Corebound.assertRefuses("history " + folder + " --tag night=n7", "night=n0");
  }

  @Test
  void runThatHasNotEndedIsLeftOutWithTheReason() {
    nights(10, 10, 10);
    RunDirectory run = RunDirectory.open(folder.resolve("run-90"));
    run.write(run.manifest().withState(State.RUNNING));
    Corebound.Result text = Corebound.run("history", folder.toString());
    assertThat(text.out()).contains("Left out").contains("run-90").contains("has not ended");
    assertThat(text.status()).isZero();
  }

  @Test
  void whatCannotBeShownIsRefusedInALine() throws Exception {
    Files.createDirectories(folder.resolve("empty"));
    Path run = Checkout.ROOT.resolve("results/samples/accuracy-1650mb-2-cores");
    Corebound.assertRefuses("history " + folder.resolve("empty"), "no run in it");
    Corebound.assertRefuses("history /does/not/exist", "no such run directory");
    Corebound.assertRefuses("history --tag night", "is no tag");
    Corebound.assertRefuses("history --threshold -1", "from 0 to 1000 percent");
    Corebound.assertRefuses("validate " + run + " --format openmetrics", "does not have it");
    Corebound.assertRefuses("micro sort --tag a=1 --tag a=2", "a key has one value");
    Corebound.assertRefuses("compare night=n9 night=n8", "neither a run nor a tag");
  }
}
