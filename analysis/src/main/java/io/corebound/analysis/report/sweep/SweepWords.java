package io.corebound.analysis.report.sweep;

import io.corebound.analysis.bound.Bound;
import io.corebound.analysis.page.Figures;
import io.corebound.analysis.page.Words;
import io.corebound.analysis.report.cell.CellSummary;
import io.corebound.analysis.report.cell.IntervalVerdict;
import io.corebound.analysis.report.cell.RunContents;
import io.corebound.analysis.report.sweep.Combination.CpuShares;
import io.corebound.analysis.report.sweep.TimeDifference.Verdict;
import io.corebound.records.run.State;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** What a sweep came to, in words; what its repetitions do not show is not said. */
public final class SweepWords {
  private SweepWords() {}

  /**
   * What bounds the job on each storage tier: {@code bound by the disk on hdd, by the CPU on …}.
   */
  public static Optional<String> headline(Sweep sweep) {
    Map<Bound, List<String>> byBound = new LinkedHashMap<>();
    for (String storage : sweep.storages()) {
      sweep
          .mainBound(storage)
          .ifPresent(b -> byBound.computeIfAbsent(b, k -> new ArrayList<>()).add(storage));
    }
    if (byBound.isEmpty()) {
      return Optional.empty();
    }
    String job = sweep.measured().get(0).measured().get(0).jobInWords();
    boolean everywhere = sweep.variant().isEmpty();
    if (everywhere && byBound.size() == 1 && byBound.values().iterator().next().size() > 1) {
      return Optional.of(job + " " + is(byBound.keySet().iterator().next()) + " on every storage");
    }
    List<String> parts = new ArrayList<>();
    boolean bound = false;
    for (Map.Entry<Bound, List<String>> entry : byBound.entrySet()) {
      String is = is(entry.getKey());
      parts.add(
          (bound ? is.replaceFirst("^is bound ", "") : is) + " on " + Words.list(entry.getValue()));
      bound = entry.getKey() != Bound.WAITING;
    }
    return Optional.of(job + " " + String.join(", ", parts));
  }

  private static String is(Bound bound) {
    return bound == Bound.WAITING ? "mostly waits" : "is bound by " + bound.inSentence();
  }

  /** Everything that can be said of the times, a sentence or two each; may be empty. */
  public static List<String> ofTimes(Sweep sweep) {
    return Stream.of(fastestAndSlowest(sweep), storage(sweep), network(sweep), predictions(sweep))
        .flatMap(Optional::stream)
        .toList();
  }

  /** The times in short: the fastest and the slowest, the network, the predictions. */
  public static String lead(Sweep sweep) {
    List<String> sentences = new ArrayList<>();
    if (sweep.measured().size() > 1) {
      Combination fastest = fastest(sweep).orElseThrow();
      Combination slowest = slowest(sweep).orElseThrow();
      sentences.add(
          "It takes from "
              + Figures.number(fastest.medianS())
              + " s ("
              + fastest.name()
              + ") to "
              + Figures.number(slowest.medianS())
              + " s ("
              + slowest.name()
              + ").");
    }
    networkInShort(networkEffects(sweep)).ifPresent(sentences::add);
    predictions(sweep).ifPresent(sentences::add);
    return sentences.isEmpty()
        ? "What was measured is shown below; what was not says why."
        : String.join(" ", sentences);
  }

  private static Optional<String> networkInShort(List<NetworkEffect> effects) {
    if (effects.isEmpty()) {
      return Optional.empty();
    }
    List<String> differ =
        effects.stream()
            .filter(e -> e.time().verdict() == Verdict.DIFFERS)
            .map(
                e ->
                    e.storage()
                        + " ("
                        + (changes(effects).size() > 1 ? e.change() + " " : "")
                        + Figures.difference(e.time().ratio() - 1)
                        + ")")
            .toList();
    return Optional.of(
        all(effects, Verdict.ONE_REPETITION)
            ? "Whether that depends on the network cannot be told: one repetition."
            : all(effects, Verdict.HARDLY)
                ? "The elapsed time hardly depends on the network."
                : differ.isEmpty()
                    ? "Between the networks it differs by up to "
                        + Figures.percent(most(effects))
                        + ", which cannot be told from chance."
                    : "The network changes it on " + Words.list(differ) + ".");
  }

