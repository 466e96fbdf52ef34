package io.corebound.hosts;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.corebound.hosts.lab.LabSupport;
import io.corebound.hosts.process.LocalHost;

/** Skips what needs a lab where there can be none. */
public final class LabNeeds {
  private LabNeeds() {}

  public static void assume(LocalHost host) {
    LabSupport support = LabSupport.check(host);
    assumeTrue(support.possible(), () -> "needs what a lab needs: " + support.reasons());
  }
}
