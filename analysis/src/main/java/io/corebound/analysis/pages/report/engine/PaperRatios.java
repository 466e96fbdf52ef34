package io.corebound.analysis.pages.report.engine;

import static io.corebound.analysis.pages.report.engine.EngineWords.SAY;

import io.corebound.analysis.pages.page.Block;
import io.corebound.analysis.pages.page.Block.Row;
import io.corebound.analysis.pages.page.Figures;
import io.corebound.analysis.pages.report.engine.EngineSweep.Work;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.history.Interval;
import io.corebound.records.run.RunContents;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** What the paper states of one engine over another, {@code paper-ratios.yaml}, beside this run. */
record PaperRatios(List<Ratio> ratios) {
  static final PaperRatios ALL = StructuredFiles.yamlBeside(PaperRatios.class, "paper-ratios.yaml");

  /**
   * A statement of the paper.
   *
   * @param says in the paper's terms, with its condition
   * @param percent whether it is the part of the slower one's time that the faster one saves, not
   *     how many times as fast it is
   * @param intervals that it is of; null for the whole job
   * @param faster keys of an engine's file with their values
   */
  record Ratio(
      String workload,
      String says,
      boolean percent,
      List<Interval> intervals,
      Map<String, String> faster,
      Map<String, String> slower) {

    private String of(double fasterS, double slowerS) {
      if (Double.isNaN(fasterS) || Double.isNaN(slowerS)) {
        return Figures.NONE;
      }
      return percent
          ? Figures.difference((slowerS - fasterS) / slowerS)
          : "× " + Figures.number(slowerS / fasterS);
    }

    private String of(EngineRuns fast, EngineRuns slow, boolean warm) {
      return intervals == null
          ? of(fast.elapsedS(warm), slow.elapsedS(warm))
          : of(fast.elapsedS(warm, intervals), slow.elapsedS(warm, intervals));
    }

    /** On the largest data; a figure that was not measured is none. */
    private Row row(JsonNode engines, Optional<Work> work) {
      Optional<EngineRuns> fast = work.flatMap(w -> find(engines, w, faster));
      Optional<EngineRuns> slow = work.flatMap(w -> find(engines, w, slower));
      if (fast.isEmpty() || slow.isEmpty()) {
        return Row.of(workload, says, Figures.NONE, Figures.NONE, "not in this sweep");
      }
      return Row.of(
          workload,
          says,
          of(fast.get(), slow.get(), false),
          of(fast.get(), slow.get(), true),
          SAY.say("compared: fast, slow, work", fast.get(), slow.get(), work.get()));
    }

    private static Optional<EngineRuns> find(
        JsonNode engines, Work work, Map<String, String> wanted) {
      return work.engines().stream()
          .filter(
              e ->
                  wanted.entrySet().stream()
                      .allMatch(
                          w ->
                              engines
                                  .path(e.name())
                                  .path(w.getKey())
                                  .asString("")
                                  .equals(w.getValue())))
          .findFirst();
    }
  }

  List<Block> blocks(RunContents contents, EngineSweep sweep) {
    JsonNode engines = contents.manifest().configuration().at("/sweep/engines");
    List<Row> rows = new ArrayList<>();
    for (Ratio ratio : ratios) {
      rows.add(
          ratio.row(
              engines,
              sweep.largest().stream()
                  .filter(w -> w.workload().equals(ratio.workload()))
                  .findFirst()));
    }
    return List.of(SAY.table("paper", "engines-paper-ratios", rows));
  }
}
