package io.corebound.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.LocalHost;
import io.corebound.hosts.process.Outcome;
import io.corebound.records.format.StructuredFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * The archive, unpacked and used by a user without a home of Maven's; as root it is another user,
 * in a network namespace that has loopback alone.
 */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class PackageIT {
  private static final boolean ROOT = "root".equals(System.getProperty("user.name"));

  /** A namespace with loopback alone, and there another user. */
  private static final List<String> OTHER_USER =
      List.of(
          "unshare",
          "--net",
          "sh",
          "-c",
          "ip link set lo up && exec \"$@\"",
          "sh",
          "setpriv",
          "--reuid=65534",
          "--regid=65534",
          "--clear-groups");

  private static final Duration LIMIT = Duration.ofMinutes(7);

  @TempDir Path folder;

  private final LocalHost host = new LocalHost("test-" + UUID.randomUUID(), "node");
  private Path unpacked;
  private Path mavenRan;

  @BeforeEach
  void unpack() throws Exception {
    if (ROOT) {
      List<String> trial = new ArrayList<>(OTHER_USER);
      trial.addAll(
          List.of(Path.of(System.getProperty("java.home"), "bin/java").toString(), "-version"));
      Outcome possible = run(trial);
      assumeTrue(possible.ok(), "no other user without a network here: " + possible.lastWords());
    }
    Corebound.Result packed = Corebound.run("package", "--output", folder.toString());
    assertThat(packed.err()).isEmpty();
    assertThat(packed.status()).isZero();
    Path archive = Path.of(packed.out().lines().findFirst().orElseThrow());
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    Path home = Files.createDirectories(folder.resolve("home"));
    mavenRan = home.resolve("maven-ran");
    Path maven =
        Files.writeString(
            Files.createDirectories(folder.resolve("bin")).resolve("mvn"),
            "#!/bin/sh\necho >%s\nexit 1\n".formatted(mavenRan));
    Files.setPosixFilePermissions(maven, PosixFilePermissions.fromString("rwxr-xr-x"));
    if (ROOT) {
      run(List.of("chown", "65534:65534", home.toString()));
    }
    Outcome sum = run(List.of("sha256sum", "-c", archive.getFileName() + ".sha256"));
    assertThat(sum.ok()).as(sum.lastWords()).isTrue();
    asUser(home, "tar", "-xzf", archive.toString());
    try (Stream<Path> folders = Files.list(home)) {
      unpacked = folders.filter(f -> !f.equals(mavenRan)).findFirst().orElseThrow();
    }
  }

  @AfterEach
  void nothingIsLeftRunning() {
    int alive = host.alive();
    host.stopAll(Duration.ofSeconds(1));
    assertThat(alive).as("processes of this test that still run").isZero();
    assertThat(mavenRan).as("there is nothing to build").doesNotExist();
  }

  private Outcome run(List<String> line) {
    return host.run(new Command(line, Map.of(), folder, LIMIT));
  }

  private String asUser(Path in, String... line) {
    List<String> words = new ArrayList<>();
    if (ROOT) {
      words.addAll(OTHER_USER);
    }
    words.addAll(List.of(line));
    Outcome outcome =
        host.run(
            new Command(
                words,
                Map.of(
                    "HOME", folder.resolve("home").toString(),
                    "JAVA_HOME", System.getProperty("java.home"),
                    "PATH", folder.resolve("bin") + ":" + System.getenv("PATH")),
                in,
                LIMIT));
    assertThat(outcome.ok()).as(outcome.out() + outcome.err()).isTrue();
    return outcome.out();
  }

  private String corebound(String... arguments) {
    return asUser(
        unpacked,
        Stream.concat(Stream.of("./corebound"), Stream.of(arguments)).toArray(String[]::new));
  }

  @Test
  void unpackedItPredictsCollectsAndAsksForNoBuild() throws Exception {
    assertThat(corebound("doctor")).doesNotContain("Maven").contains("fio");
    assertThat(
            corebound(
                "predict --machine measured-2-cores --workload terasort --data 4GB".split(" ")))
        .contains("TeraSort");
    assertThat(corebound("collect", "--", "sleep", "1")).isEmpty();
    List<String> withoutJava = new ArrayList<>(List.of("env", "-i", "PATH=" + shellAlone()));
    withoutJava.addAll(List.of("COREBOUND_JVM_FOLDER=/nowhere", "./corebound", "doctor"));
    Outcome noJava = host.run(new Command(withoutJava, Map.of(), unpacked, LIMIT));
    assertThat(noJava.ok()).isFalse();
    assertThat(noJava.out() + noJava.err()).contains("JDK").doesNotContain("Maven");
    JsonNode environment = StructuredFiles.readJson(onlyRun().resolve("run.json"), JsonNode.class);
    assertThat(environment.path("commit").asString())
        .isEqualTo(Files.readString(unpacked.resolve("packaged")).strip());
    everyJarIsInTheListOfWhatIsInside();
    assertThat(unpacked.resolve("man/man1/corebound.1")).isNotEmptyFile();
    assertThat(unpacked.resolve("completion.bash")).isNotEmptyFile();
  }

  /** A folder of what the launcher needs of a system, without Java. */
  private Path shellAlone() throws Exception {
    Path bin = Files.createDirectories(folder.resolve("shell"));
    for (String tool : List.of("bash", "env", "dirname", "readlink", "sed", "grep", "id", "cat")) {
      Files.createSymbolicLink(
          bin.resolve(tool), LocalHost.find(tool, System.getenv("PATH"), null).orElseThrow());
    }
    return bin;
  }

  private Path onlyRun() throws Exception {
    try (Stream<Path> runs = Files.list(unpacked.resolve("results"))) {
      return runs.filter(r -> r.getFileName().toString().startsWith("run-"))
          .findFirst()
          .orElseThrow();
    }
  }

  private void everyJarIsInTheListOfWhatIsInside() throws Exception {
    JsonNode bom = StructuredFiles.readJson(unpacked.resolve("bom.json"), JsonNode.class);
    assertThat(bom.path("specVersion").asString()).isEqualTo("1.6");
    List<JsonNode> components =
        StreamSupport.stream(bom.path("components").spliterator(), false).toList();
    assertThat(components)
        .anySatisfy(
            c ->
                assertThat(c.path("purl").asString())
                    .startsWith("pkg:maven/tools.jackson.core/jackson-databind@"));
    try (Stream<Path> jars = Files.walk(unpacked)) {
      for (Path jar : jars.filter(f -> f.toString().endsWith(".jar")).toList()) {
        String sum = run(List.of("sha256sum", jar.toString())).out().split(" ")[0];
        assertThat(components)
            .as(jar.toString())
            .anyMatch(c -> c.path("hashes").path(0).path("content").asString().equals(sum));
      }
    }
  }

  @Tag("long")
  @Test
  void unpackedItRunsATeraSort() throws Exception {
    assertThat(corebound("run", "--no-install", "--duration", "3min")).contains("TeraSort");
    assertThat(onlyRun().resolve("report.html")).isNotEmptyFile();
  }
}
