package io.corebound.app.pack;

import io.corebound.app.run.Installation;
import io.corebound.app.run.Scratch;
import io.corebound.app.run.Version;
import io.corebound.hosts.machine.Requirements;
import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.Outcome;
import io.corebound.records.config.EngineFile;
import io.corebound.records.format.AtomicFiles;
import io.corebound.records.units.CoreboundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
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
   * @param completion a script by which bash completes commands and options
   * @return the archive
   */
  public static Path pack(Installation installation, Path folder, String completion) {
    String name = "corebound-" + Version.version();
    Path archive = folder.toAbsolutePath().normalize().resolve(name + ".tar.gz");
    try (Scratch scratch = new Scratch(installation, "package")) {
      Files.createDirectories(archive.getParent());
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
      Files.writeString(own.resolve("completion.bash"), completion);
      Path table = own.resolve(Requirements.TABLE);
      Files.createDirectories(table.getParent());
      Files.writeString(table, Requirements.withoutBuild(installation.root()));
      Path whole = scratch.folder().resolve("whole.tar.gz");
      List<String> tar = new ArrayList<>(List.of("tar", "-czf", whole.toString()));
      tar.addAll(List.of("-C", here.toString()));
      files.forEach(file -> tar.add(name + "/" + file));
      tar.addAll(List.of("-C", made.toString(), name));
      Outcome outcome = scratch.host().run(new Command(tar, Map.of(), null, LONGEST));
      if (!outcome.ok()) {
        throw CoreboundException.failed("cannot pack corebound: %s", outcome.lastWords());
      }
      Files.move(whole, archive, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
      AtomicFiles.write(
          archive.resolveSibling(archive.getFileName() + ".sha256"),
          "%s  %s\n".formatted(sha256(archive), archive.getFileName()));
      return archive;
    } catch (IOException e) {
      throw CoreboundException.failed("%s: cannot be written: %s".formatted(archive, e), e);
    }
  }

  private static List<Path> files(Installation installation) {
    return Stream.of(
            FILES.stream().map(Path::of),
            installation.builtFiles().stream(),
            installation.engineFiles(EngineFile.MEMORY).stream())
        .flatMap(files -> files)
        .filter(file -> Files.exists(installation.root().resolve(file)))
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

  static String sha256(Path file) throws IOException {
    try (DigestInputStream in =
        new DigestInputStream(Files.newInputStream(file), MessageDigest.getInstance("SHA-256"))) {
      in.transferTo(java.io.OutputStream.nullOutputStream());
      return HexFormat.of().formatHex(in.getMessageDigest().digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
