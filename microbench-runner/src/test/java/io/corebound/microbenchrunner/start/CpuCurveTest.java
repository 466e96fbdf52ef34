package io.corebound.microbenchrunner.start;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.microbenchrunner.start.CpuCurve.Sample;
import io.corebound.microbenchrunner.start.CpuCurve.Spent;
import java.util.List;
import org.junit.jupiter.api.Test;

class CpuCurveTest {
  @Test
  void machineIsWithoutOthersAtThatVeryMoment() {
    List<Sample> samples =
        List.of(new Sample(10, new Spent(1, 0, 50)), new Sample(12, new Spent(3, 1, 60)));
    CpuCurve curve = CpuCurve.through(samples, timeS -> 4 * (timeS - 10));
    assertThat(curve.at(10.5)).isEqualTo(new Spent(1.5, 0.25, 50.5));
    assertThat(curve.at(11)).isEqualTo(new Spent(2, 0.5, 51));
  }

  @Test
  void nothingChangesBeforeTheFirstSampleAndAfterTheLast() {
    List<Sample> samples =
        List.of(new Sample(10, new Spent(1, 0, 50)), new Sample(12, new Spent(3, 1, 60)));
    CpuCurve curve = CpuCurve.through(samples, timeS -> 4 * (timeS - 10));
    assertThat(curve.at(5)).isEqualTo(new Spent(1, 0, 50));
    assertThat(curve.at(20)).isEqualTo(new Spent(3, 1, 52));
  }
}
