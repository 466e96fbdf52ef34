package io.corebound.memory;

import io.corebound.memory.job.JobFailure;

/** How a process of this module ends. */
final class Ending {
  /** What a process does, to its exit status. */
  interface Work {
    int run() throws Exception;
  }

  private Ending() {}

  /** Does it and ends the JVM, at once: nothing that still runs in it is waited for. */
  static void end(Work work) {
    int status;
    try {
      status = work.run();
    } catch (JobFailure e) {
      System.err.println(e.getMessage());
      status = e.status();
    } catch (Exception | Error e) {
      System.err.println(JobFailure.line(e));
      status = JobFailure.FAILED;
    }
    System.out.flush();
    System.err.flush();
    Runtime.getRuntime().halt(status);
  }
}
