package io.corebound.collectors.sampler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.corebound.records.run.CommandResult.ClockReading;
import io.corebound.records.run.CommandResult.HostClock;
import io.corebound.records.run.Samples;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Samples of a host get our time. */
class HostClockWatchTest {
  private static final double START = 1_800_000_000;

  private static HostClock clock(double startOffsetS, double endOffsetS) {
    return new HostClock(
        new ClockReading(START, startOffsetS, 0.001),
        new ClockReading(START + 100, endOffsetS, 0.001));
  }

  @Test
  void offsetIsTakenOff() {
    assertThat(HostClockWatch.ours(START + 50, clock(7, 7))).isEqualTo(START + 43);
    assertThat(HostClockWatch.ours(START + 50, clock(-0.25, -0.25))).isEqualTo(START + 50.25);
    assertThat(HostClockWatch.problem("node", clock(7, 7), 0)).isEmpty();
  }

  @Test
  void offsetThatChangesALittleChangesEvenly() {
    HostClock drifting = clock(10, 10.5);
    assertThat(HostClockWatch.ours(START + 10, drifting)).isEqualTo(START);
    // half way, so that the offset is 10.25
    assertThat(HostClockWatch.ours(START + 60, drifting)).isEqualTo(START + 49.75);
    assertThat(HostClockWatch.ours(START + 110.5, drifting)).isEqualTo(START + 100);
    assertThat(HostClockWatch.ours(START + 999, drifting)).isEqualTo(START + 988.5);
    assertThat(HostClockWatch.problem("node", drifting, 0)).isEmpty();
  }

  @Test
  void driftOfALongRunIsNoClockThatWasSet() {
    HostClock hours =
        new HostClock(
            new ClockReading(START, 0, 0.001), new ClockReading(START + 20_000, 2, 0.001));
    assertThat(HostClockWatch.problem("node", hours, 0)).isEmpty();
    assertThat(HostClockWatch.ours(START + 10_001, hours)).isCloseTo(START + 10_000, within(0.001));
  }

  @Test
  void clockThatWasSetIsTold() {
    HostClock set = clock(0, -3);
    assertThat(HostClockWatch.problem("node", set, 0))
        .startsWith("the clock of node was set back by 3.0 s meanwhile");
    assertThat(HostClockWatch.ours(START + 50, set)).as("as at the start").isEqualTo(START + 50);
    assertThat(HostClockWatch.problem("node", clock(0, 0), 2.5))
        .startsWith("this machine's clock was set forward by 2.5 s");
  }

  @Test
  void hostThatWasGoneAtTheEndHasTheOffsetOfTheStart() {
    HostClock gone = new HostClock(new ClockReading(START, 7, 0.001), null);
    assertThat(HostClockWatch.ours(START + 50, gone)).isEqualTo(START + 43);
    assertThat(HostClockWatch.problem("node", gone, 0)).isEmpty();
  }

  @Test
  void everyRowOfEverySampleIsShifted() {
    Samples samples =
        new Samples(
            "node",
            "iostat-disk",
            List.of("util_percent"),
            List.of(
                new Samples.Row(START + 8, "sda", List.of(1.0)),
                new Samples.Row(START + 9, "sda", List.of(2.0))));
    List<Samples> ours = HostClockWatch.ours(List.of(samples, samples), clock(7, 7));
    assertThat(ours).hasSize(2);
    assertThat(ours.get(1).rows())
        .containsExactly(
            new Samples.Row(START + 1, "sda", List.of(1.0)),
            new Samples.Row(START + 2, "sda", List.of(2.0)));
    assertThat(HostClockWatch.ours(List.of(samples), clock(0, 0))).containsExactly(samples);
  }
}
