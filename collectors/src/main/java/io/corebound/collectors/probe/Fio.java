package io.corebound.collectors.probe;

import io.corebound.collectors.output.NotUnderstood;
import io.corebound.hosts.machine.DirectIo;
import io.corebound.hosts.machine.PathReader;
import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.Host;
import io.corebound.hosts.process.Outcome;
import io.corebound.hosts.process.ToolVersion;
import io.corebound.hosts.process.Uninterrupted;
import io.corebound.hosts.process.Watch;
import io.corebound.records.run.Measurement;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.DataSize;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * {@code fio}: sequential write and read, in a file of ours inside the given folder. Blocks of 1
 * MiB, 16 of them at a time (libaio), direct I/O, so that no page cache stands between. Each of
 * several streams has its own section of the file, as tasks have their own blocks.
 *
 * <p>The file is first laid out in full, so that what is timed overwrites and reads blocks that
 * exist: a block that was only reserved reads as zeros without the disk. Where the file system
 * refuses direct I/O, or does not do it ({@link DirectIo}), the probe is buffered: each write run
 * ends with an fsync that counts, each read run goes once through the file after fio has asked the
 * kernel to forget it, and the measurements have {@code direct=0}.
 *
 * <p>It gives {@code disk.write} and {@code disk.read}, {@code rate} in MB/s over all streams, with
 * their number in {@code threads}; {@code disk.read-write}, one stream that reads and writes in
 * equal parts, both together; and {@code disk.write-back}, {@code cost} in core-ns a byte, where
 * the host shows the kernel's threads.
 */
public final class Fio implements Probe {
  private static final String REMEDY =
      "install the package fio (apt-get install fio, or dnf install fio)";

  /** Less is in a drive's own cache. */
  private static final long SMALLEST_MIB = 16;

  /** One stream that reads and writes in equal parts. */
  public static final String READ_WRITE = "disk." + FioJob.BOTH;

  @Override
  public String name() {
    return "fio";
  }

  @Override
  public ToolVersion probe(Host host) {
    return ToolVersion.require(host, name(), "--version", REMEDY);
  }

  @Override
  public String subject(Path folder) {
    return "fio on " + folder;
  }

  @Override
  public double expectedSeconds(ProbeBudget budget) {
    double oneS = budget.runLength().toSeconds() + 0.5;
    int rates = 2 * budget.streams().size() + 1;
    return oneS + budget.runs() * (rates * oneS + oneS + WriteBack.QUIET_S);
  }

  @Override
  public List<Measurement> measure(
      Host host, Path folder, RunDirectory run, ProbeBudget budget, Watch watch) {
    PathReader.FIO.require("folder", folder);
    ToolVersion version = probe(host);
    long sizeMib = sizeMib(host, folder, budget);
    Path file = folder.resolve(".corebound-probe-" + UUID.randomUUID() + ".dat");
    try {
      boolean direct = layOut(host, run, budget, file, sizeMib);
      long written = writtenMib(host, file, budget);
      List<FioJob> jobs = new ArrayList<>();
      for (String operation : List.of("write", "read")) {
        List<String> timing = timing(operation, direct, budget);
        for (int streams : budget.streams()) {
          jobs.add(new FioJob(operation, streams, file, written, direct, timing));
        }
      }
      jobs.add(new FioJob(FioJob.BOTH, 1, file, written, direct, timing("write", direct, budget)));
      List<Measurement> rows = new ArrayList<>();
      Traffic disk = Traffic.ofDisk(host, folder);
      for (FioJob job : jobs) {
        Traffic traffic = job.operation().equals("read") ? disk : disk.written();
        ProbeWatch others = new ProbeWatch(watch, host, traffic);
        rows.add(measured(host, run, job, version, budget, others));
      }
      // two files at once would be more than the budget says
      remove(host, file);
      new WriteBack(host, file, DataSize.ofMebibytes(written))
          .measure(run, budget, version, new ProbeWatch(watch, host, disk.written()))
          .ifPresent(rows::add);
      return rows;
    } finally {
      remove(host, file);
    }
  }

  private static Measurement measured(
      Host host,
      RunDirectory run,
      FioJob job,
      ToolVersion version,
      ProbeBudget budget,
      ProbeWatch others) {
    String name = job.operation() + (job.streams() == 1 ? "" : "-" + job.streams() + "-streams");
    List<ProbeWatch.Kept<FioJob.Result>> kept =
        others.runs(
            name, budget, which -> job.run(host, raw(run, which), budget), FioJob.Result::bytes);
    List<Double> rates = kept.stream().map(k -> k.result().megabytesPerSecond()).toList();
    int notUnderstood = kept.stream().mapToInt(k -> k.result().notUnderstood()).sum();
    Path raw = raw(run, kept.get(kept.size() - 1).name());
    return ProbeFigure.rate("disk." + job.operation(), "file")
        .row(
            job.streams(),
            rates,
            others.among(NotUnderstood.among(job.parameters(version), notUnderstood)),
            run.relative(raw));
  }

