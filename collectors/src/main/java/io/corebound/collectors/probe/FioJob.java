package io.corebound.collectors.probe;

import io.corebound.collectors.output.JsonDocuments;
import io.corebound.collectors.output.MalformedOutput;
import io.corebound.collectors.output.NotUnderstood;
import io.corebound.hosts.machine.PathReader;
import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.Host;
import io.corebound.hosts.process.Outcome;
import io.corebound.hosts.process.ToolVersion;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.DataSize;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * One call of {@code fio} (fio(1)).
 *
 * @param direct whether the page cache is passed by
 * @param more options that say how long it lasts and what it begins and ends with
 */
public record FioJob(
    String operation, int streams, Path file, long sizeMib, boolean direct, List<String> more) {
  static final String BOTH = "read-write";

  /** What a DataNode receives and writes at once: dfs.client-write-packet-size. */
  static final String PACKETS = "write-packets";

  static final long MIB = 1L << 20;
  static final Duration SHORT = Duration.ofSeconds(30);
  private static final int DEPTH = 16;

  /** EINVAL: what open(2) gives for O_DIRECT on a file system that has none. */
  private static final int NO_DIRECT_IO = 22;

  /**
   * What fio reports about its jobs.
   *
   * @param error the first that one of them had; else 0
   * @param bytes that they read and wrote; 0 where they do not say so
   */
  public record Result(
      String version, double megabytesPerSecond, int error, int notUnderstood, double bytes) {}

  private String pattern() {
    return switch (operation) {
      case BOTH -> "rw";
      case PACKETS -> "write";
      default -> operation;
    };
  }

  /** The objects of fio's output that have its bandwidth, which are added up. */
  private String[] figures() {
    return switch (operation) {
      case BOTH -> new String[] {"read", "write"};
      case PACKETS -> new String[] {"write"};
      default -> new String[] {operation};
    };
  }

  private int blockBytes() {
    return operation.equals(PACKETS) ? 64 << 10 : (int) MIB;
  }

  /** The parameters of a measurement. */
  Map<String, String> parameters(ToolVersion version) {
    return Map.of(
        "tool",
        version.tool(),
        "version",
        version.version(),
        "block_size",
        new DataSize(blockBytes()).toString(),
        "io_depth",
        direct ? String.valueOf(DEPTH) : "1",
        "direct",
        direct ? "1" : "0",
        "file_size",
        DataSize.ofMebibytes(sizeMib).toString());
  }

  /** Runs it. */
  public Result run(Host host, Path raw, ProbeBudget budget) {
    return result(host, outcome(host, budget), raw);
  }

  Outcome outcome(Host host, ProbeBudget budget) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "fio",
                "--name=" + operation,
                "--filename=" + PathReader.fileName(file),
                "--rw=" + pattern(),
                "--bs=" + blockBytes(),
                "--size=" + sizeMib / streams + "M",
                "--direct=" + (direct ? 1 : 0),
                "--output-format=json"));
    arguments.addAll(
        direct
            ? List.of("--ioengine=libaio", "--iodepth=" + DEPTH)
            : List.of("--ioengine=psync", "--iodepth=1"));
    if (streams > 1) {
      String increment = "--offset_increment=" + sizeMib / streams + "M";
      arguments.addAll(List.of("--numjobs=" + streams, increment, "--group_reporting"));
    }
    arguments.addAll(more);
    Duration limit = budget.runLength().multipliedBy(3).plus(SHORT);
    return host.run(new Command(arguments, Map.of(), null, limit));
  }

  static boolean refusesDirect(Outcome outcome) {
    if (outcome.ok()) {
      return false;
    }
    try {
      return parse(outcome.out(), "write").error() == NO_DIRECT_IO;
    } catch (MalformedOutput e) {
      return (outcome.out() + outcome.err()).contains("direct");
    }
  }

  /** Keeps the output and reads it. */
  Result result(Host host, Outcome outcome, Path raw) {
    ProbeOutput.write(raw, outcome.out(), outcome.err());
    String what = "fio %s of %s on host %s".formatted(operation, file, host.name());
    if (outcome.timedOut()) {
      throw CoreboundException.failed(
          what + " did not end in time; the disk hangs, or is busy with something else");
    }
    String reason =
        (outcome.err() + "\n" + outcome.out())
            .lines()
            .filter(line -> line.startsWith("fio: "))
            .findFirst()
            .orElseGet(outcome::lastWords);
    try {
      Result result = parse(outcome.out(), figures());
      if (outcome.ok() && result.error() == 0) {
        return result;
      }
      throw CoreboundException.failed(
          "%s failed with error %s: %s; its output is in %s"
              .formatted(what, result.error(), reason, raw));
    } catch (MalformedOutput e) {
      throw CoreboundException.failed(
          "%s: fio %s (%s); its output is in %s".formatted(what, e.getMessage(), reason, raw), e);
    }
  }

  /**
   * Reads {@code fio --output-format=json}. Jobs that fio did not report as a group are added up as
   * fio does within one: they ran at the same time.
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
      if (!(bytesPerSecond >= 0 && bytesPerSecond <= Double.MAX_VALUE)) {
        throw new MalformedOutput("wrote no bandwidth for " + operation);
      }
      if (error == 0 && bytesPerSecond == 0) {
        throw new MalformedOutput("measured a bandwidth of 0 for " + operation);
      }
      sum += bytesPerSecond;
    }
    return new Result(
        root.path("fio version").asString(""),
        ProbeFigure.possibleRate(sum / 1e6),
        error,
        notes.count(),
        bytes(jobs));
  }

  /**
   * 0 for what cannot be. Before version 2.2 "io_bytes" are KiB; later ones name these "io_kbytes".
   */
  private static double bytes(JsonNode jobs) {
    double kib = 0;
    for (JsonNode job : jobs) {
      for (String way : List.of("read", "write")) {
        JsonNode figures = job.path(way);
        kib += figures.path(figures.has("io_kbytes") ? "io_kbytes" : "io_bytes").asDouble(0);
      }
    }
    double bytes = kib * 1024;
    return bytes <= Double.MAX_VALUE ? bytes : 0;
  }

  /** Versions 2.x and 3.0 to 3.1 have only "bw", in KiB a second. */
  private static double bytesPerSecond(JsonNode figures) {
    return figures.has("bw_bytes")
        ? figures.path("bw_bytes").asDouble(Double.NaN)
        : figures.path("bw").asDouble(Double.NaN) * 1024;
  }
}
