package io.corebound.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.hosts.Checkout;
import io.corebound.records.format.CsvFiles;
import io.corebound.records.format.StructuredFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** {@code predict} and {@code plan} on nodes that are only described. */
class PlanTest {
  private static final Path SAMPLE = Checkout.ROOT.resolve("results/samples/measured-2-cores");

  @TempDir Path folder;

  @Test
  void predictionOnDescribedNodesTakesTheNominalFiguresAsTheyAre() throws Exception {
    JsonNode json =
        json(
            run(
                "predict",
                "--data 20GB --nodes 3 --cores 4 --storage ssd-sata --disks-per-node 2 --network"
                    + " ethernet-10g --format json"));
    JsonNode prediction = json.path("prediction");
    assertThat(prediction.path("nodes").asInt()).isEqualTo(3);
    assertThat(prediction.path("cores_per_node").asInt()).isEqualTo(4);
    assertThat(prediction.at("/derived/cut/reduce_tasks").asInt()).isEqualTo(12);
    assertThat(json.path("base").path("file").asString()).isEqualTo("ssd-sata and ethernet-10g");
    assertThat(json.path("base").path("source").asString())
        .contains("nominal")
        .contains("1.00 GB/s reading");
    assertThat(json.path("total_s").asDouble())
        .isBetween(json.path("total_low_s").asDouble(), json.path("total_high_s").asDouble());
  }

  @Test
  void sumOfOperationsStandsBesideThePrediction() throws Exception {
    String job = "--data 20GB --nodes 3 --cores 4 --storage ssd-sata --network ethernet-10g";
    Corebound.Result text = run("predict", job);
    assertThat(text.status()).as(text.err()).isZero();
    // laid out in lines of 100 characters
    assertThat(text.out().replaceAll("\\s+", " "))
        .contains("sum of operations", "The paper's rule");
    JsonNode prediction = json(run("predict", job + " --format json")).path("prediction");
    Path table =
        Files.writeString(
            folder.resolve("prediction.csv"), run("predict", job + " --format csv").out());
    assertThat(CsvFiles.read(table, List.of("interval", "sum_of_operations_core_s")))
        .filteredOn(row -> row.get("interval").equals("total"))
        .singleElement()
        .satisfies(
            row ->
                assertThat(Double.parseDouble(row.get("sum_of_operations_core_s")))
                    .isPositive()
                    .isNotEqualTo(prediction.path("core_s").asDouble()));
  }

  @Test
  void predictAndPlanTakeAClusterFileThatStatesItsNodesTheSameWay() throws Exception {
    String job = "--data 20GB --cluster my-cluster --storage ssd-sata --network ethernet-10g";
    JsonNode predicted = json(run("predict", job + " --format json"));
    JsonNode plan = json(run("plan", job + " --format json"));
    assertThat(predicted.path("prediction").path("nodes").asInt()).isEqualTo(3);
    assertThat(predicted.path("total_s").asDouble())
        .isEqualTo(plan.path("prediction").path("total_s").asDouble());
    assertThat(plan.path("notes").toString()).contains("fixes the tasks at once at 8 a node");
  }

  @Test
  void jobWithoutATimeSaysSoFirst() throws Exception {
    Path run = copied("measurements.csv", text -> text.replaceAll("(?m)^start,start\\..*\\R", ""));
    Corebound.Result result =
        Corebound.run(
            "predict", "--machine", run.toString(), "--workload", "terasort", "--data", "1GB");
    assertThat(result.status()).isZero();
    assertThat(result.out().replaceAll("\\s+", " "))
        .contains("No time is predicted for the whole job");
  }

