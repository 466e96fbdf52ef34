package io.corebound.cluster.daemons;

import io.corebound.cluster.job.Cpu;
import io.corebound.cluster.job.CpuSnapshot;
import io.corebound.cluster.job.JobClient;
import io.corebound.cluster.job.JobRequest;
import io.corebound.cluster.job.LogFile;
import io.corebound.cluster.libraries.ClassArchive;
import io.corebound.cluster.libraries.JavaCommands;
import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.RunningProgram;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A job's class in a separate JVM, on a cluster that runs on this machine. */
public record JavaClient(
    JavaCommands java, String classPath, List<String> commonFlags, RoleCpu roles)
    implements JobClient {
  @Override
  public Command command(JobRequest request, List<String> arguments, Path times, Duration limit) {
    List<String> flags = new ArrayList<>();
    request.clientFlags().forEach(f -> flags.add(f.replace(ClassArchive.REST, classPath)));
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
    roles.clientEnded(Cpu.ofTimes(LogFile.text(times)));
  }

  @Override
  public CpuSnapshot cpu() {
    return roles.snapshot();
  }
}