  private static double most(List<NetworkEffect> effects) {
    return effects.stream().mapToDouble(e -> Math.abs(e.time().ratio() - 1)).max().orElse(0);
  }

  /** {@code 52.3 s, the median of 3}. */
  static String time(Combination combination) {
    int repetitions = combination.measured().size();
    return Figures.number(combination.medianS())
        + " s"
        + (repetitions > 1 ? ", the median of " + repetitions : "");
  }

  public static Optional<Combination> fastest(Sweep sweep) {
    return sweep.measured().stream().min(Comparator.comparingDouble(Combination::medianS));
  }

  public static Optional<Combination> slowest(Sweep sweep) {
    return sweep.measured().stream().max(Comparator.comparingDouble(Combination::medianS));
  }

  private static Optional<String> fastestAndSlowest(Sweep sweep) {
    List<Combination> measured = sweep.measured();
    if (measured.size() < 2) {
      return Optional.empty();
    }
    Combination fastest = fastest(sweep).orElseThrow();
    Combination slowest = slowest(sweep).orElseThrow();
    boolean spread = measured.stream().anyMatch(c -> c.measured().size() > 1);
    return Optional.of(
        "The fastest is "
            + fastest.name()
            + " ("
            + time(fastest)
            + "), the slowest "
            + slowest.name()
            + " ("
            + time(slowest)
            + "): "
            + Figures.number(slowest.medianS() / fastest.medianS())
            + " times as long."
            + (spread
                ? like(fastest, "fastest", sweep) + like(slowest, "slowest", sweep)
                : " Of one repetition each: which is the fastest and which the slowest may be"
                    + " chance."));
  }

  /** The others that could as well be that one, by the spread of the repetitions. */
  private static String like(Combination one, String what, Sweep sweep) {
    List<String> alike =
        sweep.measured().stream()
            .filter(c -> c != one)
            .filter(c -> !differs(TimeDifference.of(one, c, sweep.measured())))
            .map(c -> c.name() + " (" + Figures.number(c.medianS()) + " s)")
            .toList();
    return alike.isEmpty()
        ? ""
        : " By the spread of the repetitions "
            + Words.list(alike)
            + " cannot be told from the "
            + what
            + ".";
  }

  private static boolean differs(TimeDifference difference) {
    return difference.low() > 1 || difference.high() < 1;
  }

  /** How the time changes from the fastest storage to the slowest, on each network. */
  private static Optional<String> storage(Sweep sweep) {
    List<String> factors = new ArrayList<>();
    boolean once = false;
    boolean unsure = false;
    for (String network : sweep.networks()) {
      List<Combination> on = sweep.measuredOnNetwork(network);
      if (on.size() > 1) {
        Combination fast = on.stream().min(Comparator.comparingDouble(Combination::medianS)).get();
        Combination slow = on.stream().max(Comparator.comparingDouble(Combination::medianS)).get();
        TimeDifference difference = TimeDifference.of(fast, slow, sweep.measured());
        once |= difference.verdict() == Verdict.ONE_REPETITION;
        unsure |= !differs(difference);
        factors.add(
            Figures.number(difference.ratio())
                + (Double.isNaN(difference.low())
                    ? ""
                    : " (95 %: " + Figures.range(difference.low(), difference.high()) + ")")
                + " from "
                + fast.storage()
                + " to "
                + slow.storage()
                + (sweep.networks().size() > 1 ? " on " + network : ""));
      }
    }
    if (factors.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        "The storage changes the elapsed time by a factor of "
            + Words.list(factors)
            + (once
                ? "; of one repetition each, so how much of that is chance is not known."
                : unsure ? "; where the interval holds 1 that may be chance." : "."));
  }

