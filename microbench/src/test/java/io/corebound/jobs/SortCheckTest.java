package io.corebound.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.util.ToolRunner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SortCheckTest {
  @TempDir Path folder;

  @Test
  void eachFileHasItsRecordsItsOrderAndItsChecksum() throws Exception {
    write("input", "a", "b", "c", "a");
    write("sorted", "p", "a", "b", "c");
    write("sorted", "q", "b");
    Configuration configuration = configuration();
    assertThat(
            ToolRunner.run(
                configuration,
                new SortCheck(),
                new String[] {path("input"), path("sorted"), path("result")}))
        .isZero();
    List<String[]> lines =
        Files.readAllLines(folder.resolve("result/part-r-00000")).stream()
            .map(l -> l.split(" "))
            .toList();
    assertThat(lines).extracting(l -> l[0] + l[1]).containsExactly("inputa", "sortedp", "sortedq");
    assertThat(lines).extracting(l -> l[2]).containsExactly("3", "3", "1");
    // of b, c, a only the last one is less than the one before
    assertThat(lines).extracting(l -> l[3]).containsExactly("1", "0", "0");
    assertThat(lines.get(0)[4]).isEqualTo(lines.get(1)[4]).isNotEqualTo(lines.get(2)[4]);
  }

  private String path(String name) {
    return folder.resolve(name).toString();
  }

  private Configuration configuration() {
    Configuration configuration = new Configuration();
    configuration.set(MRConfig.FRAMEWORK_NAME, MRConfig.LOCAL_FRAMEWORK_NAME);
    configuration.set("fs.defaultFS", "file:///");
    configuration.set("hadoop.tmp.dir", path("tmp"));
    return configuration;
  }

  private void write(String directory, String name, String... keys) throws Exception {
    Files.createDirectories(folder.resolve(directory));
    try (SequenceFile.Writer writer =
        SequenceFile.createWriter(
            configuration(),
            SequenceFile.Writer.file(
                new org.apache.hadoop.fs.Path(folder.resolve(directory).resolve(name).toUri())),
            SequenceFile.Writer.keyClass(BytesWritable.class),
            SequenceFile.Writer.valueClass(BytesWritable.class))) {
      for (String key : keys) {
        BytesWritable bytes = new BytesWritable(key.getBytes(StandardCharsets.UTF_8));
        writer.append(bytes, bytes);
      }
    }
  }
}
