package io.corebound.records.run;

import io.corebound.records.config.MachineFile;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.units.CoreboundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Everything that a run directory holds, as far as the run got.
 *
 * @param environment {@code environment.json}; empty when it is not there
 * @param resumed the machine as each session that resumed the run found it, by the session's name
 * @param measurements {@code measurements.csv}; empty when it is not there
 * @param cells one for each folder of {@code cells/}, in order
 * @param hashes SHA-256 of every file that {@code run.json} says is frozen, by path; a missing file
 *     has none
 * @param rawFiles tools' own output: size in bytes by path relative to the run directory
 * @param skippedOperations operations that could not be measured here, each with its reason
 * @param unreadable files that could not be read or do not exist, a sentence each
 */
public record RunContents(
    RunManifest manifest,
    Optional<Environment> environment,
    Map<String, Environment> resumed,
    List<Measurement> measurements,
    List<Cell> cells,
    Map<String, String> hashes,
    Map<String, Long> rawFiles,
    List<String> skippedOperations,
    List<String> unreadable) {
  private static final String SKIPPED = "micro/skipped.txt";

  /**
   * A cell.
   *
   * @param prediction {@code prediction.json}; empty when it is not there
   * @param result {@code cell.json}; empty when it is not there
   * @param command {@code command.json}; empty when the cell is not a command
   * @param machine {@code machine.yaml}, base performance of its tier; empty when it is not there
   * @param samples every sample file of it
   */
  public record Cell(
      String name,
      Optional<Prediction> prediction,
      Optional<CellResult> result,
      Optional<CommandResult> command,
      Optional<MachineFile> machine,
      List<Samples> samples) {}

  /**
   * Reads a run directory. A missing file is not an error (the run may have ended earlier) unless
   * {@code run.json} says that it was written; that, and one that is broken, is left out and named
   * in {@link #unreadable()}.
   *
   * @throws CoreboundException (invalid input) when {@code run.json} itself cannot be read
   */
  public static RunContents read(RunDirectory run) {
    List<String> unreadable = new ArrayList<>();
    RunManifest manifest = run.manifest();
    Optional<Environment> environment =
        unlessBroken(() -> run.environment(manifest), unreadable).flatMap(e -> e);
    List<Measurement> measurements =
        unlessBroken(() -> run.measurements(manifest), unreadable).orElse(List.of());
    List<Cell> cells = run.cells().stream().map(name -> cell(run, name, unreadable)).toList();
    Path skipped = run.rawFolder().resolve(SKIPPED);
    return new RunContents(
        manifest,
        environment,
        resumed(run, manifest, unreadable),
        measurements,
        cells,
        hashes(run, manifest, unreadable),
        rawFiles(run),
        optional(skipped, unreadable, () -> skippedOperations(skipped)).orElse(List.of()),
        List.copyOf(unreadable));
  }

  private static Map<String, Environment> resumed(
      RunDirectory run, RunManifest manifest, List<String> unreadable) {
    Map<String, Environment> resumed = new LinkedHashMap<>();
    for (String session : manifest.sessions()) {
      Path file = run.environmentFile(session);
      optional(file, unreadable, () -> StructuredFiles.readJson(file, Environment.class))
          .ifPresent(e -> resumed.put(session, e));
    }
    return resumed;
  }

  private static Cell cell(RunDirectory run, String name, List<String> unreadable) {
    Path prediction = run.predictionFile(name);
    Path result = run.cellFile(name);
    Path command = run.commandFile(name);
    Path machine = run.machineFile(name);
    return new Cell(
        name,
        optional(
            prediction, unreadable, () -> StructuredFiles.readJson(prediction, Prediction.class)),
        optional(result, unreadable, () -> StructuredFiles.readJson(result, CellResult.class)),
        optional(command, unreadable, () -> StructuredFiles.readJson(command, CommandResult.class)),
        optional(machine, unreadable, () -> MachineFile.read(machine)),
        samples(run.samplesFolder(name), unreadable));
  }

  /** Several at a time: an hour of a hundred hosts has gigabytes. */
  private static List<Samples> samples(Path folder, List<String> unreadable) {
    List<Path> files =
        filesUnder(folder).stream().filter(f -> f.toString().endsWith(".csv")).toList();
    List<ReadFile> read = files.parallelStream().map(ReadFile::of).toList();
    read.stream().map(ReadFile::problem).filter(p -> !p.isEmpty()).forEach(unreadable::add);
    return read.stream().flatMap(r -> r.samples().stream()).toList();
  }

  /** The result of reading a file: its samples, or why it could not be read. */
  private record ReadFile(Optional<Samples> samples, String problem) {
    static ReadFile of(Path file) {
      try {
        return new ReadFile(Optional.of(Samples.read(file)), "");
      } catch (CoreboundException e) {
        return new ReadFile(Optional.empty(), e.getMessage());
      }
    }
  }

  private static <T> Optional<T> optional(Path file, List<String> unreadable, Supplier<T> reader) {
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try {
      return unlessBroken(reader, unreadable);
    } catch (UncheckedIOException e) {
      unreadable.add(StructuredFiles.unreadable(file, e.getCause()).getMessage());
    }
    return Optional.empty();
  }

  private static <T> Optional<T> unlessBroken(Supplier<T> reader, List<String> unreadable) {
    try {
      return Optional.of(reader.get());
    } catch (CoreboundException e) {
      unreadable.add(e.getMessage());
      return Optional.empty();
    }
  }

  private static Map<String, String> hashes(
      RunDirectory run, RunManifest manifest, List<String> unreadable) {
    Map<String, String> hashes = new TreeMap<>();
    for (RunManifest.FrozenPrediction frozen : manifest.predictions()) {
      Path file = run.root().resolve(frozen.file());
      optional(file, unreadable, () -> RunDirectory.sha256(file))
          .ifPresent(hash -> hashes.put(frozen.file(), hash));
    }
    return hashes;
  }

  private static Map<String, Long> rawFiles(RunDirectory run) {
    Map<String, Long> sizes = new TreeMap<>();
    List<Path> folders = new ArrayList<>(List.of(run.rawFolder()));
    run.cells().forEach(cell -> folders.add(run.rawFolder(cell)));
    try {
      for (Path folder : folders) {
        for (Path file : filesUnder(folder)) {
          sizes.put(run.relative(file), Files.size(file));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return sizes;
  }

  /** One line for each operation that the suites skipped: {@code operation: reason}. */
  private static List<String> skippedOperations(Path file) {
    try (Stream<String> lines = Files.lines(file)) {
      return lines.map(String::strip).filter(l -> !l.isEmpty()).distinct().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Path> filesUnder(Path folder) {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(Files::isRegularFile).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Why the run ended early, according to its own records; a sentence with its full stop. */
  public String why() {
    String why = manifest.reason();
    if (why.isBlank()) {
      why =
          manifest.stages().stream()
              .filter(s -> s.state() != State.OK && !s.reason().isBlank())
              .findFirst()
              .map(s -> "stage '%s': %s".formatted(s.name(), s.reason()))
              .orElse(
                  manifest.state() == State.RUNNING
                      ? "the run had not come that far when this report was made"
                      : "the run directory does not say why");
    }
    return why.strip().replaceFirst("(?<![.!?])$", ".");
  }
}