  @Test
  void planFindsTheSmallestClusterAndMarksWhatIsExtrapolated() throws Exception {
    JsonNode plan =
        json(
            run(
                "plan",
                "--data 20GB --nodes 2 --cores 4 --storage hdd,nvme --network ethernet-10g"
                    + " --deadline 4min --node-price 1000 --format json"));
    JsonNode found = plan.path("deadline").path("found");
    assertThat(found).hasSize(2);
    assertThat(found.get(0).path("storage").asString()).isEqualTo("nvme");
    assertThat(found.get(0).path("total_s").asDouble()).isLessThanOrEqualTo(240);
    assertThat(found.get(0).path("price").asDouble())
        .isEqualTo(1000.0 * found.get(0).path("nodes").asInt());
    assertThat(found).allMatch(smallest -> smallest.path("extrapolated").asBoolean());
    assertThat(plan.path("cluster").path("extrapolated").asBoolean()).isTrue();
    assertThat(plan.path("measured_cores").asInt()).isEqualTo(2);
    assertThat(plan.path("cluster").path("storage").asString()).isEqualTo("hdd");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "plan --data 1GB --cores 0 | --cores is at least 1, not 0",
        "plan --data 1GB --cores 2 --memory 512MiB | is too little for 1 task at once",
        "predict --data 1GB --cores 2 --memory 3500MB | is too little for 1 task at once",
        "plan --data 1GB --storage ssd-stata | did you mean 'ssd-sata'?",
        "plan --data 1GB --network ethernet-1 | no network 'ethernet-1'",
        "plan --data 1GB --storage my-disk | states no figures",
        "plan --data 1GB --codec snapy | did you mean 'snappy'?",
        "plan --data 1GB --lever prefx | did you mean 'prefix'?",
        "plan --data 1GB --lever prefix | 'corebound micro --profile collector'",
        "predict --data 1GB --lever prefix | sort, merge: not measured with" + " lever prefix",
        "plan --data 1GB --disks-per-node 4 | counts devices of --storage",
        "plan --data 1B | --data 1B is too small; give at least 1MB",
        "plan --data 1GB --storage hdd,nvme | several of --storage needs --deadline",
        "plan --data 1GB --max-nodes 5 | --max-nodes needs --deadline",
        "plan --data 1GB --node-price 5 | --node-price needs --deadline",
        "plan --data 1GB --export . | is a folder; name a file in it",
        "plan --data 1GB --export plan.pdf | end the name with",
        "plan --data 1GB --export /proc/version/plan.html | /proc/version is not a folder",
        "plan --data 1GB --deadline soon | 'soon' is not a length of time",
        "plan | --data",
        "predict --data 1GB --storage hdd,nvme | 'corebound plan --deadline TIME' compares several",
      })
  void whatCannotBePlannedIsOneClearLineAndStatusTwo(String arguments, String message)
      throws Exception {
    String[] parts = arguments.split(" ", 2);
    Corebound.Result result = run(parts[0], parts.length == 1 ? "" : parts[1]);
    Corebound.assertRefused(result, message);
  }

  @Test
  void collectorThatTheRunMeasuredIsPredictedAndComparedWithHadoops() throws Exception {
    Path run =
        copied(
            "measurements.csv",
            text -> {
              String prefix =
                  text.lines()
                      .filter(l -> l.matches("sort,(sort|merge),.*|task,task\\.map,.*"))
                      .map(l -> l.replaceFirst("^([^,]*,[^,]*,)", "$1collector=prefix;"))
                      .collect(Collectors.joining("\n", "", "\n"));
              return text + prefix;
            });
    String[] job = {"--machine", run.toString(), "--workload", "terasort", "--data", "1GB"};
    JsonNode prefix = json(Corebound.run(with(job, "predict", "--lever", "prefix")));
    JsonNode hadoop = json(Corebound.run(with(job, "predict")));
    // measured alike here
    assertThat(prefix.path("total_s").asDouble()).isEqualTo(hadoop.path("total_s").asDouble());
    JsonNode levers = json(Corebound.run(with(job, "plan"))).path("levers");
    assertThat(levers).hasSize(2);
    assertThat(levers.get(1).path("name").asString()).isEqualTo("prefix");
    assertThat(levers.get(1).path("saved_s").asDouble()).isZero();
  }

  private static String[] with(String[] job, String command, String... further) {
    return Stream.of(
            Stream.of(command), Stream.of(job), Stream.of(further), Stream.of("--format", "json"))
        .flatMap(s -> s)
        .toArray(String[]::new);
  }

  @Test
  void missingCostIsNamed() throws Exception {
    Path run = copied("measurements.csv", text -> text.replace(",frame.map,", ",frame.mop,"));
    Corebound.assertRefused(plan(run), "has no operation 'frame.map' that the workload needs");
  }

  @Test
  void runWithoutMeasurementsSaysWhatToGive() throws Exception {
    Path run = copied("run.json", text -> text);
    Files.delete(run.resolve("measurements.csv"));
    Corebound.assertRefused(plan(run), "give a run of 'corebound run'");
  }

  @Test
  void runThatIsCutOffNamesFileAndLine() throws Exception {
    Path run = copied("run.json", text -> text.substring(0, text.length() / 2));
    Corebound.assertRefused(plan(run), run.resolve("run.json") + " line ");
  }

  @Test
  void runOfANewerCoreboundIsRefusedAsThat() throws Exception {
    Path run =
        copied(
            "run.json", text -> text.replace("\"schema_version\" : 1", "\"schema_version\" : 99"));
    Corebound.assertRefused(plan(run), "schema_version 99");
  }

  @Test
  void runThatHasNotEndedIsRefused() throws Exception {
    Path run =
        copied("run.json", text -> text.replaceFirst("(\"state\" : )\"OK\"", "$1\"RUNNING\""));
    Corebound.assertRefused(plan(run), "the run has not ended (state RUNNING in run.json)");
  }

  @Test
  void baseThatHasNotEndedOrIsOfANewerCoreboundIsRefusedBeforeItsTableIsRead() throws Exception {
    Path base =
        copied("run.json", text -> text.replaceFirst("(\"state\" : )\"OK\"", "$1\"RUNNING\""));
    Files.writeString(base.resolve("measurements.csv"), "suite,operation\ndisk,di");
    String options = "--data 1GB --base " + base;
    Corebound.assertRefused(
        run("predict", options), "the run has not ended (state RUNNING in run.json)");
    Corebound.assertRefused(
        run("plan", options), "the run has not ended (state RUNNING in run.json)");
    Files.writeString(
        base.resolve("run.json"),
        Files.readString(SAMPLE.resolve("run.json"))
            .replace("\"schema_version\" : 1", "\"schema_version\" : 99"));
    Corebound.assertRefused(
        run("predict", options), "a newer corebound wrote this run (schema_version 99");
  }

  private Path copied(String changed, java.util.function.UnaryOperator<String> change)
      throws Exception {
    Path run = Files.createDirectory(folder.resolve("run"));
    for (String name : List.of("run.json", "environment.json", "measurements.csv")) {
      String text = Files.readString(SAMPLE.resolve(name));
      Files.writeString(run.resolve(name), name.equals(changed) ? change.apply(text) : text);
    }
    return run;
  }

  private static Corebound.Result plan(Path run) throws Exception {
    return Corebound.run(
        "plan", "--machine", run.toString(), "--workload", "terasort", "--data", "1GB");
  }

  private static Corebound.Result run(String command, String options) {
    List<String> arguments =
        new ArrayList<>(List.of(command, "--machine", SAMPLE.toString(), "--workload", "terasort"));
    if (!options.isBlank()) {
      arguments.addAll(List.of(options.strip().split(" ")));
    }
    return Corebound.run(arguments.toArray(new String[0]));
  }

  private static JsonNode json(Corebound.Result result) {
    assertThat(result.err()).isEmpty();
    assertThat(result.status()).isZero();
    return StructuredFiles.parseJson(result.out());
  }
}
