package io.corebound.microbenchrunner.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.hosts.machine.AllowedCpus;
import io.corebound.hosts.process.LocalHost;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which measurements say that they had the same JVM flags, and which CPUs they had. */
class JmhLauncherTest {
  @TempDir Path folder;

  private final LocalHost host = new LocalHost("launcher-test-" + System.nanoTime(), "here");

  private MicroSetting setting(Path java, String hostsFile, String... jmhOptions) {
    return new MicroSetting(
        java,
        "",
        List.of(),
        "JDK 17, Hadoop 3",
        List.of("-Xmx512m", "-Djdk.net.hosts.file=" + hostsFile),
        "",
        folder.resolve("local"),
        () -> false,
        folder.resolve("raw"),
        Map.of(),
        new JmhOptions(List.of(jmhOptions)),
        () -> {});
  }

  @Test
  void flagsThatAUserGivesJmhAreNotThoseOfTasks() {
    Path java = Path.of("java");
    MicroSetting plain = setting(java, "/tmp/one");
    MicroSetting flagged = setting(java, "/tmp/two", "-jvmArgsAppend", "-XX:+UseParallelGC");
    assertThat(plain.jvmFlagsHash(List.of())).isEqualTo(plain.taskFlagsHash());
    assertThat(flagged.taskFlagsHash()).isEqualTo(plain.taskFlagsHash());
    assertThat(flagged.jvmFlagsHash(List.of())).isNotEqualTo(flagged.taskFlagsHash());
    assertThat(plain.jvmFlagsHash(List.of("-XX:-BackgroundCompilation")))
        .isNotEqualTo(plain.taskFlagsHash());
  }

  @Test
  void whatIsMeasuredHasTheCpusOfItsJobAndAllOfThemWhereItNamesNone() throws Exception {
    List<Integer> all = AllowedCpus.ofThisProcess();
    List<Integer> last = all.subList(all.size() - 1, all.size());
    JmhLauncher launcher = new JmhLauncher(host, setting(programThatTellsItsCpus(), "/tmp/one"));
    assertThat(cpusOf(launcher, last)).isEqualTo(last);
    assertThat(cpusOf(launcher, List.of())).isEqualTo(all);
  }

  private Path programThatTellsItsCpus() throws IOException {
    Path program = folder.resolve("java");
    Files.writeString(program, "#!/bin/sh\ngrep Cpus_allowed_list: /proc/self/status\n");
    return Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private List<Integer> cpusOf(JmhLauncher launcher, List<Integer> cpus) throws Exception {
    JmhLauncher.Run run =
        launcher.start(
            new JmhLauncher.Job(
                "on-" + cpus.size(),
                List.of("NoBenchmark"),
                new MicroPlan.Entry(
                    "on",
                    "none",
                    List.of(
                        new Catalogue.Benchmark(
                            "none", "", List.of(), false, 0, 0, "", 1, Map.of())),
                    1,
                    1,
                    Map.of(),
                    false,
                    List.of(),
                    null),
                false,
                folder.resolve("local"),
                cpus,
                null));
    assertThat(run.program().waitFor(Duration.ofSeconds(20))).hasValue(0);
    return AllowedCpus.parse(Files.readString(run.output().log()).split(":")[1].strip());
  }
}
