package io.corebound.terasortrunner.workload;

import io.corebound.records.config.WorkloadFile.Job;
import io.corebound.records.run.CellResult.Check;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** The failed requests of a web server's log, found and sorted, compared with a straight loop. */
final class LogFilter extends TextJob {
  LogFilter(String name, Job job) {
    super(name, job);
  }

  @Override
  public double roughMbPerSPerCore() {
    return 30;
  }

  @Override
  public List<Check> check(CellJobs jobs, Map<String, Long> input) {
    Map<String, Long> expected = new HashMap<>();
    long[] lines = new long[1];
    text(jobs)
        .lines(
            (line, times) -> {
              lines[0] += times;
              if (failed(line)) {
                expected.merge(line, times, Long::sum);
              }
            });
    return checks(
        lines[0],
        jobs.counters(name()).get("TaskCounter/MAP_INPUT_RECORDS"),
        expected,
        outputs(jobs, jobs.settings().reduceTasks()));
  }

  /** The status is what stands between the request, in quotes, and the next blank. */
  static boolean failed(String line) {
    int request = line.indexOf('"');
    int end = line.indexOf('"', request + 1);
    return request >= 0 && end > 0 && line.substring(end + 1).matches(" 5[0-9]{2} .*");
  }

  /** Compares; {@code read} is null without a counter. */
  static List<Check> checks(
      long lines, Long read, Map<String, Long> expected, List<List<String>> outputs) {
    Map<String, Long> found = new HashMap<>();
    outputs.forEach(output -> output.forEach(line -> found.merge(line, 1L, Long::sum)));
    return List.of(
        new Check(
            "lines that the maps read",
            read != null && read == lines,
            read == null ? "no counter" : "%s of %s".formatted(read, lines)),
        sameCounts("the lines that were kept equal those of a straight loop", expected, found),
        new Check(
            "each output is in order",
            outputs.stream().allMatch(LogFilter::inOrder),
            "%s outputs".formatted(outputs.size())));
  }

  /** A log's bytes are ASCII, so that text in order is bytes in order. */
  private static boolean inOrder(List<String> lines) {
    return IntStream.range(1, lines.size())
        .allMatch(i -> lines.get(i - 1).compareTo(lines.get(i)) <= 0);
  }
}
