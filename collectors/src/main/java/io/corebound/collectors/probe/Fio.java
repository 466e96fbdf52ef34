package io.corebound.collectors.probe;

import io.corebound.collectors.output.Fields;
import io.corebound.collectors.output.JsonDocuments;
import io.corebound.collectors.output.MalformedOutput;
import io.corebound.collectors.output.NotUnderstood;
import io.corebound.collectors.output.ToolVersion;
import io.corebound.hosts.machine.PathReader;
import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.Host;
import io.corebound.hosts.process.Outcome;
import io.corebound.records.run.Measurement;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.DataSize;
import io.corebound.records.units.MeanInterval;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/**
 * {@code fio}: sequential write and read, in a file of ours inside the given folder (fio(1)).
 * Blocks of 1 MiB, 16 of them under way (libaio), direct I/O, so that no page cache stands between.
 * Of several streams each has a section of the file to itself, as tasks have blocks of their own.
 *
 * <p>The file is first laid out in full, so that what is timed overwrites and reads blocks that
 * exist: a block that was only reserved reads as zeros without the disk. Where the file system
 * refuses direct I/O the probe is buffered: each write run ends with an fsync that counts, each
 * read run goes once through the file after fio has asked the kernel to forget it, and the
 * measurements say so by {@code direct=0}.
 *
 * <p>It gives {@code disk.write} and {@code disk.read}, {@code rate} in MB/s over all streams,
 * {@code threads} being their number; {@code disk.read-write}, one stream that reads and writes in
 * equal parts, both together; and, where the whole is asked for, {@code disk.read-random}: blocks
 * of 4 KiB by one stream, 16 under way, {@code rate} in MB/s and {@code iops} in 1/s; and {@code
 * disk.write-back}: {@code cost} in core-ns a byte, where the host shows the kernel's threads (the
 * process ids of a container leave them out). The parameters are {@code tool}, {@code version},
 * {@code block_size}, {@code io_depth}, {@code direct}, {@code file_size}, and {@code
 * not_understood} where some of fio's output was not.
 */
public final class Fio implements Probe {
  private static final Pattern VERSION = Pattern.compile("fio-([0-9][0-9A-Za-z.\\-]*)");
  private static final String REMEDY =
      "install the package fio (apt-get install fio, or dnf install fio)";
  private static final long MIB = 1L << 20;

  /** The smallest file that is worth the name: less is in a drive's own cache. */
  private static final long SMALLEST_MIB = 16;

  private static final int DEPTH = 16;

  /** The metric of blocks a second. */
  public static final String IOPS = "iops";

  private static final String RANDOM = "read-random";
  private static final String BOTH = "read-write";

  /** One stream that reads and writes in equal parts. */
  public static final String READ_WRITE = "disk." + BOTH;

  /** What a DataNode receives and writes at once: dfs.client-write-packet-size. */
  static final String PACKETS = "write-packets";

  private static final Duration SHORT = Duration.ofSeconds(30);

  /** EINVAL: what open(2) gives for O_DIRECT on a file system that has none. */
  private static final int NO_DIRECT_IO = 22;

  /** What a run is made of; {@code direct} may turn out to be refused. */
  public record Job(
      String operation, int streams, Path file, long sizeMib, boolean direct, List<String> more) {

    /** What fio calls it. */
    String pattern() {
      return switch (operation) {
        case RANDOM -> "randread";
        case BOTH -> "rw";
        case PACKETS -> "write";
        default -> operation;
      };
    }

    /** Where fio's figures of it stand, which are added up. */
    String[] figures() {
      return switch (operation) {
        case RANDOM -> new String[] {"read"};
        case BOTH -> new String[] {"read", "write"};
        case PACKETS -> new String[] {"write"};
        default -> new String[] {operation};
      };
    }

    int blockBytes() {
      return switch (operation) {
        case RANDOM -> 4096;
        case PACKETS -> 64 << 10;
        default -> (int) MIB;
      };
    }

    /** What a stream has of the file. */
    long sectionMib() {
      return sizeMib / streams;
    }
  }

