package io.corebound.analysis.pages.report.cell;

import io.corebound.analysis.study.bound.Span;
import io.corebound.records.history.Interval;
import io.corebound.records.history.TaskType;
import io.corebound.records.run.Bound;
import io.corebound.records.run.CellResult;
import io.corebound.records.run.MeasuredInterval;
import io.corebound.records.run.Prediction;
import io.corebound.records.run.Samples;
import java.util.List;
import java.util.Optional;

/**
 * The measured job of a cell: the one that was predicted, among those that prepare and check.
 *
 * @param job the job; its times are NaN where it was never submitted
 */
public record MeasuredJob(CellResult result, CellResult.Job job) {
  /** The job that bears the workload's name, else the one that encloses the intervals. */
  public static Optional<MeasuredJob> of(CellResult result) {
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
  public boolean whole() {
    return !result.intervals().isEmpty() && job.elapsedS() > 0;
  }

  /** Submission to finish. */
  public Span span() {
    return new Span(job.submitS(), job.finishS());
  }

  /** When an interval was under way: overhead is the job without the others. */
  public List<Span> spans(MeasuredInterval interval) {
    Span whole = new Span(interval.startS(), interval.endS());
    return interval.name() == Interval.OVERHEAD
        ? whole.without(
            result.intervals().stream()
                .filter(i -> i.name() != Interval.OVERHEAD)
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
      List<Samples> samples, BaseRates base, Optional<Prediction> prediction) {
    return result.intervals().stream().map(i -> verdict(i, samples, base, prediction)).toList();
  }

  private IntervalVerdict verdict(
      MeasuredInterval interval,
      List<Samples> samples,
      BaseRates base,
      Optional<Prediction> prediction) {
    List<Span> spans = spans(interval);
    ResourceUse use = ResourceUse.over(samples, spans, base);
    return IntervalVerdict.of(
        interval,
        job.elapsedS(),
        use,
        turns(use, samples, spans, base),
        workers(samples, spans, base),
        base,
        tasksAtOnce(spans),
        prediction.flatMap(
            p ->
                p.intervals().stream()
                    .filter(predicted -> predicted.name() == interval.name())
                    .findFirst()));
  }

  /** Looked at only where nothing was full over the whole. */
  private static Turns turns(
      ResourceUse use, List<Samples> samples, List<Span> spans, BaseRates base) {
    return IntervalVerdict.boundOf(use) == Bound.WAITING
        ? Turns.of(samples, spans, base)
        : Turns.NONE;
  }

  private static List<IntervalVerdict.Worker> workers(
      List<Samples> samples, List<Span> spans, BaseRates base) {
    return base.workers().stream()
        .map(host -> worker(host, samples, spans, base.on(host)))
        .toList();
  }

  private static IntervalVerdict.Worker worker(
      String host, List<Samples> samples, List<Span> spans, BaseRates base) {
    List<Samples> own = samples.stream().filter(s -> s.host().equals(host)).toList();
    ResourceUse use = ResourceUse.over(own, spans, base);
    return IntervalVerdict.Worker.of(host, use, turns(use, own, spans, base));
  }

  /** CPU time that Hadoop's own counters give the tasks of a type, in core-seconds. */
  public double taskCoreS(TaskType type) {
    return result.tasks().stream()
            .filter(t -> t.type() == type)
            .mapToLong(CellResult.Task::cpuMs)
            .sum()
        / 1e3;
  }
}
