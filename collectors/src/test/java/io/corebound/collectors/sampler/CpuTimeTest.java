package io.corebound.collectors.sampler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.corebound.records.run.Samples;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import org.junit.jupiter.api.Test;

class CpuTimeTest {
  private static final List<String> METRICS =
      List.of(
          "user_percent",
          "nice_percent",
          "system_percent",
          "iowait_percent",
          "steal_percent",
          "irq_percent",
          "soft_percent",
          "idle_percent");

  /** Samples that end at 101, 102 ...: user as given, 1 each of nice, system, irq and soft. */
  private static Samples cpu(double... user) {
    List<Samples.Row> rows = new ArrayList<>();
    for (int i = 0; i < user.length; i++) {
      List<Double> values = List.of(user[i], 1.0, 1.0, 5.0, 5.0, 1.0, 1.0, 86 - user[i]);
      rows.add(new Samples.Row(101 + i, "all", values));
      rows.add(new Samples.Row(101 + i, "0", List.of(9.0, 9.0, 9.0, 9.0, 9.0, 9.0, 9.0, 37.0)));
    }
    return new Samples("node", "sar-cpu", METRICS, rows);
  }

  /** (10+4)/100 x 1 s + (20+4)/100 x 1 s, on 2 cores. */
  @Test
  void wholeSamplesAddUp() {
    assertThat(CpuTime.busyCoreSeconds(cpu(10, 20, 30), 100, 102, 2))
        .isCloseTo(0.76, within(1e-12));
  }

  /** 0.25 s at 24 %, 1 s at 34 %, 0.5 s at 44 %, on 4 cores. */
  @Test
  void samplesAtTheEdgesCountByTheirPart() {
    assertThat(CpuTime.busyCoreSeconds(cpu(10, 20, 30, 40), 101.75, 103.5, 4))
        .isCloseTo(4 * (0.25 * 0.24 + 0.34 + 0.5 * 0.44), within(1e-12));
  }

  /** sadf gives the mean since the sample before, so a late sample counts for its whole time. */
  @Test
  void aLateSampleHoldsForAllItsTime() {
    List<Samples.Row> rows =
        List.of(
            new Samples.Row(101, "all", List.of(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 100.0)),
            new Samples.Row(102, "all", List.of(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 100.0)),
            new Samples.Row(105, "all", List.of(50.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 50.0)));
    Samples samples = new Samples("node", "sar-cpu", METRICS, rows);
    assertThat(CpuTime.busyCoreSeconds(samples, 100, 105, 2)).isCloseTo(3.0, within(1e-12));
  }

  @Test
  void aTimeWithoutSamplesIsNotTakenForIdle() {
    assertThat(CpuTime.busyCoreSeconds(cpu(10, 20), 90, 102, 2)).isNaN();
    assertThat(CpuTime.busyCoreSeconds(cpu(10, 20), 100, 110, 2)).isNaN();
    assertThat(CpuTime.busyCoreSeconds(cpu(), 100, 110, 2)).isNaN();
  }

  /** The last whole second of sar's timestamps: 102 to 103 is as busy as 100 to 102. */
  @Test
  void aSecondAtTheEndIsAsBusyAsTheRest() {
    assertThat(CpuTime.busyCoreSeconds(cpu(6, 16), 100, 103, 1)).isCloseTo(3 * 0.15, within(1e-12));
  }

  /** What sar said of a counter that ran backwards is NaN: the second is part of the next one. */
  @Test
  void aSecondWithoutAFigureIsAsBusyAsTheNext() {
    assertThat(CpuTime.busyCoreSeconds(cpu(10, Double.NaN, 30), 100, 103, 1))
        .isCloseTo(0.14 + 2 * 0.34, within(1e-12));
  }

  @Test
  void anEndBeforeTheStartIsRefused() {
    assertThatThrownBy(() -> CpuTime.busyCoreSeconds(cpu(10), 101, 100, 2))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Property
  void twoPartsAddUpToTheWhole(
      @ForAll @DoubleRange(min = 100, max = 104) double one,
      @ForAll @DoubleRange(min = 100, max = 104) double two,
      @ForAll @DoubleRange(min = 100, max = 104) double three) {
    double[] at = {one, two, three};
    java.util.Arrays.sort(at);
    Samples samples = cpu(10, 90, 30, 60);
    assertThat(
            CpuTime.busyCoreSeconds(samples, at[0], at[1], 2)
                + CpuTime.busyCoreSeconds(samples, at[1], at[2], 2))
        .isCloseTo(CpuTime.busyCoreSeconds(samples, at[0], at[2], 2), within(1e-9));
  }
}