  /** Removes the file, also for a thread that was interrupted. */
  static void remove(Host host, Path file) {
    Uninterrupted.run(host, Command.of(FioJob.SHORT, "rm", "-f", file.toString()));
  }

  /** Lays the file out as far as the time of one run goes; returns whether direct I/O works. */
  private static boolean layOut(
      Host host, RunDirectory run, ProbeBudget budget, Path file, long sizeMib) {
    List<String> more =
        List.of("--fallocate=none", "--runtime=" + budget.runLength().toSeconds(), "--end_fsync=1");
    FioJob direct = new FioJob("write", 1, file, sizeMib, true, more);
    FioJob buffered = new FioJob("write", 1, file, sizeMib, false, more);
    Path raw = raw(run, "layout");
    if (DirectIo.evaded(host, file.getParent()).isPresent()) {
      buffered.run(host, raw, budget);
      return false;
    }
    Outcome outcome = direct.outcome(host, budget);
    if (FioJob.refusesDirect(outcome)) {
      buffered.run(host, raw, budget);
      return false;
    }
    direct.result(host, outcome, raw);
    return true;
  }

  private static List<String> timing(String operation, boolean direct, ProbeBudget budget) {
    String runtime = "--runtime=" + budget.runLength().toSeconds();
    if (direct) {
      return List.of("--overwrite=1", "--time_based", runtime);
    }
    return operation.equals("write")
        ? List.of("--overwrite=1", "--end_fsync=1", runtime)
        : List.of("--invalidate=1", runtime);
  }

  public static Path raw(RunDirectory run, String what) {
    return run.rawFolder().resolve("probe").resolve("fio-" + what + ".json");
  }

  private static long sizeMib(Host host, Path folder, ProbeBudget budget) {
    long free = number(host, "df", "-B1", "--output=avail", folder.toString());
    requireSize(budget);
    DataSize least = smallest(budget);
    if (free / 4 < least.bytes()) {
      throw CoreboundException.failed(
          """
          %s on host %s has %s free; fio takes a quarter of it and at least %s: make room or name \
          another folder\
          """
              .formatted(folder, host.name(), new DataSize(free).display(), least));
    }
    return Math.min(budget.largestFile().bytes(), free / 4) / FioJob.MIB;
  }

  /** The smallest file that a budget's streams can be measured on: 1 MiB each, and 16 MiB. */
  public static DataSize smallest(ProbeBudget budget) {
    return DataSize.ofMebibytes(Math.max(SMALLEST_MIB, most(budget)));
  }

  /**
   * Refuses a budget with a smaller file.
   *
   * @throws CoreboundException (invalid input) with the size that it takes
   */
  public static void requireSize(ProbeBudget budget) {
    if (budget.largestFile().compareTo(smallest(budget)) < 0) {
      throw CoreboundException.invalidInput(
          "fio's file of %s is too small; %s at least --size %s"
              .formatted(
                  budget.largestFile(),
                  most(budget) == 1 ? "1 stream takes" : most(budget) + " streams take",
                  smallest(budget)));
    }
  }

  private static int most(ProbeBudget budget) {
    return budget.streams().get(budget.streams().size() - 1);
  }

  /** The size of the file; refuses a disk so slow that the streams would have nothing to share. */
  private static long writtenMib(Host host, Path file, ProbeBudget budget) {
    long written = number(host, "stat", "-c", "%s", file.toString()) / FioJob.MIB;
    if (written < 1) {
      throw CoreboundException.failed(
          """
          fio wrote less than 1 MiB to %s on host %s in the time of a run; the disk hangs, or is \
          busy with something else\
          """
              .formatted(file, host.name()));
    }
    if (written < most(budget)) {
      throw CoreboundException.failed(
          """
          fio wrote %s to %s on host %s in the time of a run, too little for %s streams of 1 MiB \
          each; give it more time, or fewer streams\
          """
              .formatted(DataSize.ofMebibytes(written).display(), file, host.name(), most(budget)));
    }
    return written;
  }

  private static long number(Host host, String... command) {
    Outcome outcome = host.run(Command.of(FioJob.SHORT, command));
    String line = String.join(" ", command);
    if (!outcome.ok()) {
      throw CoreboundException.failed(
          "%s on host %s: %s".formatted(line, host.name(), outcome.lastWords()));
    }
    return outcome
        .out()
        .lines()
        .map(String::strip)
        .filter(word -> word.matches("[0-9]{1,18}"))
        .map(Long::valueOf)
        .findFirst()
        .orElseThrow(
            () ->
                CoreboundException.failed(
                    "%s gave no number: %s".formatted(line, outcome.lastWords())));
  }
}
