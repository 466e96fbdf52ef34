package io.corebound.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.corebound.hosts.Checkout;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The benchmarks by themselves, as an engineer runs them: {@code mvn -f microbench exec:exec}. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class MavenExecIT {
  @TempDir Path folder;

  private int status;

  @Test
  void suiteRunsByItsNameAndEndsWithATable() throws Exception {
    assertThat(exec("-Dsuite=jvm", "-Djmh.args=-f 1 -i 2")).contains("operation", "start.jvm");
    assertThat(status).isZero();
  }

  @Test
  void unknownSuiteIsToldTheNearestOne() throws Exception {
    assertThat(exec("-Dsuite=jmv")).contains("'jmv'", "'jvm'?");
    assertThat(status).isEqualTo(1);
  }

  private String exec(String... options) throws IOException, InterruptedException {
    assumeTrue(
        Stream.of(System.getenv("PATH").split(File.pathSeparator))
            .anyMatch(directory -> Files.isExecutable(Path.of(directory, "mvn"))),
        "mvn is not in the PATH");
    Path out = folder.resolve("out");
    Process process =
        new ProcessBuilder(
                Stream.concat(
                        Stream.of("mvn", "-B", "-q", "-f", "microbench", "exec:exec"),
                        List.of(options).stream())
                    .toList())
            .directory(Checkout.ROOT.toFile())
            .redirectErrorStream(true)
            .redirectOutput(out.toFile())
            .start();
    try {
      process.getOutputStream().close();
      assertThat(process.waitFor(9, TimeUnit.MINUTES)).as("it ended in time").isTrue();
    } finally {
      process.descendants().forEach(ProcessHandle::destroy);
      process.destroy();
    }
    status = process.exitValue();
    return Files.readString(out);
  }
}
