package io.corebound.hosts;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** Skips what needs a lab where there can be none. */
final class LabNeeds {
  private LabNeeds() {}

  static void assume(LocalHost host) {
    LabSupport support = LabSupport.check(host);
    assumeTrue(support.possible(), () -> "needs what a lab needs: " + support.lacks());
  }
}
