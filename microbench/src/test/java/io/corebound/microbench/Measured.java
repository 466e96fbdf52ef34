package io.corebound.microbench;

import java.util.HashMap;
import java.util.Map;

/** What the meters have measured since the last time, for tests of suites. */
public final class Measured {
  private Measured() {}

  /** Every figure by its label, {@code operation|field}. */
  public static Map<String, Long> figures() {
    Map<String, Long> figures = new HashMap<>();
    OperationMeter.drain().forEach(figure -> figures.put(figure.label, figure.value));
    return figures;
  }
}
