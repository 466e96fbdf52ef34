package io.corebound.analysis.pages.report.sweep;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;

import io.corebound.analysis.pages.page.Figures;
import io.corebound.analysis.pages.page.Sentences;
import io.corebound.analysis.pages.page.Words;
import io.corebound.analysis.pages.report.cell.CellSummary;
import io.corebound.analysis.pages.report.cell.IntervalVerdict;
import io.corebound.analysis.pages.report.sweep.Combination.CpuShares;
import io.corebound.analysis.pages.report.sweep.TimeDifference.Verdict;
import io.corebound.records.run.Bound;
import io.corebound.records.run.RunContents;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** A sweep's results in sentences. */
public final class SweepWords {
  static final Sentences SAY = Sentences.of(SweepWords.class, "sweep");

  private SweepWords() {}

  /** Storage tiers, or intervals, with the same bound; {@code again} after another bound. */
  private record Group(Bound bound, List<String> names, boolean again) {}

  /** What bounds the job on each storage tier; empty when nothing was measured. */
  public static Optional<String> headline(Sweep sweep) {
    Map<Bound, List<String>> byBound =
        sweep.storages().stream()
            .filter(s -> sweep.mainBound(s).isPresent())
            .collect(groupingBy(s -> sweep.mainBound(s).get(), LinkedHashMap::new, toList()));
    if (byBound.isEmpty()) {
      return Optional.empty();
    }
    List<Group> tiers = new ArrayList<>();
    byBound.forEach(
        (bound, names) -> {
          boolean after = !tiers.isEmpty() && tiers.get(tiers.size() - 1).bound() != Bound.WAITING;
          tiers.add(new Group(bound, names, after && bound != Bound.WAITING));
        });
    return Optional.of(
        SAY.say(
            "headline: job, tiers, everywhere",
            sweep.measured().get(0).measured().get(0).jobInWords(),
            tiers,
            sweep.variant().isEmpty() && tiers.size() == 1 && tiers.get(0).names().size() > 1));
  }

  /** Sentences about the times; may be empty. */
  static List<String> ofTimes(Sweep sweep) {
    return Stream.of(
            fastestAndSlowest(sweep), storage(sweep), network(sweep, "network"), predictions(sweep))
        .filter(s -> !s.isEmpty())
        .toList();
  }

  /** The times in short: the fastest and the slowest, the network, the predictions. */
  public static String lead(Sweep sweep) {
    boolean several = sweep.measured().size() > 1;
    String lead =
        SAY.say(
            "lead: fastest, slowest, network, predictions",
            several ? fastest(sweep) : null,
            several ? slowest(sweep) : null,
            network(sweep, "networkInShort"),
            predictions(sweep));
    return lead.isEmpty() ? SAY.say("nothing") : lead;
  }

  /** The fastest combination of a sweep that measured at least one. */
  public static Combination fastest(Sweep sweep) {
    return fastestFirst(sweep.measured()).get(0);
  }

  /** The slowest; see {@link #fastest}. */
  public static Combination slowest(Sweep sweep) {
    List<Combination> measured = fastestFirst(sweep.measured());
    return measured.get(measured.size() - 1);
  }

  private static List<Combination> fastestFirst(List<Combination> measured) {
    return measured.stream().sorted(Comparator.comparingDouble(Combination::medianS)).toList();
  }

  private static String fastestAndSlowest(Sweep sweep) {
    if (sweep.measured().size() < 2) {
      return "";
    }
    Combination fastest = fastest(sweep);
    Combination slowest = slowest(sweep);
    return SAY.say(
        "fastest: fastest, slowest, factor, repeated, asFast, asSlow",
        fastest,
        slowest,
        slowest.medianS() / fastest.medianS(),
        sweep.measured().stream().anyMatch(c -> c.measured().size() > 1),
        like(fastest, sweep),
        like(slowest, sweep));
  }

  /** Combinations whose time does not differ significantly from that one's. */
  private static List<String> like(Combination one, Sweep sweep) {
    return sweep.measured().stream()
        .filter(c -> c != one && !TimeDifference.of(one, c, sweep.measured()).differs())
        .map(c -> "%s (%s s)".formatted(c.name(), Figures.number(c.medianS())))
        .toList();
  }

  /** How the time changes from the fastest storage to the slowest, on each network. */
  private static String storage(Sweep sweep) {
    List<String> factors = new ArrayList<>();
    List<TimeDifference> differences = new ArrayList<>();
    for (String network : sweep.networks()) {
      List<Combination> on = fastestFirst(sweep.measuredOnNetwork(network));
      if (on.size() > 1) {
        Combination fast = on.get(0);
        Combination slow = on.get(on.size() - 1);
        TimeDifference time = TimeDifference.of(fast, slow, sweep.measured());
        differences.add(time);
        String where = sweep.networks().size() > 1 ? " on " + network : "";
        factors.add(SAY.say("factor: time, fast, slow, where", time, fast, slow, where));
      }
    }
    return factors.isEmpty()
        ? ""
        : SAY.say(
            "storage: factors, once, unsure",
            factors,
            differences.stream().anyMatch(d -> d.verdict() == Verdict.ONE_REPETITION),
            differences.stream().anyMatch(d -> !d.differs()));
  }

  /**
   * By how much a network changes the time on a storage tier.
   *
   * @param change from the slowest network that was measured on it to another one
   */
  record NetworkEffect(String storage, String change, TimeDifference time) {}

  /** A change of the network, and what it does on each storage tier. */
  private record Change(String change, List<NetworkEffect> effects) {
    public List<String> inWords() {
      return effects.stream().map(e -> e.time().inWords() + " on " + e.storage()).toList();
    }
  }

