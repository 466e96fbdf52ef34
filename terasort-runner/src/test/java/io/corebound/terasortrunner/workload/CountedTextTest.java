package io.corebound.terasortrunner.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.records.config.WorkloadFile.Job;
import io.corebound.records.run.CellResult.Check;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CountedTextTest {
  private static final Job JOB = new Job(null, "a.A", null, null, null);
  private static final String TEXT = "to be or not\nto be\nalone\n";

  @TempDir Path folder;

  private List<String> expected(CountedText workload, int times) throws IOException {
    Path file = Files.writeString(folder.resolve("text"), TEXT);
    List<String> lines = new ArrayList<>();
    workload.expect(
        GrownText.of(file, (long) times * TEXT.length()),
        (key, value) -> lines.add(key + "\t" + value));
    return lines;
  }

  @Test
  void pairsAreThoseOfALineAndALoneWordCountsItself() throws IOException {
    assertThat(expected(new BigramCount("bigram-count", JOB), 2))
        .containsExactlyInAnyOrder("to be\t4", "be or\t2", "or not\t2", "alone\t2");
  }

  @Test
  void groupsHaveTheNumberOfTheirWordsAndAChecksum() throws IOException {
    long two = 4L * "to".hashCode() + 4L * "be".hashCode() + 2L * "or".hashCode();
    assertThat(expected(new GroupBy("group-by", JOB), 2))
        .containsExactly(
            "2\t10\t" + two, "3\t2\t" + 2L * "not".hashCode(), "5\t2\t" + 2L * "alone".hashCode());
  }

  @Test
  void linesCountInAnyOrderAndEachOfThem() {
    CountedText.Sum found = new CountedText.Sum();
    List.of("b\t2", "a\t1").forEach(found::add);
    CountedText.Sum same = new CountedText.Sum();
    List.of("a\t1", "b\t2").forEach(same::add);
    Map<String, Long> input = found.facts();
    assertThat(CountedText.checks(input, same)).allMatch(Check::passed);
    same.add("a\t1");
    assertThat(CountedText.checks(input, same)).noneMatch(Check::passed);
    CountedText.Sum other = new CountedText.Sum();
    List.of("a\t1", "b\t3").forEach(other::add);
    assertThat(CountedText.checks(input, other))
        .extracting(Check::passed)
        .containsExactly(true, false);
  }
}
