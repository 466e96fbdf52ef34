package io.corebound.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole jobs of Hadoop's local runner. */
class ShuffleJobsTest {
  private static final String TEXT = "to be or not\n\nto be\nalone\n  to be \u00e9t\u00e9\n";

  @TempDir Path folder;

  @Test
  void pairsOfALineOverlapAndALoneWordCountsItself() throws Exception {
    assertThat(lines(new BigramCount()))
        .containsExactlyInAnyOrder(
            "to be\t3", "be or\t1", "or not\t1", "alone\t1", "be \u00e9t\u00e9\t1");
  }

  @Test
  void wordsAreGroupedByTheirLengthInBytes() throws Exception {
    long two = 3L * "to".hashCode() + 3L * "be".hashCode() + "or".hashCode();
    long five = (long) "alone".hashCode() + "\u00e9t\u00e9".hashCode();
    assertThat(lines(new GroupBy()))
        .containsExactlyInAnyOrder("2\t7\t" + two, "3\t1\t" + "not".hashCode(), "5\t2\t" + five);
  }

  @Test
  void withoutBothPathsTheySayHowToCallThem() throws Exception {
    assertThat(run(new BigramCount(), "only-one")).isEqualTo(2);
    assertThat(run(new GroupBy(), "only-one")).isEqualTo(2);
  }

  private List<String> lines(Tool job) throws Exception {
    Path text = Files.writeString(folder.resolve("text"), TEXT);
    Path output = folder.resolve("output");
    assertThat(run(job, text.toString(), output.toString())).isZero();
    List<String> lines = new ArrayList<>();
    for (String part : List.of("part-r-00000", "part-r-00001")) {
      lines.addAll(Files.readAllLines(output.resolve(part)));
    }
    return lines;
  }

  private int run(Tool job, String... arguments) throws Exception {
    Configuration configuration = new Configuration();
    configuration.set(MRConfig.FRAMEWORK_NAME, MRConfig.LOCAL_FRAMEWORK_NAME);
    configuration.set("fs.defaultFS", "file:///");
    configuration.set("hadoop.tmp.dir", folder.resolve("tmp").toString());
    configuration.set("mapreduce.job.reduces", "2");
    return ToolRunner.run(configuration, job, arguments);
  }
}
