package io.corebound.memory;

import io.corebound.memory.worker.WorkerProcess;

/** A worker's process; see the package for its command line. */
public final class Worker {
  private Worker() {}

  public static void main(String[] arguments) {
    Ending.end(() -> WorkerProcess.run(arguments));
  }
}
