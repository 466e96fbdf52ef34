package io.corebound.cluster.job;

import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.RunningProgram;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** How a job is submitted on a cluster, and the CPU time that can be seen of it. */
public interface JobClient {
  /**
   * The program that submits a job and waits for its end.
   *
   * @param arguments of the request's class, settings included
   */
  Command command(JobRequest request, List<String> arguments, Path times, Duration limit);

  /** The program was started. */
  default void started(RunningProgram program) {}

  /** The program has ended. */
  default void ended(Path times) {}

  /** CPU time of every role now; no role where none can be seen. */
  CpuSnapshot cpu();
}
