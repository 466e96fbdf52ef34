package io.corebound.analysis.theory;

import static io.corebound.records.Refusals.assertThatRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.corebound.analysis.study.predict.PredictionRequest;
import io.corebound.analysis.study.predict.Predictor;
import io.corebound.analysis.theory.volumes.HadoopVolumes;
import io.corebound.analysis.theory.volumes.InputSample;
import io.corebound.analysis.theory.volumes.Volumes;
import io.corebound.records.config.ClusterFile;
import io.corebound.records.config.WorkloadFile;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.history.Interval;
import io.corebound.records.run.DerivedFigures;
import io.corebound.records.run.Measurement;
import io.corebound.records.run.PredictedInterval;
import io.corebound.records.run.Prediction;
import io.corebound.records.units.DataSize;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** What whole tasks counted of a sample becomes the volumes of a job on other data. */
class SampledTasksTest {
  private static final DataSize GIGABYTE = DataSize.parse("1GB");
  private static final double BLOCK = 134_217_728;
  private static final Offset<Double> EXACT = within(1e-6);

  private final WorkloadFile workload =
      StructuredFiles.readYaml(
          Cases.CONFIGS.resolve("workload/word-count.yaml"), WorkloadFile.class);

  @Test
  void mapsLeaveWhatCombiningLeftOfTheSample() {
    HadoopVolumes volumes = volumes(GIGABYTE);
    // a file of 7.45 blocks; the last one is more than a tenth of a block
    assertThat(volumes.splits().size()).isEqualTo(8);
    Volumes map = volumes.map((long) BLOCK);
    assertThat(map.amount("split").bytes()).isEqualTo(BLOCK);
    assertThat(map.amount("map-output").bytes()).isCloseTo(0.06 * BLOCK, within(1e-3));
    assertThat(map.amount("map-output-stored").bytes()).isCloseTo(0.03 * BLOCK, within(1e-3));
    // the sample's records were written five times
    assertThat(map.amount("map-output-written").bytes()).isCloseTo(0.15 * BLOCK, within(1e-3));
    // 16 kB and 16 B of metadata for each of 1600 records of 10 kB: 2017 of 13 422 such pieces are
    // more than 80 MiB
    assertThat(map.parts()).hasSize(7);
    assertThat(map.parts().get(0)).isCloseTo(2017 / (BLOCK / 10_000), EXACT);
  }

  @Test
  void mapOfASingleSpillWritesItsOutputOnce() {
    Volumes map = volumes(DataSize.parse("20MB")).map(20_000_000);
    assertThat(map.parts()).hasSize(1);
    assertThat(map.amount("map-output-written").bytes()).isCloseTo(0.03 * 20e6, within(1e-3));
  }

  @Test
  void reducesLeaveTheWordsThatDiffer() {
    Volumes reduce = volumes(GIGABYTE).reduce();
    assertThat(reduce.amount("reduce-input").bytes()).isCloseTo(0.5 * 0.06e9, within(1e-3));
    assertThat(reduce.amount("fetched").bytes()).isCloseTo(0.25 * 0.06e9, within(1e-3));
    // of 8 maps, as in the sample: 11 MB of output for 48 MB of input
    assertThat(reduce.amount("output").bytes()).isCloseTo(0.5 * 0.06e9 * 11 / 48, within(1e-3));
    assertThat(reduce.amount("output-stored").bytes())
        .isCloseTo(reduce.amount("output").bytes(), within(1e-3));
    // what was fetched goes to disk before the reduce
    assertThat(reduce.amount("reduce-written").bytes())
        .isCloseTo(0.25 * 0.06e9 + reduce.amount("output").bytes(), within(1e-3));
  }

