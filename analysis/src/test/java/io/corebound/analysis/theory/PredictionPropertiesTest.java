package io.corebound.analysis.theory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.corebound.analysis.study.predict.PredictionRequest;
import io.corebound.analysis.study.predict.Predictor;
import io.corebound.records.config.MachineFile;
import io.corebound.records.config.WorkloadFile;
import io.corebound.records.config.WorkloadFile.Step;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.history.Interval;
import io.corebound.records.run.PredictedInterval;
import io.corebound.records.run.Prediction;
import io.corebound.records.units.DataSize;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;

/** What must hold of any prediction. */
class PredictionPropertiesTest {
  private static final List<String> OPERATIONS =
      List.of(
          "read.tera-records",
          "sort",
          "merge",
          "compress.snappy",
          "decompress.snappy",
          "shuffle.fetch",
          "merge.reduce",
          "frame.map",
          "partition.total-order",
          "frame.reduce",
          "write.tera-records");

  /** Tasks that no longer run in step can overlap a little less well; core-seconds cannot grow. */
  private static final double SCHEDULING = 1.01;

  @Provide
  Arbitrary<String> operations() {
    return Arbitraries.of(OPERATIONS);
  }

  @Property(tries = 60)
  void fasterOperationNeverSlowsDown(
      @ForAll("operations") String operation,
      @ForAll @DoubleRange(min = 0.05, max = 1) double factor,
      @ForAll @IntRange(min = 1, max = 8) int cores,
      @ForAll @IntRange(min = 100, max = 3000) int megabytes) {
    DataSize data = DataSize.ofMegabytes(megabytes);
    Prediction before =
        Cases.predict(MeasuredRows.terasort().exact().machine(), Cases.local(cores), data);
    Prediction after = Cases.predict(faster(operation, factor), Cases.local(cores), data);
    assertThat(after.totalS()).isLessThanOrEqualTo(before.totalS() * SCHEDULING);
    assertThat(sumOfOverlap(after)).isLessThanOrEqualTo(sumOfOverlap(before) * SCHEDULING);
  }

  @Property(tries = 60)
  void fasterOperationNeverTakesMoreCoreSeconds(
      @ForAll("operations") String operation,
      @ForAll @DoubleRange(min = 0.05, max = 1) double factor,
      @ForAll @IntRange(min = 100, max = 3000) int megabytes) {
    // without contention, which depends on how many cores happen to be busy, and idle load
    DataSize data = DataSize.ofMegabytes(megabytes);
    Prediction before = Cases.predict(calm(MeasuredRows.terasort()), Cases.local(), data);
    Prediction after = Cases.predict(calm(rows(operation, factor)), Cases.local(), data);
    assertThat(after.coreS()).isLessThanOrEqualTo(before.coreS() * (1 + 1e-9));
  }

  @Property(tries = 60)
  void moreCoresAreNeverSlower(
      @ForAll @IntRange(min = 1, max = 16) int cores,
      @ForAll @IntRange(min = 1, max = 16) int more,
      @ForAll @IntRange(min = 1, max = 8) int containers) {
    DataSize data = DataSize.parse("2GB");
    Machine machine = calm(MeasuredRows.terasort());
    Prediction few = Cases.predict(machine, Cases.withCores(Cases.local(containers), cores), data);
    Prediction many =
        Cases.predict(machine, Cases.withCores(Cases.local(containers), cores + more), data);
    assertThat(many.totalS()).isLessThanOrEqualTo(few.totalS() * SCHEDULING);
  }

  @Property(tries = 60)
  void estimateLiesAboveFullOverlap(
      @ForAll @DoubleRange(min = 0.01, max = 4) double disk,
      @ForAll @IntRange(min = 1, max = 8) int cores,
      @ForAll @IntRange(min = 100, max = 3000) int megabytes) {
    Machine machine =
        MeasuredRows.terasort()
            .times("disk.read", "rate", disk)
            .times("disk.write", "rate", disk)
            .exact()
            .machine();
    Prediction prediction =
        Cases.predict(machine, Cases.local(cores), DataSize.ofMegabytes(megabytes));
    // the overhead's time is the empty jobs', and part of its core-seconds is spent before it
    // begins
    assertThat(prediction.intervals())
        .filteredOn(i -> i.name() != Interval.OVERHEAD)
        .hasSize(3)
        .allSatisfy(
            i -> {
              assertThat(i.timeS()).isGreaterThanOrEqualTo(i.fullOverlapS() - 1e-9);
              assertThat(i.noOverlapS()).isGreaterThanOrEqualTo(i.fullOverlapS());
            });
  }

