package io.corebound.records.run;

import io.corebound.records.format.StructuredFiles;
import io.corebound.records.units.CoreboundException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** {@code results/<run-id>/}: the only way in which stages pass on their results. */
public record RunDirectory(Path root) {
  /** The stage that writes {@code environment.json}. */
  public static final String ENVIRONMENT = "environment";

  /** A cell's prediction from before all jobs of the run, in the cell's folder. */
  public static final String PREDICTION = "prediction.json";

  /** Opens an existing run; refuses a place without one. */
  public static RunDirectory open(Path root) {
    if (!Files.exists(root)) {
      throw CoreboundException.invalidInput(
          "%s: no such run directory; name a folder under results/", root);
    }
    if (!Files.isRegularFile(root.resolve("run.json"))) {
      throw CoreboundException.invalidInput(
          "%s: not a run directory (it has no run.json); name a folder under results/", root);
    }
    return new RunDirectory(root);
  }

  /** Names of the runs in a folder, in order; none where there is no such folder. */
  public static List<String> namesIn(Path folder) {
    try (Stream<Path> folders = Files.list(folder)) {
      return folders
          .filter(f -> Files.isRegularFile(f.resolve("run.json")))
          .map(f -> f.getFileName().toString())
          .sorted()
          .toList();
    } catch (IOException e) {
      return List.of();
    }
  }

  public Path manifestFile() {
    return root.resolve("run.json");
  }

  /**
   * Reads {@code run.json}; refuses a broken one, and one of a newer corebound, whose files cannot
   * be interpreted.
   */
  public RunManifest manifest() {
    int version =
        StructuredFiles.readJson(manifestFile(), JsonNode.class).path("schema_version").asInt(0);
    if (version > RunManifest.SCHEMA_VERSION) {
      throw CoreboundException.invalidInput(
          """
          %s: a newer corebound wrote this run (schema_version %s; this one reads up to %s); \
          update corebound to read it\
          """,
          manifestFile(), version, RunManifest.SCHEMA_VERSION);
    }
    return StructuredFiles.readJson(manifestFile(), RunManifest.class);
  }

  /** The user's tags; none where {@code run.json} cannot be read. */
  public Map<String, String> tags() {
    try {
      return manifest().tags();
    } catch (CoreboundException e) {
      return Map.of();
    }
  }

  /** The manifest of a run that has ended; refuses one that has not. */
  public RunManifest manifestOfEnded() {
    RunManifest manifest = manifest();
    if (manifest.state() == State.RUNNING) {
      throw CoreboundException.invalidInput(
          """
          %s: the run has not ended (state RUNNING in run.json); wait for it, or, where it was \
          killed, resume or repeat it\
          """,
          root);
    }
    return manifest;
  }

  public void write(RunManifest manifest) {
    StructuredFiles.writeJson(manifestFile(), manifest);
  }

  /** Whether it has a file, named relative to it. */
  public boolean has(String file) {
    return Files.exists(root.resolve(file));
  }

  /** Reads a JSON file of it; empty where there is none, refused when broken. */
  public static <T> Optional<T> read(Path file, Class<T> type) {
    return Files.exists(file)
        ? Optional.of(StructuredFiles.readJson(file, type))
        : Optional.empty();
  }

  public Path environmentFile() {
    return root.resolve("environment.json");
  }

  /**
   * Reads {@code environment.json}; empty when the run did not get that far; refuses one that is
   * broken or missing.
   */
  public Optional<Environment> environment(RunManifest manifest) {
    if (Files.exists(environmentFile())) {
      return Optional.of(StructuredFiles.readJson(environmentFile(), Environment.class));
    }
    boolean written =
        manifest.stages().stream()
            .anyMatch(s -> s.name().equals(ENVIRONMENT) && s.state() == State.OK);
    if (written) {
      throw StructuredFiles.damaged(
          CoreboundException.invalidInput(
              "%s: is missing, although run.json says that it was written", environmentFile()));
    }
    return Optional.empty();
  }

