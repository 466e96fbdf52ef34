package io.corebound.analysis.study.bound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.corebound.records.run.Samples;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BusiestDeviceTest {
  private static HostSamples writing(double... mbPerS) {
    HostSamples samples = new HostSamples();
    for (double rate : mbPerS) {
      samples.second().disk("sda", 0, rate, 0).disk("sdb", 0.01, 0, 0);
    }
    return samples;
  }

  private static Optional<BusiestDevice> of(HostSamples samples, int seconds) {
    return BusiestDevice.of(
        samples.samples(), HostSamples.HOST, HostSamples.START, HostSamples.START + seconds);
  }

  @Test
  void meanIsOverTheSecondsInWhichItWorkedWithoutTheirEnds() {
    // two stretches of work; a journal's trickle between them is none
    BusiestDevice device = of(writing(0, 30, 50, 52, 20, 0.2, 0.1, 10, 48, 40, 0), 11).get();
    assertThat(device.name()).isEqualTo("sda");
    assertThat(device.workedS()).isEqualTo(7);
    assertThat(device.meanS()).isEqualTo(3);
    assertThat(device.writeMbPerS()).isCloseTo((50 + 52 + 48) / 3.0, within(1e-9));
    assertThat(device.readMbPerS()).isZero();
  }

  @Test
  void shortBurstsCountWithTheirEnds() {
    BusiestDevice device = of(writing(0, 30, 50, 0, 40), 5).get();
    assertThat(device.workedS()).isEqualTo(3);
    assertThat(device.meanS()).isEqualTo(3);
    assertThat(device.mbPerS()).isCloseTo(40, within(1e-9));
  }

  @Test
  void busiestIsTheOneThatMovedTheMostNotTheFastest() {
    HostSamples samples = new HostSamples();
    samples.second().disk("fast", 500, 0, 9).disk("slow", 0, 120, 9);
    for (int i = 0; i < 5; i++) {
      samples.second().disk("fast", 0, 0, 0).disk("slow", 0, 120, 9);
    }
    assertThat(of(samples, 6).get().name()).isEqualTo("slow");
  }

  @Test
  void whereNothingMovedThereIsNone() {
    assertThat(of(writing(0, 0, 0.01), 3)).isEmpty();
    assertThat(of(new HostSamples(), 3)).isEmpty();
    assertThat(BusiestDevice.of(List.<Samples>of(), HostSamples.HOST, Double.NaN, Double.NaN))
        .isEmpty();
  }
}
