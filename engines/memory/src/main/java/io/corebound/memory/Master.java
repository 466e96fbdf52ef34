package io.corebound.memory;

import io.corebound.memory.master.MasterProcess;

/** The master's process; see the package for its command line. */
public final class Master {
  private Master() {}

  public static void main(String[] arguments) {
    Ending.end(() -> MasterProcess.run(arguments));
  }
}
