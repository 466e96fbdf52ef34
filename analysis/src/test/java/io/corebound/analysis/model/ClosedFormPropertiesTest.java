package io.corebound.analysis.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.records.ClusterFile;
import io.corebound.records.DataSize;
import io.corebound.records.Prediction;
import io.corebound.records.Prediction.Interval;
import java.util.function.ToDoubleFunction;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;

/**
 * What must hold of the closed form, full overlap and no overlap, whatever the job. Without idle
 * load, whose core-seconds follow from the simulated time, and without contention.
 */
class ClosedFormPropertiesTest {
  private static final double ROUNDING = 1 + 1e-9;

  @Property(tries = 60)
  void fasterDiskNeverLengthensIt(
      @ForAll @DoubleRange(min = 1, max = 50) double factor,
      @ForAll @DoubleRange(min = 0.01, max = 2) double disk,
      @ForAll @IntRange(min = 1, max = 4) int nodes,
      @ForAll @IntRange(min = 100, max = 3000) int megabytes) {
    Machine slow = calm().times(disk, 1);
    never(slow, slow.times(factor, 1), nodes, megabytes);
  }

  @Property(tries = 60)
  void fasterLinkNeverLengthensIt(
      @ForAll @DoubleRange(min = 1, max = 50) double factor,
      @ForAll @DoubleRange(min = 0.01, max = 2) double network,
      @ForAll @IntRange(min = 1, max = 4) int nodes,
      @ForAll @IntRange(min = 100, max = 3000) int megabytes) {
    Machine slow = calm().times(1, network);
    never(slow, slow.times(1, factor), nodes, megabytes);
  }

  private static void never(Machine slow, Machine fast, int nodes, int megabytes) {
    Prediction before = predict(slow, nodes, megabytes);
    Prediction after = predict(fast, nodes, megabytes);
    assertThat(sum(after, Interval::fullOverlapS))
        .isLessThanOrEqualTo(sum(before, Interval::fullOverlapS) * ROUNDING);
    assertThat(sum(after, Interval::noOverlapS))
        .isLessThanOrEqualTo(sum(before, Interval::noOverlapS) * ROUNDING);
  }

  @Property(tries = 60)
  void moreDataNeverShortensIt(
      @ForAll @IntRange(min = 100, max = 3000) int megabytes,
      @ForAll @IntRange(min = 1, max = 3000) int more,
      @ForAll @IntRange(min = 1, max = 4) int nodes,
      @ForAll @DoubleRange(min = 0.01, max = 2) double disk) {
    Machine machine = calm().times(disk, 1);
    Prediction less = predict(machine, nodes, megabytes);
    Prediction all = predict(machine, nodes, megabytes + more);
    assertThat(sum(all, Interval::noOverlapS) * ROUNDING)
        .isGreaterThanOrEqualTo(sum(less, Interval::noOverlapS));
    assertThat(all.coreS() * ROUNDING).isGreaterThanOrEqualTo(less.coreS());
  }

  @Property(tries = 60)
  void fullOverlapIsNoLongerThanNoOverlapAndNoShorterThanAnyPart(
      @ForAll @IntRange(min = 1, max = 3000) int megabytes,
      @ForAll @IntRange(min = 1, max = 4) int nodes,
      @ForAll @DoubleRange(min = 0.01, max = 2) double disk,
      @ForAll @DoubleRange(min = 0.01, max = 2) double network) {
    assertThat(predict(calm().times(disk, network), nodes, megabytes).intervals())
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
    ClusterFile cluster = Cases.local(2).planned(nodes, 2, 2).on(2, DataSize.parse("64GiB"));
    return Predictor.point(
        machine,
        "terasort",
        Cases.terasort(),
        PredictionRequest.planned(cluster, DataSize.ofMegabytes(megabytes), null),
        new Cuts());
  }

  private static double sum(Prediction prediction, ToDoubleFunction<Interval> figure) {
    return prediction.intervals().stream().mapToDouble(figure).sum();
  }

  private static Machine calm() {
    return MeasuredRows.terasort()
        .times("contention", "factor", 1 / 1.2)
        .times("idle", "cost", 0)
        .exact()
        .machine();
  }
}
