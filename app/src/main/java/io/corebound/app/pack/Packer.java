package io.corebound.app.pack;

import io.corebound.app.run.Installation;
import io.corebound.app.run.Scratch;
import io.corebound.app.run.Version;
import io.corebound.hosts.machine.Requirements;
import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.Outcome;
import io.corebound.records.format.AtomicFiles;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.units.CoreboundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Makes the archive: what the build has made, the launcher and the tables that it reads,
 * configurations, documents and samples, at the same places as in a checkout.
 */
public final class Packer {
  /** The file by which the launcher knows that there is nothing to build; it holds the commit. */
  static final String PACKAGED = "packaged";

  private static final Duration LONGEST = Duration.ofMinutes(10);

  private static final List<String> FILES =
      List.of(
          "corebound",
          "LICENSE",
          "NOTICE",
          "README.md",
          "CHANGELOG.md",
          "docs",
          "results/samples",
          "cli/src/main/resources/io/corebound/cli/options.txt");

  private Packer() {}

  /**
   * Makes it in a folder, with a file of its SHA-256 as sha256sum(1) checks it.
   *
   * @param texts more files, by their paths
   * @return the archive
   */
  public static Path pack(Installation installation, Path folder, Map<String, String> texts) {
    String name = "corebound-" + Version.version();
    Path archive = folder.toAbsolutePath().normalize().resolve(name + ".tar.gz");
    Path whole = begun(archive);
    try (Scratch scratch = new Scratch(installation, "package")) {
      // two trees that look alike: what lies here, and what is made for the archive
      Path here = Files.createDirectories(scratch.folder().resolve("here"));
      Files.createSymbolicLink(here.resolve(name), installation.root());
      Path made = scratch.folder().resolve("made");
      Path own = Files.createDirectories(made.resolve(name));
      List<Path> files = files(installation);
      Files.writeString(own.resolve(PACKAGED), installation.commit() + "\n");
      Files.writeString(
          own.resolve("bom.json"),
          BillOfMaterials.of("corebound", Version.version(), jars(installation.root(), files)));
      for (Map.Entry<String, String> text : texts.entrySet()) {
        Path file = own.resolve(text.getKey());
        Files.createDirectories(file.getParent());
        Files.writeString(file, text.getValue());
      }
      Path table = own.resolve(Requirements.TABLE);
      Files.createDirectories(table.getParent());
      Files.writeString(table, Requirements.withoutBuild(installation.root()));
      // root's when root unpacks it, and to be read by all, whatever the user's umask is
      List<String> tar = new ArrayList<>(List.of("tar", "-czhf", whole.toString()));
      tar.addAll(List.of("--owner=0", "--group=0", "--mode=a+rX", "-C", here.toString()));
      files.forEach(file -> tar.add(name + "/" + file));
      tar.addAll(List.of("-C", made.toString(), name));
      Outcome outcome = scratch.host().run(new Command(tar, Map.of(), null, LONGEST));
      if (!outcome.ok()) {
        throw CoreboundException.failed("cannot pack corebound: %s", outcome.lastWords());
      }
      AtomicFiles.write(
          archive.resolveSibling(archive.getFileName() + ".sha256"),
          "%s  %s\n".formatted(RunDirectory.sha256(whole), archive.getFileName()));
      Files.move(whole, archive, StandardCopyOption.ATOMIC_MOVE);
      return archive;
    } catch (IOException e) {
      throw CoreboundException.failed("%s: cannot be written: %s".formatted(archive, e), e);
    } finally {
      // nothing where it has become the archive
      whole.toFile().delete();
    }
  }

  /** An empty file beside it, so that a folder that cannot be written to is refused at once. */
  private static Path begun(Path archive) {
    try {
      Files.createDirectories(archive.getParent());
      Path part = archive.resolveSibling(archive.getFileName() + ".part");
      Files.deleteIfExists(part);
      return Files.createFile(part);
    } catch (IOException e) {
      throw CoreboundException.invalidInput(
          "--output %s: cannot write there: %s", archive.getParent(), e);
    }
  }

  private static List<Path> files(Installation installation) {
    return Stream.concat(FILES.stream().map(Path::of), installation.builtFiles().stream())
        .distinct()
        .toList();
  }

  private static List<Path> jars(Path root, List<Path> files) throws IOException {
    List<Path> jars = new ArrayList<>();
    for (Path file : files) {
      try (Stream<Path> tree = Files.walk(root.resolve(file))) {
        tree.filter(f -> f.toString().endsWith(".jar")).sorted().forEach(jars::add);
      }
    }
    return jars;
  }
}
