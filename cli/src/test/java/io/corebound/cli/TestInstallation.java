package io.corebound.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.hosts.Checkout;
import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.Host;
import io.corebound.hosts.process.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A Hadoop laid out as Apache's distribution has it, from the jars that Maven resolves. */
final class TestInstallation {
  private static final Duration DOWNLOAD = Duration.ofMinutes(10);
  private static final Path HADOOP = Checkout.ROOT.resolve("cluster/hadoop/pom.xml");

  /** Folder below {@code share/hadoop} by the beginning of a jar's name; the first that fits. */
  private static final List<Map.Entry<String, String>> PLACES =
      List.of(
          Map.entry("hadoop-common-", "common"),
          Map.entry("hadoop-hdfs-", "hdfs"),
          Map.entry("hadoop-mapreduce-", "mapreduce"),
          Map.entry("hadoop-yarn-server-timelineservice-", "yarn/timelineservice"),
          Map.entry("hadoop-yarn-", "yarn"),
          Map.entry("hadoop-registry-", "yarn"),
          // what the project adds to its own Hadoop
          Map.entry("lz4-java-", "elsewhere"),
          Map.entry("", "common/lib"));

  private TestInstallation() {}

  /** Makes it if it is not there. */
  static Path of(Host host, String version) throws IOException {
    Path home = Path.of("target/installations/hadoop-" + version).toAbsolutePath();
    Path gathered = Path.of("target/installations/jars-" + version).toAbsolutePath();
    if (Files.isDirectory(home)) {
      return home;
    }
    maven(
        host,
        "-Dhadoop.version=" + version,
        "-Dhadoop-examples.version=" + version,
        "-DincludeScope=runtime",
        "-DoutputDirectory=" + gathered,
        "dependency:copy-dependencies");
    Path unfinished = Files.createTempDirectory(gathered.getParent(), "unfinished");
    Files.createDirectories(unfinished.resolve("etc/hadoop"));
    Path share = unfinished.resolve("share/hadoop");
    try (Stream<Path> jars = Files.list(gathered)) {
      for (Path jar : jars.toList()) {
        String name = jar.getFileName().toString();
        Path folder = Files.createDirectories(share.resolve(place(name)));
        Files.move(jar, folder.resolve(name));
      }
    }
    Files.move(unfinished, home);
    return home;
  }

  /** The project's own Hadoop, made of links in a folder. */
  static Path ofOwn(Path folder) throws IOException {
    Path home = folder.resolve("hadoop");
    Files.createDirectories(home.resolve("etc/hadoop"));
    try (Stream<Path> jars = Files.list(OwnJar.LIBRARIES)) {
      for (Path jar : jars.toList()) {
        String name = jar.getFileName().toString();
        Path place = Files.createDirectories(home.resolve("share/hadoop").resolve(place(name)));
        Files.createSymbolicLink(place.resolve(name), jar);
      }
    }
    return home;
  }

  /** Runs Maven with the project of Hadoop's jars. */
  static void maven(Host host, String... arguments) {
    List<String> command =
        new ArrayList<>(List.of("mvn", "-B", "-ntp", "-q", "-f", HADOOP.toString()));
    command.addAll(List.of(arguments));
    Outcome outcome = host.run(new Command(command, Map.of(), null, DOWNLOAD).asUser());
    assertThat(outcome.ok()).as(outcome.out() + outcome.err()).isTrue();
  }

  private static String place(String jar) {
    return PLACES.stream()
        .filter(place -> jar.startsWith(place.getKey()))
        .findFirst()
        .orElseThrow()
        .getValue();
  }
}
