package io.corebound.microbenchrunner.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.corebound.hosts.process.OtherLoad;
import io.corebound.microbenchrunner.jmh.Catalogue;
import io.corebound.microbenchrunner.jmh.Jmh;
import io.corebound.microbenchrunner.jmh.JmhLauncher;
import io.corebound.microbenchrunner.jmh.JmhOptions;
import io.corebound.microbenchrunner.jmh.MicroPlan;
import io.corebound.microbenchrunner.jmh.MicroSetting;
import io.corebound.microbenchrunner.watch.OthersWatch;
import io.corebound.records.config.ProfileFile;
import io.corebound.records.format.CsvFiles;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.run.Measurement;
import io.corebound.records.run.Measurement.Metric;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.units.CoreboundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What follows from the costs of forks, which are stated: JMH's results lie there at once. */
class MicroSuitesTest {
  private static final int SECONDS_A_FORK = 40;

  @TempDir Path folder;

  /** Results of the jobs to come. */
  private final Deque<String> stated = new ArrayDeque<>();

  private final List<JmhLauncher.Job> jobs = new ArrayList<>();

  /** Cores that others take while each of the jobs to come runs; none when it is empty. */
  private final Deque<Double> othersOfJobs = new ArrayDeque<>();

  /** Since they were asked last. */
  private OtherLoad others = OtherLoad.NONE;

  private final List<String> said = new ArrayList<>();
  private final List<Measurement> rows = new ArrayList<>();
  private long nanoseconds;
  private RunDirectory run;
  private MicroSuites suites;

  @BeforeEach
  void suites() throws IOException {
    run = new RunDirectory(folder);
    MicroSetting setting =
        new MicroSetting(
            Path.of("java"),
            "",
            List.of(),
            "JDK 17, Hadoop 3",
            List.of(),
            "",
            folder.resolve("local"),
            () -> false,
            Files.createDirectories(run.rawFolder().resolve("micro")),
            Map.of(),
            JmhOptions.NONE,
            () -> {});
    OthersWatch watch = new OthersWatch(() -> this::others, 2, null);
    suites = new MicroSuites(this::runJmh, () -> nanoseconds, setting, run, watch);
  }

  @Test
  void whatIsUnstableIsMeasuredOnceMoreAndTheForksOfBothTimesCount() throws Exception {
    state(result("tera", "", 10), result("tera", "", 20));
    measure(entry("serialize", 2));
    state(result("tera", "", 14, 16));
    settle(null, 0);

    assertThat(said).containsExactly("tera once more, it was unstable");
    JmhLauncher.Job job = jobs.get(2);
    assertThat(job.entry().forks()).isEqualTo(2);
    assertThat(job.benchmarks()).containsExactly("^\\Qio.corebound.microbench.tera\\E$");
    Measurement cost = last("tera", Metric.COST);
    assertThat(cost.n()).isEqualTo(4);
    assertThat(cost.value()).isCloseTo((10 + 20 + 14 + 16) / 4.0, within(1e-9));
    assertThat(cost.rawFile()).isEqualTo("raw/micro/again-1-serialize-pooled.json");
    assertThat(folder.resolve(cost.rawFile())).isNotEmptyFile();
  }

  @Test
  void whatIsStableOrOfASingleForkIsNotMeasuredOnceMore() throws Exception {
    state(result("tera", "", 10), result("sort", "", 10));
    state(result("tera", "", 10), result("tera", "", 10));
    measure(entry("serialize", 3), entry("sort", 1));
    settle(null, 0);

    assertThat(jobs).hasSize(4);
    assertThat(said).isEmpty();
  }

  @Test
  void widestIsMeasuredOnceMoreFirstAndNoneIsBegunThatDoesNotFit() throws Exception {
    state(result("narrow", "", 10), result("wide", "", 10));
    state(result("narrow", "", 12), result("wide", "", 30));
    measure(entry("serialize", 2), entry("sort", 2));
    state(result("wide", "", 20, 20));
    // each has taken two forks
    settle(3 * SECONDS_A_FORK, 0);
    assertThat(said).containsExactly("wide once more, it was unstable");
  }

