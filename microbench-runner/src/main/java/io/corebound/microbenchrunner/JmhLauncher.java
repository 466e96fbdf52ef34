package io.corebound.microbenchrunner;

import io.corebound.hosts.Command;
import io.corebound.hosts.Host;
import io.corebound.hosts.RunningProgram;
import io.corebound.records.CoreboundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Runs a suite of the micro benchmarks by JMH's own main, as a process of its own. */
final class JmhLauncher {
  private static final Duration LIMIT = Duration.ofHours(2);
  private static final Duration POLL = Duration.ofMillis(500);
  private static final String TASK_SUITE = "task";
  private static final Set<String> HDFS_SUITES = Set.of("read", "write", TASK_SUITE);
  private static final String PROFILER = "io.corebound.microbench.OperationProfiler";

  private final Host host;
  private final MicroSetting setting;

  JmhLauncher(Host host, MicroSetting setting) {
    this.host = host;
    this.setting = setting;
  }

  /** Hash of the flags that the measured JVMs get: results of different flags are never mixed. */
  String jvmFlagsHash() {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256")
              .digest(String.join(" ", setting.taskJvmFlags()).getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash).substring(0, 12);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /**
   * A suite under way.
   *
   * @param name of the suite, for messages
   * @param program JMH
   * @param json JMH's results, there when it has ended
   * @param log its output
   */
  record Run(String name, RunningProgram program, Path json, Path log) {}

  /**
   * Starts a suite.
   *
   * @param name what its files are called
   * @param suite package below {@code io.corebound.microbench}
   * @param forks fresh JVMs
   * @param iterations batches in each
   * @param cpu logical CPU that it is pinned to; negative for none
   */
  Run start(String name, String suite, int forks, int iterations, int cpu) {
    Path json = setting.rawFolder().resolve(name + ".json");
    Path log = setting.rawFolder().resolve(name + ".log");
    List<String> arguments = new ArrayList<>();
    if (cpu >= 0) {
      arguments.addAll(List.of("taskset", "-c", Integer.toString(cpu)));
    }
    arguments.addAll(
        List.of(
            setting.java().toString(),
            // JMH's own process only forks and collects
            "-Xmx128m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            // pinned copies run beside each other on purpose
            "-Djmh.ignoreLock=true",
            "-cp",
            setting.classPath(),
            "org.openjdk.jmh.Main",
            "io\\.corebound\\.microbench\\." + suite + "\\..*",
            "-jvm",
            setting.java().toString(),
            "-jvmArgs",
            String.join(" ", jvmArguments(name, suite)),
            "-f",
            Integer.toString(forks),
            "-wi",
            "0",
            "-i",
            Integer.toString(iterations),
            "-foe",
            "true",
            "-prof",
            PROFILER,
            "-rf",
            "json",
            "-rff",
            json.toString()));
    parameters(suite).forEach((key, value) -> arguments.addAll(List.of("-p", key + "=" + value)));
    try {
      Files.createDirectories(setting.rawFolder());
      Files.createDirectories(setting.localFolder().resolve(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    RunningProgram program =
        host.start(
            new Command(arguments, Map.of(), null, LIMIT),
            log,
            setting.rawFolder().resolve(name + ".err"));
    return new Run(name, program, json, log);
  }

  private Map<String, String> parameters(String suite) {
    Map<String, String> parameters = new TreeMap<>(setting.parameters());
    if (suite.equals(TASK_SUITE)) {
      // the empty task tells what of a whole task starting a container has paid already
      parameters.computeIfPresent("records", (key, records) -> "0," + records);
    }
    return parameters;
  }

  private List<String> jvmArguments(String name, String suite) {
    List<String> arguments = new ArrayList<>(setting.taskJvmFlags());
    arguments.add("-Dcorebound.fs=" + setting.fileSystem());
    arguments.add("-Dcorebound.local=" + setting.localFolder().resolve(name));
    if (HDFS_SUITES.contains(suite)) {
      // elsewhere the daemons are idle, and what they take has nothing to do with the operation
      arguments.add("-Dcorebound.watch=" + watched());
    }
    return arguments;
  }

  private String watched() {
    return setting.watched().entrySet().stream()
        .map(e -> e.getKey() + ":" + e.getValue())
        .sorted()
        .collect(Collectors.joining(","));
  }

  /**
   * Waits for suites that were started; ends them all when one fails.
   *
   * @throws CoreboundException (failed) that names the suite and the last line of its log
   */
  void await(List<Run> runs) throws InterruptedException {
    try {
      for (Run run : runs) {
        OptionalInt status;
        while ((status = run.program().waitFor(POLL)).isEmpty()) {
          setting.watchdog().run();
        }
        if (status.getAsInt() != 0 || !Files.isRegularFile(run.json())) {
          throw CoreboundException.failed(
              "the micro suite '"
                  + run.name()
                  + "' failed: "
                  + lastError(run.log())
                  + "; its log: "
                  + run.log());
        }
      }
    } finally {
      runs.forEach(run -> run.program().stop(Duration.ofSeconds(2)));
    }
  }

  private static String lastError(Path log) {
    try {
      List<String> lines = Files.readAllLines(log);
      return lines.stream()
          .filter(l -> l.contains("Exception") || l.contains("ERROR") || l.contains("<failure>"))
          .findFirst()
          .or(() -> lines.stream().filter(l -> !l.isBlank()).reduce((a, b) -> b))
          .orElse("it printed nothing")
          .strip();
    } catch (IOException e) {
      return "its log cannot be read: " + e.getMessage();
    }
  }
}
