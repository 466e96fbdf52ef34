package io.corebound.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.hosts.process.LocalHost;
import io.corebound.records.run.Measurement;
import io.corebound.records.run.RunContents;
import io.corebound.records.run.RunDirectory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code corebound lever start} as a process: archives of what real containers load. */
@Timeout(value = 15, unit = TimeUnit.MINUTES)
class StartLeverIT extends OneRun {
  private static final Pattern CLASSES = Pattern.compile("([0-9]+) of the ([0-9]+) classes");

  private static final List<String> ENDINGS =
      List.of("", Runtime.version().feature() < 25 ? ".jsa" : ".aot", ".jars", ".release");

  @Test
  void containersStartFromTheArchivesThatItMakes() throws Exception {
    Path classes = make(List.of("--jobs", "0"));

    // it looked into a container of either kind and a client; classes that the JVM itself spins are
    // in no
    // archive
    List<MatchResult> shared = CLASSES.matcher(err()).results().toList();
    assertThat(shared).as(err()).hasSize(3);
    for (MatchResult of : shared) {
      assertThat(Integer.parseInt(of.group(1)))
          .isGreaterThan(Integer.parseInt(of.group(2)) * 4 / 5);
    }
    assertThat(out())
        .contains("level=WARN $(sh %s/tasks)'".formatted(classes))
        .contains("am.admin-command-opts='$(sh %s/master)'".formatted(classes))
        .contains("eval \"$(sh %s/client export)\"".formatted(classes));
  }

  @Test
  @Tag("long")
  void whatItBringsIsMeasuredInTurns() throws Exception {
    make(List.of("--jobs", "2"));

    RunDirectory run = RunDirectory.open(only(folder.resolve("results")));
    List<Measurement> containers =
        RunContents.read(run).measurements().stream()
            .filter(m -> m.operation().equals("start.container") && m.metric().equals("cold_cost"))
            .toList();
    assertThat(containers)
        .extracting(m -> m.parameters().getOrDefault("lever", "hadoop"))
        .containsExactlyInAnyOrder("hadoop", "archive", "c1", "archive+c1");
    assertThat(containers).allMatch(m -> m.mean().n() == 4);
    assertThat(out()).contains("archive+c1").contains("core-seconds");
  }

  @ParameterizedTest
  @ValueSource(strings = {"3.3.6", "3.4.2"})
  @Tag("long")
  void archivesOfOlderHadoopsAreMadeToo(String version) throws Exception {
    Path home = TestInstallation.of(new LocalHost("start-lever-test", "local"), version);
    make(List.of("--jobs", "0", "--hadoop-home", home.toString()));
    assertThat(CLASSES.matcher(err()).results()).as(err()).hasSize(3);
  }

  private Path make(List<String> arguments) throws Exception {
    Path classes = folder.resolve("classes");
    List<String> all = Stream.concat(Stream.of("start"), arguments.stream()).toList();
    startCommand(
        "lever", Stream.concat(all.stream(), Stream.of("--output", classes.toString())).toList());
    ends(0);
    try (Stream<Path> files = Files.list(classes)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrderElementsOf(
              Stream.concat(
                      Stream.of("archive.yaml"),
                      Stream.of("tasks", "master", "client")
                          .flatMap(name -> ENDINGS.stream().map(ending -> name + ending)))
                  .toList());
    }
    assertThat(data).isEmptyDirectory();
    return classes;
  }

  private static Path only(Path folder) throws Exception {
    try (Stream<Path> files = Files.list(folder)) {
      return files.findFirst().orElseThrow();
    }
  }
}
