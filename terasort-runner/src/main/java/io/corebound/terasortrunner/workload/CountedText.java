package io.corebound.terasortrunner.workload;

import io.corebound.records.config.WorkloadFile.Job;
import io.corebound.records.run.CellResult.Check;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.zip.CRC32;

/**
 * A job on a grown text whose output's lines a straight loop knows, in any order. They are counted
 * once for each input, however many cells run on it: a million lines are compared by their number
 * and the sum of their checksums.
 */
abstract class CountedText extends TextJob {
  private static final String LINES = "output lines";
  private static final String CHECKSUM = "output checksum";

  CountedText(String name, Job job) {
    super(name, job);
  }

  /** Hands on key and value of each line of the output of a text. */
  abstract void expect(GrownText text, BiConsumer<Object, Object> line);

  /** What is known of it is what this job makes of it. */
  @Override
  public String inputName() {
    return name();
  }

  @Override
  public Map<String, Long> makeInput(CellJobs jobs) throws InterruptedException {
    Map<String, Long> facts = new HashMap<>(super.makeInput(jobs));
    Sum expected = new Sum();
    expect(text(jobs), (key, value) -> expected.add(key + "\t" + value));
    facts.putAll(expected.facts());
    return facts;
  }

  @Override
  public List<Check> check(CellJobs jobs, Map<String, Long> input) {
    Sum found = new Sum();
    outputs(jobs, jobs.settings().reduceTasks()).forEach(lines -> lines.forEach(found::add));
    return checks(input, found);
  }

  static List<Check> checks(Map<String, Long> input, Sum found) {
    long lines = input.get(LINES);
    long checksum = input.get(CHECKSUM);
    return List.of(
        new Check(
            "lines of the output", found.lines == lines, "%s of %s".formatted(found.lines, lines)),
        new Check(
            "the sum of their checksums equals that of an independent count",
            found.checksum == checksum,
            String.format(Locale.ROOT, "%x and %x", found.checksum, checksum)));
  }

  /** Lines, in any order. */
  static final class Sum {
    private final CRC32 crc = new CRC32();
    private long lines;
    private long checksum;

    void add(String line) {
      crc.reset();
      crc.update(line.getBytes(StandardCharsets.UTF_8));
      lines++;
      checksum += crc.getValue();
    }

    Map<String, Long> facts() {
      return Map.of(LINES, lines, CHECKSUM, checksum);
    }
  }
}