  @Test
  void leastCostOfASingleForkIsConfirmedByFurtherOnes() throws Exception {
    state(result("sort", "", 10));
    measure(entry("sort", 1));
    // the third costs a hundredth more than the first
    state(result("sort", "", 12), result("sort", "", 10.1));
    settle(0, 1000);

    assertThat(said).containsOnly("a further fork of sort").hasSize(2);
    assertThat(jobs.subList(1, 3)).extracting(job -> job.entry().forks()).containsOnly(1);
    Measurement least = last("sort", Metric.COST_MIN);
    assertThat(least.n()).isEqualTo(3);
    assertThat(least.value()).isCloseTo(10, within(1e-9));
    assertThat(least.rawFile()).isEqualTo("raw/micro/confirm-2-sort-pooled.json");
    assertThat(last("sort", Metric.COST).n()).isEqualTo(3);
  }

  @Test
  void operationThatHasNoLeastCostGetsTwelveForksAndNoMore() throws Exception {
    state(IntStream.range(0, 12).mapToObj(i -> result("sort", "", 100 - 5 * i)).toList());
    measure(entry("sort", 1));
    settle(0, 10_000);
    assertThat(jobs).hasSize(12);
  }

  @Test
  void noFurtherForkIsBegunThatDoesNotFit() throws Exception {
    state(result("sort", "", 10));
    measure(entry("sort", 1));
    settle(0, SECONDS_A_FORK - 1);
    assertThat(said).isEmpty();
    state(result("sort", "", 12));
    settle(0, 2 * SECONDS_A_FORK - 1);
    assertThat(last("sort", Metric.COST_MIN).n()).isEqualTo(2);
  }

  @Test
  void forkThatOthersDisturbedIsMeasuredOnceMoreAndTheQuieterOneCounts() throws Exception {
    state(result("tera", "", 30), result("tera", "", 10), result("tera", "", 12));
    othersOfJobs.addAll(List.of(1.0, 0.0, 0.05));
    MicroPlan.Entry entry = entry("serialize", 2);
    rows.addAll(suites.fork(entry, 1));
    rows.addAll(suites.fork(entry, 2));

    assertThat(jobs)
        .extracting(JmhLauncher.Job::name)
        .containsExactly("serialize-fork-1", "serialize-fork-1-again", "serialize-fork-2");
    Measurement cost = last("tera", Metric.COST);
    assertThat(cost.n()).isEqualTo(2);
    assertThat(cost.value()).isCloseTo(11, within(1e-9));
    assertThat(cost.mean().error()).isCloseTo(1, within(1e-9));
  }

  @Test
  void turnsOfFiveBenchmarksTellHowFarTheMachinesSpeedStrays() throws Exception {
    double[] machine = {1, 1.5, 0.75};
    List<String> types = List.of("byte", "short", "int", "long", "double");
    for (double speed : machine) {
      state(
          types.stream()
              .map(type -> result("basic", type, (10 + types.indexOf(type)) * speed))
              .collect(Collectors.joining(",")));
    }
    measure(entry("serialize", 3));
    settle(0, 0);

    Measurement scatter = last(Metric.SPEED, Metric.SCATTER);
    assertThat(scatter.n()).isEqualTo(3);
    double mean = DoubleStream.of(machine).map(Math::log).average().orElseThrow();
    double squares = DoubleStream.of(machine).map(x -> Math.pow(Math.log(x) - mean, 2)).sum();
    assertThat(scatter.value()).isCloseTo(Math.sqrt(squares / 2), within(1e-9));
    Path table = folder.resolve(scatter.rawFile());
    assertThat(Files.readAllLines(table))
        .hasSize(1 + types.size())
        .first()
        .isEqualTo("entry,benchmark,parameters,turn_1,turn_2,turn_3");
    assertThat(CsvFiles.read(table, List.of("parameters", "turn_2")))
        .extracting(
            row -> row.get("parameters"),
            row -> Math.round(10 * Double.parseDouble(row.get("turn_2"))))
        .contains(tuple("type=byte", 150L), tuple("type=double", 210L));
  }

  @Test
  void afterAForkThatFailedItsEntryHasNoOtherAndIsNotMeasuredOnceMore() throws Exception {
    MicroPlan.Entry entry = entry("serialize", 3);
    state(result("tera", "", 10), result("tera", "", 20), "");
    suites.fork(entry, 1);
    assertThat(suites.fork(entry, 2)).isNotEmpty();
    assertThatThrownBy(() -> suites.fork(entry, 3))
        .isInstanceOf(CoreboundException.class)
        .hasMessageStartingWith("the micro suite 'serialize' measured nothing");
    assertThat(suites.fork(entry, 3)).isEmpty();
    settle(null, 1000);
    assertThat(jobs).hasSize(3);
  }