  /**
   * By how much a network changes the time on a storage tier.
   *
   * @param storage the storage tier
   * @param from the slowest network that was measured on it
   * @param to another one
   * @param time from the first to the other
   */
  record NetworkEffect(String storage, String from, String to, TimeDifference time) {
    /** {@code from ethernet-1g to infiniband-qdr}. */
    String change() {
      return "from " + from + " to " + to;
    }
  }

  /** From the slowest network to each of the others, on every storage tier. */
  static List<NetworkEffect> networkEffects(Sweep sweep) {
    List<NetworkEffect> effects = new ArrayList<>();
    for (String storage : sweep.storages()) {
      List<Combination> on = sweep.measuredOnStorage(storage);
      for (Combination other : on.subList(Math.min(1, on.size()), on.size())) {
        effects.add(
            new NetworkEffect(
                storage,
                on.get(0).network(),
                other.network(),
                TimeDifference.of(on.get(0), other, sweep.measured())));
      }
    }
    return effects;
  }

  /** The effects of each change of the network. */
  private static Map<String, List<NetworkEffect>> changes(List<NetworkEffect> effects) {
    Map<String, List<NetworkEffect>> changes = new LinkedHashMap<>();
    effects.forEach(e -> changes.computeIfAbsent(e.change(), c -> new ArrayList<>()).add(e));
    return changes;
  }

  /** What was measured of each storage, with the change where there are several. */
  static List<String> inWords(List<NetworkEffect> effects) {
    boolean several = changes(effects).size() > 1;
    return effects.stream()
        .map(e -> e.storage() + " " + (several ? e.change() + " " : "") + e.time().inWords())
        .toList();
  }

  private static Optional<String> network(Sweep sweep) {
    List<NetworkEffect> effects = networkEffects(sweep);
    if (effects.isEmpty()) {
      return Optional.empty();
    }
    if (all(effects, Verdict.ONE_REPETITION)) {
      return Optional.of(
          "Whether the elapsed time depends on the network: cannot tell, one repetition ("
              + plain(effects)
              + ").");
    }
    if (all(effects, Verdict.HARDLY)) {
      return Optional.of("The elapsed time hardly depends on the network: " + plain(effects) + ".");
    }
    List<String> judged = new ArrayList<>();
    changes(effects)
        .forEach(
            (change, of) ->
                judged.add(
                    change
                        + " it changes "
                        + String.join("; ", of.stream().map(SweepWords::judged).toList())));
    return Optional.of("The elapsed time and the network: " + String.join("; ", judged) + ".");
  }

  private static String plain(List<NetworkEffect> effects) {
    List<String> plain = new ArrayList<>();
    changes(effects)
        .forEach(
            (change, of) ->
                plain.add(
                    change
                        + " it changes by "
                        + Words.list(
                            of.stream()
                                .map(e -> e.time().inWords() + " on " + e.storage())
                                .toList())));
    return String.join("; ", plain);
  }

  private static String judged(NetworkEffect effect) {
    return "on "
        + effect.storage()
        + " by "
        + effect.time().inWords()
        + switch (effect.time().verdict()) {
          case HARDLY -> ", hardly at all";
          case DIFFERS -> ", beyond the spread of the repetitions";
          default -> ": cannot tell, the repetitions spread too far";
        };
  }

  /** Whether all have that verdict. */
  static boolean all(List<NetworkEffect> effects, Verdict verdict) {
    return effects.stream().allMatch(e -> e.time().verdict() == verdict);
  }

  private static Optional<String> predictions(Sweep sweep) {
    double[] errors = errors(sweep);
    return errors.length == 0
        ? Optional.empty()
        : Optional.of(
            errors.length == 1
                ? "The prediction is off by " + Figures.percent(errors[0]) + "."
                : "The predictions are off by "
                    + Figures.percent(medianError(sweep))
                    + " in the median, by "
                    + Figures.percent(errors[errors.length - 1])
                    + " at most.");
  }

  private static double[] errors(Sweep sweep) {
    return sweep.measured().stream()
        .mapToDouble(c -> Math.abs(c.error()))
        .filter(e -> !Double.isNaN(e))
        .sorted()
        .toArray();
  }

