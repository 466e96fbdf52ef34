package io.corebound.app.micro;

import io.corebound.collectors.sampler.Collection;
import io.corebound.collectors.sampler.Collector;
import io.corebound.hosts.process.Host;
import io.corebound.microbenchrunner.jmh.Catalogue;
import io.corebound.records.format.CsvFiles;
import io.corebound.records.run.Measurement;
import io.corebound.records.run.Measurement.Metric;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.ExitStatus;
import io.corebound.records.units.Mean;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The CPU time of a cell's collectors: they are attached to the idle machine as to a job, and the
 * CPU time of their processes is read once a second.
 *
 * <p>It is read from the scheduler ({@code /proc/<pid>/schedstat}, ns), as all of them together
 * take less than a tick of 10 ms in a second. corebound's own time is left out: both the idle
 * machine and a running job include it.
 */
public record CollectorsCost(Host host, RunDirectory run, List<Collector> collectors) {
  private static final String COLLECTORS = "collectors";

  /**
   * The first look at every process, and half a second, so that no sample falls on a second's end.
   */
  private static final long SETTLING_MS = 1500;

  /** They are attached for less than 6 s, so that a quick profile stays quick. */
  private static final int MOST_SECONDS = 4;

  /** What the machine lacks for them, with the remedy; empty when nothing is missing. */
  Optional<String> lacking() {
    try {
      collectors.forEach(collector -> collector.probe(host));
      return Optional.empty();
    } catch (CoreboundException e) {
      if (e.status() != ExitStatus.MACHINE_LACKS) {
        throw e;
      }
      return Optional.of(e.getMessage());
    }
  }

  /** Attaches them, reads their CPU time in every second, and ends them: a sample a second. */
  List<Measurement> measure(int seconds) throws InterruptedException {
    Path folder = run.rawFolder().resolve(Catalogue.START);
    Set<ProcessHandle> others = ownChildren().collect(Collectors.toSet());
    List<Double> cores = new ArrayList<>();
    try (Collection attached =
        Collection.start(host, collectors, run, folder.resolve(COLLECTORS))) {
      Thread.sleep(SETTLING_MS);
      List<ProcessHandle> theirs = startedBeside(others);
      long beforeNs = System.nanoTime();
      long ranNs = ranNs(theirs);
      for (int i = 0; i < Math.min(seconds, MOST_SECONDS); i++) {
        Thread.sleep(1000);
        long nowNs = System.nanoTime();
        long ranNowNs = ranNs(theirs);
        cores.add((ranNowNs - ranNs) / (double) (nowNs - beforeNs));
        beforeNs = nowNs;
        ranNs = ranNowNs;
      }
      requireAllRun(attached);
    }
    return List.of(row(cores, folder.resolve(COLLECTORS + ".csv")));
  }

  private static Stream<ProcessHandle> ownChildren() {
    return ProcessHandle.current().children();
  }

  /** New child processes of this process, and their descendants. */
  private static List<ProcessHandle> startedBeside(Set<ProcessHandle> others) {
    return ownChildren()
        .filter(child -> !others.contains(child))
        .flatMap(child -> Stream.concat(Stream.of(child), child.descendants()))
        .toList();
  }

  private static long ranNs(List<ProcessHandle> processes) {
    return processes.stream().mapToLong(CollectorsCost::ranNs).sum();
  }

  /** In steps of 10 ms where the kernel has no schedstat; 0 of a process that has ended. */
  private static long ranNs(ProcessHandle process) {
    Path schedstat = Path.of("/proc", Long.toString(process.pid()), "schedstat");
    try {
      long ranNs = Long.parseLong(Files.readString(schedstat).split(" ", 2)[0]);
      if (ranNs > 0) {
        return ranNs;
      }
    } catch (IOException | NumberFormatException e) {
      // reported below, in ticks
    }
    return process.info().totalCpuDuration().map(Duration::toNanos).orElse(0L);
  }

  /** One that has ended would take too little. */
  private static void requireAllRun(Collection attached) {
    List<String> ended = attached.notRunning();
    if (ended.isEmpty()) {
      return;
    }
    String reasons =
        attached.stop().reports().stream()
            .filter(report -> ended.contains(report.name()))
            .map(report -> "collector " + report.name() + ": " + report.reason())
            .collect(Collectors.joining("; "));
    throw CoreboundException.failed(
        "what collectors take beside a job was not measured: %s", reasons);
  }

  private Measurement row(List<Double> cores, Path file) {
    CsvFiles.write(
        file,
        List.of("collectors_core_s_per_s"),
        cores.stream().<List<?>>map(used -> List.of(used)).toList());
    return new Measurement(
        Catalogue.IDLE,
        COLLECTORS,
        Map.of(),
        COLLECTORS,
        1,
        Metric.COST,
        "core-s/s",
        "",
        Mean.of(cores),
        "",
        run.relative(file));
  }
}
