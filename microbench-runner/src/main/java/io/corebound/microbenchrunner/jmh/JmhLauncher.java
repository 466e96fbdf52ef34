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

/** Runs micro benchmarks by JMH's own main, as a process of its own. */
public final class JmhLauncher implements Jmh {
  private static final Duration LIMIT = Duration.ofHours(12);
  private static final Duration POLL = Duration.ofMillis(200);
  private static final String PACKAGE = "io.corebound.microbench";
  private static final String PROFILER = PACKAGE + ".OperationProfiler";

  private final Host host;
  private final MicroSetting setting;

  public JmhLauncher(Host host, MicroSetting setting) {
    this.host = host;
    this.setting = setting;
  }

  /**
   * What is started.
   *
   * @param name what its files are called
   * @param benchmarks regular expressions for full names of methods
   * @param forks fresh JVMs
   * @param iterations batches in each
   * @param parameters values of JMH's parameters, by name
   * @param hdfs whether the cluster's HDFS takes part
   * @param keepsInput whether input in HDFS stays for the next fork
   * @param folder folder for local files; made when it is not there
   * @param jvmFlags flags of the measured JVMs besides those that tasks get
   * @param cpus logical CPUs that it is pinned to; empty for all
   * @param copy where it is one of several copies that run at the same time; null when it is alone
   */
  public record Job(
      String name,
      List<String> benchmarks,
      int forks,
      int iterations,
      Map<String, List<String>> parameters,
      boolean hdfs,
      boolean keepsInput,
      Path folder,
      List<String> jvmFlags,
      List<Integer> cpus,
      Copy copy) {

    /** One fork of an entry of the plan, the first of which is number 1. */
    public static Job of(
        MicroPlan.Entry entry, int number, boolean keepsInput, Path folder, List<Integer> cpus) {
      return new Job(
          entry.forks() == 1 ? entry.name() : entry.name() + "-fork-" + number,
          classes(entry),
          1,
          entry.iterations(),
          entry.parameters(),
          entry.hdfs(),
          keepsInput,
          folder,
          entry.jvmFlags(),
          cpus,
          null);
    }

    public static List<String> classes(MicroPlan.Entry entry) {
      return entry.benchmarks().stream()
          .map(b -> "^" + Pattern.quote(PACKAGE + "." + b.suite() + "." + b.name() + "."))
          .toList();
    }
  }

  /**
   * One of several copies.
   *
   * @param rendezvous folder where they wait for each other
   * @param copies how many there are
   * @param firstPair its iteration from which on it works alone in every second one; null for never
   */
  public record Copy(Path rendezvous, int copies, Integer firstPair) {
    private String property() {
      return "-Dcorebound.rendezvous="
          + rendezvous
          + ":"
          + copies
          + (firstPair == null ? "" : ":" + firstPair);
    }
  }

  /**
   * A job under way.
   *
   * @param name for messages
   * @param program JMH
   * @param output what it writes: the results are there when it has ended
   * @param errors its standard error
   */
  record Run(String name, RunningProgram program, Output output, Path errors) {}

  @Override
  public List<Output> run(List<Job> jobs) throws InterruptedException {
    List<Run> runs = jobs.stream().map(this::start).toList();
    await(runs);
    return runs.stream().map(Run::output).toList();
  }

  /** Starts a job. */
  Run start(Job job) {
    Path json = setting.rawFolder().resolve(job.name() + ".json");
    Path log = setting.rawFolder().resolve(job.name() + ".log");
    List<String> arguments = new ArrayList<>(LimitedHost.pinned(job.cpus()));
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
            "org.openjdk.jmh.Main"));
    arguments.addAll(job.benchmarks());
    // a copy is never profiled, and its forks and batches are the plan's
    JmhOptions options = job.copy() == null ? setting.options() : setting.options().ofJvm();
    arguments.addAll(options.over(options(job, json)));
    try {
      Files.createDirectories(setting.rawFolder());
      Files.createDirectories(job.folder());
    } catch (IOException e) {
      throw CoreboundException.failed(
          job.folder() + " and " + setting.rawFolder() + ": cannot be made: " + e.getMessage(), e);
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
                List.of("-f", Integer.toString(job.forks())),
                List.of("-wi", "0"),
                List.of("-i", Integer.toString(job.iterations())),
                List.of("-foe", "true"),
                List.of("-prof", PROFILER),
                List.of("-rf", "json"),
                List.of("-rff", json.toString())));
    job.parameters()
        .forEach(
            (name, values) -> options.add(List.of("-p", name + "=" + String.join(",", values))));
    return options;
  }

  private String jvmFlags(Job job) {
    return Stream.concat(setting.taskJvmFlags().stream(), job.jvmFlags().stream())
        .collect(Collectors.joining(" "));
  }

  private List<String> properties(Job job) {
    List<String> properties = new ArrayList<>();
    properties.add("-Dcorebound.local=" + job.folder());
    if (job.hdfs()) {
      // elsewhere the daemons are idle, and what they take has nothing to do with the operation
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
          // the others have their turn: one that failed is waited for by those that live
          left.add(run);
        } else if (status.getAsInt() != 0 || !Files.isRegularFile(run.output().json())) {
          throw CoreboundException.failed(
              "the micro suite '"
                  + run.name()
                  + "' failed: "
                  + lastError(run)
                  + "; its log: "
                  + run.output().log());
        }
      }
    } finally {
      runs.forEach(run -> run.program().stop(Duration.ofSeconds(2)));
    }
  }

  /** JMH tells what fails in its output, what it does not understand on standard error. */
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
