package io.corebound.terasortrunner.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.records.config.WorkloadFile.Job;
import io.corebound.records.run.CellResult.Check;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CountedTextTest {
  private static final Job JOB = new Job(null, "a.A", null, null, null);
  private static final String TEXT = "to be or not\nto be\nalone\n";
  private static final String LOG =
      "10.0.0.1 - - [01/Jan/2024:00:00:00 +0000] \"GET /%s HTTP/1.1\" %s 17 \"-\" \"c\"";

  @TempDir Path folder;

  private GrownText grown(String text, long times) throws IOException {
    return GrownText.of(Files.writeString(folder.resolve("text"), text), times * text.length());
  }

  private List<String> expected(StraightLoop loop, String text, int times) throws IOException {
    List<String> lines = new ArrayList<>();
    loop.over(grown(text, times), (line, repeated) -> lines.add(line));
    return lines;
  }

  /** Of a job on a text that was grown to twice its length, in the order of the checks. */
  private List<Boolean> passed(
      CountedText workload, String text, Map<String, Long> counters, String... outputs)
      throws IOException {
    Map<String, Long> facts = new HashMap<>();
    workload.count(grown(text, 2), facts);
    return workload
        .checks(facts, counters, Arrays.stream(outputs).map(o -> o.lines().toList()).toList())
        .stream()
        .map(Check::passed)
        .toList();
  }

  private List<Boolean> words(String output, Long collected) throws IOException {
    Map<String, Long> counters = new HashMap<>();
    counters.put(StraightLoop.COLLECTED, collected);
    CountedText workload = new CountedText("word-count", JOB, 5, StraightLoop::words);
    return passed(workload, "to be or\n", counters, output);
  }

  @Test
  void pairsAreThoseOfALineAndALoneWordCountsItself() throws IOException {
    assertThat(expected(StraightLoop::bigrams, TEXT, 2))
        .containsExactlyInAnyOrder("to be\t4", "be or\t2", "or not\t2", "alone\t2");
  }

  @Test
  void groupsHaveTheNumberOfTheirWordsAndAChecksum() throws IOException {
    long two = 4L * "to".hashCode() + 4L * "be".hashCode() + 2L * "or".hashCode();
    assertThat(expected(StraightLoop::groups, TEXT, 2))
        .containsExactly(
            "2\t10\t" + two, "3\t2\t" + 2L * "not".hashCode(), "5\t2\t" + 2L * "alone".hashCode());
  }

  @Test
  void everyMatchOfALineCountsBeforeWhatItCounts() throws IOException {
    String line = "a nation, a notion and a Station of nations\n";
    assertThat(expected(StraightLoop.matches(Pattern.compile("[a-z]+tion")), line, 3))
        .containsExactlyInAnyOrder("6\tnation", "3\tnotion", "3\ttation");
  }

  @Test
  void rightCountPassesEveryCheckInAnyOrder() throws IOException {
    assertThat(words("be\t2\nor\t2\nto\t2\n", 6L)).containsExactly(true, true, true);
    assertThat(words("to\t2\nbe\t2\nor\t2\n", 6L)).containsExactly(true, true, true);
  }

  @Test
  void wrongCountsFail() throws IOException {
    assertThat(words("be\t2\nor\t1\nto\t2\n", 6L)).containsExactly(true, true, false);
    assertThat(words("be\t2\nto\t2\n", 6L)).containsExactly(true, false, false);
    assertThat(words("be\t2\nor\t2\nto\t2\nx\t1\n", 7L)).containsExactly(false, false, false);
    assertThat(words("be\t2\nor\t2\nto\t2\n", null)).containsExactly(false, true, true);
  }

  @Test
  void lineThatIsMissingIsNamed() throws IOException {
    CountedText workload = new CountedText("word-count", JOB, 5, StraightLoop::words);
    GrownText text = grown("to be or\n", 2);
    assertThat(workload.missing(text, List.of(List.of("be\t2", "or\t1"), List.of("to\t2"))))
        .contains(new Check("no line of an independent count is missing", false, "or\t2"));
    assertThat(workload.missing(text, List.of(List.of("be\t2", "or\t2", "to\t2", "x\t1"))))
        .isEmpty();
  }

  @Test
  void jobCountsIn32Bits() throws IOException {
    long most = (1L << 32) + 3;
    List<String> lines = new ArrayList<>();
    Map<String, Long> counters =
        StraightLoop.words(grown("a\n", most), (line, times) -> lines.add(line));
    assertThat(lines).containsExactly("a\t3");
    assertThat(counters).containsExactly(Map.entry(StraightLoop.COLLECTED, most));
  }

  private List<Boolean> log(long read, String... outputs) throws IOException {
    String text =
        String.join("\n", LOG.formatted("a", 503), LOG.formatted("b", 200), LOG.formatted("c", 500))
            + "\n";
    return passed(
        new LogFilter("log-filter", JOB),
        text,
        Map.of(StraightLoop.READ, read),
        Arrays.stream(outputs)
            .map(
                o -> o.replace("a", LOG.formatted("a", 503)).replace("c!", LOG.formatted("c", 500)))
            .toArray(String[]::new));
  }

  @Test
  void linesOfALogAreAllReadAndTheKeptOnesInOrder() throws IOException {
    assertThat(log(6, "a\na\n", "c!\nc!\n")).containsExactly(true, true, true, true);
    assertThat(log(5, "a\nc!\n")).containsExactly(false, false, false, true);
    assertThat(log(6, "a\na\nc!\nc!\nc!\n")).containsExactly(true, false, false, true);
    assertThat(log(6, "a\nc!\na\nc!\n")).containsExactly(true, true, true, false);
  }

  @Test
  void statusStandsAfterTheRequest() {
    assertThat(LogFilter.failed(LOG.formatted("a", "503"))).isTrue();
    assertThat(LogFilter.failed(LOG.formatted("a", "200"))).isFalse();
    assertThat(LogFilter.failed(LOG.formatted("503", "404"))).isFalse();
    assertThat(LogFilter.failed(LOG.formatted("a", "5000"))).isFalse();
    assertThat(LogFilter.failed("503 503 503")).isFalse();
  }

  @Test
  void jobsOnTheSameTextKeepTheirFactsApart() throws IOException {
    Map<String, Long> facts = new HashMap<>();
    CountedText words = new CountedText("word-count", JOB, 5, StraightLoop::words);
    words.count(grown(TEXT, 1), facts);
    new CountedText("bigram-count", JOB, 3, StraightLoop::bigrams).count(grown(TEXT, 1), facts);
    assertThat(
            words.checks(
                facts,
                Map.of(StraightLoop.COLLECTED, 7L),
                List.of(List.of("to\t2", "be\t2", "or\t1", "not\t1", "alone\t1"))))
        .hasSize(3)
        .allMatch(Check::passed);
  }
}