  @Test
  void distinctWordsGrowAsAPowerOfTheMaps() {
    InputSample sample = sample();
    // 8 maps have a quarter of their words left, so 64 have a sixteenth, and one all of them
    assertThat(sample.outputPerInput(8)).isCloseTo(11.0 / 48, EXACT);
    assertThat(sample.outputPerInput(64)).isCloseTo(11.0 / 48 / 4, EXACT);
    assertThat(sample.outputPerInput(1)).isCloseTo(11.0 / 48 * 4, EXACT);
    // ten bytes are collected of a record, twelve with an IFile's lengths
    assertThat(sample.combinedTo()).isCloseTo(0.06 / (0.16 * 12), EXACT);
  }

  @Test
  void withoutACombinerTheOutputIsTheSamePartOfTheInput() {
    MeasuredRows rows = base();
    counted(rows, 300_000_000, 150_000_000);
    Map<String, Double> counted = new HashMap<>();
    rows.machine()
        .figures()
        .all(Term.SAMPLE)
        .forEach((subject, figure) -> counted.put(subject, figure.value()));
    counted.put("word-count.map kept_records", 16e6);
    InputSample sample = InputSample.of(counted, workload.sampledTasks()).orElseThrow();
    assertThat(sample.outputPerInput(1)).isCloseTo(11.0 / 48, EXACT);
    assertThat(sample.outputPerInput(64)).isCloseTo(11.0 / 48, EXACT);
  }

  @Test
  void wholeTasksGiveTheTotalsAndTheSampleIsTold() {
    Prediction prediction =
        Predictor.predict(
            rows().exact().machine(),
            "word-count",
            workload,
            PredictionRequest.on(Cases.local(), GIGABYTE));
    double map =
        prediction.intervals().get(0).operations().stream()
            .filter(o -> o.operation().equals("word-count.map"))
            .mapToDouble(Prediction.OperationCost::coreS)
            .sum();
    // 60 ns a byte, and 8 tasks whose cold start takes 2 core-seconds beyond an empty one
    assertThat(map).isBetween(60.0 + 8 * 2, 1.3 * (60 + 8 * 2));
    DerivedFigures derived = prediction.derived();
    assertThat(derived.sample().collectedPerInputByte()).isEqualTo(1.6);
    assertThat(derived.sample().compressionRatio()).isEqualTo(2.0);
    assertThat(derived.merges().compressionRatio()).isEqualTo(2.0);
    assertThat(derived.cut().mapTasks()).isEqualTo(8);
    assertThat(derived.paperRule().timeS()).isNull();
    assertThat(derived.wholeTasks().mapTaskSumOfOperationsCoreS()).isNull();
    assertThat(prediction.sumOfOperationsS()).isNull();
    assertThat(prediction.totalS()).isPositive();
    assertThat(prediction.notModelled()).noneMatch(s -> s.contains("task.map"));
  }

  @Test
  void moreCombiningLeavesLessToShuffle() {
    Machine less = rows().machine();
    MeasuredRows rows = base();
    counted(rows, 3_000_000, 1_500_000);
    HadoopVolumes more =
        new TaskPlanner(rows.machine(), workload, Cases.local(), "snappy", GIGABYTE.bytes())
            .volumes();
    HadoopVolumes before =
        new TaskPlanner(less, workload, Cases.local(), "snappy", GIGABYTE.bytes()).volumes();
    assertThat(more.reduce().amount("fetched").bytes())
        .isCloseTo(before.reduce().amount("fetched").bytes() / 2, within(1e-3));
  }

  @Test
  void machineWithoutASampleIsRefusedWithTheRemedy() {
    assertThatRefused(
            () ->
                Predictor.predict(
                    MeasuredRows.terasort().machine(),
                    "word-count",
                    workload,
                    PredictionRequest.on(Cases.local(), GIGABYTE)))
        .hasMessageContaining("has no sample of the input of word-count")
        .hasMessageContaining("corebound micro --profile text-job --workload word-count");
  }

