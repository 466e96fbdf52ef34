package io.corebound.microbenchrunner.jmh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.corebound.records.run.Measurement;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.Mean;
import java.util.List;
import java.util.Set;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class JmhResultsTest {
  /** Two forks of three batches of 1000 bytes; the first batch of a fork is cold. */
  private static final String JSON =
      """
      [{"benchmark": "io.corebound.microbench.read.ReadHdfsBenchmark.read", "mode": "ss",
        "params": {"bytes": "1000"},
        "secondaryMetrics": {
          "read.hdfs|records": {"rawData": [[10, 10, 10], [10, 10, 10]]},
          "read.hdfs|bytes": {"scoreUnit": "B of file", "rawData": [[1000, 1000, 1000], [1000, 1000, 1000]]},
          "read.hdfs|wall_ns": {"rawData": [[9000, 2000, 2000], [9000, 4000, 4000]]},
          "read.hdfs|user_ns@benchmark": {"rawData": [[8000, 1000, 1000], [8000, 2000, 2000]]},
          "read.hdfs|system_ns@benchmark": {"rawData": [[1000, 500, 500], [1000, 500, 500]]},
          "read.hdfs|user_ns@datanode": {"rawData": [[3000, 500, 500], [3000, 500, 500]]},
          "read.hdfs|system_ns@datanode": {"rawData": [[1000, 1000, 1000], [1000, 1000, 1000]]},
          "read.hdfs|user_ns@machine": {"rawData": [[90000, 9000, 9000], [90000, 9000, 9000]]},
          "read.hdfs|system_ns@machine": {"rawData": [[0, 0, 0], [0, 0, 0]]},
          "gc.alloc.rate": {"rawData": [[1.0], [2.0]]}
        }}]
      """;

  private static final Offset<Double> EXACTLY = within(1e-9);

  private static final String NO_BYTES =
      JSON.replaceFirst(
          "hdfs\\|bytes\": .*",
          "hdfs|bytes\": {\"scoreUnit\": \"B of file\", \"rawData\": [[0, 0, 0], [0, 0, 0]]},");

  private final List<Measurement> rows =
      new JmhResults(JSON, "raw/read.json").measurements("read", "abc");

  @Test
  void costIsTheSumOverEveryProcessButTheMachine() {
    // fork 1: (1000 + 500 + 500 + 1000) / 1000 B = 3 ns/B; fork 2: 4 ns/B
    assertThat(value("all", "cost").value()).isCloseTo(3.5, within(1e-9));
    assertThat(value("all", "cost").n()).isEqualTo(2);
  }

  @Test
  void meanOfAFigureIsThatOfItsForks() {
    JmhResults results = new JmhResults(JSON, "raw/read.json");
    List<Measurement> forks =
        results.ofEachFork("read", "abc").stream()
            .filter(m -> m.process().equals("all") && m.metric().equals("cost"))
            .toList();
    Measurement mean = value(results.measurements("read", "abc"), "all", "cost");
    assertThat(forks).hasSize(mean.n()).allMatch(m -> m.n() == 1);
    assertThat(forks.stream().mapToDouble(Measurement::value).average().orElseThrow())
        .isCloseTo(mean.value(), within(1e-9));
  }

  @Test
  void leastCostIsThatOfTheCheapestWarmBatchOfAllForks() {
    // iterations 4 on are warm: 5000, 4100, 6000 and 4300, 4200, 4700 ns for 1000 B
    String six =
        """
        [{"benchmark": "b", "params": {}, "secondaryMetrics": {
          "op|records": {"rawData": [[1, 1, 1, 1, 1, 1], [1, 1, 1, 1, 1, 1]]},
          "op|bytes": {"scoreUnit": "B of file",
            "rawData": [[1000, 1000, 1000, 1000, 1000, 1000], [1000, 1000, 1000, 1000, 1000, 1000]]},
          "op|wall_ns": {"rawData": [[1, 1, 1, 1, 1, 1], [1, 1, 1, 1, 1, 1]]},
          "op|user_ns@benchmark": {"rawData": [[9000, 100, 100, 5000, 4100, 6000], [9000, 100, 100, 4300, 4200, 4700]]},
          "op|system_ns@benchmark": {"rawData": [[0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0]]}
        }}]
        """;
    Measurement least =
        value(new JmhResults(six, "raw/b.json").measurements("s", ""), "all", "cost_min");
    assertThat(least.value()).isCloseTo(4.1, within(1e-9));
    assertThat(least.mean().error()).isNaN();
    assertThat(least.n()).isEqualTo(2);
  }

  @Test
  void secondCheapestForkConfirmsTheCheapest() {
    // the warm batch is the third: 3000 and 4000 ns for 1000 B
    JmhResults two = new JmhResults(JSON, "raw/1.json");
    assertThat(two.distanceOfSecondCheapest()).isCloseTo(1.0 / 3, within(1e-9));
    // 3030 ns beside 3000: user time of the first fork's warm batch
    JmhResults another =
        new JmhResults(
            JSON.replace("[[8000, 1000, 1000], [", "[[8000, 1000, 1030], ["), "raw/2.json");
    assertThat(two.with(another, "x").distanceOfSecondCheapest()).isCloseTo(0.01, within(1e-9));
    String single = JSON.replaceAll("\\[\\[([^\\]]*)\\], \\[[^\\]]*\\]\\]", "[[$1]]");
    assertThat(new JmhResults(single, "raw/3.json").distanceOfSecondCheapest())
        .isEqualTo(Double.POSITIVE_INFINITY);
    // an empty task has no warm cost, the start of a JVM has one for each record
    String empty =
        NO_BYTES.replaceFirst(
            "hdfs\\|records\": .*", "hdfs|records\": {\"rawData\": [[0, 0, 0], [0, 0, 0]]},");
    assertThat(new JmhResults(empty, "raw/4.json").distanceOfSecondCheapest()).isZero();
    assertThat(new JmhResults(NO_BYTES, "raw/5.json").distanceOfSecondCheapest())
        .isCloseTo(1.0 / 3, within(1e-9));
  }

  @Test
  void warmCostsAreThoseOfEachForkAndOfSeveralOperationsTheGeometricMean() {
    assertThat(new JmhResults(JSON, "raw/1.json").warmCosts())
        .containsExactly(new double[] {3, 4}, EXACTLY);
    // of no bytes, 10 records: 3000 and 4000 ns
    assertThat(new JmhResults(NO_BYTES, "raw/2.json").warmCosts())
        .containsExactly(new double[] {300, 400}, EXACTLY);
    String empty =
        NO_BYTES.replaceFirst(
            "hdfs\\|records\": .*", "hdfs|records\": {\"rawData\": [[0, 0, 0], [0, 0, 0]]},");
    assertThat(new JmhResults(empty, "raw/3.json").warmCosts()).isEmpty();
    String second =
        JSON.substring(JSON.indexOf("\"read.hdfs|records"), JSON.indexOf("\"gc.alloc"))
            .replace("read.hdfs|", "other|")
            .replace("[1000, 1000, 1000], [1000, 1000, 1000]]}", "[250, 250, 250], [4, 4, 4]]}")
            .replaceAll("(ns@datanode\": \\{\"rawData\": ).*", "$1[[0, 0, 0], [0, 0, 0]]},");
    String both = JSON.replace("\"gc.alloc", second + "\"gc.alloc");
    // the other: 1500 ns for 250 B, 2500 ns for 4 B
    assertThat(new JmhResults(both, "raw/4.json").warmCosts())
        .containsExactly(new double[] {Math.sqrt(3 * 6), Math.sqrt(4 * 625)}, EXACTLY);
  }

  @Test
  void coldCostIsWhatTheFirstBatchTakesBeyondAWarmOne() {
    // fork 1: 13000 - 3 x 1000 = 10000 ns; fork 2: 13000 - 4 x 1000 = 9000 ns
    assertThat(value("all", "cold_cost").value()).isCloseTo(9.5e-6, within(1e-12));
  }

  @Test
  void costsOfEveryBatchAreThoseOfTheProcessesThatCount() {
    JmhResults results = new JmhResults(JSON, "raw/read.json");
    assertThat(results.costs(Set.of("datanode")).get("read.hdfs")).containsExactly(9, 1.5, 1.5);
    assertThat(results.costs(Set.of()).get("read.hdfs")).containsExactly(13, 3, 3);
    assertThat(new JmhResults(NO_BYTES, "raw/jvm.json").costs(Set.of())).isEmpty();
  }

  @Test
  void rateIsOnTheWallClockOfWarmBatches() {
    // 1000 B in 2000 ns = 500 MB/s; in 4000 ns = 250 MB/s
    assertThat(value("wall", "rate").value()).isCloseTo(375, within(1e-9));
  }

  @Test
  void intervalIsOverForkMeansByStudentsT() {
    // samples 3 and 4: mean 3.5, s = 1/sqrt 2, t(0.975, 1) = 12.706: half-width 12.706 / 2
    Measurement cost = value("all", "cost");
    assertThat(cost.mean().half()).isCloseTo(12.7062 / 2, within(1e-3));
    // a cost is never below nothing: on the logarithm
    Mean.Interval interval = cost.mean().interval(false);
    assertThat(interval.low()).isCloseTo(3.5 / Math.exp(12.7062 / 2 / 3.5), within(1e-3));
    assertThat(interval.high()).isCloseTo(3.5 * Math.exp(12.7062 / 2 / 3.5), within(1e-2));
  }

  @Test
  void everyProcessHasItsOwnUserAndSystemCost() {
    assertThat(value("datanode", "cost_system").value()).isCloseTo(1.0, within(1e-9));
    assertThat(value("benchmark", "cost_user").value()).isCloseTo(1.5, within(1e-9));
  }

  @Test
  void batchWithoutRecordsTellsWhatAnEmptyTaskCosts() {
    String empty =
        NO_BYTES.replaceFirst(
            "hdfs\\|records\": .*", "hdfs|records\": {\"rawData\": [[0, 0, 0], [0, 0, 0]]},");
    assertThat(new JmhResults(empty, "raw/task.json").measurements("task", ""))
        .extracting(Measurement::metric, m -> Math.round(m.value() * 1e9))
        .containsExactly(tuple("empty_cost", 13000L), tuple("empty_wall", 9000L));
  }

  @Test
  void recordsWithoutBytesAreCountedByThemselves() {
    // fork 1: 200 ns of wall time and 300 core-ns a record; fork 2: 400 and 400
    assertThat(new JmhResults(NO_BYTES, "raw/jvm.json").measurements("jvm", ""))
        .extracting(Measurement::metric, m -> Math.round(m.value()))
        .containsExactly(
            tuple("records_rate", 3_750_000L),
            tuple("wall_per_record", 300L),
            tuple("cost_per_record", 350L),
            tuple("cost_per_record_min", 300L));
  }

  @Test
  void bytesAreThoseThatTheBenchmarkNames() {
    assertThat(rows).extracting(Measurement::byteBase).containsOnly("file");
  }

  @Test
  void tagsOfAnOperationBecomeParameters() {
    String tagged = JSON.replace("read.hdfs|", "read.hdfs(path=socket;a=b)|");
    assertThat(new JmhResults(tagged, "raw/read.json").measurements("read", ""))
        .allSatisfy(
            m -> {
              assertThat(m.operation()).isEqualTo("read.hdfs");
              assertThat(m.parameters())
                  .containsOnly(entry("bytes", "1000"), entry("path", "socket"), entry("a", "b"));
            });
  }

  @Test
  void nanosecondsOfTheSchedulerGoBeforeTicks() {
    String precise =
        JSON.replace(
            "\"gc.alloc.rate\"",
            "\"read.hdfs|cpu_ns@benchmark\": {\"rawData\": [[9000, 1100, 1100], [9000, 2100,"
                + " 2100]]}, \"gc.alloc.rate\"");
    List<Measurement> found = new JmhResults(precise, "raw/read.json").measurements("read", "");
    // fork 1: (1100 + 500 + 1000) / 1000 B; fork 2: (2100 + 500 + 1000) / 1000 B
    assertThat(value(found, "all", "cost").value()).isCloseTo(3.1, within(1e-9));
  }

  @Test
  void partsAndOtherFiguresOfAnOperationAreKept() {
    String parts =
        JSON.replace(
            "\"gc.alloc.rate\"",
            "\"read.hdfs|part_cpu_ns@spill\": {\"rawData\": [[9, 500, 500], [9, 700, 700]]},"
                + " \"read.hdfs|seeks\": {\"scoreUnit\": \"seeks\", \"rawData\": [[9, 3, 5], [9, 4,"
                + " 4]]}, \"gc.alloc.rate\"");
    List<Measurement> found = new JmhResults(parts, "raw/read.json").measurements("read", "");
    assertThat(value(found, "spill", "part_cost").value()).isCloseTo(0.6, within(1e-9));
    // the third of three batches is warm: 5 and 4
    assertThat(value(found, "wall", "seeks").value()).isCloseTo(4.5, within(1e-9));
    assertThat(value(found, "wall", "seeks").unit()).isEqualTo("seeks");
    // ten records in 1000 B at 3.5 ns/B: the parts are within the total
    assertThat(value(found, "all", "cost_per_record").value()).isCloseTo(350, within(1e-9));
  }

  @Test
  void forksOfASecondMeasurementArePooledWithTheFirst() {
    JmhResults first = new JmhResults(JSON, "raw/read.json");
    JmhResults second =
        new JmhResults(
            JSON.replace(
                "[[1000, 500, 500], [1000, 500, 500]]", "[[1000, 900, 900], [1000, 900, 900]]"),
            "raw/again.json");
    List<Measurement> pooled =
        first.with(second.singles().get(0), "raw/pooled.json").measurements("read", "");
    // fork means 3, 4 and 3.4, 4.4 ns/B
    assertThat(value(pooled, "all", "cost").value()).isCloseTo(3.7, within(1e-9));
    assertThat(value(pooled, "all", "cost").n()).isEqualTo(4);
    assertThat(value(pooled, "all", "cost").rawFile()).isEqualTo("raw/pooled.json");
    assertThat(
            new JmhResults(JmhResults.json(List.of(first.with(second, "x"))), "x")
                .measurements("read", ""))
        .hasSameSizeAs(pooled);
    assertThat(first.measurements("read", "abc")).isEqualTo(rows);
  }

  @Test
  void whatAProfilerTellsOfSomeForksOnlyIsKeptOfThose() {
    JmhResults without = new JmhResults(JSON, "raw/1.json");
    JmhResults with =
        new JmhResults(
            JSON.replace("\"gc.alloc", "\"gc.time\": {\"rawData\": [[7.0]]}, \"gc.alloc"),
            "raw/2.json");
    for (JmhResults pooled : List.of(without.with(with, "x"), with.with(without, "x"))) {
      assertThat(JmhResults.json(List.of(pooled)).replaceAll("\\s", ""))
          .contains("\"gc.time\":{\"rawData\":[[7.0]]}");
      assertThat(value(pooled.measurements("read", ""), "all", "cost").n()).isEqualTo(4);
    }
  }

  @Test
  void figureOfOursThatAForkLacksIsNamedWithItsFile() {
    JmhResults whole = new JmhResults(JSON, "raw/1.json");
    JmhResults cut = new JmhResults(JSON.replace("hdfs|wall_ns", "hdfs|time"), "raw/2.json");
    assertThatThrownBy(() -> whole.with(cut, "x"))
        .isInstanceOf(CoreboundException.class)
        .hasMessageStartingWith("raw/2.json: has no 'read.hdfs|wall_ns', which another fork has");
  }

  @Test
  void everyBenchmarkAndCombinationIsToldByItself() {
    String item = JSON.strip().substring(1, JSON.strip().length() - 1);
    JmhResults both =
        new JmhResults(
            "[" + item + "," + item.replace("1000\"}", "2000\"}") + "]", "raw/read.json");
    assertThat(both.singles()).hasSize(2);
    assertThat(both.singles().get(1).parameters()).containsOnly(entry("bytes", "2000"));
    assertThat(both.singles().get(1).benchmark())
        .isEqualTo("io.corebound.microbench.read.ReadHdfsBenchmark.read");
  }

  @Test
  void missingProfilerIsNamed() {
    String without = JSON.replace("read.hdfs|bytes", "read.hdfs|octets");
    assertThatThrownBy(() -> new JmhResults(without, "raw/read.json").measurements("read", ""))
        .isInstanceOf(CoreboundException.class)
        .hasMessageContaining("raw/read.json: read.hdfs has no 'bytes'");
  }

  @Test
  void cutOutputIsNamed() {
    assertThatThrownBy(() -> new JmhResults(JSON.substring(0, 300), "raw/read.json"))
        .isInstanceOf(CoreboundException.class)
        .hasMessageContaining("raw/read.json: is not JMH's JSON");
  }

  private Measurement value(String process, String metric) {
    return value(rows, process, metric);
  }

  private static Measurement value(List<Measurement> rows, String process, String metric) {
    return rows.stream()
        .filter(m -> m.process().equals(process) && m.metric().equals(metric))
        .findFirst()
        .orElseThrow();
  }
}
