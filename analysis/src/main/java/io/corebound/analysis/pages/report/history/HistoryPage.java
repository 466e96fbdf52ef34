package io.corebound.analysis.pages.report.history;

import io.corebound.analysis.pages.page.Block;
import io.corebound.analysis.pages.page.Chart;
import io.corebound.analysis.pages.page.Page;
import io.corebound.analysis.pages.page.Page.Section;
import io.corebound.analysis.pages.page.Sentences;
import io.corebound.analysis.pages.report.compare.FigureNames;
import io.corebound.analysis.study.history.MachineHistory;
import io.corebound.analysis.study.history.Newest;
import io.corebound.analysis.study.history.RunHistory;
import io.corebound.analysis.study.history.Series;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Runs over time, for people. */
public final class HistoryPage {
  private static final Sentences SAY = Sentences.of(HistoryPage.class, "history");

  private HistoryPage() {}

  /** A machine as the page shows it. */
  public record Machine(MachineHistory history, FigureNames names) {
    static Machine of(MachineHistory history) {
      return new Machine(
          history, new FigureNames(history.series().stream().map(Series::key).toList()));
    }

    /** The newest run. */
    public MachineHistory.Entry newest() {
      return run(history.runs().size());
    }

    /** The run of a number from 1 on. */
    public MachineHistory.Entry run(int number) {
      return history.runs().get(number - 1);
    }

    /** How many figures of the newest run are worse than usual. */
    public int worse() {
      return (int) history.newest().stream().filter(Newest::isWorse).count();
    }

    /** Figures of the newest run that cannot be judged yet. */
    public int tooFew() {
      return (int) history.newest().stream().filter(n -> n.usual() == null).count();
    }
  }

  /** A figure that is worse, and its machine. */
  public record Worst(Machine machine, Newest figure) {}

  /** The page; {@code version} and {@code commit} are those of the corebound that makes it. */
  public static Page of(RunHistory history, String version, String commit) {
    List<Machine> machines = history.machines().stream().map(Machine::of).toList();
    List<Section> sections = new ArrayList<>();
    each("newest", "The newest run", machines, sections, HistoryPage::newest);
    each("changes", "Since when", machines, sections, HistoryPage::changes);
    each("lines", "Operation by operation", machines, sections, HistoryPage::charts);
    each("runs", "Runs", machines, sections, HistoryPage::runs);
    if (!history.skipped().isEmpty()) {
      Block skipped = SAY.tableOf("skipped", "skipped-table", history.skipped());
      sections.add(new Section("skipped", "Left out", List.of(skipped)));
    }
    Block how = SAY.paragraph("how: history, fewest", history, Series.FEWEST);
    sections.add(new Section("how", "How to read this", List.of(how)));
    Worst worst =
        machines.stream()
            .flatMap(m -> m.history().worst().map(n -> new Worst(m, n)).stream())
            .max(Comparator.comparingDouble(w -> w.figure().size()))
            .orElse(null);
    int worse = machines.stream().mapToInt(Machine::worse).sum();
    int judged = machines.stream().mapToInt(m -> m.history().newest().size() - m.tooFew()).sum();
    return new Page(
        SAY.say("name: machines", machines),
        "",
        "",
        version,
        commit,
        SAY.say(
            "headline: several, worse, judged, worst", machines.size() > 1, worse, judged, worst),
        SAY.say("lead: machines, threshold", machines, history.thresholdPercent()),
        List.of(),
        List.of(),
        sections);
  }

  private static void each(
      String id,
      String title,
      List<Machine> machines,
      List<Section> sections,
      Function<Machine, List<Block>> blocks) {
    List<Block> all = machines.stream().flatMap(m -> blocks.apply(m).stream()).toList();
    if (!all.isEmpty()) {
      sections.add(new Section(id, title, all));
    }
  }

  private static List<Block> newest(Machine machine) {
    List<Block> blocks = new ArrayList<>();
    blocks.add(
        SAY.tableOf("newest: machine", id("newest", machine), machine.history().newest(), machine));
    if (machine.tooFew() > 0) {
      blocks.add(SAY.missing("tooFew: machine, fewest", machine, Series.FEWEST));
    }
    if (machine.history().lacking() > 0) {
      blocks.add(SAY.missing("lacking", machine.history()));
    }
    return blocks;
  }

  private static List<Block> changes(Machine machine) {
    return List.of(
        SAY.tableOf(
            "changes: machine", id("changes", machine), machine.history().changes(), machine));
  }

  private static List<Block> runs(Machine machine) {
    return List.of(
        SAY.tableOf("runs: machine", id("runs", machine), machine.history().runs(), machine));
  }

  private static String id(String table, Machine machine) {
    return table + "-of-" + machine.history().host().replaceAll("[^A-Za-z0-9]", "-");
  }

  /**
   * A chart for each figure of each operation, those that changed first; a line for each variant.
   */
  private static List<Block> charts(Machine machine) {
    Map<List<String>, List<Series>> byFigure = new LinkedHashMap<>();
    for (Series series : machine.history().series()) {
      if (series.points().size() > 1) {
        byFigure
            .computeIfAbsent(
                List.of(series.key().name(), series.key().figure(), series.key().unit()),
                k -> new ArrayList<>())
            .add(series);
      }
    }
    List<Chart.Mark> marks = new ArrayList<>();
    for (MachineHistory.Entry run : machine.history().runs()) {
      if (!run.changed().isEmpty()) {
        double before = run.number() - 0.5;
        marks.add(new Chart.Mark(SAY.say("mark: run", run), before, before));
      }
    }
    List<Block> charts = new ArrayList<>();
    byFigure.values().stream()
        .sorted(Comparator.comparing(all -> all.stream().allMatch(s -> s.changes().isEmpty())))
        .forEach(all -> charts.add(chart(machine, charts.size(), all, marks)));
    return charts;
  }

  private static Chart chart(
      Machine machine, int number, List<Series> all, List<Chart.Mark> marks) {
    List<Chart.Series> lines =
        all.stream()
            .map(
                s ->
                    Chart.Series.line(
                        SAY.say("line: machine, series", machine, s),
                        "",
                        false,
                        s.points().stream()
                            .map(p -> List.of((double) p.run(), p.value()))
                            .toList()))
            .toList();
    List<String> parts = SAY.parts("chart: machine, key", machine, all.get(0).key());
    return new Chart(
        id("line-" + number, machine),
        parts.get(0),
        parts.get(1),
        "time",
        parts.get(2),
        null,
        parts.get(3),
        List.of(),
        lines,
        List.of(),
        marks,
        List.of(),
        null);
  }
}
