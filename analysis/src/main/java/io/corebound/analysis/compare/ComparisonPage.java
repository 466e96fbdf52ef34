package io.corebound.analysis.compare;

import io.corebound.analysis.page.Block;
import io.corebound.analysis.page.Block.Cell;
import io.corebound.analysis.page.Block.Column;
import io.corebound.analysis.page.Block.Row;
import io.corebound.analysis.page.Figures;
import io.corebound.analysis.page.Page;
import io.corebound.analysis.page.Page.Section;
import io.corebound.analysis.page.Words;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** A comparison for people. */
public final class ComparisonPage {
  private static final String RUNS_ARE_SAMPLES =
      "A run is a sample: what runs of one setting differ by is in the intervals.";
  private static final String FORKS_ARE_SAMPLES =
      "With one run a side the samples are its forks (of a job its repetitions). They were measured"
          + " in the same hours and do not see by how much runs of one setting differ: \"differs\""
          + " is said of these two runs, whatever made them differ. Several runs a side (--a, --b)"
          + " tell more.";
  private static final String FORKS_IN_TURNS =
      "The two runs were one (micro --ab): their forks, which are the samples, took turns, each"
          + " setting coming first in every other turn, so that what changes with the hour changes"
          + " both sides alike. \"differs\" is said of the two settings, on this machine as it was"
          + " then; runs of another day tell whether it holds.";

  private final RunComparison comparison;
  private final FigureNames names;

  private ComparisonPage(RunComparison comparison) {
    this.comparison = comparison;
    this.names = new FigureNames(comparison.rows().stream().map(FigureRow::key).toList());
  }

  /**
   * Lays out a comparison.
   *
   * @param version of the corebound that compares
   * @param commit that it was built from
   */
  public static Page of(RunComparison comparison, String version, String commit) {
    ComparisonPage page = new ComparisonPage(comparison);
    return new Page(
        String.join(", ", comparison.a()) + " and " + String.join(", ", comparison.b()),
        "",
        "",
        version,
        commit,
        page.headline(),
        page.lead(),
        List.of(),
        List.of(),
        page.sections());
  }

  private String headline() {
    int regressions = comparison.regressions().size();
    return regressions == 0
        ? "No regression: of "
            + Words.count(comparison.rows().size(), "figure")
            + " none differs and is worse by more than "
            + percent(comparison.limits().thresholdPercent())
        : Words.count(regressions, "regression")
            + ": worse by more than "
            + percent(comparison.limits().thresholdPercent())
            + ", the worst "
            + names.full(comparison.regressions().get(0).key())
            + ", by "
            + Figures.percent(comparison.regressions().get(0).worseBy());
  }

  private String lead() {
    return count(Verdict.DIFFERS)
        + " of "
        + comparison.rows().size()
        + (count(Verdict.DIFFERS) == 1 ? " figures differs (" : " figures differ (")
        + with(worse()).size()
        + " worse, "
        + with(worse().negate().and(is(Verdict.DIFFERS))).size()
        + " better), "
        + count(Verdict.DOES_NOT_DIFFER)
        + " do not differ by more than "
        + percent(comparison.limits().marginPercent())
        + ", of "
        + count(Verdict.CANNOT_TELL)
        + " it cannot be told.";
  }

  static String percent(double percent) {
    return Figures.plain(percent) + " %";
  }

  private long count(Verdict verdict) {
    return with(is(verdict)).size();
  }

  private static Predicate<FigureRow> is(Verdict verdict) {
    return r -> r.verdict() == verdict;
  }

  private static Predicate<FigureRow> worse() {
    return is(Verdict.DIFFERS).and(r -> r.worseBy() > 0);
  }

  private List<FigureRow> with(Predicate<FigureRow> wanted) {
    return comparison.rows().stream().filter(wanted).toList();
  }

  private List<Section> sections() {
    List<Section> sections = new ArrayList<>();
    sections.add(new Section("runs", "Runs and their differences", runs()));
    Comparator<FigureRow> largest = Comparator.comparingDouble(r -> -Math.abs(r.worseBy()));
    section("worse", "B is worse", with(worse()).stream().sorted(largest).toList(), sections);
    section(
        "better",
        "B is better",
        with(is(Verdict.DIFFERS).and(worse().negate())).stream().sorted(largest).toList(),
        sections);
    section("cannot-tell", "Cannot tell", with(is(Verdict.CANNOT_TELL)), sections);
    section("same", "Does not differ", with(is(Verdict.DOES_NOT_DIFFER)), sections);
    only(sections);
    sections.add(new Section("how", "How to read this", how()));
    return sections;
  }

