package io.corebound.analysis.pages.report.cell;

import io.corebound.analysis.pages.page.Block;
import io.corebound.analysis.pages.page.Figures;
import io.corebound.analysis.pages.page.Sentences;
import io.corebound.analysis.pages.page.Words;
import io.corebound.records.run.Bound;
import io.corebound.records.run.MeasuredInterval;
import io.corebound.records.run.PredictedInterval;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What bounds an interval of the measured job, by its samples, beside what the model said.
 *
 * @param sureness {@code sure}, {@code fairly sure}, {@code not sure} or {@code cannot tell}
 * @param workers what bounds each worker, where each has its own host; else empty
 */
public record IntervalVerdict(
    String name,
    double elapsedS,
    double shareOfJob,
    Bound bound,
    String sureness,
    ResourceUse use,
    String sentence,
    String model,
    List<Worker> workers) {

  /** From this share of a resource on, it is what bounds. */
  public static final double FULL = 0.80;

  /** From this share of I/O wait on, where it also exceeds idle time, the disk is what bounds. */
  static final double IO_WAIT = 0.20;

  /**
   * Below this share of every other resource, and this far beyond {@link #FULL}, no doubt is left.
   */
  private static final double CLEAR = 0.10;

  private static final int FEW_SAMPLES = 5;

  /** The sentences of what is known of a cell. */
  static final Sentences SAY = Sentences.of(IntervalVerdict.class, "cell");

  /** Workers that the same thing bounds. */
  private record Group(Bound bound, List<String> hosts) {}

  /** The rule in words. */
  public static Block rule() {
    return SAY.paragraph("rule");
  }

  /** What bounds a worker. */
  public record Worker(String host, Bound bound, ResourceUse use) {
    static Worker of(String host, ResourceUse use, Turns turns) {
      return new Worker(host, inTurn(boundOf(use), turns), use);
    }
  }

  /** The verdict as the page shows it, with the figures that decided as bars. */
  public Block.Verdict card() {
    return new Block.Verdict(
        name,
        elapsedS,
        bound.word(),
        sureness,
        "%s s, %s of the job".formatted(Figures.number(elapsedS), Figures.percent(shareOfJob)),
        sentence,
        model,
        List.of(
            Block.Meter.of("CPU working", use.busy(), "cpu", FULL),
            Block.Meter.of("I/O wait", use.ioWait(), "io-wait", IO_WAIT),
            Block.Meter.of("Disk, of its rate", use.diskShare(), "disk", FULL),
            Block.Meter.of("Network, of its rate", use.networkShare(), "network", FULL)));
  }

  static IntervalVerdict of(
      MeasuredInterval interval,
      double jobS,
      ResourceUse use,
      Turns turns,
      List<Worker> workers,
      BaseRates base,
      double tasksAtOnce,
      Optional<PredictedInterval> predicted) {
    Bound whole = interval.elapsedS() <= 0 ? Bound.UNKNOWN : boundOf(use);
    Bound bound = inTurn(whole, turns);
    String sureness = sureness(bound, use);
    return new IntervalVerdict(
        Words.interval(interval.name()),
        interval.elapsedS(),
        interval.elapsedS() / jobS,
        bound,
        sureness,
        use,
        SAY.say(
            "verdict: elapsedS, bound, use, stolen, disk, network, base, tasks, few, turns,"
                + " workers",
            interval.elapsedS(),
            bound,
            use,
            use.steal() >= 0.005,
            use.disk().orElse(null),
            use.network().orElse(null),
            base,
            tasksAtOnce,
            use.samples() < FEW_SAMPLES,
            whole == Bound.WAITING ? turns.inWords() : "",
            interval.elapsedS() > 0 ? byBound(workers) : List.of()),
        model(bound, predicted),
        workers);
  }

  /** What bounds: where nothing was full over the whole, what was full in turn. */
  private static Bound inTurn(Bound whole, Turns turns) {
    return whole == Bound.WAITING ? turns.main() : whole;
  }

  public static Bound boundOf(ResourceUse use) {
    if (use.samples() == 0 || Double.isNaN(use.wanted())) {
      return Bound.UNKNOWN;
    }
    double cpu = use.wanted();
    double disk = orZero(use.diskShare());
    double network = orZero(use.networkShare());
    double fullest = Math.max(cpu, Math.max(disk, network));
    if (fullest >= FULL) {
      return fullest == cpu ? Bound.CPU : fullest == disk ? Bound.DISK : Bound.NETWORK;
    }
    return use.ioWait() >= IO_WAIT && use.ioWait() >= use.idle() ? Bound.DISK : Bound.WAITING;
  }

  private static String sureness(Bound bound, ResourceUse use) {
    if (bound == Bound.UNKNOWN) {
      return "cannot tell";
    }
    double cpu = use.wanted();
    double disk = orZero(use.diskShare());
    double network = orZero(use.networkShare());
    double fullest = Math.max(cpu, Math.max(disk, network));
    double second = Math.max(Math.min(cpu, Math.max(disk, network)), Math.min(disk, network));
    boolean clear =
        bound == Bound.WAITING
            ? fullest < FULL - CLEAR
            : fullest >= FULL && (fullest >= FULL + CLEAR || second < FULL - CLEAR);
    if (use.samples() < FEW_SAMPLES) {
      return "not sure";
    }
    return clear ? "sure" : "fairly sure";
  }

  private static List<Group> byBound(List<Worker> workers) {
    Map<Bound, List<String>> hosts = new EnumMap<>(Bound.class);
    workers.forEach(w -> hosts.computeIfAbsent(w.bound(), b -> new ArrayList<>()).add(w.host()));
    return hosts.entrySet().stream().map(e -> new Group(e.getKey(), e.getValue())).toList();
  }

  private static String model(Bound bound, Optional<PredictedInterval> predicted) {
    return SAY.say(
        "model: predicted, known, agrees",
        predicted.orElse(null),
        bound != Bound.UNKNOWN,
        predicted.filter(p -> p.bottleneck() == bound).isPresent());
  }

  private static double orZero(double share) {
    return Double.isNaN(share) ? 0 : share;
  }
}
