package io.corebound.microbench;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.net.URL;

/** Whether tests have the classes of {@code levers/collector}, which this module does not need. */
public final class PrefixCollector {
  private PrefixCollector() {}

  /** Skips a test where they are not built. */
  public static void assume() {
    assumeTrue(isThere(), "levers/collector is not built: mvn -pl levers/collector compile");
  }

  public static boolean isThere() {
    URL found = PrefixCollector.class.getResource("/io/corebound/collector/PrefixCollector.class");
    return found != null;
  }
}
