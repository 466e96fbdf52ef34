package io.corebound.analysis.pages.report.engine;

import io.corebound.analysis.pages.report.sweep.Combination;
import io.corebound.analysis.pages.report.sweep.Sweep;
import io.corebound.analysis.pages.report.sweep.TimeDifference;
import io.corebound.records.run.CellResult;
import io.corebound.records.units.DataSize;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A sweep over engines: what each took for the same work. */
public record EngineSweep(List<Work> works) {
  /** One job on one input, on one storage and network, and the engines that ran it. */
  public record Work(
      String workload, DataSize data, String storage, String network, List<EngineRuns> engines) {

    /** Those with a time, the fastest first, by the means that {@link #between} compares. */
    List<EngineRuns> fastestFirst(boolean warm) {
      return engines.stream()
          .filter(e -> !Double.isNaN(e.waitS(warm)))
          .sorted(Comparator.comparingDouble(e -> TimeDifference.meanLog(e.waitsS(warm))))
          .toList();
    }

    /** How much longer one engine takes than another; all engines' repetitions give the spread. */
    TimeDifference between(EngineRuns faster, EngineRuns slower, boolean warm) {
      return TimeDifference.of(
          faster.waitsS(warm),
          slower.waitsS(warm),
          engines.stream().map(e -> e.waitsS(warm)).filter(t -> !t.isEmpty()).toList());
    }
  }

  /** Empty where the cells name no engine. */
  public static Optional<EngineSweep> of(Sweep sweep) {
    Map<List<Object>, List<EngineRuns>> works = new LinkedHashMap<>();
    for (Combination c : sweep.measured()) {
      CellResult cell = c.median().orElseThrow().result().orElseThrow();
      if (cell.engine() == null) {
        return Optional.empty();
      }
      works
          .computeIfAbsent(
              List.of(cell.workload(), cell.data(), c.storage(), c.network()),
              k -> new ArrayList<>())
          .add(new EngineRuns(cell.engine().name(), c));
    }
    List<Work> all = new ArrayList<>();
    works.forEach(
        (key, engines) ->
            all.add(
                new Work(
                    (String) key.get(0),
                    (DataSize) key.get(1),
                    (String) key.get(2),
                    (String) key.get(3),
                    named(engines))));
    all.sort(
        Comparator.comparing(Work::workload)
            .thenComparing(Work::storage)
            .thenComparing(Work::network)
            .thenComparing(Work::data));
    return all.isEmpty() ? Optional.empty() : Optional.of(new EngineSweep(List.copyOf(all)));
  }

  /** In order; engines that a sweep runs in several variants by the variants' names. */
  private static List<EngineRuns> named(List<EngineRuns> engines) {
    boolean once = engines.stream().map(EngineRuns::name).distinct().count() == engines.size();
    return engines.stream()
        .map(e -> once ? e : new EngineRuns(e.cells().variant(), e.cells()))
        .sorted(Comparator.comparing(EngineRuns::name))
        .toList();
  }

  /** Whether works differ in storage or network. */
  boolean severalTiers() {
    return works.stream().map(w -> List.of(w.storage(), w.network())).distinct().count() > 1;
  }

  /** Works by workload and tiers, the smallest data first. */
  List<List<Work>> bySize() {
    Map<List<String>, List<Work>> groups = new LinkedHashMap<>();
    works.forEach(
        w ->
            groups
                .computeIfAbsent(
                    List.of(w.workload(), w.storage(), w.network()), k -> new ArrayList<>())
                .add(w));
    return List.copyOf(groups.values());
  }

  /** The largest work of each workload on each pair of tiers. */
  List<Work> largest() {
    return bySize().stream().map(works -> works.get(works.size() - 1)).toList();
  }
}