  @Test
  void tasksWithAnotherCollectorCountTheSampleThemselves() {
    Stream<Measurement> prefix =
        rows().times("word-count.map", "spilled_records", 0.4).rows().stream()
            .filter(m -> m.operation().equals("word-count.map"))
            .map(m -> m.withParameters(Map.of("collector", "prefix")));
    Machine both = Machine.of("run-1", Stream.concat(rows().rows().stream(), prefix).toList());
    assertThat(both.sample("word-count", workload.sampledTasks()).written()).isCloseTo(5, EXACT);
    Machine own = both.with(Overlay.lever(Cases.prefix(), "word-count.map"));
    assertThat(own.sample("word-count", workload.sampledTasks()).written()).isCloseTo(2, EXACT);
    assertThat(own.task("word-count.map")).isPresent();
    assertThat(LeverRows.measured(both, workload, List.of(Cases.prefix()))).hasSize(1);
  }

  @Test
  void collectorThatTheTasksDidNotHaveIsRefusedWithTheCommandThatMeasuresIt() {
    ClusterFile prefix = Cases.local().withLever(Cases.prefix());
    assertThatRefused(
            () ->
                Predictor.predict(
                    rows().machine(),
                    "word-count",
                    workload,
                    PredictionRequest.on(prefix, GIGABYTE)))
        .hasMessageContaining("word-count.map: not measured with lever prefix")
        .hasMessageContaining(
            "micro --profile text-job --workload word-count -- -p collector=hadoop,prefix'");
  }

  @Test
  void anotherCodecThanTheTasksHadIsRefused() {
    ClusterFile none = Cases.with(Cases.local(), DataSize.parse("100MiB"), 10, "none");
    assertThatRefused(
            () ->
                Predictor.predict(
                    rows().machine(), "word-count", workload, PredictionRequest.on(none, GIGABYTE)))
        .hasMessage(
            "map_output_codec: the tasks of workload word-count are measured with snappy only, not"
                + " with none");
  }

  @Test
  void jobOfMapsAloneReadsAndLeavesItsOutputAndHasNoOtherIntervals() {
    WorkloadFile scan = mapsAlone();
    Machine machine = scanned(0.25).exact().machine();
    Prediction prediction =
        Predictor.predict(machine, "scan", scan, PredictionRequest.on(Cases.local(), GIGABYTE));
    assertThat(prediction.intervals())
        .extracting(PredictedInterval::name)
        .containsExactly(Interval.MAP, Interval.OVERHEAD);
    // 10 ns a byte, and 8 tasks whose cold start takes 1 core-second beyond an empty one
    double map =
        prediction.intervals().get(0).operations().stream()
            .filter(o -> o.operation().equals("scan.map"))
            .mapToDouble(Prediction.OperationCost::coreS)
            .sum();
    assertThat(map).isBetween(10.0 + 8, 1.3 * (10 + 8));
    // 500 MB/s of reading, a quarter as much written at 400 MB/s
    assertThat(prediction.intervals().get(0).diskS()).isCloseTo(2 + 0.25e3 / 400, within(1e-3));
    DerivedFigures derived = prediction.derived();
    assertThat(derived.cut().mapTasks()).isEqualTo(8);
    assertThat(derived.cut().reduceTasks()).isZero();
    assertThat(derived.merges().spillsPerMap()).isNull();
    assertThat(derived.sample().collectedPerInputByte()).isNull();
  }

  @Test
  void mapsAloneSendTheReplicasOfTheirOutput() {
    WorkloadFile scan = mapsAlone();
    ClusterFile two = Cases.local().with(b -> b.nodes(2).replication(2));
    Volumes map =
        new TaskPlanner(scanned(0.5).machine(), scan, scan.on(two), "snappy", GIGABYTE.bytes())
            .volumes()
            .map(1000);
    assertThat(map.amounts()).containsOnlyKeys(WorkloadFile.MAP_VOLUMES);
    assertThat(map.amount("hdfs-read").bytes()).isZero();
    assertThat(map.amount("hdfs-moved").bytes()).isCloseTo(500, EXACT);
    assertThat(map.amount("map-output-written").bytes()).isCloseTo(1000, EXACT);
    assertThat(map.amount("map-output").bytes()).isZero();
  }