  /**
   * What fio says of its jobs.
   *
   * @param megabytesPerSecond of all of them together
   * @param error the first that one of them had; else 0
   * @param notUnderstood how many tokens were not
   */
  public record Result(String version, double megabytesPerSecond, int error, int notUnderstood) {}

  @Override
  public String name() {
    return "fio";
  }

  @Override
  public ToolVersion probe(Host host) {
    return ToolVersion.ask(host, name(), "--version", VERSION, REMEDY);
  }

  @Override
  public String subject(Path folder) {
    return "fio on " + folder;
  }

  @Override
  public double expectedSeconds(ProbeBudget budget) {
    double oneS = budget.runLength().toSeconds() + 0.5;
    int rates = 2 * budget.streams().size() + 1 + (budget.whole() ? 1 : 0);
    return oneS + budget.runs() * (rates * oneS + oneS + WriteBack.QUIET_S);
  }

  @Override
  public List<Measurement> measure(Host host, Path folder, RunDirectory run, ProbeBudget budget) {
    PathReader.FIO.require("folder", folder);
    ToolVersion version = probe(host);
    long sizeMib = sizeMib(host, folder, budget);
    Path file = folder.resolve(".corebound-probe-" + UUID.randomUUID() + ".dat");
    try {
      boolean direct = layOut(host, run, budget, file, sizeMib);
      long written = writtenMib(host, file);
      requireSections(host, file, written, budget);
      List<Measurement> rows = new ArrayList<>();
      for (String operation : List.of("write", "read")) {
        List<String> timing = timing(operation, direct, budget);
        for (int streams : budget.streams()) {
          Job job = new Job(operation, streams, file, written, direct, timing);
          rows.add(measured(host, run, job, version, budget));
        }
      }
      Job both = new Job(BOTH, 1, file, written, direct, timing("write", direct, budget));
      rows.add(measured(host, run, both, version, budget));
      if (budget.whole()) {
        Job job = new Job(RANDOM, 1, file, written, direct, timing("read", direct, budget));
        Measurement rate = measured(host, run, job, version, budget);
        rows.add(rate);
        rows.add(blocksPerSecond(rate, job));
      }
      // two files at once would be more than the budget says
      remove(host, file);
      new WriteBack(host, file, DataSize.ofMebibytes(written))
          .measure(run, budget, version)
          .ifPresent(rows::add);
      return rows;
    } finally {
      remove(host, file);
    }
  }

  private Measurement measured(
      Host host, RunDirectory run, Job job, ToolVersion version, ProbeBudget budget) {
    String name = job.operation() + (job.streams() == 1 ? "" : "-" + job.streams() + "-streams");
    List<Result> results = new ArrayList<>();
    Path raw = null;
    for (int i = 1; i <= budget.runs(); i++) {
      raw = raw(run, name + "-" + i);
      results.add(runOne(host, job, raw, budget));
    }
    return row(
        job,
        MeanInterval.of(results.stream().map(Result::megabytesPerSecond).toList()),
        NotUnderstood.among(
            parameters(version, job), results.stream().mapToInt(Result::notUnderstood).sum()),
        run.relative(raw));
  }

  /** Removes the file, also for a thread that was interrupted. */
  static void remove(Host host, Path file) {
    boolean interrupted = Thread.interrupted();
    try {
      host.run(Command.of(SHORT, "rm", "-f", file.toString()));
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Lays the file out as far as the time of one run goes; says whether direct I/O works. */
  private boolean layOut(Host host, RunDirectory run, ProbeBudget budget, Path file, long sizeMib) {
    List<String> more =
        List.of("--fallocate=none", "--runtime=" + budget.runLength().toSeconds(), "--end_fsync=1");
    Job direct = new Job("write", 1, file, sizeMib, true, more);
    Outcome outcome = host.run(command(direct, budget));
    Path raw = raw(run, "layout");
    if (refusesDirect(outcome)) {
      runOne(host, new Job("write", 1, file, sizeMib, false, more), raw, budget);
      return false;
    }
    ProbeOutput.write(raw, outcome.out(), outcome.err());
    result(host, direct, outcome, raw);
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

  public static Result runOne(Host host, Job job, Path raw, ProbeBudget budget) {
    Outcome outcome = host.run(command(job, budget));
    ProbeOutput.write(raw, outcome.out(), outcome.err());
    return result(host, job, outcome, raw);
  }

  private static Command command(Job job, ProbeBudget budget) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "fio",
                "--name=" + job.operation(),
                "--filename=" + PathReader.fileName(job.file()),
                "--rw=" + job.pattern(),
                "--bs=" + job.blockBytes(),
                "--size=" + job.sectionMib() + "M",
                "--direct=" + (job.direct() ? 1 : 0),
                "--output-format=json"));
    arguments.addAll(
        job.direct()
            ? List.of("--ioengine=libaio", "--iodepth=" + DEPTH)
            : List.of("--ioengine=psync", "--iodepth=1"));
    if (job.streams() > 1) {
      arguments.addAll(
          List.of(
              "--numjobs=" + job.streams(),
              "--offset_increment=" + job.sectionMib() + "M",
              "--group_reporting"));
    }
    arguments.addAll(job.more());
    return new Command(arguments, Map.of(), null, limit(budget));
  }

