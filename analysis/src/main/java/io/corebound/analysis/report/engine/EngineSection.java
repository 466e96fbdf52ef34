package io.corebound.analysis.report.engine;

import static io.corebound.analysis.report.engine.EngineWords.SAY;

import io.corebound.analysis.page.Block;
import io.corebound.analysis.page.Block.Cell;
import io.corebound.analysis.page.Block.Row;
import io.corebound.analysis.page.Chart;
import io.corebound.analysis.page.Charts;
import io.corebound.analysis.page.Figures;
import io.corebound.analysis.page.Page.Section;
import io.corebound.analysis.page.Words;
import io.corebound.analysis.report.cell.RoleCores;
import io.corebound.analysis.report.engine.EngineSweep.Work;
import io.corebound.analysis.report.job.EnvironmentSection;
import io.corebound.analysis.report.sweep.Sweep;
import io.corebound.analysis.report.sweep.SweepFigures;
import io.corebound.records.run.RunContents;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Time, core-seconds and intervals by engine and size: a section for each workload. */
public final class EngineSection {
  private static final List<String> INTERVALS =
      List.of("map", "shuffle-tail", "reduce", "overhead");

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
    blocks.add(figures(works, id));
    blocks.add(intervals(works, id));
    blocks.add(roles(largest, id));
    Sweep sweep = new Sweep(id, largest.engines().stream().map(EngineRuns::cells).toList());
    blocks.addAll(SweepFigures.io(sweep));
    return blocks;
  }

  /** All of them in a table for a terminal. */
  public static Block inShort(EngineSweep sweep) {
    List<Row> rows = new ArrayList<>();
    for (Work work : sweep.works()) {
      for (EngineRuns runs : work.engines()) {
        rows.add(
            Row.of(
                work.workload(),
                Figures.size(work.data()),
                runs.name(),
                runs.startS(),
                runs.elapsedS(false),
                runs.elapsedS(true),
                runs.coreS(false),
                runs.coreS(true)));
      }
    }
    return SAY.table("short", "", rows);
  }

  private static Block figures(List<Work> works, String id) {
    List<Row> rows = new ArrayList<>();
    for (Work work : works) {
      for (EngineRuns runs : work.engines()) {
        rows.add(
            Row.of(
                Figures.size(work.data()),
                runs.name(),
                runs.waitsS(false).size(),
                runs.startS(),
                runs.elapsedS(false),
                runs.cells().spread(),
                runs.elapsedS(true),
                runs.coreS(false),
                runs.coreS(true),
                runs.shuffledMb()));
      }
    }
    return SAY.table("times", id + "-times", rows);
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
  private record Bar(EngineRuns engine, boolean warm) {
    String name() {
      return engine.name() + (warm ? "\nwarm" : "\ncold");
    }
  }

  private static List<Bar> bars(Work work) {
    return work.engines().stream()
        .flatMap(e -> Stream.of(new Bar(e, false), new Bar(e, true)))
        .filter(b -> !Double.isNaN(b.engine().elapsedS(b.warm())))
        .toList();
  }

  private static Block parts(Work work, String id, Integer figure) {
    List<Bar> bars = bars(work);
    List<Chart.Series> series = new ArrayList<>();
    for (String interval : INTERVALS) {
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

  private static Block intervals(List<Work> works, String id) {
    List<Row> rows = new ArrayList<>();
    for (Work work : works) {
      for (Bar bar : bars(work)) {
        List<Object> cells =
            new ArrayList<>(
                List.of(
                    Figures.size(work.data()), bar.engine().name(), bar.warm() ? "warm" : "cold"));
        INTERVALS.forEach(i -> cells.add(bar.engine().elapsedS(bar.warm(), List.of(i))));
        cells.add(bar.engine().elapsedS(bar.warm()));
        rows.add(Row.of(cells.toArray()));
      }
    }
    return SAY.table("parts", id + "-intervals", rows);
  }

  private static Block roles(Work work, String id) {
    List<Map<String, Double>> byEngine =
        work.engines().stream().map(EngineRuns::coreSByRole).toList();
    Map<String, Double> sums = new HashMap<>();
    byEngine.forEach(m -> m.forEach((role, coreS) -> sums.merge(role, coreS, Double::sum)));
    sums.remove(RoleCores.MACHINE);
    List<Row> rows = new ArrayList<>();
    sums.entrySet().stream()
        .sorted(Map.Entry.<String, Double>comparingByValue(Comparator.reverseOrder()))
        .map(Map.Entry::getKey)
        .forEach(role -> rows.add(Row.of(cells(Cell.code(role), role, byEngine))));
    if (rows.isEmpty()) {
      return SAY.missing("noRoles", "work", work);
    }
    rows.add(Row.total(cells("Whole machine", RoleCores.MACHINE, byEngine)));
    return SAY.table(
        "roles: work, engines",
        id + "-roles",
        rows,
        work,
        work.engines().stream().map(EngineRuns::name).toList());
  }

  private static Object[] cells(Object name, String role, List<Map<String, Double>> byEngine) {
    return Stream.concat(Stream.of(name), byEngine.stream().map(coreS -> coreS.get(role)))
        .toArray();
  }
}
