package io.corebound.terasortrunner.workload;

import io.corebound.records.config.WorkloadFile.Job;
import io.corebound.records.run.CellResult.Check;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * WordCount of Hadoop's examples, with its combiner or without, on a grown text, compared with a
 * count without Hadoop.
 */
final class WordCount extends TextJob {
  WordCount(String name, Job job) {
    super(name, job);
  }

  @Override
  public double roughMbPerSPerCore() {
    return 5;
  }

  @Override
  public List<Check> check(CellJobs jobs, Map<String, Long> input) {
    Map<String, Long> counters = jobs.counters(name());
    Map<String, Integer> found = new HashMap<>();
    outputs(jobs, jobs.settings().reduceTasks()).forEach(lines -> found.putAll(parse(lines)));
    return checks(text(jobs).words(), found, counters.get("TaskCounter/MAP_OUTPUT_RECORDS"));
  }

  /** Lines of a word, a tab and its count. */
  static Map<String, Integer> parse(List<String> lines) {
    Map<String, Integer> counts = new HashMap<>();
    lines.stream()
        .map(line -> line.split("\t", 2))
        .forEach(pair -> counts.put(pair[0], Integer.valueOf(pair[1])));
    return counts;
  }

  /**
   * Compares both counts: the job's are of 32 bits, {@code collected} is null without a counter.
   */
  static List<Check> checks(
      Map<String, Long> expected, Map<String, Integer> found, Long collected) {
    long words = expected.values().stream().mapToLong(Long::longValue).sum();
    List<String> wrong =
        expected.keySet().stream()
            .filter(word -> !Integer.valueOf(expected.get(word).intValue()).equals(found.get(word)))
            .sorted()
            .toList();
    return List.of(
        new Check(
            "words that the maps saw",
            collected != null && collected == words,
            collected == null ? "no counter" : collected + " of " + words),
        new Check(
            "different words",
            found.keySet().equals(expected.keySet()),
            found.size() + " of " + expected.size()),
        new Check(
            "the count of every word equals an independent one",
            wrong.isEmpty(),
            wrong.isEmpty()
                ? expected.size() + " words"
                : "%s words differ; '%s': %s instead of %s"
                    .formatted(
                        wrong.size(),
                        wrong.get(0),
                        found.get(wrong.get(0)),
                        expected.get(wrong.get(0)))));
  }
}
