package io.corebound.collectors.probe;

import io.corebound.collectors.output.NotUnderstood;
import io.corebound.hosts.machine.PageCache;
import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.Host;
import io.corebound.hosts.process.ToolVersion;
import io.corebound.records.format.AtomicFiles;
import io.corebound.records.run.Measurement;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.DataSize;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What the kernel takes to bring written data from the page cache to the disk. A task does not
 * write past the page cache as fio does for a rate: it leaves its bytes there, and the kernel's
 * threads (flusher, journal, drivers, workers of loop devices) write them. fio writes a new file
 * through the page cache, in blocks as large as HDFS's packets (64 KiB), then syncfs(2) flushes it;
 * fsync(2) would make fio itself do the flusher's work. The CPU time of all kernel threads in the
 * meantime, less what they take in a second in which nothing is written, over the bytes of the
 * file, is the cost.
 */
final class WriteBack {
  private static final ProbeFigure COST = ProbeFigure.cost("disk.write-back", "kernel", "file");
  private static final Duration SHORT = Duration.ofSeconds(30);
  private static final double NS_PER_S = 1e9;

  /** How long a run looks at threads that are idle. */
  static final double QUIET_S = 2;

  private final Host host;
  private final Path file;
  private final DataSize size;

  /** Prepares it. */
  WriteBack(Host host, Path file, DataSize size) {
    this.host = host;
    this.file = file;
    this.size = size;
  }

  /** Measures it as often as a budget has runs. */
  Optional<Measurement> measure(
      RunDirectory run, ProbeBudget budget, ToolVersion version, ProbeWatch others) {
    if (!flushes()) {
      return Optional.empty();
    }
    FioJob job =
        new FioJob(
            FioJob.PACKETS, 1, file, (long) size.mebibytes(), false, List.of("--fallocate=none"));
    List<Double> costs = new ArrayList<>();
    int impossible = 0;
    Path raw = null;
    for (int i = 1; i <= budget.runs(); i++) {
      String name = "write-back-%s".formatted(i);
      ProbeWatch.Kept<Optional<Run>> kept =
          others.quieter(
              name,
              // nothing of others, of ours, or of an earlier file is to be written meanwhile
              () -> PageCache.sync(host, file.getParent()),
              which -> {
                Optional<Run> one = once(job, Fio.raw(run, which), budget);
                // no figure is quieter than the first one
                if (one.isEmpty() && !which.equals(name)) {
                  throw CoreboundException.failed(
                      "host %s did not show the kernel's threads again", host.name());
                }
                return one;
              },
              r -> size.bytes());
      Optional<Run> measured = kept.result();
      if (measured.isEmpty()) {
        return Optional.empty();
      }
      raw = Fio.raw(run, name).resolveSibling("%s-threads.txt".formatted(kept.name()));
      AtomicFiles.write(raw, measured.get().text());
      impossible += measured.get().impossible();
      costs.add(measured.get().coreS() * NS_PER_S / size.bytes());
    }
    return Optional.of(
        COST.row(
            1,
            costs,
            others.among(NotUnderstood.among(job.parameters(version), impossible)),
            run.relative(raw)));
  }

  /**
   * What one file took.
   *
   * @param threads core-seconds by the thread's name
   * @param idleCores what the threads keep busy when nothing is written
   * @param impossible how many threads have a time that cannot be, and are left out
   */
  private record Run(
      Map<String, Double> threads, double seconds, double idleCores, int impossible) {
    double coreS() {
      double all = threads.values().stream().mapToDouble(s -> s).sum();
      return Math.max(0, all - idleCores * seconds);
    }

    String text() {
      StringBuilder text = new StringBuilder();
      threads.forEach((name, s) -> text.append(String.format(Locale.ROOT, "%.6f %s\n", s, name)));
      text.append(
          String.format(
              Locale.ROOT,
              "idle threads would have taken %.6f of it in these %.3f s\n",
              idleCores * seconds,
              seconds));
      return text.toString();
    }
  }

  /** Empty when a look at the threads does not succeed. */
  private Optional<Run> once(FioJob job, Path ofFio, ProbeBudget budget) {
    Optional<KernelThreads> first = KernelThreads.of(host);
    second();
    Optional<KernelThreads> quiet = KernelThreads.of(host);
    second();
    Optional<KernelThreads> before = KernelThreads.of(host);
    try {
      job.run(host, ofFio, budget);
      PageCache.sync(host, file);
      Optional<KernelThreads> after = KernelThreads.of(host);
      if (first.isEmpty() || quiet.isEmpty() || before.isEmpty() || after.isEmpty()) {
        return Optional.empty();
      }
      return Optional.of(
          new Run(
              after.get().coreSSince(before.get()),
              after.get().timeS() - before.get().timeS(),
              // what was removed may be discarded a little later, which is not idle
              Math.min(quiet.get().coresSince(first.get()), before.get().coresSince(quiet.get())),
              after.get().impossibleSince(before.get())));
    } finally {
      Fio.remove(host, file);
    }
  }

  private void second() {
    host.run(Command.of(SHORT, "sleep", "1"));
  }

  private boolean flushes() {
    return host.run(Command.of(SHORT, "sync", "-f", "/proc/self")).ok();
  }
}
