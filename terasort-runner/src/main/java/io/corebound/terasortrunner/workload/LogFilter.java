package io.corebound.terasortrunner.workload;

import io.corebound.records.config.WorkloadFile.Job;
import io.corebound.records.run.CellResult.Check;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/** The failed requests of a web server's log, found and sorted. */
final class LogFilter extends CountedText {
  LogFilter(String name, Job job) {
    super(name, job, 30, LogFilter::keep);
  }

  private static Map<String, Long> keep(GrownText text, GrownText.Lines output) {
    AtomicLong read = new AtomicLong();
    text.lines(
        (line, times) -> {
          read.addAndGet(times);
          if (failed(line)) {
            output.line(line, times);
          }
        });
    return Map.of(StraightLoop.READ, read.get());
  }

  /** The status is what stands between the request, in quotes, and the next blank. */
  static boolean failed(String line) {
    int request = line.indexOf('"');
    int end = line.indexOf('"', request + 1);
    return request >= 0 && end > 0 && line.substring(end + 1).matches(" 5[0-9]{2} .*");
  }

  @Override
  List<Check> checks(
      Map<String, Long> facts, Map<String, Long> counters, List<List<String>> outputs) {
    List<Check> checks = super.checks(facts, counters, outputs);
    checks.add(
        new Check(
            "each output is in order",
            outputs.stream().allMatch(LogFilter::inOrder),
            "%s outputs".formatted(outputs.size())));
    return checks;
  }

  /** A log's bytes are ASCII, so that text in order is bytes in order. */
  private static boolean inOrder(List<String> lines) {
    return IntStream.range(1, lines.size())
        .allMatch(i -> lines.get(i - 1).compareTo(lines.get(i)) <= 0);
  }
}
