package io.corebound.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import io.corebound.memory.shuffle.ExchangeMain;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * RDMA for its function, by soft RoCE in an emulated machine, as this one's kernel has none: both
 * patterns move the same bytes by rsocket and by TCP, and a whole engine counts the same. Its speed
 * says nothing.
 */
@Tag("long")
class RsocketIT {
  private static final int SKIPPED = 77;

  @TempDir Path folder;

  private String java(String transport) {
    return "%s -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -cp %s %s %s 10.99.0.1 2\n"
        .formatted(
            Path.of(System.getProperty("java.home"), "bin", "java"),
            System.getProperty("java.class.path"),
            ExchangeMain.class.getName(),
            transport);
  }

  private String inMachine(String script) throws IOException, InterruptedException {
    Path file = Files.writeString(folder.resolve("script"), script);
    Path log = folder.resolve("log");
    Process machine =
        new ProcessBuilder(
                "src/test/vm/soft-roce",
                Path.of("target/soft-roce").toAbsolutePath().toString(),
                file.toString())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    assertThat(machine.waitFor(18, TimeUnit.MINUTES)).isTrue();
    String output = Files.readString(log);
    if (machine.exitValue() == SKIPPED) {
      abort(output);
    }
    return output;
  }

  private static List<String> exchanges(String output) {
    return output
        .lines()
        .map(String::strip)
        .filter(line -> line.startsWith("fully-connected ") || line.startsWith("pairwise "))
        .toList();
  }

  @Test
  @Timeout(value = 20, unit = TimeUnit.MINUTES)
  void bothPatternsMoveTheSameBytesAsByTcp() throws Exception {
    String output = inMachine(java("tcp") + java("rsocket"));
    List<String> exchanges = exchanges(output);
    assertThat(exchanges).as(output).hasSize(4);
    assertThat(exchanges.get(0)).startsWith("fully-connected");
    assertThat(exchanges.subList(2, 4)).isEqualTo(exchanges.subList(0, 2));
    // both patterns deliver the same
    assertThat(exchanges.get(0).split(" ")[2]).isEqualTo(exchanges.get(1).split(" ")[2]);
  }

  private static List<String> startingWith(String word, String output) {
    return output.lines().map(String::strip).filter(line -> line.startsWith(word)).toList();
  }

  /** What is said of a job behind its transport. */
  private static List<String> behind(String transport, List<String> jobs) {
    String start = "job " + transport + " ";
    return jobs.stream()
        .filter(line -> line.startsWith(start))
        .map(line -> line.substring(start.length()))
        .toList();
  }

  @Test
  @Timeout(value = 20, unit = TimeUnit.MINUTES)
  void engineCountsTheSameWordsAsByTcpAndMessagesComeBack() throws Exception {
    String output =
        inMachine(
            "%s %s '%s' 10.99.0.1\n"
                .formatted(
                    Path.of("src/test/vm/engine-jobs").toAbsolutePath(),
                    Path.of(System.getProperty("java.home"), "bin", "java"),
                    System.getProperty("java.class.path")));
    List<String> jobs = startingWith("job ", output);
    assertThat(jobs).as(output).hasSize(4);
    List<String> byTcp = behind("tcp", jobs);
    assertThat(byTcp)
        .as(output)
        .hasSize(2)
        .allMatch(line -> line.matches("[a-z-]+ 0 \\p{XDigit}{32} .*"));
    assertThat(behind("rsocket", jobs)).isEqualTo(byTcp);
    assertThat(startingWith("messages ", output))
        .as(output)
        .extracting(line -> line.replaceFirst(":.*", ""))
        .containsExactly(
            "messages tcp 1",
            "messages tcp 4096",
            "messages tcp 1000000",
            "messages rsocket 1",
            "messages rsocket 4096",
            "messages rsocket 1000000");
  }
}
