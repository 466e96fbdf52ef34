package io.corebound.cluster.libraries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.corebound.hosts.machine.Jdk;
import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.Host;
import io.corebound.hosts.process.LocalHost;
import io.corebound.hosts.process.Outcome;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.ExitStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Archives of some of Hadoop's own jars, made and taken by real JVMs. */
class ClassArchiveTest {
  private static final Host HOST = new LocalHost("class-archive-test", "local");
  private static final Path OWN = Path.of("hadoop/target/lib").toAbsolutePath();

  @TempDir Path folder;

  /** This JDK, and one that makes AOT caches where this machine has one. */
  static Stream<Jdk> jdks() throws IOException {
    try (Stream<Path> others = Files.list(Path.of("/usr/lib/jvm"))) {
      return Stream.concat(
          Stream.of(Jdk.own()),
          others
              .filter(home -> Files.isExecutable(home.resolve("bin/javac")))
              .map(home -> Jdk.at(HOST, home))
              .filter(jdk -> jdk.feature() >= 25)
              .limit(1)
              .toList()
              .stream());
    } catch (IOException e) {
      return Stream.of(Jdk.own());
    }
  }

  /** Copies, so that they can be changed. */
  private List<Path> jars() throws IOException {
    List<Path> copies = new ArrayList<>();
    Path copied = Files.createDirectories(folder.resolve("jars"));
    for (Path jar : ClassPathJars.of(List.of(OWN + "/*"))) {
      String name = jar.getFileName().toString();
      if (name.matches(
          "(hadoop-common|hadoop-auth|hadoop-shaded-guava|commons-|slf4j-api|reload4j).*")) {
        copies.add(Files.copy(jar, copied.resolve(name)));
      }
    }
    return copies;
  }

  private Path folder(String name) throws IOException {
    return Files.createDirectories(folder.resolve(name));
  }

  private ClassArchive made(Jdk jdk) throws IOException {
    ClassArchive archive = ClassArchive.in(folder.resolve("out"), ClassArchive.TASKS, jdk, jars());
    Path recorded = folder("recorded");
    run(archive, archive.recording(recorded), "org.apache.hadoop.util.VersionInfo");
    run(archive, archive.recording(recorded), "org.apache.hadoop.util.PlatformName");
    archive.make(HOST, recorded, folder("scratch"));
    return archive;
  }

  private static void run(ClassArchive archive, List<String> flags, String program) {
    List<String> line = new ArrayList<>(List.of(archive.jdk().java().toString()));
    line.add(
        "--class-path=" + String.join(":", archive.jars().stream().map(Path::toString).toList()));
    line.addAll(flags);
    line.add(program);
    Outcome outcome = HOST.run(new Command(line, Map.of(), null, Duration.ofMinutes(1)));
    assertThat(outcome.ok()).as(outcome.err()).isTrue();
  }

  /** What a container's shell makes of its java options. */
  private static Outcome shell(ClassArchive archive, Path javaHome, String classPath) {
    return shell(archive.options(), javaHome, classPath);
  }

