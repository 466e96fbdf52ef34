package io.corebound.analysis.study.score;

import io.corebound.analysis.Sentences;
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
 * @param sources the run, or the runs
 * @param problems predictions that are not what was frozen before their job
 * @param leftOut cells that cannot be scored
 */
public record ScoredRun(
    List<Source> sources, List<ScoredJob> cells, List<Remark> problems, List<Remark> leftOut) {

  /**
   * A run.
   *
   * @param commit of the corebound that predicted
   */
  public record Source(String run, String commit, String version, Instant startedAt, State state) {
    static Source of(RunManifest manifest) {
      return new Source(
          manifest.runId(),
          manifest.commit(),
          manifest.coreboundVersion(),
          manifest.startedAt(),
          manifest.state());
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
    List<Remark> problems = new ArrayList<>();
    Map<String, CellResult> results = new TreeMap<>();
    for (String folder : run.cells()) {
      RunDirectory.read(run.cellFile(folder), CellResult.class)
          .ifPresent(result -> results.put(folder, result));
    }
    Optional<Instant> firstJob = FrozenFile.firstJob(results.values());
    List<Remark> leftOut = onOtherEngines(results.values());
    results.values().removeIf(CellResult::onOtherEngine);
    Map<String, Building> cells = new TreeMap<>();
    for (String folder : run.cells()) {
      boolean predicted = run.has(run.relative(run.predictionFile(folder)));
      if (predicted || results.containsKey(folder)) {
        Building cell = cells.computeIfAbsent(name(folder), n -> new Building());
        if (predicted) {
          List<Remark> found = FrozenFile.problems(run, manifest, folder, firstJob);
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
        problems.add(Remark.of(Remark.Kind.MISSING, frozen.file()));
      }
    }
    List<ScoredJob> built =
        cells.entrySet().stream().map(e -> e.getValue().cell(e.getKey())).toList();
    if (built.stream().noneMatch(ScoredJob::comparable) && problems.isEmpty()) {
      List<String> engines =
          leftOut.stream().map(r -> "%s (%s)".formatted(r.what(), r.values().get(0))).toList();
      throw engines.isEmpty()
          ? Sentences.refusal("score.no-cell", run.root())
          : Sentences.refusal("score.no-cell-on-hadoop", run.root(), String.join(", ", engines));
    }
    return new ScoredRun(List.of(Source.of(manifest)), built, problems, leftOut);
  }

  private static List<Remark> onOtherEngines(Collection<CellResult> results) {
    Map<String, Integer> cells = new TreeMap<>();
    results.stream()
        .filter(CellResult::onOtherEngine)
        .forEach(r -> cells.merge(r.engine().name(), 1, Integer::sum));
    return cells.entrySet().stream()
        .map(e -> Remark.of(Remark.Kind.OTHER_ENGINE, e.getKey(), e.getValue()))
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
    Map<String, List<ScoredJob>> byName = new TreeMap<>();
    Map<String, List<Remark>> others = new TreeMap<>();
    int before = 0;
    for (ScoredRun run : runs) {
      for (ScoredJob cell : run.cells()) {
        byName.computeIfAbsent(cell.name(), n -> new ArrayList<>()).add(cell.after(before));
        cell.others().stream()
            .map(remark -> remark.of(run.source().run()))
            .forEach(s -> others.computeIfAbsent(cell.name(), n -> new ArrayList<>()).add(s));
      }
      before += run.lastRepetition();
    }
    return new ScoredRun(
        runs.stream().map(ScoredRun::source).toList(),
        byName.entrySet().stream()
            .map(e -> together(e.getValue(), others.getOrDefault(e.getKey(), List.of())))
            .toList(),
        ofEach(runs, ScoredRun::problems),
        ofEach(runs, ScoredRun::leftOut));
  }

  private static List<Remark> ofEach(
      List<ScoredRun> runs, Function<ScoredRun, List<Remark>> remarks) {
    return runs.stream()
        .flatMap(run -> remarks.apply(run).stream().map(r -> r.of(run.source().run())))
        .toList();
  }

  private static void requireOneModel(List<ScoredRun> runs) {
    Source first = runs.get(0).source();
    Set<String> ids = new HashSet<>();
    for (ScoredRun run : runs) {
      Source source = run.source();
      if (!ids.add(source.run())) {
        throw CoreboundException.invalidInput(
            source.run() + ": is named twice; name each run once");
      }
      if (!source.commit().equals(first.commit())) {
        throw CoreboundException.invalidInput(
            "%s and %s were predicted by two models, of commits %s and %s; score each by itself"
                .formatted(first.run(), source.run(), first.commit(), source.commit()));
      }
    }
  }

  private static ScoredJob together(List<ScoredJob> cells, List<Remark> others) {
    String name = cells.get(0).name();
    List<ScoredJob> ran = cells.stream().filter(c -> c.work() != null).toList();
    Work work = ran.isEmpty() ? null : ran.get(0).work();
    if (!ran.stream().allMatch(cell -> cell.work().same(work))) {
      throw CoreboundException.invalidInput(
          """
          cell %s is of other data or settings in one of the runs than in another; only runs \
          of one sweep are repetitions of one another\
          """
              .formatted(name));
    }
    List<Forecast> forecasts =
        (ran.isEmpty() ? cells : ran).stream().map(ScoredJob::forecast).toList();
    return new ScoredJob(
        "",
        name,
        work,
        forecasts.stream().allMatch(Objects::nonNull) ? Forecast.mean(forecasts) : null,
        ran.stream().flatMap(cell -> cell.repetitions().stream()).toList(),
        others);
  }

  /** The highest number that a repetition has; 1 where none ended well. */
  private int lastRepetition() {
    return cells.stream()
        .flatMap(c -> c.repetitions().stream())
        .mapToInt(ScoredJob.Repetition::number)
        .max()
        .orElse(1);
  }

  /** The first run. */
  public Source source() {
    return sources.get(0);
  }

  /** The run's id, or those of several. */
  public String id() {
    return sources.stream().map(Source::run).collect(Collectors.joining(" + "));
  }

  /** A cell while its repetitions are gathered; those have one and the same prediction. */
  private static final class Building {
    private Prediction prediction;
    private boolean differs;
    private Work work;
    private final List<ScoredJob.Repetition> repetitions = new ArrayList<>();
    private final List<Remark> others = new ArrayList<>();

    void predicted(RunDirectory run, String folder, List<Remark> problems) {
      Prediction read = StructuredFiles.readJson(run.predictionFile(folder), Prediction.class);
      if (prediction == null) {
        prediction = read;
      } else if (!read.equals(prediction)) {
        differs = true;
        String file = run.relative(run.predictionFile(folder));
        problems.add(Remark.of(Remark.Kind.DIFFERS, file));
      }
    }

    void measured(String folder, CellResult result) {
      if (result == null) {
        others.add(Remark.of(Remark.Kind.NOT_RUN, folder));
      } else if (result.state() != State.OK || result.intervals().isEmpty()) {
        others.add(Remark.of(Remark.Kind.ENDED, folder, result.state(), result.reason()));
      } else {
        work = work == null ? Work.of(result) : work;
        repetitions.add(ScoredJob.Repetition.of(result));
      }
    }

    ScoredJob cell(String name) {
      return new ScoredJob(
          "",
          name,
          work,
          differs || prediction == null ? null : Forecast.of(prediction),
          List.copyOf(repetitions),
          List.copyOf(others));
    }
  }

  /** A sweep's cells end in the number of the repetition. */
  private static String name(String folder) {
    return folder.replaceFirst("_\\d+$", "");
  }
}
