package io.corebound.analysis.pages.report.engine;

import static io.corebound.analysis.pages.report.engine.EngineWords.SAY;

import io.corebound.analysis.pages.page.Block;
import io.corebound.analysis.pages.page.Chart;
import io.corebound.analysis.pages.page.Charts;
import io.corebound.analysis.pages.page.Figures;
import io.corebound.analysis.pages.page.Page.Section;
import io.corebound.analysis.pages.page.Words;
import io.corebound.analysis.pages.report.cell.RoleCores;
import io.corebound.analysis.pages.report.engine.EngineSweep.Work;
import io.corebound.analysis.pages.report.job.EnvironmentSection;
import io.corebound.analysis.pages.report.sweep.Sweep;
import io.corebound.analysis.pages.report.sweep.SweepFigures;
import io.corebound.records.history.Interval;
import io.corebound.records.run.Exchange;
import io.corebound.records.run.RunContents;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Time, core-seconds and intervals by engine and size: a section for each workload. */
public final class EngineSection {
  /** The paper's figures of time and of its parts. */
  private static final Map<String, List<Integer>> FIGURES =
      Map.of(
          "group-by",
          List.of(6, 7),
          "word-count",
          List.of(10, 11),
          "bigram-count",
          List.of(14, 15));

  private EngineSection() {}

  /** The sections of all workloads, and what the paper found beside them. */
  public static List<Section> of(RunContents contents, EngineSweep sweep) {
    List<Section> sections = new ArrayList<>();
    for (List<Work> works : sweep.bySize()) {
      Work largest = works.get(works.size() - 1);
      String id = "engines-%s".formatted(sections.size() + 1);
      String title = SAY.say("title: work, several", largest, sweep.severalTiers());
      List<Block> blocks = blocks(works, largest, id, sweep.severalTiers());
      if (sections.isEmpty()) {
        blocks.add(EnvironmentSection.doubts(contents));
      }
      sections.add(new Section(id, title, blocks));
    }
    List<Block> paper = new ArrayList<>(PaperRatios.ALL.blocks(contents, sweep));
    paper.add(SAY.paragraph("predictions"));
    sections.add(new Section("engines-paper", "Engines beside the paper", paper));
    return sections;
  }

  private static List<Block> blocks(
      List<Work> works, Work largest, String id, boolean severalTiers) {
    List<Integer> figures = FIGURES.getOrDefault(largest.workload(), List.of());
    List<Block> blocks = new ArrayList<>();
    works.forEach(work -> blocks.add(new Block.Paragraph(EngineWords.of(work, severalTiers))));
    blocks.add(times(works, id, figures.isEmpty() ? null : figures.get(0)));
    blocks.add(parts(largest, id, figures.isEmpty() ? null : figures.get(1)));
    blocks.add(SAY.tableOf("times", id + "-times", runs(works)));
    List<Bar> bars = works.stream().flatMap(w -> bars(w).stream()).toList();
    List<Interval> intervals = List.of(Interval.values());
    blocks.add(SAY.tableOf("parts", id + "-intervals", bars, "intervals", intervals));
    blocks.addAll(exchanges(largest, id));
    blocks.add(roles(largest, id));
    Sweep sweep = new Sweep(id, largest.engines().stream().map(EngineRuns::cells).toList());
    blocks.addAll(SweepFigures.io(sweep));
    return blocks;
  }

  /** All of them in a table for a terminal. */
  public static Block inShort(EngineSweep sweep) {
    return SAY.tableOf("short", "", runs(sweep.works()));
  }

  /** An engine's runs of some work. */
  private record Runs(Work work, EngineRuns engine) {}

  private static List<Runs> runs(List<Work> works) {
    return works.stream().flatMap(w -> w.engines().stream().map(e -> new Runs(w, e))).toList();
  }

