package io.corebound.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.corebound.hosts.Checkout;
import io.corebound.hosts.SortingRun;
import io.corebound.records.format.CsvFiles;
import io.corebound.records.format.StructuredFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Runs compared as a user compares them. */
class CompareTest {
  private static final String SAMPLES = Checkout.ROOT.resolve("results/samples") + "/";

  @TempDir Path folder;

  private Path run(String name, double costNs) {
    return SortingRun.in(folder.resolve(name), costNs, Map.of()).root();
  }

  @Test
  void regressionEndsWithStatusOneInEveryFormatAndImprovementWithZero() throws Exception {
    String before = run("before", 10).toString();
    String after = run("after", 12).toString();

    Corebound.Result text = Corebound.run("compare", before, after);
    assertThat(text.err()).isEmpty();
    assertThat(text.out()).startsWith("1 regression: worse by more than 5 %, the worst sort, cost");
    assertThat(text.status()).isEqualTo(1);
    assertThat(Corebound.run("compare", after, before).status()).isZero();
    assertThat(Corebound.run("compare", before, after, "--threshold", "25").status()).isZero();

    Corebound.Result json = Corebound.run("compare", before, after, "--format", "json");
    JsonNode row = StructuredFiles.parseJson(json.out()).path("rows").path(0);
    assertThat(row.path("ratio").asDouble()).isBetween(1.199, 1.201);
    assertThat(row.path("regression").asBoolean()).isTrue();
    assertThat(json.status()).isEqualTo(1);

    Corebound.Result action =
        Corebound.run("compare", before, after, "--format", "benchmark-action");
    JsonNode entry = StructuredFiles.parseJson(action.out()).path(0);
    assertThat(entry.path("name").asString()).isEqualTo("sort, cost");
    assertThat(entry.path("unit").asString()).isEqualTo("ns/B");
    assertThat(entry.path("value").asDouble()).isBetween(11.9, 12.1);

    Corebound.Result csv = Corebound.run("compare", before, after, "--format", "csv");
    Path table = Files.writeString(folder.resolve("table.csv"), csv.out());
    assertThat(CsvFiles.read(table, List.of("name", "verdict", "ratio", "regression")))
        .singleElement()
        .satisfies(r -> assertThat(r.get("verdict")).isEqualTo("differs"));
  }

  @Test
  void samplesOfOneRunASideSayWhatIsMissingAndTheirMachinesFirst() throws Exception {
    Corebound.Result result =
        Corebound.run(
            "compare", SAMPLES + "terasort-1gb-2-cores", SAMPLES + "terasort-1gb-2-cores/");
    assertThat(result.err()).contains("is named twice");
    assertThat(result.status()).isEqualTo(2);

    Path copy = run("copy", 10);
    Files.copy(
        Path.of(SAMPLES + "accuracy-1650mb-2-cores/environment.json"),
        copy.resolve("environment.json"));
    Files.delete(copy.resolve("measurements.csv"));
    Files.copy(
        Path.of(SAMPLES + "terasort-1gb-2-cores/measurements.csv"),
        copy.resolve("measurements.csv"));
    Corebound.Result machines =
        Corebound.run(
            "compare", SAMPLES + "terasort-1gb-2-cores", copy.toString(), "--format", "md");
    assertThat(machines.out())
        .containsPattern("CPU \\| AMD EPYC \\| Intel")
        .containsPattern("read.hdfs.*cost.* 1\\.000 ")
        .contains("3 forks a side, 5 needed")
        .contains("--a, --b");
    assertThat(machines.status()).isZero();
  }

  @Test
  void cellsOfTwoSweepsAreComparedVariantByVariant() throws Exception {
    Path sweep = Path.of(SAMPLES + "accuracy-1650mb-2-cores");
    Path copy = folder.resolve("slower");
    Pattern elapsed = Pattern.compile("(\"elapsed_s\" : )([0-9.E-]+)");
    try (Stream<Path> files = Files.walk(sweep)) {
      for (Path file : files.toList()) {
        Path to = copy.resolve(sweep.relativize(file));
        if (file.endsWith("cell.json") && file.toString().contains("ethernet-1g_part_")) {
          String doubled =
              elapsed
                  .matcher(Files.readString(file))
                  .replaceAll(m -> m.group(1) + 2 * Double.parseDouble(m.group(2)));
          Files.writeString(to, doubled);
        } else if (file.endsWith("run.json")) {
          Files.writeString(
              to, Files.readString(file).replaceFirst("(\"run_id\" : \")", "$1slower-"));
        } else {
          Files.copy(file, to);
        }
      }
    }
    Corebound.Result csv =
        Corebound.run("compare", sweep.toString(), copy.toString(), "--format", "csv");
    Path table = Files.writeString(folder.resolve("sweeps.csv"), csv.out());
    var rows = CsvFiles.read(table, List.of("parameters", "figure", "ratio", "sample_size_a"));
    assertThat(rows).filteredOn(r -> r.get("sample_size_a").equals("3")).hasSize(26);
    assertThat(rows)
        .filteredOn(r -> Math.abs(Double.parseDouble(r.get("ratio")) - 1) > 1e-9)
        .singleElement()
        .satisfies(
            r -> {
              assertThat(r.get("figure")).isEqualTo("elapsed");
              assertThat(r.get("parameters")).contains("ethernet-1g", "variant=part");
              assertThat(Double.parseDouble(r.get("ratio"))).isCloseTo(2, within(1e-9));
            });
  }

  @Test
  void whatCannotBeComparedIsOneClearLineAndStatusTwo() throws Exception {
    String good = run("good", 10).toString();
    Corebound.assertRefuses("compare " + good, "compare needs two runs");
    Corebound.assertRefuses(
        String.join(" ", "compare", good, good, good), "compare takes two sides");
    Corebound.assertRefuses("compare " + good + " /does/not/exist", "no such run directory");
    Corebound.assertRefuses("compare " + good + " --a " + good, "--a and --b go together");
    Corebound.assertRefuses(
        "compare " + good + " " + good + " --margin 0", "the margin is above 0");
    Corebound.assertRefuses(
        "compare " + good + " " + SAMPLES + "accuracy-1650mb-2-cores", "no figure in common");
  }
}
