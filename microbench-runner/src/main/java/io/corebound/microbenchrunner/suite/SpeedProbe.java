package io.corebound.microbenchrunner.suite;

import io.corebound.hosts.lab.LimitedHost;
import io.corebound.hosts.machine.AllowedCpus;
import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.Host;
import io.corebound.hosts.process.RunningProgram;
import io.corebound.microbenchrunner.jmh.Catalogue;
import io.corebound.records.run.Measurement;
import io.corebound.records.run.Measurement.Metric;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.MeanInterval;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The speed of the machine now: a small TeraSort in one JVM on each CPU at the same time. Its cost
 * before a job, over that while operations were measured, is the slowdown of all work. On a virtual
 * machine it is caused by neighbours that share caches and cores, which its own kernel does not
 * show.
 */
public final class SpeedProbe {
  /** Seconds of a round, roughly. */
  public static final double ROUND_S = 7;

  private static final String RECORDS = "200000";
  private static final String MAIN = "io.corebound.microbench.start.LocalSort";
  private static final Duration LIMIT = Duration.ofMinutes(5);
  private static final Pattern CPU = Pattern.compile("(?m)^cpu_ns (\\d+)$");

  private final Host host;
  private final Path java;
  private final String classPath;
  private final Path folder;
  private final RunDirectory run;
  private final Path raw;
  private final List<Integer> cpus = AllowedCpus.ofThisProcess();
  private final List<Double> coreS = new ArrayList<>();

  /**
   * A probe.
   *
   * @param folder on tmpfs, for input and output; made when it is not there
   */
  public SpeedProbe(Host host, Path java, String classPath, Path folder, RunDirectory run) {
    this.host = host;
    this.java = java;
    this.classPath = classPath;
    this.folder = folder;
    this.run = run;
    this.raw = run.rawFolder().resolve(Metric.SPEED);
  }

  /**
   * One round.
   *
   * @return core-seconds of each JVM, one a CPU
   * @throws CoreboundException (failed) when one fails
   */
  public List<Double> round(String name) throws InterruptedException {
    makeInput();
    List<Run> runs = new ArrayList<>();
    try {
      for (int cpu : cpus) {
        String own = name + "-cpu-" + cpu;
        runs.add(
            start(
                own,
                LimitedHost.pinned(List.of(cpu)),
                List.of("sort", input().toString(), folder.resolve("cpu-" + cpu).toString())));
      }
      List<Double> round = new ArrayList<>();
      for (Run run : runs) {
        round.add(run.coreS());
      }
      coreS.addAll(round);
      return round;
    } finally {
      runs.forEach(run -> run.program().stop(Duration.ofSeconds(2)));
    }
  }

  /** The mean of all rounds so far, as a row; nothing where there was none. */
  public List<Measurement> measured() {
    if (coreS.isEmpty()) {
      return List.of();
    }
    return List.of(
        new Measurement(
            Catalogue.CONTENTION,
            Metric.SPEED,
            Map.of(),
            "all",
            cpus.size(),
            Metric.LOCAL_SORT,
            "core-s",
            "",
            MeanInterval.of(coreS),
            "",
            run.relative(raw)));
  }

  private Path input() {
    return folder.resolve("input");
  }

  private void makeInput() throws InterruptedException {
    // the folder of an unfinished input exists as well
    if (Files.exists(input().resolve("_SUCCESS"))) {
      return;
    }
    try {
      Files.createDirectories(folder);
      Files.createDirectories(raw);
    } catch (IOException e) {
      throw CoreboundException.failed(
          "%s: cannot be made: %s".formatted(folder, e.getMessage()), e);
    }
    Run run = start("input", List.of(), List.of("generate", input().toString(), RECORDS));
    try {
      run.await();
    } finally {
      run.program().stop(Duration.ofSeconds(2));
    }
  }

  private Run start(String name, List<String> pinned, List<String> arguments) {
    List<String> command = new ArrayList<>(pinned);
    // the same flags everywhere, so that rounds can be compared
    command.addAll(
        List.of(java.toString(), "-Xmx512m", "-XX:+UseSerialGC", "-cp", classPath, MAIN));
    command.addAll(arguments);
    Path out = raw.resolve(name + ".out");
    Path errors = raw.resolve(name + ".err");
    return new Run(
        host.start(new Command(command, Map.of(), folder, LIMIT), out, errors), out, errors);
  }

  /** One of its JVMs. */
  private record Run(RunningProgram program, Path out, Path errors) {
    void await() throws InterruptedException {
      OptionalInt status = program.waitFor(LIMIT);
      if (status.isEmpty() || status.getAsInt() != 0) {
        throw CoreboundException.failed(
            "the speed of the machine could not be measured: a small TeraSort in one JVM %s; see %s"
                .formatted(
                    status.isEmpty()
                        ? "took longer than %s min".formatted(LIMIT.toMinutes())
                        : "failed",
                    errors));
      }
    }

    double coreS() throws InterruptedException {
      await();
      try {
        Matcher cpu = CPU.matcher(Files.readString(out));
        if (cpu.find()) {
          return Long.parseLong(cpu.group(1)) / 1e9;
        }
      } catch (IOException e) {
        throw CoreboundException.failed("%s: cannot be read: %s".formatted(out, e.getMessage()), e);
      }
      throw CoreboundException.failed(out + ": the small TeraSort did not print its CPU time");
    }
  }
}
