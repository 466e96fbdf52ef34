package io.corebound.cluster.external;

import io.corebound.cluster.job.CpuSnapshot;
import io.corebound.cluster.job.JobClient;
import io.corebound.cluster.job.JobRequest;
import io.corebound.hosts.ledger.HadoopCommands;
import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.RunningProgram;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A job of Hadoop's examples by {@code hadoop jar}, on a cluster that somebody else runs: its
 * client is on the gateway, so that no CPU time is seen here.
 *
 * @param examples path of the examples' jar on the gateway
 */
record CommandClient(HadoopCommands commands, String examples) implements JobClient {
  /**
   * What {@code ExampleDriver} calls the classes; the main class of a jar whose manifest names one
   * cannot be chosen ({@code RunJar}).
   */
  private static final Map<String, String> PROGRAMS =
      Map.of(
          "org.apache.hadoop.examples.terasort.TeraGen", "teragen",
          "org.apache.hadoop.examples.terasort.TeraSort", "terasort",
          "org.apache.hadoop.examples.terasort.TeraValidate", "teravalidate");

  @Override
  public Command command(JobRequest request, List<String> arguments, Path times, Duration limit) {
    String program = PROGRAMS.get(request.mainClass());
    if (program == null) {
      throw new IllegalArgumentException(
          request.mainClass() + " is none of Hadoop's examples: " + PROGRAMS.keySet());
    }
    List<String> line = new ArrayList<>(List.of("jar", examples, program));
    line.addAll(arguments);
    // the job's id and its progress are told at this level
    return commands
        .of(limit, commands.hadoop(), line.toArray(String[]::new))
        .with("HADOOP_ROOT_LOGGER", "INFO,console");
  }

  @Override
  public void started(RunningProgram program) {
    // it is the gateway's
  }

  @Override
  public void ended(Path times) {
    // nothing was measured
  }

  @Override
  public CpuSnapshot cpu() {
    return new CpuSnapshot(System.currentTimeMillis() / 1000.0, Map.of(), 0);
  }
}
