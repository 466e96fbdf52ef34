package io.corebound.analysis.report.cell;

import io.corebound.analysis.bound.Bound;
import io.corebound.analysis.page.Block;
import io.corebound.analysis.page.Figures;
import io.corebound.analysis.page.Words;
import io.corebound.records.run.CellResult;
import io.corebound.records.run.Prediction;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What bounds an interval of the measured job, by its samples, beside what the model said.
 *
 * @param name the interval
 * @param elapsedS its length
 * @param shareOfJob its share of the job's elapsed time
 * @param bound what bounds it
 * @param sureness {@code sure}, {@code fairly sure}, {@code not sure} or {@code cannot tell}
 * @param use what was used in it
 * @param sentence all of that in words, with the figures
 * @param model what the model said, in words
 * @param workers what bounds each worker, where each is seen by a host of its own; else empty
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

  /** The rule in words. */
  public static final String RULE =
      "The rule, applied to the mean over each interval: CPU when the cores worked, or were taken"
          + " by the hypervisor, for at least 80 % of their time; disk when a device ran at 80 % or"
          + " more of its probed rate (reading and writing added up), or when the cores waited for"
          + " I/O at least 20 % of their time and longer than they idled; network when a link ran"
          + " at 80 % or more of its probed rate; the fullest where several hold; else waiting:"
          + " nothing was full, and the job waited for start-up, heartbeats, or for tasks too few"
          + " to keep the machine busy. A disk that is throttled to a tier limits each direction"
          + " for itself: it is as full as the fuller of both in each second, and its %util says"
          + " nothing, because requests wait before its queue. Where nothing was full over the"
          + " whole of an interval, the same rule is applied to each of its seconds (to longer"
          + " parts of those over two minutes): when something was full in at least half of them,"
          + " what was full the longest bounds it.";

  /**
   * What bounds a worker.
   *
   * @param host its host
   * @param bound what bounds it
   * @param use what was used on it
   */
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
        Figures.number(elapsedS) + " s, " + Figures.percent(shareOfJob) + " of the job",
        sentence,
        model,
        List.of(
            Block.Meter.of("CPU working", use.busy(), "cpu", FULL),
            Block.Meter.of("I/O wait", use.ioWait(), "io-wait", IO_WAIT),
            Block.Meter.of("Disk, of its rate", use.diskShare(), "disk", FULL),
            Block.Meter.of("Network, of its rate", use.networkShare(), "network", FULL)));
  }

  static IntervalVerdict of(
      CellResult.Interval interval,
      double jobS,
      ResourceUse use,
      Turns turns,
      List<Worker> workers,
      BaseRates base,
      double tasksAtOnce,
      Optional<Prediction.Interval> predicted) {
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
        sentence(interval, bound, use, base, tasksAtOnce)
            + (whole == Bound.WAITING && !turns.secondsByBound().isEmpty()
                ? " Second by second: " + turns.inWords() + "."
                : "")
            + (interval.elapsedS() > 0 ? differing(workers) : ""),
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

  private static String sentence(
      CellResult.Interval interval,
      Bound bound,
      ResourceUse use,
      BaseRates base,
      double tasksAtOnce) {
    if (interval.elapsedS() <= 0) {
      return "It took no time of its own.";
    }
    if (bound == Bound.UNKNOWN) {
      return "No CPU sample covers it, so nothing can be said of it.";
    }
    List<String> parts = new ArrayList<>();
    parts.add(
        "The cores worked for "
            + Figures.percent(use.busy())
            + " of their time (user "
            + Figures.percent(use.user())
            + ", system "
            + Figures.percent(use.system())
            + "), waited for I/O "
            + Figures.percent(use.ioWait())
            + ", idled "
            + Figures.percent(use.idle())
            + stolen(use)
            + ".");
    use.disk().ifPresent(d -> parts.add(device("Disk", d, "reading", "writing", base.word())));
    use.network()
        .ifPresent(
            d -> parts.add(device("Network", d, "receiving", "transmitting", base.networkWord())));
    if (tasksAtOnce > 0) {
      parts.add("On average " + Figures.number(tasksAtOnce) + " tasks ran at once.");
    }
    parts.add(
        use.samples() < FEW_SAMPLES
            ? "Only " + Words.count(use.samples(), "sample") + " cover it."
            : use.samples() + " samples.");
    return String.join(" ", parts);
  }

  /** The whole is made of all of them; where they are not alike it is true of none. */
  private static String differing(List<Worker> workers) {
    Map<Bound, List<String>> byBound = new EnumMap<>(Bound.class);
    workers.forEach(w -> byBound.computeIfAbsent(w.bound(), b -> new ArrayList<>()).add(w.host()));
    return byBound.size() < 2
        ? ""
        : " The workers differ: "
            + String.join(
                "; ",
                byBound.entrySet().stream()
                    .map(e -> e.getKey().word() + " on " + Words.list(e.getValue()))
                    .toList())
            + ".";
  }

  private static String stolen(ResourceUse use) {
    return use.steal() >= 0.005
        ? ", were taken by the hypervisor " + Figures.percent(use.steal())
        : "";
  }

  private static String device(
      String what, ResourceUse.Device device, String in, String out, String rateWord) {
    return what
        + " "
        + device.name()
        + ": "
        + in
        + " "
        + Figures.number(device.inMbPerS())
        + " MB/s, "
        + out
        + " "
        + Figures.number(device.outMbPerS())
        + " MB/s, "
        + (Double.isNaN(device.shareOfProbed())
            ? "its rate was not probed."
            : Figures.percent(device.shareOfProbed()) + " of its " + rateWord + ".");
  }

  private static String model(Bound bound, Optional<Prediction.Interval> predicted) {
    if (predicted.isEmpty()) {
      return "The model said nothing of it.";
    }
    Prediction.Interval interval = predicted.get();
    return "The model said "
        + interval.bottleneck()
        + (interval.margin() == null
            ? ""
            : ", by " + Figures.number(interval.margin()) + " times over the next")
        + (bound == Bound.UNKNOWN
            ? "."
            : interval
                    .bottleneck()
                    .toLowerCase(Locale.ROOT)
                    .equals(bound.word().toLowerCase(Locale.ROOT))
                ? ": it agrees."
                : ": it does not agree.");
  }

  private static double orZero(double share) {
    return Double.isNaN(share) ? 0 : share;
  }
}
