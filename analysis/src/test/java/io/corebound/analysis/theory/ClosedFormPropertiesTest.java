package io.corebound.analysis.theory;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.analysis.study.predict.PredictionRequest;
import io.corebound.analysis.study.predict.Predictor;
import io.corebound.analysis.theory.volumes.VolumesCache;
import io.corebound.records.config.ClusterFile;
import io.corebound.records.run.PredictedInterval;
import io.corebound.records.run.Prediction;
import io.corebound.records.units.DataSize;
import java.util.List;
import java.util.function.ToDoubleFunction;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;

/**
 * What must hold of the closed form, full overlap and no overlap, whatever the job, of sums of
 * operations as of whole tasks with write-back. Without idle load, whose core-seconds follow from
 * the simulated time, and without contention.
 */
class ClosedFormPropertiesTest {
  private static final double ROUNDING = 1 + 1e-9;
  private static final int SLOTS = 2;

  @Property(tries = 60)
  void fasterDiskNeverLengthensIt(
      @ForAll @DoubleRange(min = 1, max = 50) double factor,
      @ForAll @DoubleRange(min = 0.01, max = 2) double disk,
      @ForAll @IntRange(min = 1, max = 4) int nodes,
      @ForAll @IntRange(min = 100, max = 3000) int megabytes,
      @ForAll boolean whole) {
    Machine slow = calm(whole).with(Overlay.faster(disk, 1));
    never(slow, slow.with(Overlay.faster(factor, 1)), nodes, megabytes);
  }

  @Property(tries = 60)
  void fasterLinkNeverLengthensIt(
      @ForAll @DoubleRange(min = 1, max = 50) double factor,
      @ForAll @DoubleRange(min = 0.01, max = 2) double network,
      @ForAll @IntRange(min = 1, max = 4) int nodes,
      @ForAll @IntRange(min = 100, max = 3000) int megabytes,
      @ForAll boolean whole) {
    Machine slow = calm(whole).with(Overlay.faster(1, network));
    never(slow, slow.with(Overlay.faster(1, factor)), nodes, megabytes);
  }

  @Provide
  Arbitrary<String> operations() {
    return Arbitraries.of(
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
        "write.tera-records",
        "task.map",
        "task.reduce");
  }

  @Property(tries = 60)
  void fasterOperationNeverLengthensIt(
      @ForAll("operations") String operation,
      @ForAll @DoubleRange(min = 0.05, max = 1) double factor,
      @ForAll @DoubleRange(min = 0.01, max = 2) double disk,
      @ForAll @IntRange(min = 1, max = 4) int nodes,
      @ForAll @IntRange(min = 100, max = 3000) int megabytes) {
    // operations only share the total of a whole task: one that is faster leaves more to the others
    boolean whole = operation.startsWith("task.");
    MeasuredRows faster = calmRows(whole);
    for (String metric : List.of("cost", "wall", "cold_cost", "cold_wall")) {
      faster.times(operation, metric, factor);
    }
    never(
        calm(whole).with(Overlay.faster(disk, 1)),
        faster.exact().machine().with(Overlay.faster(disk, 1)),
        nodes,
        megabytes);
  }

  private static void never(Machine slow, Machine fast, int nodes, int megabytes) {
    Prediction before = predict(slow, nodes, megabytes);
    Prediction after = predict(fast, nodes, megabytes);
    assertThat(sum(after, PredictedInterval::fullOverlapS))
        .isLessThanOrEqualTo(sum(before, PredictedInterval::fullOverlapS) * ROUNDING);
    assertThat(sum(after, PredictedInterval::noOverlapS))
        .isLessThanOrEqualTo(sum(before, PredictedInterval::noOverlapS) * ROUNDING);
  }

  /**
   * In whole blocks a slot: a split that becomes two has less to merge, as in Hadoop, and the pass
   * that is saved may take longer than the data that is added.
   */
  @Property(tries = 60)
  void moreDataNeverShortensIt(
      @ForAll @IntRange(min = 1, max = 12) int blocks,
      @ForAll @IntRange(min = 1, max = 12) int more,
      @ForAll @IntRange(min = 1, max = 4) int nodes,
      @ForAll @DoubleRange(min = 0.01, max = 2) double disk,
      @ForAll boolean whole) {
    Machine machine = calm(whole).with(Overlay.faster(disk, 1));
    Prediction less = predict(machine, nodes, ofBlocks(blocks, nodes));
    Prediction all = predict(machine, nodes, ofBlocks(blocks + more, nodes));
    assertThat(sum(all, PredictedInterval::fullOverlapS) * ROUNDING)
        .isGreaterThanOrEqualTo(sum(less, PredictedInterval::fullOverlapS));
    assertThat(sum(all, PredictedInterval::noOverlapS) * ROUNDING)
        .isGreaterThanOrEqualTo(sum(less, PredictedInterval::noOverlapS));
    assertThat(all.coreS() * ROUNDING).isGreaterThanOrEqualTo(less.coreS());
  }

  /** Records of 100 B that fill so many blocks of 128 MiB of each of the input's files. */
  private static DataSize ofBlocks(int blocks, int nodes) {
    return new DataSize(blocks * 134_217_700L * nodes * SLOTS);
  }

  @Property(tries = 60)
  void fullOverlapIsNoLongerThanNoOverlapAndNoShorterThanAnyPart(
      @ForAll @IntRange(min = 1, max = 3000) int megabytes,
      @ForAll @IntRange(min = 1, max = 4) int nodes,
      @ForAll @DoubleRange(min = 0.01, max = 2) double disk,
      @ForAll @DoubleRange(min = 0.01, max = 2) double network,
      @ForAll boolean whole) {
    assertThat(
            predict(calm(whole).with(Overlay.faster(disk, network)), nodes, megabytes).intervals())
        .allSatisfy(
            i -> {
              assertThat(i.fullOverlapS()).isLessThanOrEqualTo(i.noOverlapS());
              assertThat(i.fullOverlapS())
                  .isGreaterThanOrEqualTo(i.cpuS())
                  .isGreaterThanOrEqualTo(i.diskS())
                  .isGreaterThanOrEqualTo(i.networkS());
            });
  }

  private static Prediction predict(Machine machine, int nodes, int megabytes) {
    return predict(machine, nodes, DataSize.ofMegabytes(megabytes));
  }

  private static Prediction predict(Machine machine, int nodes, DataSize data) {
    ClusterFile cluster =
        Cases.local(SLOTS).planned(nodes, 2, SLOTS).on(2, DataSize.parse("64GiB"));
    return Predictor.point(
        machine,
        "terasort",
        Cases.terasort(),
        PredictionRequest.planned(cluster, data, null),
        new VolumesCache());
  }

  private static double sum(Prediction prediction, ToDoubleFunction<PredictedInterval> figure) {
    return prediction.intervals().stream().mapToDouble(figure).sum();
  }

  private static Machine calm(boolean whole) {
    return calmRows(whole).exact().machine();
  }

  private static MeasuredRows calmRows(boolean whole) {
    MeasuredRows rows = MeasuredRows.terasort();
    if (whole) {
      rows.wholeTasks().row("disk.write-back", "kernel", "cost", "ns/B", "file", 0.6);
    }
    return rows.times("contention", "factor", 1 / 1.2).times("idle", "cost", 0);
  }
}
