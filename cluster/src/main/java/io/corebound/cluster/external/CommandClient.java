package io.corebound.cluster.external;

import io.corebound.cluster.job.CpuSnapshot;
import io.corebound.cluster.job.JobClient;
import io.corebound.cluster.job.JobRequest;
import io.corebound.hosts.ledger.HadoopCommands;
import io.corebound.hosts.process.Command;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A job of Hadoop's examples by {@code hadoop jar} on the user's own cluster. Its client runs on
 * the gateway, so that its CPU time cannot be seen.
 */
record CommandClient(HadoopCommands commands, String examples) implements JobClient {
  /**
   * The names of the classes in {@code ExampleDriver}, which is the main class in the jar's
   * manifest and so cannot be replaced ({@code RunJar}).
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
          "%s is not one of %s".formatted(request.mainClass(), PROGRAMS.keySet()));
    }
    List<String> line = new ArrayList<>(List.of("jar", examples, program));
    line.addAll(arguments);
    // the client prints the job's id and its progress at this level
    return commands
        .of(limit, commands.hadoop(), line.toArray(String[]::new))
        .with("HADOOP_ROOT_LOGGER", "INFO,console");
  }

  @Override
  public CpuSnapshot cpu() {
    return new CpuSnapshot(System.currentTimeMillis() / 1000.0, Map.of());
  }
}