  /**
   * {@code environment-resumed-1.json}: the machine when a session of {@link
   * RunManifest#sessions()} resumed the run.
   */
  public Path environmentFile(String session) {
    return root.resolve("environment-" + session + ".json");
  }

  public Path measurementsFile() {
    return root.resolve("measurements.csv");
  }

  /** Figures of single forks, which a run has that was measured together with another. */
  public Path forksFile() {
    return root.resolve("forks.csv");
  }

  /** Figures of single forks, in their order; none where the run has none. */
  public List<Measurement> forks() {
    return Files.exists(forksFile()) ? Measurement.read(forksFile()) : List.of();
  }

  /**
   * Reads {@code measurements.csv}, after {@code run.json}: an active run may add rows meanwhile.
   * Refuses one that is broken or lacks rows that {@code run.json} knows of.
   */
  public List<Measurement> measurements(RunManifest manifest) {
    Path file = measurementsFile();
    Integer written = manifest.measurementRows();
    boolean there = Files.exists(file);
    List<Measurement> rows = there ? Measurement.read(file) : List.of();
    if (written != null && rows.size() < written) {
      throw StructuredFiles.damaged(
          CoreboundException.invalidInput(
              "%s: %s %s rows",
              file,
              there ? "has " + rows.size() + " of the run's" : "is missing; the run wrote",
              written));
    }
    return rows;
  }

  /** {@code machine.yaml}: the base performance that a run of the probes keeps. */
  public Path machineFile() {
    return root.resolve("machine.yaml");
  }

  /** Folder of raw output that belongs to no cell: the probes' and the micro suites'. */
  public Path rawFolder() {
    return root.resolve("raw");
  }

  public Path cellFolder(String cell) {
    return root.resolve("cells").resolve(cell);
  }

  public Path predictionFile(String cell) {
    return cellFolder(cell).resolve(PREDICTION);
  }

  public Path cellFile(String cell) {
    return cellFolder(cell).resolve("cell.json");
  }

  /** {@code cells/<cell>/machine.yaml}: base performance of the cell's tier as it was built. */
  public Path machineFile(String cell) {
    return cellFolder(cell).resolve("machine.yaml");
  }

  /** {@code cells/<cell>/command.json}, of a cell that is a command with collectors attached. */
  public Path commandFile(String cell) {
    return cellFolder(cell).resolve("command.json");
  }

  public Path samplesFolder(String cell) {
    return cellFolder(cell).resolve("samples");
  }

  public Path rawFolder(String cell) {
    return cellFolder(cell).resolve("raw");
  }

  public Path reportHtml() {
    return root.resolve("report.html");
  }

  public Path reportMarkdown() {
    return root.resolve("report.md");
  }

  /** Names of the cells, in order. */
  public List<String> cells() {
    Path cells = root.resolve("cells");
    if (!Files.isDirectory(cells)) {
      return List.of();
    }
    try (Stream<Path> folders = Files.list(cells)) {
      return folders
          .filter(Files::isDirectory)
          .map(f -> f.getFileName().toString())
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** All sample files of a cell. */
  public List<Samples> samples(String cell) {
    Path folder = samplesFolder(cell);
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(folder, 2)) {
      return files.filter(f -> f.toString().endsWith(".csv")).sorted().map(Samples::read).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A file's path relative to the run, for records that point at raw output. */
  public String relative(Path file) {
    return root.toAbsolutePath().relativize(file.toAbsolutePath()).toString();
  }

  /** SHA-256 of a file, in hexadecimal. */
  public static String sha256(Path file) {
    try (DigestInputStream in =
        new DigestInputStream(Files.newInputStream(file), MessageDigest.getInstance("SHA-256"))) {
      in.transferTo(OutputStream.nullOutputStream());
      return HexFormat.of().formatHex(in.getMessageDigest().digest());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
