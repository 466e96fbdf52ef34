package io.corebound.analysis.compare;

import io.corebound.analysis.page.Block;
import io.corebound.analysis.page.Block.Cell;
import io.corebound.analysis.page.Block.Column;
import io.corebound.analysis.page.Block.Paragraph;
import io.corebound.analysis.page.Columns;
import io.corebound.analysis.page.Figures;
import io.corebound.analysis.page.Page;
import io.corebound.analysis.page.Page.Section;
import io.corebound.analysis.page.Sentences;
import io.corebound.analysis.page.Words;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/** A comparison for people. */
public final class ComparisonPage {
  static final Sentences SENTENCES = Sentences.of(ComparisonPage.class, "compare");

  private final RunComparison comparison;
  private final FigureNames names;

  private ComparisonPage(RunComparison comparison) {
    this.comparison = comparison;
    this.names = new FigureNames(comparison.rows().stream().map(FigureRow::key).toList());
  }

  /** The page; {@code version} and {@code commit} are those of the corebound that compares. */
  public static Page of(RunComparison comparison, String version, String commit) {
    ComparisonPage page = new ComparisonPage(comparison);
    Map<String, Object> facts = page.facts();
    return new Page(
        String.join(", ", comparison.a()) + " and " + String.join(", ", comparison.b()),
        "",
        "",
        version,
        commit,
        SENTENCES.say("headline", facts),
        SENTENCES.say("lead", facts),
        List.of(),
        List.of(),
        page.sections(facts));
  }

  private Map<String, Object> facts() {
    List<FigureRow> regressions = comparison.regressions();
    Map<String, Object> facts = new HashMap<>();
    facts.put("regressions", regressions.size());
    facts.put("worst", regressions.isEmpty() ? "" : names.full(regressions.get(0).key()));
    facts.put("worstBy", regressions.isEmpty() ? 0 : regressions.get(0).worseBy());
    facts.put("figures", comparison.rows().size());
    facts.put("worse", with(worse()).size());
    facts.put("better", with(better()).size());
    facts.put("same", with(is(Verdict.DOES_NOT_DIFFER)).size());
    facts.put("unknown", with(is(Verdict.CANNOT_TELL)).size());
    facts.put("threshold", comparison.limits().thresholdPercent());
    facts.put("margin", comparison.limits().marginPercent());
    return facts;
  }

  private static Predicate<FigureRow> is(Verdict verdict) {
    return r -> r.verdict() == verdict;
  }

  private static Predicate<FigureRow> worse() {
    return is(Verdict.DIFFERS).and(r -> r.worseBy() > 0);
  }

  private static Predicate<FigureRow> better() {
    return is(Verdict.DIFFERS).and(r -> r.worseBy() <= 0);
  }

  /** The rows of a kind; those that differ by the size of the difference. */
  private List<FigureRow> with(Predicate<FigureRow> wanted) {
    return comparison.rows().stream()
        .filter(wanted)
        .sorted(
            Comparator.comparingDouble(
                r -> r.verdict() == Verdict.DIFFERS ? -Math.abs(r.worseBy()) : 0))
        .toList();
  }

  private List<Section> sections(Map<String, Object> facts) {
    List<Section> sections = new ArrayList<>();
    sections.add(new Section("runs", "Runs and their differences", runs()));
    section("worse", "B is worse", with(worse()), sections);
    section("better", "B is better", with(better()), sections);
    section("cannot-tell", "Cannot tell", with(is(Verdict.CANNOT_TELL)), sections);
    section("same", "Does not differ", with(is(Verdict.DOES_NOT_DIFFER)), sections);
    if (!differences(true).isEmpty()) {
      sections.add(
          new Section("settings", "Settings", List.of(table("settings", differences(true)))));
    }
    List<Block> only = new ArrayList<>();
    only("A", comparison.onlyA(), only);
    only("B", comparison.onlyB(), only);
    if (!only.isEmpty()) {
      sections.add(new Section("only", "Not compared: on one side only", only));
    }
    String samples =
        comparison.ofSeveralRuns()
            ? "severalRuns"
            : comparison.interleaved() ? "inTurns" : "oneRunASide";
    sections.add(
        new Section(
            "how",
            "How to read this",
            List.of(
                new Paragraph(SENTENCES.say("how", facts)),
                new Paragraph(SENTENCES.say(samples)))));
    return sections;
  }

