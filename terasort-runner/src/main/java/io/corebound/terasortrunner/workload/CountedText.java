package io.corebound.terasortrunner.workload;

import io.corebound.records.config.ClusterFile;
import io.corebound.records.config.WorkloadFile.Job;
import io.corebound.records.run.CellResult.Check;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32;

/**
 * A job on a grown text whose output's lines a straight loop knows, in any order. They are counted
 * once for each input, however many cells run on it: a million lines are compared by their number
 * and the sum of their checksums.
 */
class CountedText extends TextJob {
  private static final String LINES = "output lines";
  private static final String CHECKSUM = "output checksum";

  private final double roughMbPerSPerCore;
  private final StraightLoop loop;

  CountedText(String name, Job job, double roughMbPerSPerCore, StraightLoop loop) {
    super(name, job);
    this.roughMbPerSPerCore = roughMbPerSPerCore;
    this.loop = loop;
  }

  @Override
  public double roughMbPerSPerCore() {
    return roughMbPerSPerCore;
  }

  /** How many files the output is. */
  int outputFiles(ClusterFile cluster) {
    return cluster.reduceTasks();
  }

  @Override
  public List<Check> check(CellJobs jobs, Map<String, Long> input) {
    // jobs on the same text share its facts
    if (!input.containsKey(fact(LINES))) {
      count(text(jobs), input);
    }
    List<List<String>> outputs = outputs(jobs, outputFiles(jobs.settings()));
    List<Check> checks = new ArrayList<>(checks(input, jobs.counters(name()), outputs));
    if (!checks.stream().allMatch(Check::passed)) {
      missing(text(jobs), outputs).ifPresent(checks::add);
    }
    return checks;
  }

  /** Names a line that an independent count has and the output has not. */
  Optional<Check> missing(GrownText text, List<List<String>> outputs) {
    Map<String, Long> left = new HashMap<>();
    outputs.forEach(lines -> lines.forEach(line -> left.merge(line, 1L, Long::sum)));
    List<String> missing = new ArrayList<>();
    loop.over(
        text,
        (line, times) -> {
          if (missing.isEmpty() && left.merge(line, -times, Long::sum) < 0) {
            missing.add(line);
          }
        });
    return missing.stream()
        .map(line -> new Check("no line of an independent count is missing", false, line))
        .findFirst();
  }

  private String fact(String what) {
    return name() + ": " + what;
  }

  /** Adds what is to be expected to the facts of a text. */
  void count(GrownText text, Map<String, Long> facts) {
    Sum expected = new Sum();
    loop.over(text, expected::add).forEach((counter, value) -> facts.put(fact(counter), value));
    facts.put(fact(LINES), expected.lines);
    facts.put(fact(CHECKSUM), expected.checksum);
  }

  /** Compares the counters and the files of the output with the facts of the text. */
  List<Check> checks(
      Map<String, Long> facts, Map<String, Long> counters, List<List<String>> outputs) {
    Sum found = new Sum();
    outputs.forEach(lines -> lines.forEach(line -> found.add(line, 1)));
    List<Check> checks = new ArrayList<>();
    StraightLoop.COUNTERS.forEach(
        (counter, what) -> {
          Long expected = facts.get(fact(counter));
          if (expected != null) {
            checks.add(Check.equal(what, expected, counters.get(counter)));
          }
        });
    checks.add(Check.equal("lines of the output", facts.get(fact(LINES)), found.lines));
    long checksum = facts.get(fact(CHECKSUM));
    checks.add(
        new Check(
            "the sum of their checksums equals that of an independent count",
            found.checksum == checksum,
            String.format(Locale.ROOT, "%x and %x", found.checksum, checksum)));
    return checks;
  }

  /** Lines, in any order. */
  private static final class Sum {
    private final CRC32 crc = new CRC32();
    private long lines;
    private long checksum;

    void add(String line, long times) {
      crc.reset();
      crc.update(line.getBytes(StandardCharsets.UTF_8));
      lines += times;
      checksum += times * crc.getValue();
    }
  }
}
