package io.corebound.terasortrunner.workload;

import io.corebound.records.config.ClusterFile;
import io.corebound.records.run.CellResult.Check;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * WordCount of Hadoop's examples, with its combiner, on a grown text, compared with a count without
 * Hadoop.
 */
final class WordCount implements Workload {
  private static final String MAIN_CLASS = "org.apache.hadoop.examples.WordCount";
  private static final String TEXT = "text";
  private static final String BYTES = "bytes";

  @Override
  public String name() {
    return "word-count";
  }

  @Override
  public List<String> stages() {
    return List.of(TEXT, name());
  }

  @Override
  public int inputFiles(ClusterFile cluster) {
    return 1;
  }

  @Override
  public double roughMbPerSPerCore() {
    return 5;
  }

  /** The text goes through a pipe to a program of a cluster; ssh does not carry it. */
  @Override
  public Map<String, Long> makeInput(CellJobs jobs) throws InterruptedException {
    GrownText text = text(jobs);
    jobs.write(TEXT, text::writeTo);
    return Map.of(BYTES, text.bytes());
  }

  private static GrownText text(CellJobs jobs) {
    return GrownText.of(jobs.text(), jobs.data().bytes());
  }

  @Override
  public void run(CellJobs jobs) throws InterruptedException {
    jobs.run(
        name(),
        MAIN_CLASS,
        Map.of("mapreduce.job.reduces", jobs.settings().reduceTasks().toString()),
        jobs.input(),
        jobs.result("output"));
  }

  @Override
  public List<Check> check(CellJobs jobs, Map<String, Long> input) {
    Map<String, Long> counters = jobs.counters(name());
    Map<String, Integer> found = new HashMap<>();
    for (int reduce = 0; reduce < jobs.settings().reduceTasks(); reduce++) {
      String part = jobs.result("output") + "/part-r-%05d".formatted(reduce);
      found.putAll(parse(jobs.cluster().readText(part)));
    }
    return checks(text(jobs).words(), found, counters.get("TaskCounter/MAP_OUTPUT_RECORDS"));
  }

  /** Lines of a word, a tab and its count. */
  static Map<String, Integer> parse(String output) {
    Map<String, Integer> counts = new HashMap<>();
    output
        .lines()
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
                : "%d words differ; '%s': %s instead of %d"
                    .formatted(
                        wrong.size(),
                        wrong.get(0),
                        found.get(wrong.get(0)),
                        expected.get(wrong.get(0)))));
  }
}