  /** Cold and warm side by side, a series an engine. */
  private static Block times(List<Work> works, String id, Integer figure) {
    List<String> categories = new ArrayList<>();
    for (Work work : works) {
      String size = Figures.size(work.data());
      categories.addAll(List.of(size + "\ncold", size + "\nwarm"));
    }
    List<Chart.Series> series = new ArrayList<>();
    for (String engine : names(works)) {
      List<Double> values = new ArrayList<>();
      for (Work work : works) {
        values.add(elapsedS(work, engine, false));
        values.add(elapsedS(work, engine, true));
      }
      series.add(Chart.Series.bars(engine, "", values));
    }
    return SAY.bars(
        "timeBars: work, figure", id + "-time", categories, series, works.get(0), figure);
  }

  private static List<String> names(List<Work> works) {
    return works.stream()
        .flatMap(w -> w.engines().stream())
        .map(EngineRuns::name)
        .distinct()
        .sorted()
        .toList();
  }

  private static Double elapsedS(Work work, String engine, boolean warm) {
    return work.engines().stream()
        .filter(e -> e.name().equals(engine))
        .findFirst()
        .map(e -> Charts.orNull(e.elapsedS(warm)))
        .orElse(null);
  }

  /** A run of an engine: its cold one or its warm one. */
  private record Bar(Work work, EngineRuns engine, boolean warm) {
    String name() {
      return engine.name() + (warm ? "\nwarm" : "\ncold");
    }
  }

  private static List<Bar> bars(Work work) {
    return work.engines().stream()
        .flatMap(e -> Stream.of(new Bar(work, e, false), new Bar(work, e, true)))
        .filter(b -> !Double.isNaN(b.engine().elapsedS(b.warm())))
        .toList();
  }

  private static Block parts(Work work, String id, Integer figure) {
    List<Bar> bars = bars(work);
    List<Chart.Series> series = new ArrayList<>();
    for (Interval interval : Interval.values()) {
      series.add(
          Chart.Series.bars(
              Words.interval(interval),
              "intervals",
              bars.stream()
                  .map(b -> Charts.orNull(b.engine().elapsedS(b.warm(), List.of(interval))))
                  .toList()));
    }
    return SAY.bars(
        "partBars: work, figure",
        id + "-parts",
        bars.stream().map(Bar::name).toList(),
        series,
        work,
        figure);
  }

  /** A step or a worker of an engine's exchange. */
  private record Part<T>(EngineRuns engine, Exchange exchange, T part) {}

  /** How data went between workers, of the engines that tell. */
  private static List<Block> exchanges(Work work, String id) {
    List<Part<Exchange.Step>> steps = new ArrayList<>();
    List<Part<Exchange.Worker>> workers = new ArrayList<>();
    for (EngineRuns engine : work.engines()) {
      engine
          .exchange()
          .ifPresent(
              e -> {
                e.steps().forEach(step -> steps.add(new Part<>(engine, e, step)));
                e.workers().forEach(worker -> workers.add(new Part<>(engine, e, worker)));
              });
    }
    List<EngineRuns> counted =
        work.engines().stream().filter(e -> !Double.isNaN(e.count("FETCH_WAIT_MS"))).toList();
    List<Block> blocks = new ArrayList<>();
    if (!steps.isEmpty()) {
      blocks.add(SAY.tableOf("steps: work", id + "-steps", steps, work));
      blocks.add(SAY.tableOf("workers: work", id + "-workers", workers, work));
    }
    if (!counted.isEmpty()) {
      blocks.add(SAY.tableOf("shuffle: work", id + "-shuffle", counted, work));
    }
    return blocks;
  }

  private static Block roles(Work work, String id) {
    List<Map<String, Double>> byEngine =
        work.engines().stream().map(EngineRuns::coreSByRole).toList();
    Map<String, Double> sums = new HashMap<>();
    byEngine.forEach(m -> m.forEach((role, coreS) -> sums.merge(role, coreS, Double::sum)));
    sums.remove(RoleCores.MACHINE);
    List<String> roles =
        sums.entrySet().stream()
            .sorted(Map.Entry.<String, Double>comparingByValue(Comparator.reverseOrder()))
            .map(Map.Entry::getKey)
            .toList();
    return SAY.tableOf("roles: work, roles, byEngine", id + "-roles", roles, work, roles, byEngine);
  }
}
