package io.corebound.microbench.start;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LocalSortTest {
  @TempDir private Path directory;

  @Test
  void sortsWhatItGeneratedAndPrintsTheCpuTimeOfItsProcess() throws Exception {
    Path input = directory.resolve("input");
    LocalSort.main(new String[] {"generate", input.toString(), "200000"});
    assertThat(input.resolve("part-m-00000")).hasSize(20_000_000);

    // a second time, too: the output of the first is no obstacle
    for (int i = 0; i < 2; i++) {
      assertThat(sort(input)).matches("(?s).*cpu_ns [1-9][0-9]{8,}\\n");
      Path output = directory.resolve("work/output/part-r-00000");
      assertThat(output).hasSize(20_000_000);
      assertThat(keysAscend(Files.readAllBytes(output))).isTrue();
    }
    assertThat(Path.of("_partition.lst")).doesNotExist();
  }

  private String sort(Path input) throws Exception {
    PrintStream before = System.out;
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    System.setOut(new PrintStream(said, true, "UTF-8"));
    try {
      LocalSort.main(new String[] {"sort", input.toString(), directory.resolve("work").toString()});
    } finally {
      System.setOut(before);
    }
    return new String(said.toByteArray(), StandardCharsets.UTF_8);
  }

  /** The first ten bytes of every hundred. */
  private static boolean keysAscend(byte[] records) {
    for (int at = 100; at < records.length; at += 100) {
      if (java.util.Arrays.compareUnsigned(records, at - 100, at - 90, records, at, at + 10) > 0) {
        return false;
      }
    }
    return true;
  }
}
