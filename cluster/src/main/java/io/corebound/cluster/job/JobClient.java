package io.corebound.cluster.job;

import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.RunningProgram;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** How a job is submitted on a cluster, and what CPU time can be seen of it. */
public interface JobClient {
  /**
   * The program that submits a job and waits for its end.
   *
   * @param arguments of the request's class, settings among them
   * @param times where the program's CPU time may be written to at its end
   * @param limit after which the program is ended
   */
  Command command(JobRequest request, List<String> arguments, Path times, Duration limit);

  /** It was started. */
  void started(RunningProgram program);

  /** It has ended. */
  void ended(Path times);

  /** CPU time of every role now; no role where none can be seen. */
  CpuSnapshot cpu();
}
