package io.corebound.analysis.validate;

import io.corebound.records.CellResult;
import io.corebound.records.CoreboundException;
import io.corebound.records.Prediction;
import io.corebound.records.RunDirectory;
import io.corebound.records.RunManifest;
import io.corebound.records.State;
import io.corebound.records.StructuredFiles;
import java.nio.file.Files;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What of a run is scored; or of several, whose jobs are repetitions of one another.
 *
 * @param manifests {@code run.json} of each
 * @param cells each with its repetitions
 * @param problems predictions that are not what was frozen before their job, a sentence each
 */
public record ScoredRun(List<RunManifest> manifests, List<Cell> cells, List<String> problems) {

  /** Copies the lists. */
  public ScoredRun {
    manifests = List.copyOf(manifests);
    cells = List.copyOf(cells);
    problems = List.copyOf(problems);
  }

  /**
   * A cell.
   *
   * @param name its name without the number of the repetition
   * @param prediction what was frozen for it, of several runs the mean; null where there is none,
   *     or where it is not to be trusted
   * @param repetitions the results of those that ended well
   * @param others why each other one did not, a sentence each
   */
  public record Cell(
      String name, Prediction prediction, List<CellResult> repetitions, List<String> others) {}

  /**
   * Reads a run.
   *
   * @throws CoreboundException (invalid input) when a file of it is broken or of a newer schema,
   *     when it has not ended, and when no cell of it has both a prediction and a measured job
   */
  public static ScoredRun read(RunDirectory run) {
    RunManifest manifest = run.manifestOfEnded();
    List<String> problems = new ArrayList<>();
    Map<String, CellResult> results = new TreeMap<>();
    for (String folder : run.cells()) {
      if (Files.exists(run.cellFile(folder))) {
        results.put(folder, StructuredFiles.readJson(run.cellFile(folder), CellResult.class));
      }
    }
    Optional<Instant> firstJob = FrozenFile.firstJob(results.values());
    Map<String, Building> cells = new TreeMap<>();
    for (String folder : run.cells()) {
      if (Files.exists(run.predictionFile(folder)) || results.containsKey(folder)) {
        Building cell = cells.computeIfAbsent(name(folder), n -> new Building());
        if (Files.exists(run.predictionFile(folder))) {
          List<String> found = FrozenFile.problems(run, manifest, folder, firstJob);
          problems.addAll(found);
          if (found.isEmpty()) {
            cell.predicted(run, folder, problems);
          }
        }
        cell.measured(folder, results.get(folder));
      }
    }
    for (RunManifest.FrozenPrediction frozen : manifest.predictions()) {
      if (!Files.exists(run.root().resolve(frozen.file()))) {
        problems.add(frozen.file() + " was frozen and is gone");
      }
    }
    List<Cell> built = cells.entrySet().stream().map(e -> e.getValue().cell(e.getKey())).toList();
    boolean comparable =
        built.stream().anyMatch(c -> c.prediction() != null && !c.repetitions().isEmpty());
    if (!comparable && problems.isEmpty()) {
      throw CoreboundException.invalidInput(
          run.root()
              + ": no cell has both a frozen prediction and a measured job; validate needs a run of"
              + " 'corebound run' or 'corebound sweep'");
    }
    return new ScoredRun(List.of(manifest), built, problems);
  }

