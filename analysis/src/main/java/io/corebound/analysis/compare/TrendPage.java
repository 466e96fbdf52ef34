package io.corebound.analysis.compare;

import io.corebound.analysis.page.Block;
import io.corebound.analysis.page.Block.Cell;
import io.corebound.analysis.page.Block.Column;
import io.corebound.analysis.page.Block.Row;
import io.corebound.analysis.page.Chart;
import io.corebound.analysis.page.Figures;
import io.corebound.analysis.page.Page;
import io.corebound.analysis.page.Page.Section;
import io.corebound.analysis.page.Words;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** A trend for people. */
public final class TrendPage {
  /** Of a moment as text, the date. */
  private static final int DATE = 10;

  /** More lines cannot be told apart. */
  private static final int MOST = 8;

  private static final String STARTS = "Start of containers and jobs";
  private static final Map<String, String> PLOTTED =
      Map.of(
          "cost",
          "Cost",
          "rate",
          "Rate",
          "elapsed",
          "Elapsed time",
          "core-seconds",
          "Core-seconds");

  private final Trend trend;
  private final FigureNames names;

  private TrendPage(Trend trend) {
    this.trend = trend;
    this.names = new FigureNames(trend.lines().stream().map(Trend.Line::key).toList());
  }

  /**
   * Lays out a trend.
   *
   * @param version of the corebound that compares
   * @param commit that it was built from
   */
  public static Page of(Trend trend, String version, String commit) {
    TrendPage page = new TrendPage(trend);
    Page ends = ComparisonPage.of(trend.firstToLast(), version, commit);
    return new Page(
        Words.count(trend.runs().size(), "run"),
        "",
        "",
        version,
        commit,
        "From the first to the last of "
            + Words.count(trend.runs().size(), "run")
            + ": "
            + ends.headline(),
        ends.lead(),
        List.of(),
        List.of(),
        List.of(
            new Section("runs", "Runs", List.of(page.runs())),
            new Section("trend", "Figures over the runs", page.lines()),
            new Section(
                "how",
                "How to read this",
                List.of(
                    new Block.Paragraph(
                        "A is the first run and B the last; the verdict is on these two."),
                    ends.sections().get(ends.sections().size() - 1).blocks().get(0),
                    ends.sections().get(ends.sections().size() - 1).blocks().get(1)))));
  }

  private Block runs() {
    List<Row> rows = new ArrayList<>();
    for (Trend.Point point : trend.runs()) {
      rows.add(
          Row.of(
              Cell.text(String.valueOf(rows.size() + 1)),
              Cell.code(point.run()),
              Cell.text(Figures.moment(point.startedAt())),
              Cell.text(point.state().name()),
              Cell.text(
                  rows.isEmpty()
                      ? ""
                      : point.changes().isEmpty()
                          ? "nothing recorded"
                          : String.join(
                              "; ",
                              point.changes().stream()
                                  .map(c -> c.name() + " " + c.a() + " → " + c.b())
                                  .toList()))));
    }
    return new Block.Table(
        "runs-table",
        "",
        "",
        List.of(
            Column.number("No.", ""),
            Column.text("Run"),
            Column.text("Started"),
            Column.text("State"),
            Column.text("Different since the run before")),
        rows);
  }

  private List<Block> lines() {
    List<Block> blocks = new ArrayList<>(charts());
    List<Column> columns =
        new ArrayList<>(
            List.of(
                Column.text("Operation"),
                Column.text("Variant"),
                Column.text("Figure"),
                Column.text("Unit")));
    for (int i = 1; i <= trend.runs().size(); i++) {
      columns.add(Column.number("No. " + i, ""));
    }
    columns.add(Column.number("last/first", ""));
    columns.add(Column.text("Verdict"));
    blocks.add(
        new Block.Table(
            "trend-table", "", "", columns, trend.lines().stream().map(this::line).toList()));
    return blocks;
  }

  private Row line(Trend.Line line) {
    List<Cell> cells =
        new ArrayList<>(
            List.of(
                Cell.code(line.key().name()),
                Cell.text(names.variant(line.key())),
                Cell.text(line.key().figure()),
                Cell.text(line.key().unit())));
    line.values().forEach(v -> cells.add(Cell.number(v)));
    FigureRow change = line.change();
    cells.add(Cell.text(change == null ? Figures.NONE : ComparisonPage.ratio(change.ratio())));
    cells.add(
        change == null
            ? Cell.text("not in both ends")
            : change.regression()
                ? Cell.toned("regression", "bad")
                : Cell.text(change.verdict().words()));
    return new Row(cells, false);
  }

  /** A chart a kind of figure, of the lines that moved the most, as multiples of their start. */
  private List<Block> charts() {
    Map<String, List<Trend.Line>> byKind = new LinkedHashMap<>();
    for (Trend.Line line : trend.lines()) {
      if (line.change() != null) {
        String kind = PLOTTED.getOrDefault(line.key().figure(), STARTS);
        byKind.computeIfAbsent(kind, k -> new ArrayList<>()).add(line);
      }
    }
    List<Block> charts = new ArrayList<>();
    byKind.forEach((kind, lines) -> charts.add(chart(kind, lines, charts.size() + 1)));
    return charts;
  }

  private Block chart(String kind, List<Trend.Line> lines, int number) {
    List<Trend.Line> most =
        lines.stream()
            .sorted(Comparator.comparingDouble(l -> -Math.abs(Math.log(l.change().ratio()))))
            .limit(MOST)
            .toList();
    List<String> places = new ArrayList<>();
    for (Trend.Point point : trend.runs()) {
      places.add(
          "No. "
              + (places.size() + 1)
              + "\n"
              + Figures.moment(point.startedAt()).substring(0, DATE));
    }
    return Chart.trend(
        "trend-" + number,
        kind + " over the runs",
        "As multiples of the first run: a line that stays at 1 did not change."
            + (most.size() < lines.size()
                ? " Of " + lines.size() + " the " + MOST + " that changed the most."
                : ""),
        "of the first",
        places,
        most.stream().map(this::series).toList());
  }

  private Chart.Series series(Trend.Line line) {
    double first = line.values().stream().filter(Objects::nonNull).findFirst().orElseThrow();
    return Chart.Series.bars(
        PLOTTED.containsKey(line.key().figure())
            ? (line.key().name() + " " + names.variant(line.key())).strip()
            : names.full(line.key()),
        "",
        line.values().stream().map(v -> v == null ? null : v / first).toList());
  }
}
