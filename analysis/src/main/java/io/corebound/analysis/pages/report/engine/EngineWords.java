package io.corebound.analysis.pages.report.engine;

import io.corebound.analysis.pages.page.Sentences;
import io.corebound.analysis.pages.report.engine.EngineSweep.Work;
import io.corebound.analysis.pages.report.sweep.TimeDifference;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Which engine wins where, in sentences. */
public final class EngineWords {
  static final Sentences SAY = Sentences.of(EngineWords.class, "engine");

  private EngineWords() {}

  /** An engine, and the workloads in which its start and its first run are the fastest. */
  private record Winner(String engine, List<String> workloads) {}

  /** The fastest engine with its start or without, and how much longer the others take. */
  private record Turn(boolean warm, String engine, double waitS, List<Other> others) {}

  private record Other(String engine, TimeDifference time) {}

  /** Which engine is the fastest in each workload, on its largest data, its start included. */
  public static String headline(EngineSweep sweep) {
    Map<String, List<String>> workloads = new LinkedHashMap<>();
    for (Work work : sweep.largest()) {
      if (work.fastestFirst(false).size() < 2) {
        continue;
      }
      workloads
          .computeIfAbsent(work.fastestFirst(false).get(0).name(), n -> new ArrayList<>())
          .add(work.workload());
    }
    return SAY.say(
        "headline",
        "winners",
        workloads.entrySet().stream().map(e -> new Winner(e.getKey(), e.getValue())).toList());
  }

  /** A sentence for the largest data of each workload. */
  public static List<String> leads(EngineSweep sweep) {
    return sweep.largest().stream().map(work -> of(work, sweep.severalTiers())).toList();
  }

  static String of(Work work, boolean severalTiers) {
    return SAY.say(
        "wins: work, several, turns",
        work,
        severalTiers,
        Stream.of(false, true)
            .filter(warm -> work.fastestFirst(warm).size() > 1)
            .map(warm -> turn(work, warm))
            .toList());
  }

  private static Turn turn(Work work, boolean warm) {
    List<EngineRuns> all = work.fastestFirst(warm);
    EngineRuns fastest = all.get(0);
    return new Turn(
        warm,
        fastest.name(),
        fastest.waitS(warm),
        all.stream()
            .skip(1)
            .map(e -> new Other(e.name(), work.between(fastest, e, warm)))
            .toList());
  }
}