  private static Outcome shell(String options, Path javaHome, String classPath) {
    return HOST.run(
        new Command(
            List.of("bash", "-c", "set -e; exec bash -c \"echo " + options + "\""),
            Map.of("JAVA_HOME", javaHome.toString(), "CLASSPATH", classPath),
            null,
            Duration.ofSeconds(10)));
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void aJvmStartsFromItWhateverFollowsItsJars(Jdk jdk) throws IOException {
    ClassArchive archive = made(jdk);

    assertThat(archive.refusal(HOST, List.of())).isEmpty();
    Path ofContainer = Files.writeString(folder("container").resolve("job.xml"), "not empty");
    assertThat(archive.refusal(HOST, List.of(ofContainer.getParent()))).isEmpty();
    String first = archive.jars().get(0).getParent() + "/*";
    Outcome shell = shell(archive, jdk.home(), "/container:" + first + ":/container/job.jar");
    assertThat(shell.out().strip())
        .endsWith(
            archive.jars().get(archive.jars().size() - 1)
                + ":/container:"
                + first
                + ":/container/job.jar")
        .contains("=" + archive.file() + " ");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(archive.folder())))
        .isEqualTo("rwxr-xr-x");
    for (Path file : archive.files()) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
          .isEqualTo("rw-r--r--");
    }
    try (Stream<Path> left = Files.list(archive.folder())) {
      assertThat(left).containsExactlyInAnyOrderElementsOf(archive.files());
    }
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void whereItDoesNotFitAContainerStartsWithoutItAndSaysWhy(Jdk jdk) throws IOException {
    ClassArchive archive = made(jdk);
    String usual = "/container:" + archive.jars().get(0).getParent() + "/*:/container/job.jar";

    refused(archive, folder("other-jdk"), usual, "JAVA_HOME");
    refused(
        archive,
        jdk.home(),
        "/container:/container/job.jar/job.jar:" + archive.jars().get(0).getParent() + "/*",
        "before the job's jar");
    refused(
        archive, jdk.home(), "/container:/other/hadoop/*", "is not on the container's class path");

    Path jar = archive.jars().get(3);
    Files.write(jar, new byte[] {0}, StandardOpenOption.APPEND);
    refused(archive, jdk.home(), usual, jar.toString());
    assertThat(archive.refusal(HOST, List.of())).get().asString().contains(jar.toString());
    Files.delete(jar);
    refused(archive, jdk.home(), usual, jar.toString());

    Path stamps = archive.folder().resolve("tasks.jars");
    String kept = Files.readString(stamps);
    Files.delete(stamps);
    refused(archive, jdk.home(), usual, stamps.toString());
    Files.writeString(stamps, kept);

    Files.delete(archive.file());
    refused(archive, jdk.home(), usual, archive.file().toString());
  }

  private static void refused(
      ClassArchive archive, Path javaHome, String classPath, String reason) {
    Outcome shell = shell(archive, javaHome, classPath);
    assertThat(shell.ok()).isTrue();
    assertThat(shell.out()).isBlank();
    assertThat(shell.err().lines()).singleElement().asString().contains(reason);
    // no JVM starts with this
    assertThat(shell(archive.optionsOrFailure(), javaHome, classPath).out().strip())
        .isEqualTo("-XX:+NoArchiveOfClasses");
  }

  /** As Hadoop's launcher puts them before its own class path, and the options before the class. */
  @ParameterizedTest
  @MethodSource("jdks")
  void commandsStartFromItAfterAnExport(Jdk jdk) throws IOException {
    ClassArchive archive = made(jdk);
    String exported = "eval \"$(sh %s/tasks export)\"; ".formatted(archive.folder());
    Path own = folder("configuration");
    Outcome version =
        bash(
            jdk.home(),
            exported
                + "exec $JAVA_HOME/bin/java $HADOOP_CLIENT_OPTS -Xlog:class+load"
                + " -cp $HADOOP_CLASSPATH:%s org.apache.hadoop.util.VersionInfo".formatted(own));
    assertThat(version.out().lines()).anyMatch(ClassArchive::hadoopsOwn);

    Outcome variables =
        bash(
            jdk.home(),
            "export HADOOP_CLASSPATH=/mine/* HADOOP_CLIENT_OPTS=-Xmx1g; "
                + exported
                + "printenv HADOOP_USER_CLASSPATH_FIRST HADOOP_CLASSPATH HADOOP_CLIENT_OPTS");
    assertThat(variables.out().lines().toList())
        .hasSize(3)
        .satisfies(lines -> assertThat(lines.get(1)).endsWith(":/mine/*"))
        .satisfies(
            lines -> assertThat(lines.get(2)).endsWith("%s -Xmx1g".formatted(archive.file())));

    Outcome first =
        bash(
            jdk.home(),
            "export HADOOP_CLASSPATH=/mine/* HADOOP_USER_CLASSPATH_FIRST=true; "
                + exported
                + "printenv HADOOP_CLASSPATH");
    assertThat(first.out().strip()).isEqualTo("/mine/*");
    assertThat(first.err()).contains("HADOOP_CLASSPATH");

    Outcome refused = bash(folder("other-jdk"), exported + "printenv HADOOP_CLIENT_OPTS");
    assertThat(refused.out()).isBlank();
    assertThat(refused.err().lines()).singleElement().asString().contains("JAVA_HOME");
  }

  private static Outcome bash(Path javaHome, String line) {
    return HOST.run(
        new Command(
            List.of("bash", "-c", line),
            Map.of("JAVA_HOME", javaHome.toString()),
            null,
            Duration.ofSeconds(30)));
  }

  @Test
  void whatRecordedNothingMakesNoArchive() throws IOException {
    ClassArchive archive =
        ClassArchive.in(folder.resolve("out"), ClassArchive.TASKS, Jdk.own(), jars());
    assertThatThrownBy(() -> archive.make(HOST, folder("none"), folder("scratch")))
        .isInstanceOf(CoreboundException.class)
        .hasMessageContaining("none");
    assertThat(archive.folder()).doesNotExist();
  }

  @Test
  void oldJdksAndPathsThatNoCommandLineCanNameAreRefused() {
    Jdk unnamed = new Jdk(folder, 17, "without a file of its release");
    assertThatThrownBy(() -> ClassArchive.in(folder, ClassArchive.TASKS, unnamed, List.of()))
        .isInstanceOf(CoreboundException.class)
        .hasMessageContaining("release");
    List<Path> many = Collections.nCopies(1000, Path.of("/opt/" + "a".repeat(100) + ".jar"));
    assertThatThrownBy(() -> ClassArchive.in(folder, ClassArchive.TASKS, Jdk.own(), many))
        .isInstanceOf(CoreboundException.class)
        .hasMessageContaining("1000 jars");
    Jdk eight = new Jdk(Path.of("/opt/jdk8"), 8, "eight");
    assertThatThrownBy(() -> ClassArchive.in(folder, ClassArchive.TASKS, eight, List.of()))
        .isInstanceOfSatisfying(
            CoreboundException.class,
            e -> assertThat(e.status()).isEqualTo(ExitStatus.INVALID_INPUT))
        .hasMessageContaining("--java");
    for (String path : List.of("/opt/my hadoop/a.jar", "/opt/$HOME/a.jar", "/opt/a,b.jar")) {
      assertThatThrownBy(
              () -> ClassArchive.in(folder, ClassArchive.TASKS, Jdk.own(), List.of(Path.of(path))))
          .isInstanceOf(CoreboundException.class)
          .hasMessageContaining(path);
    }
  }
}