  private List<Block> runs() {
    List<Block> blocks = new ArrayList<>();
    blocks.add(
        new Block.Facts(
            List.of(
                new Block.Fact("A", String.join(", ", comparison.a())),
                new Block.Fact("B", String.join(", ", comparison.b())))));
    List<EnvironmentDifference> machine = differences(false);
    List<EnvironmentDifference> settings = differences(true);
    if (!machine.isEmpty()) {
      blocks.add(table("environment", machine));
    }
    blocks.add(
        new Paragraph(
            SENTENCES.say(
                "environment", Map.of("machine", machine.size(), "settings", settings.size()))));
    comparison.notes().forEach(n -> blocks.add(new Block.Notice("warning", n, List.of())));
    return blocks;
  }

  private List<EnvironmentDifference> differences(boolean settings) {
    return comparison.environment().stream().filter(d -> d.setting() == settings).toList();
  }

  private static Block table(String id, List<EnvironmentDifference> differences) {
    return new Columns<EnvironmentDifference>()
        .text("What is different", EnvironmentDifference::name)
        .text("A", EnvironmentDifference::a)
        .text("B", EnvironmentDifference::b)
        .table(id, "", "", differences);
  }

  /** The reason is a table's title: it is long, and the same for many rows. */
  private void section(String id, String title, List<FigureRow> rows, List<Section> sections) {
    if (rows.isEmpty()) {
      return;
    }
    Map<String, List<FigureRow>> byReason = new TreeMap<>();
    rows.forEach(r -> byReason.computeIfAbsent(r.reason(), x -> new ArrayList<>()).add(r));
    List<Block> tables = new ArrayList<>();
    byReason.forEach(
        (reason, of) -> tables.add(table(id + "-table-" + (tables.size() + 1), reason, of)));
    boolean inFull = rows.stream().allMatch(is(Verdict.DIFFERS));
    sections.add(
        new Section(
            id,
            title + " (" + rows.size() + ")",
            inFull
                ? tables
                : List.of(new Block.Details(Words.count(rows.size(), "figure"), tables))));
  }

  private Block table(String id, String title, List<FigureRow> rows) {
    return new Columns<FigureRow>()
        .code("Operation", r -> r.key().name())
        .text("Variant", r -> names.variant(r.key()))
        .text("Figure", r -> r.key().figure())
        .number("A", "", r -> Figures.number(r.a()))
        .number("B", "", r -> Figures.number(r.b()))
        .text("Unit", r -> r.key().unit())
        .number("B/A", "", r -> ratio(r.ratio()))
        .number("95 %", "", ComparisonPage::interval)
        .number("p", "", r -> probability(r.adjustedP()))
        .cell(
            Column.text(""), r -> r.regression() ? Cell.toned("regression", "bad") : Cell.text(""))
        .table(id, title, "", rows);
  }

  private static String interval(FigureRow row) {
    return row.ratioLow() == null
        ? Figures.NONE
        : ratio(row.ratioLow()) + " to " + ratio(row.ratioHigh());
  }

  private static String probability(Double p) {
    return p == null ? Figures.NONE : p < 0.001 ? "< 0.001" : ratio(p);
  }

  private static String ratio(double ratio) {
    return String.format(Locale.ROOT, "%.3f", ratio);
  }

  private static void only(String side, List<FigureKey> keys, List<Block> blocks) {
    if (!keys.isEmpty()) {
      Block table =
          new Columns<FigureKey>()
              .code("Operation", FigureKey::name)
              .text("Variant", FigureKey::variant)
              .text("Figure", FigureKey::figure)
              .table("only-" + side.toLowerCase(Locale.ROOT), "", "", keys);
      String summary = SENTENCES.say("oneSide", Map.of("side", side, "figures", keys.size()));
      blocks.add(new Block.Details(summary, List.of(table)));
    }
  }
}
