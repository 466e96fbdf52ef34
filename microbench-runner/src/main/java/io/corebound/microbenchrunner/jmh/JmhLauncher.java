package io.corebound.microbenchrunner.jmh;

import io.corebound.hosts.lab.LimitedHost;
import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.Host;
import io.corebound.hosts.process.RunningProgram;
import io.corebound.records.units.CoreboundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Runs micro benchmarks by JMH's main class in a separate process. */
public record JmhLauncher(Host host, MicroSetting setting) implements Jmh {
  private static final Duration LIMIT = Duration.ofHours(12);
  private static final Duration POLL = Duration.ofMillis(200);
  private static final String PACKAGE = "io.corebound.microbench";
  private static final String PROFILER = PACKAGE + ".OperationProfiler";

  /**
   * A run of JMH.
   *
   * @param entry forks, iterations, parameters and flags
   * @param keepsInput whether input in HDFS stays for the next fork
   * @param copy set when several copies run at the same time; null when it runs alone
   */
  public record Job(
      String name,
      List<String> benchmarks,
      MicroPlan.Entry entry,
      boolean keepsInput,
      Path folder,
      List<Integer> cpus,
      Copy copy) {
    /** One fork of an entry of the plan, the first of which is number 1. */
    public static Job of(
        MicroPlan.Entry entry, int number, boolean keepsInput, Path folder, List<Integer> cpus) {
      String name = entry.forks() == 1 ? entry.name() : entry.name() + "-fork-" + number;
      return new Job(name, classes(entry), entry.withForks(1), keepsInput, folder, cpus, null);
    }

    /** The same beside others. */
    public Job with(Copy other) {
      return new Job(name, benchmarks, entry, keepsInput, folder, cpus, other);
    }

    /** The same with files of another name. */
    public Job named(String other) {
      return new Job(other, benchmarks, entry, keepsInput, folder, cpus, copy);
    }

    public static List<String> classes(MicroPlan.Entry entry) {
      return entry.benchmarks().stream()
          .map(b -> "^" + Pattern.quote("%s.%s.%s.".formatted(PACKAGE, b.suite(), b.name())))
          .toList();
    }
  }

  /**
   * One of several copies.
   *
   * @param firstPair from this iteration on it runs alone in every second one; null for never
   */
  public record Copy(Path rendezvous, int copies, Integer firstPair) {
    private String property() {
      String pairs = firstPair == null ? "" : ":" + firstPair;
      return "-Dcorebound.rendezvous=%s:%s%s".formatted(rendezvous, copies, pairs);
    }
  }

  /** A running job. */
  record Run(String name, RunningProgram program, Output output, Path errors) {}

  @Override
  public List<Output> run(List<Job> jobs) throws InterruptedException {
    List<Run> runs = jobs.stream().map(this::start).toList();
    await(runs);
    return runs.stream().map(Run::output).toList();
  }

  Run start(Job job) {
    Path json = setting.rawFolder().resolve(job.name() + ".json");
    Path log = setting.rawFolder().resolve(job.name() + ".log");
    List<String> arguments = new ArrayList<>(LimitedHost.pinned(job.cpus()));
    arguments.addAll(
        List.of(
            setting.java().toString(),
            // this process only forks the JVMs and collects their results
            "-Xmx128m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            // pinned copies run beside each other on purpose
            "-Djmh.ignoreLock=true",
            "-cp",
            setting.classPath(),
            "org.openjdk.jmh.Main"));
    arguments.addAll(job.benchmarks());
    // a copy has the plan's forks and batches
    JmhOptions options = job.copy() == null ? setting.options() : setting.options().ofJvm();
    arguments.addAll(options.over(options(job, json)));
    try {
      Files.createDirectories(setting.rawFolder());
      Files.createDirectories(job.folder());
    } catch (IOException e) {
      throw CoreboundException.failed(
          "%s and %s: cannot be made: %s"
              .formatted(job.folder(), setting.rawFolder(), e.getMessage()),
          e);
    }
    Path errors = setting.rawFolder().resolve(job.name() + ".err");
    RunningProgram program = host.start(new Command(arguments, Map.of(), null, LIMIT), log, errors);
    return new Run(job.name(), program, new Output(json, log), errors);
  }

  private List<List<String>> options(Job job, Path json) {
    List<List<String>> options =
        new ArrayList<>(
            List.of(
                List.of("-jvm", setting.java().toString()),
                List.of("-jvmArgsPrepend", String.join(" ", properties(job))),
                List.of("-jvmArgs", jvmFlags(job)),
                List.of("-f", Integer.toString(job.entry().forks())),
                List.of("-wi", "0"),
                List.of("-i", Integer.toString(job.entry().iterations())),
                List.of("-foe", "true"),
                List.of("-prof", PROFILER),
                List.of("-rf", "json"),
                List.of("-rff", json.toString())));
    job.entry()
        .parameters()
        .forEach(
            (name, values) -> options.add(List.of("-p", name + "=" + String.join(",", values))));
    return options;
  }

  private String jvmFlags(Job job) {
    return Stream.concat(setting.taskJvmFlags().stream(), job.entry().jvmFlags().stream())
        .collect(Collectors.joining(" "));
  }

  private List<String> properties(Job job) {
    List<String> properties = new ArrayList<>();
    properties.add("-Dcorebound.local=" + job.folder());
    if (job.entry().hdfs()) {
      // in other suites the daemons are idle, and their CPU time does not count
      properties.add("-Dcorebound.fs=" + setting.fileSystem());
      properties.add("-Dcorebound.watch=" + watched());
      if (job.keepsInput()) {
        properties.add("-Dcorebound.fs.keep=true");
      }
    }
    if (job.copy() != null) {
      properties.add(job.copy().property());
    }
    return properties;
  }

  private String watched() {
    return setting.watched().entrySet().stream()
        .map(e -> e.getKey() + ":" + e.getValue())
        .sorted()
        .collect(Collectors.joining(","));
  }

  /**
   * Waits for jobs that were started; ends them all when one fails.
   *
   * @throws CoreboundException (failed) that names the job and the last line of its log
   */
  private void await(List<Run> runs) throws InterruptedException {
    try {
      List<Run> left = new ArrayList<>(runs);
      while (!left.isEmpty()) {
        Run run = left.remove(0);
        OptionalInt status = run.program().waitFor(POLL);
        if (status.isEmpty()) {
          setting.watchdog().run();
          // end the others: running copies wait for the failed one
          left.add(run);
        } else if (status.getAsInt() != 0 || !Files.isRegularFile(run.output().json())) {
          throw CoreboundException.failed(
              "the micro suite '%s' failed: %s; its log: %s"
                  .formatted(run.name(), lastError(run), run.output().log()));
        }
      }
    } finally {
      runs.forEach(run -> run.program().stop(Duration.ofSeconds(2)));
    }
  }

  /** JMH reports failures in its output, options that it does not know on standard error. */
  private static String lastError(Run run) {
    try {
      List<String> lines = new ArrayList<>(Files.readAllLines(run.output().log()));
      lines.addAll(Files.readAllLines(run.errors()));
      return lines.stream()
          .filter(l -> l.contains("Exception") || l.contains("ERROR"))
          .findFirst()
          .or(() -> lines.stream().filter(l -> !l.isBlank()).reduce((a, b) -> b))
          .orElse("it printed nothing")
          .strip();
    } catch (IOException e) {
      return "its log cannot be read: " + e.getMessage();
    }
  }
}
