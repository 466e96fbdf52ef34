package io.corebound.terasortrunner.workload;

import io.corebound.records.config.WorkloadFile.Job;
import io.corebound.records.run.CellResult.Check;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Grep of Hadoop's examples, which counts what a regular expression matches, on a grown text,
 * compared with a count without Hadoop. Its first job is measured; the second one only sorts the
 * counts.
 */
final class Grep extends TextJob {
  private final Pattern matched;

  /** A job whose last argument is the expression. */
  Grep(String name, Job job) {
    super(name, job);
    List<String> arguments = job.arguments("", "", "");
    matched = Pattern.compile(arguments.get(arguments.size() - 1));
  }

  @Override
  public double roughMbPerSPerCore() {
    return 20;
  }

  @Override
  public List<Check> check(CellJobs jobs, Map<String, Long> input) {
    Map<String, Long> expected = new HashMap<>();
    text(jobs).lines((line, times) -> count(matched, line, times, expected));
    // the second job has one reduce
    return List.of(
        sameCounts(
            "the count of every match equals an independent one",
            expected,
            parse(outputs(jobs, 1).get(0))));
  }

  static void count(Pattern matched, String line, long times, Map<String, Long> counts) {
    Matcher matcher = matched.matcher(line);
    while (matcher.find()) {
      counts.merge(matcher.group(), times, Long::sum);
    }
  }

  /** Lines of a count, a tab and what it counts. */
  static Map<String, Long> parse(List<String> lines) {
    Map<String, Long> counts = new HashMap<>();
    for (String line : lines) {
      String[] pair = line.split("\t", 2);
      counts.put(pair[1], Long.valueOf(pair[0]));
    }
    return counts;
  }
}
