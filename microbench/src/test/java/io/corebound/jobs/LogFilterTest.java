package io.corebound.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.util.ToolRunner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole jobs of Hadoop's local runner. */
class LogFilterTest {
  private static final String LINE =
      "10.0.0.1 - - [01/Jan/2024:00:00:00 +0000] \"GET /%s HTTP/1.1\" %s 17 \"-\" \"curl/8.5.0\"%n";

  @TempDir Path folder;

  @Test
  void requestsThatFailedAreKeptInOrderAndTheRestIsCounted() throws Exception {
    ByteArrayOutputStream log = new ByteArrayOutputStream();
    log.writeBytes(line("b", "503"));
    log.writeBytes(line("c", "200"));
    log.writeBytes(line("a", "500"));
    // the same request failed twice
    log.writeBytes(line("a", "500"));
    log.writeBytes(line("d", "5000"));
    log.writeBytes("no request at all\n".getBytes(StandardCharsets.UTF_8));
    // a byte that begins no character
    log.writeBytes(LINE.formatted("\u00ff", "500").getBytes(StandardCharsets.ISO_8859_1));
    Files.write(folder.resolve("log"), log.toByteArray());

    assertThat(run(folder.resolve("log").toString(), folder.resolve("kept").toString())).isZero();
    List<String> kept =
        Files.readAllLines(folder.resolve("kept/part-r-00000"), StandardCharsets.ISO_8859_1);
    assertThat(kept).hasSize(4);
    assertThat(kept.subList(0, 3))
        .extracting(l -> l.split(" ")[6])
        .containsExactly("/a", "/a", "/b");
    assertThat(kept.get(3)).contains("/\u00ff ");
  }

  @Test
  void withoutBothPathsItSaysHowToCallIt() throws Exception {
    assertThat(run("only-one")).isEqualTo(2);
  }

  private static byte[] line(String page, String status) {
    return LINE.formatted(page, status).getBytes(StandardCharsets.UTF_8);
  }

  private int run(String... arguments) throws Exception {
    Configuration configuration = new Configuration();
    configuration.set(MRConfig.FRAMEWORK_NAME, MRConfig.LOCAL_FRAMEWORK_NAME);
    configuration.set("fs.defaultFS", "file:///");
    configuration.set("hadoop.tmp.dir", folder.resolve("tmp").toString());
    return ToolRunner.run(configuration, new LogFilter(), arguments);
  }
}
