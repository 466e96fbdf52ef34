package io.corebound.microbenchrunner;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.hosts.LocalHost;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which measurements say that they had the same JVM flags. */
class JmhLauncherTest {
  private static JmhLauncher launcher(String hostsFile, String... jmhOptions) {
    return new JmhLauncher(
        new LocalHost("flags-test", "here"),
        new MicroSetting(
            Path.of("java"),
            "",
            List.of(),
            "JDK 17, Hadoop 3",
            List.of("-Xmx512m", "-Djdk.net.hosts.file=" + hostsFile),
            "",
            Path.of("local"),
            () -> false,
            Path.of("raw"),
            Map.of(),
            new JmhOptions(List.of(jmhOptions)),
            null,
            () -> {}));
  }

  @Test
  void flagsThatAUserGivesJmhAreNotThoseOfTasks() {
    JmhLauncher plain = launcher("/tmp/one");
    JmhLauncher flagged = launcher("/tmp/two", "-jvmArgsAppend", "-XX:+UseParallelGC");
    assertThat(plain.jvmFlagsHash(List.of())).isEqualTo(plain.taskFlagsHash());
    assertThat(flagged.taskFlagsHash()).isEqualTo(plain.taskFlagsHash());
    assertThat(flagged.jvmFlagsHash(List.of())).isNotEqualTo(flagged.taskFlagsHash());
    assertThat(plain.jvmFlagsHash(List.of("-XX:-BackgroundCompilation")))
        .isNotEqualTo(plain.taskFlagsHash());
  }
}