  /** From the slowest network to each of the others, on every storage tier. */
  static List<NetworkEffect> networkEffects(Sweep sweep) {
    List<NetworkEffect> effects = new ArrayList<>();
    for (String storage : sweep.storages()) {
      List<Combination> on = sweep.measuredOnStorage(storage);
      for (Combination other : on.subList(Math.min(1, on.size()), on.size())) {
        String change = "from %s to %s".formatted(on.get(0).network(), other.network());
        TimeDifference time = TimeDifference.of(on.get(0), other, sweep.measured());
        effects.add(new NetworkEffect(storage, change, time));
      }
    }
    return effects;
  }

  private static List<Change> changes(List<NetworkEffect> effects) {
    return effects.stream()
        .collect(groupingBy(NetworkEffect::change, LinkedHashMap::new, toList()))
        .entrySet()
        .stream()
        .map(e -> new Change(e.getKey(), e.getValue()))
        .toList();
  }

  /** Each storage tier's change of time; names the networks where there are several changes. */
  static List<String> inWords(List<NetworkEffect> effects) {
    boolean several = changes(effects).size() > 1;
    return effects.stream()
        .map(e -> e.storage() + (several ? " " + e.change() : "") + " " + e.time().inWords())
        .toList();
  }

  private static String network(Sweep sweep, String block) {
    List<NetworkEffect> effects = networkEffects(sweep);
    boolean several = changes(effects).size() > 1;
    List<String> differing = new ArrayList<>();
    for (NetworkEffect e : effects) {
      if (e.time().verdict() == Verdict.DIFFERS) {
        String by = Figures.difference(e.time().ratio() - 1);
        differing.add("%s (%s%s)".formatted(e.storage(), several ? e.change() + " " : "", by));
      }
    }
    return effects.isEmpty()
        ? ""
        : SAY.say(
            block + ": changes, once, hardly, most, differing",
            changes(effects),
            all(effects, Verdict.ONE_REPETITION),
            all(effects, Verdict.HARDLY),
            effects.stream().mapToDouble(e -> Math.abs(e.time().ratio() - 1)).max().orElse(0),
            differing);
  }

  /** Whether all have that verdict. */
  static boolean all(List<NetworkEffect> effects, Verdict verdict) {
    return effects.stream().allMatch(e -> e.time().verdict() == verdict);
  }

  /** How far the predictions of the times were off; empty where none was made. */
  public static String predictions(Sweep sweep) {
    double[] errors = errors(sweep);
    return SAY.say(
        "predictions: errors, median, worst",
        errors.length,
        medianError(sweep),
        errors.length == 0 ? 0 : errors[errors.length - 1]);
  }

  private static double[] errors(Sweep sweep) {
    return sweep.measured().stream()
        .mapToDouble(c -> Math.abs(c.error()))
        .filter(e -> !Double.isNaN(e))
        .sorted()
        .toArray();
  }

  /** Median of the absolute time errors; NaN without any. */
  public static double medianError(Sweep sweep) {
    return Combination.median(errors(sweep));
  }

  /** What bounds each interval of each storage tier, and what the cores did; a sentence a tier. */
  static List<String> ofBounds(Sweep sweep) {
    return sweep.storages().stream()
        .filter(s -> !sweep.cellsOn(s).isEmpty())
        .map(s -> bounds(s, sweep.cellsOn(s)))
        .toList();
  }

  private static String bounds(String storage, List<CellSummary> cells) {
    List<IntervalVerdict> verdicts =
        cells.stream().flatMap(c -> c.verdicts().stream()).filter(v -> v.elapsedS() > 0).toList();
    Map<Bound, List<String>> unanimous = new TreeMap<>();
    List<String> divided = new ArrayList<>();
    for (String interval : verdicts.stream().map(IntervalVerdict::name).distinct().toList()) {
      Map<Bound, Long> counts =
          verdicts.stream()
              .filter(v -> v.name().equals(interval))
              .collect(groupingBy(IntervalVerdict::bound, TreeMap::new, counting()));
      List<String> each =
          counts.entrySet().stream().map(e -> e.getKey().word() + " in " + e.getValue()).toList();
      if (counts.size() > 1) {
        divided.add(interval + ": " + Words.list(each));
      } else {
        counts.forEach(
            (b, n) -> unanimous.computeIfAbsent(b, k -> new ArrayList<>()).add(interval));
      }
    }
    return SAY.say(
        "bounds: storage, unanimous, divided, cells, cpu",
        storage,
        unanimous.entrySet().stream().map(e -> new Group(e.getKey(), e.getValue(), false)).toList(),
        divided,
        cells.size(),
        CpuShares.mean(cells.stream().map(CpuShares::of).toList()));
  }

  /** The cells that did not end well or did not begin, those of one reason together. */
  public static List<String> others(RunContents contents, Sweep sweep) {
    return sweep.others().stream()
        .collect(
            groupingBy(
                c -> state(c) + ": " + why(contents, c),
                LinkedHashMap::new,
                mapping(CellSummary::name, joining(", "))))
        .entrySet()
        .stream()
        .map(e -> e.getValue() + ": " + e.getKey())
        .toList();
  }

  /** State of a cell, or that it was not run. */
  static String state(CellSummary cell) {
    return cell.result().map(r -> r.state().name()).orElse("not run");
  }

  /** Why a cell does not count. */
  static String why(RunContents contents, CellSummary cell) {
    if (cell.result().isEmpty()) {
      return contents.why();
    }
    String reason = cell.result().get().reason();
    return !cell.whyUnmeasured().isEmpty()
        ? cell.whyUnmeasured()
        : Words.sentence(reason.isBlank() ? "its record gives no reason" : reason);
  }
}