  @Test
  void loneWorkerOfALabReadsItsOwnBlocksOverNoLink() {
    WorkloadFile scan = mapsAlone();
    ClusterFile lab = scan.on(Cases.local().withKind(ClusterFile.LAB));
    HadoopVolumes volumes =
        new TaskPlanner(scanned(0).machine(), scan, lab, "snappy", GIGABYTE.bytes()).volumes();
    assertThat(volumes.map(1000).amount("hdfs-moved").bytes()).isZero();
    HadoopVolumes local =
        new TaskPlanner(
                scanned(0).machine(), scan, scan.on(Cases.local()), "snappy", GIGABYTE.bytes())
            .volumes();
    assertThat(local.map(1000).amount("hdfs-moved").bytes()).isCloseTo(1000, EXACT);
  }

  @Test
  void jobWithReducesCannotHaveNone() {
    ClusterFile none = Cases.local().withReduceTasks(0);
    assertThatRefused(
            () ->
                Predictor.predict(
                    rows().machine(), "word-count", workload, PredictionRequest.on(none, GIGABYTE)))
        .hasMessageContaining("a job of workload word-count has reduces");
  }

  private WorkloadFile mapsAlone() {
    return workload.with(
        b ->
            b.sampledTasks(new WorkloadFile.SampledTasks("scan.map", null, "scan-job", null))
                .steps(
                    List.of(
                        new WorkloadFile.Step(
                            Interval.MAP,
                            null,
                            "scan.map",
                            "split",
                            null,
                            "split",
                            "map-output-written",
                            "hdfs-moved",
                            null))));
  }

  /** Of 100 MB of text, a part is left. */
  private static MeasuredRows scanned(double left) {
    return MeasuredRows.terasort()
        .operation("scan.map", "payload", 10, 8, 1.5)
        .row("scan.map", "all", "empty_cost", "core-s", "payload", 0.5)
        .row("scan.map", "wall", "empty_wall", "s", "payload", 0.5)
        .row("scan.map", "wall", "text_bytes", "B", "", 100e6)
        .row("scan.map", "wall", "output_bytes", "B", "", left * 100e6);
  }

  private HadoopVolumes volumes(DataSize data) {
    return new TaskPlanner(rows().machine(), workload, Cases.local(), "snappy", data.bytes())
        .volumes();
  }

  private InputSample sample() {
    return rows().machine().sample("word-count", workload.sampledTasks());
  }

  static MeasuredRows rows() {
    return counted(base(), 6_000_000, 3_000_000);
  }

  private static MeasuredRows base() {
    return MeasuredRows.terasort()
        .operation("word-count.map", "payload", 60, 50, 2.5)
        .row("word-count.map", "all", "empty_cost", "core-s", "payload", 0.5)
        .row("word-count.map", "wall", "empty_wall", "s", "payload", 0.5)
        .operation("word-count.reduce", "ifile", 80, 60, 2)
        .row("word-count.reduce", "all", "empty_cost", "core-s", "ifile", 0.5)
        .row("word-count.reduce", "wall", "empty_wall", "s", "ifile", 0.5);
  }

  /** 100 MB of text with 16 million words, half a million of them different. */
  private static MeasuredRows counted(MeasuredRows rows, double ifile, double compressed) {
    Map.of(
            "text_bytes", 100e6,
            "map_output_records", 16e6,
            "map_output_bytes", 160e6,
            "kept_records", 0.5e6,
            "kept_ifile_bytes", ifile,
            "kept_compressed_bytes", compressed,
            "spilled_records", 2.5e6)
        .forEach((metric, value) -> rows.row("word-count.map", "wall", metric, "n", "", value));
    Map.of(
            "maps", 8.0,
            "reduce_input_records", 4e6,
            "reduce_input_bytes", 48e6,
            "reduce_output_records", 1e6,
            "output_bytes", 11e6)
        .forEach((metric, value) -> rows.row("word-count.reduce", "wall", metric, "n", "", value));
    return rows;
  }
}