  /**
   * Runs whose jobs are repetitions of one another: each measured the operations anew, and froze
   * its predictions before its own jobs. What is predicted of a cell is the mean of theirs.
   *
   * @param runs at least one, of cells of one repetition or more
   * @throws CoreboundException (invalid input) when one is named twice, when they are of two
   *     models, and when a cell of one is of other data or settings than in another
   */
  public static ScoredRun together(List<ScoredRun> runs) {
    if (runs.size() == 1) {
      return runs.get(0);
    }
    requireOneModel(runs);
    Map<String, List<Cell>> byName = new TreeMap<>();
    Map<String, List<String>> others = new TreeMap<>();
    for (ScoredRun run : runs) {
      for (Cell cell : run.cells()) {
        byName.computeIfAbsent(cell.name(), n -> new ArrayList<>()).add(cell);
        cell.others().stream()
            .map(sentence -> run.manifest().runId() + ": " + sentence)
            .forEach(s -> others.computeIfAbsent(cell.name(), n -> new ArrayList<>()).add(s));
      }
    }
    return new ScoredRun(
        runs.stream().map(ScoredRun::manifest).toList(),
        byName.entrySet().stream()
            .map(e -> together(e.getValue(), others.getOrDefault(e.getKey(), List.of())))
            .toList(),
        runs.stream()
            .flatMap(run -> run.problems().stream().map(p -> run.manifest().runId() + ": " + p))
            .toList());
  }

  private static void requireOneModel(List<ScoredRun> runs) {
    RunManifest first = runs.get(0).manifest();
    Set<String> ids = new HashSet<>();
    for (ScoredRun run : runs) {
      RunManifest manifest = run.manifest();
      if (!ids.add(manifest.runId())) {
        throw CoreboundException.invalidInput(
            manifest.runId() + ": is named twice, and one run is no repetition of itself");
      }
      if (!manifest.commit().equals(first.commit())) {
        throw CoreboundException.invalidInput(
            "%s and %s were predicted by two models, of commits %s and %s; score each by itself"
                .formatted(first.runId(), manifest.runId(), first.commit(), manifest.commit()));
      }
    }
  }

  private static Cell together(List<Cell> cells, List<String> others) {
    String name = cells.get(0).name();
    List<CellResult> repetitions = new ArrayList<>();
    for (Cell cell : cells) {
      for (CellResult result : cell.repetitions()) {
        if (!repetitions.isEmpty() && !SameWork.same(repetitions.get(0), result)) {
          throw CoreboundException.invalidInput(
              "cell "
                  + name
                  + " is of other data or settings in one of the runs than in another; only runs of"
                  + " one sweep are repetitions of one another");
        }
        repetitions.add(result.asRepetition(repetitions.size() + 1));
      }
    }
    boolean trusted = cells.stream().allMatch(c -> c.prediction() != null);
    return new Cell(
        name,
        trusted ? MeanPrediction.of(cells.stream().map(Cell::prediction).toList()) : null,
        List.copyOf(repetitions),
        others);
  }

  /** The first run's. */
  public RunManifest manifest() {
    return manifests.get(0);
  }

  /** The run's id, or those of several. */
  public String id() {
    return manifests.stream().map(RunManifest::runId).collect(Collectors.joining(" + "));
  }

  /** A cell while its repetitions are gathered; those have one and the same prediction. */
  private static final class Building {
    private Prediction prediction;
    private boolean differs;
    private final List<CellResult> repetitions = new ArrayList<>();
    private final List<String> others = new ArrayList<>();

    void predicted(RunDirectory run, String folder, List<String> problems) {
      Prediction read = StructuredFiles.readJson(run.predictionFile(folder), Prediction.class);
      if (prediction == null) {
        prediction = read;
      } else if (!read.equals(prediction)) {
        differs = true;
        problems.add(
            run.relative(run.predictionFile(folder))
                + " is another one than that of the cell's repetition before");
      }
    }

    void measured(String folder, CellResult result) {
      if (result == null) {
        others.add(folder + " was not run");
      } else if (result.state() != State.OK || result.intervals().isEmpty()) {
        others.add(
            folder
                + " ended "
                + result.state()
                + (result.reason().isBlank() ? "" : ": " + result.reason()));
      } else {
        repetitions.add(result);
      }
    }

    Cell cell(String name) {
      return new Cell(
          name, differs ? null : prediction, List.copyOf(repetitions), List.copyOf(others));
    }
  }

  /** A sweep's cells end in the number of the repetition. */
  private static String name(String folder) {
    return folder.replaceFirst("_\\d+$", "");
  }
}