  private OtherLoad others() {
    OtherLoad since = others;
    others = OtherLoad.NONE;
    return since;
  }

  /** A job takes the next result, and its time of the clock. */
  private List<Jmh.Output> runJmh(List<JmhLauncher.Job> started) {
    List<Jmh.Output> outputs = new ArrayList<>();
    for (JmhLauncher.Job job : started) {
      jobs.add(job);
      double seconds = job.entry().forks() * SECONDS_A_FORK;
      nanoseconds += (long) (seconds * 1e9);
      double cores = othersOfJobs.isEmpty() ? 0 : othersOfJobs.remove();
      others = new OtherLoad(seconds, 0, Map.of("make", cores * seconds));
      Path raw = run.rawFolder().resolve("micro");
      try {
        outputs.add(
            new Jmh.Output(
                Files.writeString(
                    raw.resolve(job.name() + ".json"), "[" + stated.removeFirst() + "]"),
                Files.writeString(raw.resolve(job.name() + ".log"), "")));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return outputs;
  }

  private void state(String... results) {
    state(List.of(results));
  }

  private void state(List<String> results) {
    stated.addAll(results);
  }

  /** One benchmark's forks, each of a cold and a warm batch of 1000 bytes, by core-ns a byte. */
  private static String result(String operation, String type, double... costs) {
    return """
    {"benchmark": "io.corebound.microbench.%1$s", "mode": "ss", "forks": %2$s, "params": {%3$s},
     "primaryMetric": {"rawData": %4$s},
     "secondaryMetrics": {
       "%1$s|records": {"rawData": %4$s},
       "%1$s|bytes": {"scoreUnit": "B of payload", "rawData": %5$s},
       "%1$s|wall_ns": {"rawData": %6$s},
       "%1$s|user_ns@benchmark": {"rawData": %6$s},
       "%1$s|system_ns@benchmark": {"rawData": %7$s}
     }}
    """
        .formatted(
            operation,
            costs.length,
            type.isEmpty() ? "" : "\"type\": \"" + type + "\"",
            forks(costs, cost -> 1),
            forks(costs, cost -> 1000),
            forks(costs, cost -> 1000 * cost),
            forks(costs, cost -> 0));
  }

  private static String forks(double[] costs, DoubleUnaryOperator ofBatch) {
    return Arrays.stream(costs)
        .map(ofBatch)
        .mapToObj(x -> "[%s, %s]".formatted(x, x))
        .collect(Collectors.joining(", ", "[", "]"));
  }

  private static MicroPlan.Entry entry(String name, int forks) {
    return new MicroPlan.Entry(
        name,
        name,
        List.of(new Catalogue.Benchmark(name, "Some", List.of(), false, 0, 0, "How?", 1, Map.of())),
        forks,
        2,
        Map.of(),
        false,
        List.of(),
        null);
  }

  /** All turns. */
  private void measure(MicroPlan.Entry... entries) throws InterruptedException {
    int most = Arrays.stream(entries).mapToInt(MicroPlan.Entry::forks).max().orElseThrow();
    for (int fork = 1; fork <= most; fork++) {
      for (MicroPlan.Entry entry : entries) {
        if (fork <= entry.forks()) {
          suites.fork(entry, fork);
        }
      }
    }
  }

  private void settle(Integer remeasureSeconds, int confirmSeconds) throws InterruptedException {
    ProfileFile profile =
        StructuredFiles.parseYaml(
            """
            size: 1MB
            probe_seconds: 1
            probe_repetitions: 1
            batch_records: 1
            suites: [{suite: serialize, model: false, forks: 1, iterations: 2}]
            remeasure_seconds: %s
            confirm_seconds: %s
            contention_iterations: 2
            start_waves: 2
            start_repetitions: 1
            idle_seconds: 1
            """
                .formatted(remeasureSeconds, confirmSeconds),
            "stated",
            ProfileFile.class);
    suites.settle(profile, said::add, rows::addAll);
  }

  /** The row that takes the place of those before. */
  private Measurement last(String operation, String metric) {
    return rows.stream()
        .filter(r -> r.operation().equals(operation) && r.metric().equals(metric))
        .reduce((earlier, later) -> later)
        .orElseThrow();
  }
}
