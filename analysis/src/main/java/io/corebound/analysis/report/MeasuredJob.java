package io.corebound.analysis.report;

import io.corebound.records.CellResult;
import io.corebound.records.Prediction;
import java.util.List;
import java.util.Optional;

/**
 * The measured job of a cell: the one that was predicted, among those that prepare and check.
 *
 * @param result the cell
 * @param job the job; its times are NaN where it was never submitted
 */
record MeasuredJob(CellResult result, CellResult.Job job) {
  private static final String OVERHEAD = "overhead";

  /** The job that bears the workload's name, else the one that encloses the intervals. */
  static Optional<MeasuredJob> of(CellResult result) {
    return result.stages().stream()
        .filter(j -> j.name().equals(result.workload()))
        .findFirst()
        .or(
            () ->
                result.stages().stream()
                    .filter(
                        j ->
                            result.intervals().stream()
                                .anyMatch(
                                    i -> i.startS() >= j.submitS() && i.endS() <= j.finishS()))
                    .findFirst())
        .map(job -> new MeasuredJob(result, job));
  }

  /** Whether it ended well and its intervals are known. */
  boolean whole() {
    return !result.intervals().isEmpty() && job.elapsedS() > 0;
  }

  /** Submission to finish. */
  Span span() {
    return new Span(job.submitS(), job.finishS());
  }

  /** When an interval was under way: overhead is the job without the others. */
  List<Span> spans(CellResult.Interval interval) {
    Span whole = new Span(interval.startS(), interval.endS());
    return interval.name().equals(OVERHEAD)
        ? whole.without(
            result.intervals().stream()
                .filter(i -> !i.name().equals(OVERHEAD))
                .map(i -> new Span(i.startS(), i.endS()))
                .toList())
        : List.of(whole);
  }

  /** How many task attempts ran at once, as a mean over the spans. */
  double tasksAtOnce(List<Span> spans) {
    double lengthS = spans.stream().mapToDouble(Span::lengthS).sum();
    double taskS =
        result.tasks().stream()
            .mapToDouble(
                t -> spans.stream().mapToDouble(s -> s.overlapS(t.startS(), t.finishS())).sum())
            .sum();
    return lengthS > 0 ? taskS / lengthS : 0;
  }

  /** What bounds each interval. */
  List<IntervalVerdict> verdicts(
      List<io.corebound.records.Samples> samples,
      ProbedRates probed,
      Optional<Prediction> prediction) {
    return result.intervals().stream()
        .map(
            i ->
                IntervalVerdict.of(
                    i,
                    job.elapsedS(),
                    ResourceUse.over(samples, spans(i), probed),
                    tasksAtOnce(spans(i)),
                    prediction.flatMap(
                        p ->
                            p.intervals().stream()
                                .filter(predicted -> predicted.name().equals(i.name()))
                                .findFirst())))
        .toList();
  }

  /** CPU time that Hadoop's own counters give the tasks of a type, in core-seconds. */
  double taskCoreS(String type) {
    return result.tasks().stream()
            .filter(t -> t.type().equals(type))
            .flatMap(t -> t.counters().entrySet().stream())
            .filter(c -> c.getKey().endsWith("/CPU_MILLISECONDS"))
            .mapToLong(java.util.Map.Entry::getValue)
            .sum()
        / 1e3;
  }
}
