package io.corebound.analysis.score;

import io.corebound.analysis.page.Words;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.run.CellResult;
import io.corebound.records.run.Prediction;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.run.RunManifest;
import io.corebound.records.run.State;
import io.corebound.records.units.CoreboundException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What of a run is scored; or of several, whose jobs are repetitions of one another.
 *
 * @param problems predictions that are not what was frozen before their job, a sentence each
 * @param leftOut cells that cannot be scored and why, a sentence for those of one kind
 */
public record ScoredRun(
    List<RunManifest> manifests, List<Cell> cells, List<String> problems, List<String> leftOut) {

  /**
   * A cell.
   *
   * @param prediction what was frozen for it before the run's first job, of several runs the mean;
   *     null where there is none, or where it is not to be trusted
   * @param repetitions the results of those that ended well
   * @param others why each other one did not, a sentence each
   */
  public record Cell(
      String name, Prediction prediction, List<CellResult> repetitions, List<String> others) {

    private boolean comparable() {
      return prediction != null && !repetitions.isEmpty();
    }

    /** The same, its repetitions numbered as those that follow so many of earlier runs. */
    private Cell after(int earlier) {
      return new Cell(
          name,
          prediction,
          repetitions.stream().map(r -> r.asRepetition(earlier + repetition(r))).toList(),
          others);
    }
  }

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
      RunDirectory.read(run.cellFile(folder), CellResult.class)
          .ifPresent(result -> results.put(folder, result));
    }
    Optional<Instant> firstJob = FrozenFile.firstJob(results.values());
    List<String> leftOut = onOtherEngines(results.values());
    results.values().removeIf(CellResult::onOtherEngine);
    Map<String, Building> cells = new TreeMap<>();
    for (String folder : run.cells()) {
      boolean predicted = run.has(run.relative(run.predictionFile(folder)));
      if (predicted || results.containsKey(folder)) {
        Building cell = cells.computeIfAbsent(name(folder), n -> new Building());
        if (predicted) {
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
      if (!run.has(frozen.file())) {
        problems.add(frozen.file() + " was frozen and is missing");
      }
    }
    List<Cell> built = cells.entrySet().stream().map(e -> e.getValue().cell(e.getKey())).toList();
    if (built.stream().noneMatch(Cell::comparable) && problems.isEmpty()) {
      throw CoreboundException.invalidInput(
          """
          %s: no cell has both a frozen prediction and a measured job; validate needs a run of \
          'corebound run' or 'corebound sweep'%s\
          """
              .formatted(run.root(), leftOut.isEmpty() ? "" : "; " + String.join("; ", leftOut)));
    }
    return new ScoredRun(List.of(manifest), built, problems, leftOut);
  }

  private static List<String> onOtherEngines(Collection<CellResult> results) {
    Map<String, Integer> cells = new TreeMap<>();
    results.stream()
        .filter(CellResult::onOtherEngine)
        .forEach(r -> cells.merge(r.engine().name(), 1, Integer::sum));
    return cells.entrySet().stream()
        .map(
            e ->
                "%s ran on %s: the model predicts Hadoop alone"
                    .formatted(Words.count(e.getValue(), "cell"), e.getKey()))
        .toList();
  }

  /**
   * Runs whose jobs are repetitions of one another: each measured the operations again, and froze
   * its predictions before its own jobs. What is predicted of a cell is the mean of those of the
   * runs whose job of it ended well.
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
    int before = 0;
    for (ScoredRun run : runs) {
      int earlier = before;
      for (Cell cell : run.cells()) {
        byName.computeIfAbsent(cell.name(), n -> new ArrayList<>()).add(cell.after(earlier));
        cell.others().stream()
            .map(sentence -> run.manifest().runId() + ": " + sentence)
            .forEach(s -> others.computeIfAbsent(cell.name(), n -> new ArrayList<>()).add(s));
      }
      before += run.lastRepetition();
    }
    return new ScoredRun(
        runs.stream().map(ScoredRun::manifest).toList(),
        byName.entrySet().stream()
            .map(e -> together(e.getValue(), others.getOrDefault(e.getKey(), List.of())))
            .toList(),
        ofEach(runs, ScoredRun::problems),
        ofEach(runs, ScoredRun::leftOut));
  }

  private static List<String> ofEach(
      List<ScoredRun> runs, Function<ScoredRun, List<String>> sentences) {
    return runs.stream()
        .flatMap(run -> sentences.apply(run).stream().map(s -> run.manifest().runId() + ": " + s))
        .toList();
  }

  private static void requireOneModel(List<ScoredRun> runs) {
    RunManifest first = runs.get(0).manifest();
    Set<String> ids = new HashSet<>();
    for (ScoredRun run : runs) {
      RunManifest manifest = run.manifest();
      if (!ids.add(manifest.runId())) {
        throw CoreboundException.invalidInput(
            manifest.runId() + ": is named twice; name each run once");
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
              """
              cell %s is of other data or settings in one of the runs than in another; only runs \
              of one sweep are repetitions of one another\
              """
                  .formatted(name));
        }
        repetitions.add(result);
      }
    }
    List<Cell> ran = cells.stream().filter(c -> !c.repetitions().isEmpty()).toList();
    List<Cell> predicted = ran.isEmpty() ? cells : ran;
    return new Cell(
        name,
        mean(predicted.stream().map(Cell::prediction).toList()),
        List.copyOf(repetitions),
        others);
  }

  /** Null where one of them is. */
  private static Prediction mean(List<Prediction> predictions) {
    return predictions.stream().allMatch(Objects::nonNull) ? MeanPrediction.of(predictions) : null;
  }

  private static int repetition(CellResult result) {
    return result.tier() == null ? 1 : result.tier().repetition();
  }

  /** The highest number that one of them has; 1 where none ended well. */
  private int lastRepetition() {
    return cells.stream()
        .flatMap(c -> c.repetitions().stream())
        .mapToInt(ScoredRun::repetition)
        .max()
        .orElse(1);
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
                + " differs from that of the cell's repetition before");
      }
    }

    void measured(String folder, CellResult result) {
      if (result == null) {
        others.add(folder + " was not run");
      } else if (result.state() != State.OK || result.intervals().isEmpty()) {
        String why = result.reason().isBlank() ? "" : ": " + result.reason();
        others.add(folder + " ended " + result.state() + why);
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
