package io.corebound.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.DoubleSupplier;

/** A rate that the kernel limits, as it can be measured on a machine that others keep busy. */
public final class LimitedRate {
  private LimitedRate() {}

  /**
   * Asserts that a limit is never exceeded and is reached. What could have been carried in a pause
   * of the machine is lost for good, so that one measurement may miss it: the best of a few counts.
   *
   * @param limit in any unit
   * @param percent by how much a measurement may differ
   * @param attempts how often it is measured at most
   * @param measurement in the limit's unit
   */
  public static void assertHeld(
      double limit, double percent, int attempts, DoubleSupplier measurement) {
    double least = limit * (1 - percent / 100);
    double most = limit * (1 + percent / 100);
    List<Double> measured = new ArrayList<>();
    do {
      measured.add(measurement.getAsDouble());
    } while (measured.size() < attempts && Collections.max(measured) < least);
    assertThat(measured).as("none above %s", most).allMatch(rate -> rate <= most);
    assertThat(Collections.max(measured))
        .as("the best of %s", measured)
        .isGreaterThanOrEqualTo(least);
  }
}
