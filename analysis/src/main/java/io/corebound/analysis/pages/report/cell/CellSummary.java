package io.corebound.analysis.pages.report.cell;

import io.corebound.analysis.pages.page.Figures;
import io.corebound.analysis.pages.page.Words;
import io.corebound.records.run.Bound;
import io.corebound.records.run.CellResult;
import io.corebound.records.run.Prediction;
import io.corebound.records.run.RunContents;
import io.corebound.records.run.Samples;
import io.corebound.records.run.State;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What a cell came to.
 *
 * @param verdicts what bounds each interval; empty when the job did not end
 * @param command what bounded the command; empty when the cell is a job
 * @param whyUnmeasured why there is no measured job; empty when there is one
 */
public record CellSummary(
    String name,
    Optional<Prediction> prediction,
    Optional<CellResult> result,
    Optional<MeasuredJob> job,
    List<Samples> samples,
    BaseRates base,
    List<IntervalVerdict> verdicts,
    SideBySide comparison,
    Optional<CommandVerdict> command,
    String whyUnmeasured) {

  public static CellSummary of(RunContents contents, RunContents.Cell cell) {
    Optional<MeasuredJob> job = cell.result().flatMap(MeasuredJob::of);
    BaseRates base =
        cell.result()
            .map(CellResult::tier)
            .map(tier -> BaseRates.of(tier, cell.machine()))
            .orElseGet(() -> BaseRates.of(contents.measurements()));
    List<Samples> samples =
        cell.result()
            .map(CellResult::tier)
            .map(tier -> WorkersCpus.of(cell.samples(), tier.cpusByNode()))
            .orElse(cell.samples());
    return new CellSummary(
        cell.name(),
        cell.prediction(),
        cell.result(),
        job,
        samples,
        base,
        job.filter(MeasuredJob::whole)
            .map(j -> j.verdicts(samples, base, cell.prediction()))
            .orElse(List.of()),
        SideBySide.of(cell.prediction(), job),
        cell.command().map(c -> CommandVerdict.of(c, cell.samples())),
        job.filter(MeasuredJob::whole).isPresent() ? "" : whyUnmeasured(contents, cell));
  }

  private static String whyUnmeasured(RunContents contents, RunContents.Cell cell) {
    if (cell.command().isPresent() && cell.result().filter(r -> r.reason().isBlank()).isPresent()) {
      return "";
    }
    if (cell.result().isEmpty()) {
      return contents.why();
    }
    CellResult result = cell.result().get();
    if (!result.reason().isBlank()) {
      return Words.sentence(result.reason());
    }
    return result.stages().stream()
        .filter(j -> j.state() != State.OK && !j.reason().isBlank())
        .findFirst()
        .map(j -> Words.workload(j.name()) + ": " + Words.sentence(j.reason()))
        .orElse(
            result.stages().isEmpty()
                ? contents.why()
                : "the job's history did not give its intervals.");
  }

  /** What a sweep chose for it; empty where none did, or where it never began. */
  public Optional<CellResult.Tier> tier() {
    return result.map(CellResult::tier);
  }

  /** The zero of the time axis: the measured job's submission, else the first that is known. */
  public double originS() {
    return job.map(MeasuredJob::job)
        .map(CellResult.Job::submitS)
        .filter(s -> s > 0)
        .orElseGet(
            () -> samples.stream().flatMapToDouble(s -> s.earliestS().stream()).min().orElse(0));
  }

  /** What bounds the measured job for the longest time; empty when nothing was measured. */
  public Optional<Bound> mainBound() {
    if (command.isPresent()) {
      return Optional.of(command.get().main()).filter(b -> b != Bound.UNKNOWN);
    }
    return secondsByBound().entrySet().stream()
        .filter(e -> e.getKey() != Bound.UNKNOWN)
        .max(Comparator.comparingDouble(Map.Entry::getValue))
        .map(Map.Entry::getKey);
  }

  /** How long each bound held, in seconds. */
  public Map<Bound, Double> secondsByBound() {
    return verdicts.stream()
        .collect(
            Collectors.groupingBy(
                IntervalVerdict::bound, Collectors.summingDouble(IntervalVerdict::elapsedS)));
  }

  /** The job in words: {@code TeraSort of 1.00 GB}. */
  public String jobInWords() {
    if (command.isPresent()) {
      return command.get().name();
    }
    return result
        .map(r -> Words.workload(r.workload()) + " of " + Figures.size(r.data()))
        .or(
            () ->
                prediction.map(p -> Words.workload(p.workload()) + " of " + Figures.size(p.data())))
        .orElse(name);
  }
}