  private static Duration limit(ProbeBudget budget) {
    return budget.runLength().multipliedBy(3).plus(SHORT);
  }

  private static boolean refusesDirect(Outcome outcome) {
    if (outcome.ok()) {
      return false;
    }
    try {
      return parse(outcome.out(), "write").error() == NO_DIRECT_IO;
    } catch (MalformedOutput e) {
      return (outcome.out() + outcome.err()).contains("direct");
    }
  }

  private static Result result(Host host, Job job, Outcome outcome, Path raw) {
    String what = "fio " + job.operation() + " of " + job.file() + " on host " + host.name();
    if (outcome.timedOut()) {
      throw CoreboundException.failed(
          what + " did not end in time; the disk hangs, or is busy with something else");
    }
    try {
      Result result = parse(outcome.out(), job.figures());
      if (outcome.ok() && result.error() == 0) {
        return result;
      }
      throw CoreboundException.failed(
          what
              + " failed with error "
              + result.error()
              + ": "
              + reason(outcome)
              + "; its output is in "
              + raw);
    } catch (MalformedOutput e) {
      throw CoreboundException.failed(
          what + ": fio " + e.getMessage() + " (" + reason(outcome) + "); its output is in " + raw,
          e);
    }
  }

  private static String reason(Outcome outcome) {
    return (outcome.err() + "\n" + outcome.out())
        .lines()
        .filter(line -> line.startsWith("fio: "))
        .findFirst()
        .orElseGet(outcome::lastWords);
  }

  private static Measurement row(
      Job job, MeanInterval rate, Map<String, String> parameters, String raw) {
    return new Measurement(
        SUITE,
        "disk." + job.operation(),
        parameters,
        "wall",
        job.streams(),
        Measurement.Metric.RATE,
        "MB/s",
        "file",
        rate.mean(),
        rate.low(),
        rate.high(),
        MeanInterval.CONFIDENCE,
        rate.n(),
        "",
        raw);
  }

  /** The same figure counted in blocks, as random access is spoken of. */
  private static Measurement blocksPerSecond(Measurement rate, Job job) {
    double blocks = 1e6 / job.blockBytes();
    return new Measurement(
        SUITE,
        rate.operation(),
        rate.parameters(),
        rate.process(),
        rate.threads(),
        IOPS,
        "1/s",
        "",
        rate.value() * blocks,
        rate.ciLow() * blocks,
        rate.ciHigh() * blocks,
        rate.confidence(),
        rate.n(),
        "",
        rate.rawFile());
  }