  private List<Block> runs() {
    List<Block> blocks = new ArrayList<>();
    blocks.add(
        new Block.Facts(
            List.of(
                new Block.Fact("A", String.join(", ", comparison.a())),
                new Block.Fact("B", String.join(", ", comparison.b())))));
    blocks.add(
        comparison.environment().isEmpty()
            ? new Block.Paragraph(
                "Nothing that was recorded of machine, software and settings is different.")
            : environment(comparison.environment()));
    comparison.notes().forEach(n -> blocks.add(new Block.Notice("warning", n, List.of())));
    return blocks;
  }

  private static Block environment(List<EnvironmentDifference> differences) {
    return new Block.Table(
        "environment",
        "",
        "",
        List.of(Column.text("What is different"), Column.text("A"), Column.text("B")),
        differences.stream()
            .map(d -> Row.of(Cell.text(d.name()), Cell.text(d.a()), Cell.text(d.b())))
            .toList());
  }

  private void section(String id, String title, List<FigureRow> rows, List<Section> sections) {
    if (rows.isEmpty()) {
      return;
    }
    boolean inFull = rows.stream().allMatch(is(Verdict.DIFFERS));
    List<Block> tables = byReason(id, rows);
    sections.add(
        new Section(
            id,
            title + " (" + rows.size() + ")",
            inFull
                ? tables
                : List.of(new Block.Details(Words.count(rows.size(), "figure"), tables))));
  }

  /** The reason is a table's title: it is long, and the same for many rows. */
  private List<Block> byReason(String id, List<FigureRow> rows) {
    Map<String, List<FigureRow>> byReason = new TreeMap<>();
    rows.forEach(r -> byReason.computeIfAbsent(r.reason(), x -> new ArrayList<>()).add(r));
    List<Block> tables = new ArrayList<>();
    byReason.forEach(
        (reason, of) -> tables.add(table(id + "-table-" + (tables.size() + 1), reason, of)));
    return tables;
  }

  private Block table(String id, String title, List<FigureRow> rows) {
    return new Block.Table(
        id,
        title,
        "",
        List.of(
            Column.text("Operation"),
            Column.text("Variant"),
            Column.text("Figure"),
            Column.number("A", ""),
            Column.number("B", ""),
            Column.text("Unit"),
            Column.number("B/A", ""),
            Column.number("95 %", ""),
            Column.number("p", ""),
            Column.text("")),
        rows.stream().map(this::row).toList());
  }

  private Row row(FigureRow row) {
    return Row.of(
        Cell.code(row.key().name()),
        Cell.text(names.variant(row.key())),
        Cell.text(row.key().figure()),
        Cell.number(row.a()),
        Cell.number(row.b()),
        Cell.text(row.key().unit()),
        Cell.text(ratio(row.ratio())),
        Cell.text(
            row.ratioLow() == null
                ? Figures.NONE
                : ratio(row.ratioLow()) + " to " + ratio(row.ratioHigh())),
        Cell.text(
            row.adjustedP() == null
                ? Figures.NONE
                : row.adjustedP() < 0.001 ? "< 0.001" : ratio(row.adjustedP())),
        row.regression() ? Cell.toned("regression", "bad") : Cell.text(""));
  }

  static String ratio(double ratio) {
    return String.format(Locale.ROOT, "%.3f", ratio);
  }

  private void only(List<Section> sections) {
    List<Block> blocks = new ArrayList<>();
    only("A", comparison.onlyA(), blocks);
    only("B", comparison.onlyB(), blocks);
    if (!blocks.isEmpty()) {
      sections.add(new Section("only", "Not compared: on one side only", blocks));
    }
  }

  private static void only(String side, List<FigureKey> keys, List<Block> blocks) {
    if (!keys.isEmpty()) {
      blocks.add(
          new Block.Details(
              "Only " + side + ": " + Words.count(keys.size(), "figure"),
              List.of(
                  new Block.Table(
                      "only-" + side.toLowerCase(Locale.ROOT),
                      "",
                      "",
                      List.of(
                          Column.text("Operation"), Column.text("Variant"), Column.text("Figure")),
                      keys.stream()
                          .map(
                              k ->
                                  Row.of(
                                      Cell.code(k.name()),
                                      Cell.text(k.variant()),
                                      Cell.text(k.figure())))
                          .toList()))));
    }
  }

  private String samples() {
    if (comparison.ofSeveralRuns()) {
      return RUNS_ARE_SAMPLES;
    }
    return comparison.interleaved() ? FORKS_IN_TURNS : FORKS_ARE_SAMPLES;
  }

  private List<Block> how() {
    return Stream.of(
            "B/A is the ratio of the means, with its 95 % interval by Welch's t on the logarithms;"
                + " p is the probability of such a difference by chance, corrected for all figures"
                + " compared (Holm). \"differs\": p below 0.05. \"does not differ\": surely within "
                + percent(comparison.limits().marginPercent())
                + " of A, corrected likewise. Worse: a cost or a time that rose, a rate that fell.",
            samples())
        .<Block>map(Block.Paragraph::new)
        .toList();
  }
}