  @Property(tries = 30)
  void doublingTheDataDoublesWhatIsNotFixed(
      @ForAll @IntRange(min = 4, max = 10) int blocksPerFile) {
    // whole blocks, so that every map is the same; two files, two slots
    DataSize once = new DataSize(2L * blocksPerFile * 134_217_700L);
    DataSize twice = new DataSize(4L * blocksPerFile * 134_217_700L);
    Machine machine = calm(MeasuredRows.terasort());
    PredictedInterval map = Cases.predict(machine, Cases.local(), once).intervals().get(0);
    PredictedInterval maps = Cases.predict(machine, Cases.local(), twice).intervals().get(0);
    assertThat(maps.coreS() / map.coreS()).isCloseTo(2, within(0.01));
    assertThat(maps.timeS() / map.timeS()).isCloseTo(2, within(0.05));
  }

  @Property(tries = 30)
  void addingZeroWorkChangesNothing(@ForAll("operations") String operation) {
    WorkloadFile w = Cases.terasort();
    List<Step> steps = new ArrayList<>(w.steps());
    // without intermediate merges on disk nothing is read back before the reduce
    steps.add(
        new Step(
            Interval.REDUCE,
            "reduce",
            operation,
            "read-back-before-reduce",
            null,
            null,
            null,
            null,
            null));
    WorkloadFile more =
        new WorkloadFile(
            w.description(),
            w.source(),
            w.tasks(),
            w.record(),
            w.sampledTasks(),
            w.publishedMbPerSPerCore(),
            w.reduceCores(),
            w.client(),
            w.notModelled(),
            steps,
            List.of());
    PredictionRequest request = PredictionRequest.on(Cases.local(), DataSize.parse("500MB"));
    Machine machine = MeasuredRows.terasort().exact().machine();
    assertThat(Predictor.predict(machine, "w", more, request))
        .isEqualTo(Predictor.predict(machine, "w", w, request));
  }

  @Property(tries = 100)
  void streamTakesVolumeTimesReciprocalsTimesContentionOverCores(
      @ForAll @DoubleRange(min = 1, max = 5000) double first,
      @ForAll @DoubleRange(min = 1, max = 5000) double second,
      @ForAll @DoubleRange(min = 1, max = 3) double contention,
      @ForAll @IntRange(min = 1, max = 64) int cores,
      @ForAll @IntRange(min = 1, max = 8) int nodes) {
    var file =
        StructuredFiles.readYaml(
            Path.of("..", "configs", "workload", "terasort-oikawa-2013.yaml"), WorkloadFile.class);
    List<Step> steps =
        List.of(
            new Step(Interval.MAP, null, "a", "input", null, null, null, null, null),
            new Step(Interval.MAP, null, "b", "input", null, null, null, null, null));
    WorkloadFile workload =
        new WorkloadFile(
            "",
            "",
            WorkloadFile.Tasks.NONE,
            file.record(),
            null,
            null,
            null,
            null,
            List.of(),
            steps,
            List.of());
    MachineFile machine =
        new MachineFile(
            "arithmetic",
            contention,
            java.util.Map.of(
                "a", operation(first),
                "b", operation(second)),
            MachineFile.Disk.parse("not-modelled"),
            MachineFile.Rate.parse("not-modelled"),
            MachineFile.Start.parse("not-modelled"));
    Prediction prediction =
        Predictor.predict(
            Machine.of("m", machine),
            "w",
            workload,
            new PredictionRequest(DataSize.parse("10GB"), nodes, cores, cores, null));
    double expected = 10_000 * (1 / first + 1 / second) * contention / (nodes * cores);
    assertThat(prediction.intervals().get(0).timeS()).isCloseTo(expected, within(expected * 1e-9));
  }

  private static MachineFile.Operation operation(double megabytesPerSecond) {
    return new MachineFile.Operation(new io.corebound.records.units.DataRate(megabytesPerSecond));
  }

  private static MeasuredRows rows(String operation, double factor) {
    return MeasuredRows.terasort()
        .times(operation, "cost", factor)
        .times(operation, "wall", factor)
        .times(operation, "cold_cost", factor)
        .times(operation, "cold_wall", factor);
  }

  private static Machine faster(String operation, double factor) {
    return rows(operation, factor).exact().machine();
  }

  /** Without contention and idle load. */
  private static Machine calm(MeasuredRows rows) {
    return rows.times("contention", "factor", 1 / 1.2).times("idle", "cost", 0).exact().machine();
  }

  private static double sumOfOverlap(Prediction prediction) {
    return prediction.intervals().stream().mapToDouble(PredictedInterval::fullOverlapS).sum();
  }
}
