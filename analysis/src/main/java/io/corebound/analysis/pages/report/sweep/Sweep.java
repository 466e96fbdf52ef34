package io.corebound.analysis.pages.report.sweep;

import io.corebound.analysis.pages.report.cell.CellSummary;
import io.corebound.records.run.Bound;
import io.corebound.records.run.CellResult.Tier;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The cells of a run that went over storage and network: by combination, slow storage first, and of
 * each the slow network first.
 *
 * @param variant name of the variant that all are of; empty for those of all variants
 */
public record Sweep(String variant, List<Combination> combinations) {
  private static final Pattern CELL = Pattern.compile("([^_]+)_([^_]+)(?:_([^_]+))?_(\\d+)");

  public Sweep {
    combinations = List.copyOf(combinations);
  }

  /** The sweep that these cells are; empty where no storage and network were chosen for them. */
  public static Optional<Sweep> of(List<CellSummary> cells) {
    Map<List<String>, List<CellSummary>> byTier = new LinkedHashMap<>();
    for (CellSummary cell : cells) {
      Optional<List<String>> tier =
          cell.tier()
              .map(t -> List.of(t.storage(), t.network(), t.variantName()))
              .or(() -> byName(cell));
      if (tier.isEmpty()) {
        return Optional.empty();
      }
      byTier.computeIfAbsent(tier.get(), t -> new ArrayList<>()).add(cell);
    }
    if (cells.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new Sweep(
            "",
            byTier.entrySet().stream()
                .map(e -> combination(e.getKey(), e.getValue()))
                .sorted(order(byTier))
                .toList()));
  }

  /** A cell that never began has no record of its tier; its name says it. */
  private static Optional<List<String>> byName(CellSummary cell) {
    Matcher name = CELL.matcher(cell.name());
    return cell.command().isEmpty() && name.matches()
        ? Optional.of(
            List.of(name.group(1), name.group(2), name.group(3) == null ? "" : name.group(3)))
        : Optional.empty();
  }

  private static Combination combination(List<String> tier, List<CellSummary> cells) {
    return new Combination(
        tier.get(0),
        tier.get(1),
        tier.get(2),
        cells.stream().sorted(Comparator.comparingInt(Sweep::repetition)).toList());
  }

  /** Which repetition a cell is, from 1. */
  public static int repetition(CellSummary cell) {
    Matcher name = CELL.matcher(cell.name());
    return cell.tier()
        .map(Tier::repetition)
        .orElseGet(() -> name.matches() ? Integer.parseInt(name.group(4)) : 0);
  }

  private static Comparator<Combination> order(Map<List<String>, List<CellSummary>> byTier) {
    Map<String, Double> rates = new LinkedHashMap<>();
    for (CellSummary cell : byTier.values().stream().flatMap(List::stream).toList()) {
      cell.tier()
          .ifPresent(
              t -> {
                if (!t.nominalStorage().real()) {
                  rates.put(
                      "s" + t.storage(),
                      t.nominalStorage().read().megabytesPerSecond()
                          * t.nominalStorage().devicesPerNode());
                }
                if (!t.nominalNetwork().real()) {
                  rates.put("n" + t.network(), t.nominalNetwork().rate().megabytesPerSecond());
                }
              });
    }
    return Comparator.comparingDouble(
            (Combination c) -> rates.getOrDefault("s" + c.storage(), Double.MAX_VALUE))
        .thenComparing(Combination::storage)
        .thenComparingDouble(c -> rates.getOrDefault("n" + c.network(), Double.MAX_VALUE))
        .thenComparing(Combination::network);
  }

  /**
   * Its variants, each a sweep over storage and network alone: only cells of the same data and
   * settings say something of a tier.
   */
  public List<Sweep> parts() {
    Map<String, List<Combination>> parts = new LinkedHashMap<>();
    for (Combination c : combinations) {
      parts.computeIfAbsent(c.variant(), v -> new ArrayList<>()).add(c);
    }
    return parts.entrySet().stream().map(p -> new Sweep(p.getKey(), p.getValue())).toList();
  }

  /** An id of the page, which no other variant has: a variant's name has no underscore. */
  public String id(String id) {
    return variant.isEmpty() ? id : variant + "_" + id;
  }

  /** A title that says which variant it is of. */
  public String title(String title) {
    return variant.isEmpty() ? title : title + " · " + variant;
  }

  /** Names of the storage tiers, the slowest first. */
  List<String> storages() {
    return combinations.stream().map(Combination::storage).distinct().toList();
  }

  /** Names of the network tiers, the slowest first. */
  public List<String> networks() {
    return combinations.stream().map(Combination::network).distinct().toList();
  }

  /** The combinations of which at least one repetition ended well. */
  public List<Combination> measured() {
    return combinations.stream().filter(c -> !c.measured().isEmpty()).toList();
  }

  List<Combination> measuredOnStorage(String storage) {
    return measured().stream().filter(c -> c.storage().equals(storage)).toList();
  }

  List<Combination> measuredOnNetwork(String network) {
    return measured().stream().filter(c -> c.network().equals(network)).toList();
  }

  /** All cells that ended well, by combination. */
  List<CellSummary> cellsOn(String storage) {
    return measuredOnStorage(storage).stream().flatMap(c -> c.measured().stream()).toList();
  }

  /** The cells that did not end well, or did not begin. */
  public List<CellSummary> others() {
    return combinations.stream().flatMap(c -> c.others().stream()).toList();
  }

  /** What bounded the jobs on a storage tier for the longest time; empty when none was measured. */
  Optional<Bound> mainBound(String storage) {
    Map<Bound, Double> seconds = new EnumMap<>(Bound.class);
    for (CellSummary cell : cellsOn(storage)) {
      cell.secondsByBound().forEach((bound, s) -> seconds.merge(bound, s, Double::sum));
    }
    seconds.remove(Bound.UNKNOWN);
    return seconds.entrySet().stream().max(Map.Entry.comparingByValue()).map(Map.Entry::getKey);
  }
}