  /** The median of the combinations' absolute errors of time; NaN where there is none. */
  public static double medianError(Sweep sweep) {
    double[] errors = errors(sweep);
    int half = errors.length / 2;
    return errors.length == 0
        ? Double.NaN
        : errors.length % 2 == 1 ? errors[half] : (errors[half - 1] + errors[half]) / 2;
  }

  /** What bounds each interval of each storage tier, and what the cores did; a sentence a tier. */
  public static List<String> ofBounds(Sweep sweep) {
    return sweep.storages().stream()
        .filter(s -> !sweep.cellsOn(s).isEmpty())
        .map(s -> bounds(s, sweep.cellsOn(s)) + " " + cpu(sweep.cellsOn(s)))
        .map(String::strip)
        .toList();
  }

  private static String bounds(String storage, List<CellSummary> cells) {
    Map<Bound, List<String>> unanimous = new TreeMap<>();
    List<String> divided = new ArrayList<>();
    cells.stream()
        .flatMap(c -> c.verdicts().stream())
        .filter(v -> v.elapsedS() > 0)
        .map(IntervalVerdict::name)
        .distinct()
        .forEach(
            interval -> {
              Map<Bound, Integer> counts = counts(interval, cells);
              if (counts.size() == 1) {
                unanimous
                    .computeIfAbsent(counts.keySet().iterator().next(), b -> new ArrayList<>())
                    .add(interval);
              } else {
                divided.add(
                    interval
                        + ": "
                        + Words.list(
                            counts.entrySet().stream()
                                .map(e -> e.getKey().word() + " in " + e.getValue())
                                .toList())
                        + " of "
                        + Words.count(cells.size(), "cell"));
              }
            });
    List<String> parts = new ArrayList<>();
    unanimous.forEach(
        (bound, intervals) ->
            parts.add(
                Words.list(intervals)
                    + (bound == Bound.WAITING
                        ? intervals.size() == 1 ? " mostly waits" : " mostly wait"
                        : (intervals.size() == 1 ? " is" : " are")
                            + " bound by "
                            + bound.inSentence())));
    parts.addAll(divided);
    return "On " + storage + ": " + String.join("; ", parts) + ".";
  }

  /** How often each bound was found for an interval. */
  private static Map<Bound, Integer> counts(String interval, List<CellSummary> cells) {
    Map<Bound, Integer> counts = new TreeMap<>();
    cells.stream()
        .flatMap(c -> c.verdicts().stream())
        .filter(v -> v.name().equals(interval) && v.elapsedS() > 0)
        .forEach(v -> counts.merge(v.bound(), 1, Integer::sum));
    return counts;
  }

  private static String cpu(List<CellSummary> cells) {
    CpuShares shares = CpuShares.mean(cells.stream().map(CpuShares::of).toList());
    return shares.known()
        ? "Of the cores' time "
            + Figures.percent(shares.user())
            + " was user time, "
            + Figures.percent(shares.system())
            + " system, "
            + Figures.percent(shares.ioWait())
            + " I/O wait, "
            + Figures.percent(shares.idle())
            + " idle."
        : "";
  }

  /** The cells that did not end well or did not begin, those of one reason together. */
  public static List<String> others(RunContents contents, Sweep sweep) {
    Map<String, List<String>> byReason = new LinkedHashMap<>();
    for (CellSummary cell : sweep.others()) {
      byReason.computeIfAbsent(why(contents, cell), r -> new ArrayList<>()).add(cell.name());
    }
    return byReason.entrySet().stream()
        .map(e -> String.join(", ", e.getValue()) + ": " + e.getKey())
        .toList();
  }

  /** Why a cell does not count. */
  static String why(RunContents contents, CellSummary cell) {
    if (cell.result().isEmpty()) {
      return "not run: " + contents.why();
    }
    State state = cell.result().get().state();
    return state
        + ": "
        + (cell.whyUnmeasured().isEmpty()
            ? Words.sentence(
                cell.result().get().reason().isBlank()
                    ? "its record does not say why"
                    : cell.result().get().reason())
            : cell.whyUnmeasured());
  }
}