  static Map<String, String> parameters(ToolVersion version, Job job) {
    return Map.of(
        "tool",
        version.tool(),
        "version",
        version.version(),
        "block_size",
        new DataSize(job.blockBytes()).toString(),
        "io_depth",
        job.direct() ? String.valueOf(DEPTH) : "1",
        "direct",
        job.direct() ? "1" : "0",
        "file_size",
        DataSize.ofMebibytes(job.sizeMib()).toString());
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
          folder
              + " on host "
              + host.name()
              + " has "
              + new DataSize(free).display()
              + " free; fio takes a quarter of it and at least "
              + least
              + ": make room or name another folder");
    }
    return Math.min(budget.largestFile().bytes(), free / 4) / MIB;
  }

  /** The smallest file that a budget's streams can be measured on: 1 MiB each, and 16 MiB. */
  public static DataSize smallest(ProbeBudget budget) {
    return DataSize.ofMebibytes(Math.max(SMALLEST_MIB, most(budget)));
  }

  /**
   * Refuses a budget whose file is smaller than that.
   *
   * @throws CoreboundException (invalid input) with the size that it takes
   */
  public static void requireSize(ProbeBudget budget) {
    if (budget.largestFile().compareTo(smallest(budget)) < 0) {
      throw CoreboundException.invalidInput(
          "fio's file of "
              + budget.largestFile()
              + " is too small; "
              + (most(budget) == 1 ? "1 stream takes" : most(budget) + " streams take")
              + " at least --size "
              + smallest(budget));
    }
  }

  private static int most(ProbeBudget budget) {
    return budget.streams().get(budget.streams().size() - 1);
  }

  private static long writtenMib(Host host, Path file) {
    long written = number(host, "stat", "-c", "%s", file.toString()) / MIB;
    if (written < 1) {
      throw CoreboundException.failed(
          "fio wrote less than 1 MiB to "
              + file
              + " on host "
              + host.name()
              + " in the time of a run; the disk hangs, or is busy with something else");
    }
    return written;
  }

  /** A disk so slow that the streams would have nothing to share. */
  private static void requireSections(Host host, Path file, long written, ProbeBudget budget) {
    int most = most(budget);
    if (written < most) {
      throw CoreboundException.failed(
          "fio wrote "
              + DataSize.ofMebibytes(written).display()
              + " to "
              + file
              + " on host "
              + host.name()
              + " in the time of a run, too little for "
              + most
              + " streams of 1 MiB each; give it more time, or fewer streams");
    }
  }

  private static long number(Host host, String... command) {
    Outcome outcome = host.run(Command.of(SHORT, command));
    if (!outcome.ok()) {
      throw CoreboundException.failed(
          String.join(" ", command) + " on host " + host.name() + ": " + outcome.lastWords());
    }
    return outcome
        .out()
        .lines()
        .map(String::strip)
        .filter(line -> line.matches("[0-9]{1,18}"))
        .map(Long::valueOf)
        .findFirst()
        .orElseThrow(
            () ->
                CoreboundException.failed(
                    String.join(" ", command) + " gave no number: " + outcome.lastWords()));
  }

  /**
   * Reads {@code fio --output-format=json}. Jobs that fio did not report as a group are added up as
   * it does with those of one: they ran at the same time.
   *
   * @param operations {@code read}, {@code write} or both, which are added up
   */
  public static Result parse(String text, String... operations) throws MalformedOutput {
    NotUnderstood notes = new NotUnderstood();
    JsonNode root = JsonDocuments.last(text, notes);
    JsonNode jobs = root.path("jobs");
    if (jobs.isEmpty()) {
      throw new MalformedOutput("wrote JSON that has no job");
    }
    int error = 0;
    for (JsonNode job : jobs) {
      error = error == 0 ? job.path("error").asInt(-1) : error;
    }
    double sum = 0;
    for (String operation : operations) {
      double bytesPerSecond = 0;
      for (JsonNode job : jobs) {
        bytesPerSecond += bytesPerSecond(job.path(operation));
      }
      if (!(bytesPerSecond >= 0 && bytesPerSecond <= Fields.LARGEST)) {
        throw new MalformedOutput("wrote no bandwidth for " + operation);
      }
      if (error == 0 && bytesPerSecond == 0) {
        throw new MalformedOutput("measured a bandwidth of 0 for " + operation);
      }
      sum += bytesPerSecond;
    }
    return new Result(root.path("fio version").asString(""), sum / 1e6, error, notes.count());
  }

  /** Versions 2.x and 3.0 to 3.1 have only "bw", in KiB a second. */
  private static double bytesPerSecond(JsonNode figures) {
    return figures.has("bw_bytes")
        ? figures.path("bw_bytes").asDouble(Double.NaN)
        : figures.path("bw").asDouble(Double.NaN) * 1024;
  }
}
