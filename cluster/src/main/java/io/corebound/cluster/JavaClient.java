package io.corebound.cluster;

import io.corebound.hosts.Command;
import io.corebound.hosts.RunningProgram;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A job's class in a JVM of its own, on a cluster whose processes are this machine's.
 *
 * @param commonFlags JVM flags of the client beside the job's own
 */
record JavaClient(JavaCommands java, String classPath, List<String> commonFlags, RoleCpu roles)
    implements JobClient {

  @Override
  public Command command(JobRequest request, List<String> arguments, Path times, Duration limit) {
    List<String> flags = new ArrayList<>(request.clientFlags());
    flags.addAll(commonFlags);
    return java.timed(times, flags, classPath, request.mainClass(), arguments, limit)
        .inRole("client");
  }

  @Override
  public void started(RunningProgram program) {
    roles.clientStarted(program.pid());
  }

  @Override
  public void ended(Path times) {
    roles.clientEnded(ClientTimes.read(times));
  }

  @Override
  public CpuSnapshot cpu() {
    return roles.snapshot();
  }
}
