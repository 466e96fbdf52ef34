package io.corebound.analysis.pages.report.compare;

import io.corebound.analysis.pages.page.Block;
import io.corebound.analysis.pages.page.Block.Details;
import io.corebound.analysis.pages.page.Page;
import io.corebound.analysis.pages.page.Page.Section;
import io.corebound.analysis.pages.page.Sentences;
import io.corebound.analysis.pages.page.Words;
import io.corebound.analysis.study.compare.EnvironmentDifference;
import io.corebound.analysis.study.compare.FigureKey;
import io.corebound.analysis.study.compare.FigureRow;
import io.corebound.analysis.study.compare.RunComparison;
import io.corebound.analysis.study.compare.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * A comparison for people.
 *
 * @param worse figures of which B is worse, the largest difference first
 */
public record ComparisonPage(
    RunComparison comparison,
    FigureNames names,
    List<FigureRow> worse,
    List<FigureRow> better,
    List<FigureRow> same,
    List<FigureRow> unknown) {
  private static final Sentences SENTENCES = Sentences.of(ComparisonPage.class, "compare");

  /** The page; {@code version} and {@code commit} are those of the corebound that compares. */
  public static Page of(RunComparison comparison, String version, String commit) {
    Predicate<FigureRow> differs = r -> r.verdict() == Verdict.DIFFERS;
    ComparisonPage page =
        new ComparisonPage(
            comparison,
            new FigureNames(comparison.rows().stream().map(FigureRow::key).toList()),
            rows(comparison, differs.and(r -> r.worseBy() > 0)),
            rows(comparison, differs.and(r -> r.worseBy() <= 0)),
            rows(comparison, r -> r.verdict() == Verdict.DOES_NOT_DIFFER),
            rows(comparison, r -> r.verdict() == Verdict.CANNOT_TELL));
    return new Page(
        String.join(", ", comparison.a()) + " and " + String.join(", ", comparison.b()),
        "",
        "",
        version,
        commit,
        SENTENCES.say("headline", page),
        SENTENCES.say("lead", page),
        List.of(),
        List.of(),
        page.sections());
  }

  /** The rows of a kind; those that differ by the size of the difference. */
  private static List<FigureRow> rows(RunComparison comparison, Predicate<FigureRow> wanted) {
    return comparison.rows().stream()
        .filter(wanted)
        .sorted(
            Comparator.comparingDouble(
                r -> r.verdict() == Verdict.DIFFERS ? -Math.abs(r.worseBy()) : 0))
        .toList();
  }

  private List<Section> sections() {
    List<Section> sections = new ArrayList<>();
    sections.add(new Section("runs", "Runs and their differences", runs()));
    section("worse", "B is worse", worse, sections);
    section("better", "B is better", better, sections);
    section("cannot-tell", "Cannot tell", unknown, sections);
    section("same", "Does not differ", same, sections);
    if (!differences(true).isEmpty()) {
      Block settings = SENTENCES.tableOf("differences", "settings", differences(true));
      sections.add(new Section("settings", "Settings", List.of(settings)));
    }
    List<Block> only = new ArrayList<>();
    only("A", comparison.onlyA(), only);
    only("B", comparison.onlyB(), only);
    if (!only.isEmpty()) {
      sections.add(new Section("only", "Not compared: on one side only", only));
    }
    List<Block> how =
        List.of(SENTENCES.paragraph("how", comparison), SENTENCES.paragraph("samples", comparison));
    sections.add(new Section("how", "How to read this", how));
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
    if (!machine.isEmpty()) {
      blocks.add(SENTENCES.tableOf("differences", "environment", machine));
    }
    blocks.add(
        SENTENCES.paragraph(
            "environment", "machine", machine.size(), "settings", differences(true).size()));
    comparison
        .notes()
        .forEach(n -> blocks.add(new Block.Notice("warning", SENTENCES.say("note", n), List.of())));
    return blocks;
  }

  private List<EnvironmentDifference> differences(boolean settings) {
    return comparison.environment().stream().filter(d -> d.setting() == settings).toList();
  }

  /** The reason is a table's title: it is long, and the same for many rows. */
  private void section(String id, String title, List<FigureRow> rows, List<Section> sections) {
    if (rows.isEmpty()) {
      return;
    }
    Map<String, List<FigureRow>> byReason = new TreeMap<>();
    rows.forEach(r -> byReason.computeIfAbsent(reason(r), x -> new ArrayList<>()).add(r));
    List<Block> tables = new ArrayList<>();
    byReason.forEach(
        (reason, of) -> {
          String table = id + "-table-" + (tables.size() + 1);
          tables.add(SENTENCES.tableOf("figures", table, of, "reason", reason, "names", names));
        });
    boolean inFull = rows.get(0).verdict() == Verdict.DIFFERS;
    sections.add(
        new Section(
            id,
            title + " (" + rows.size() + ")",
            inFull ? tables : List.of(new Details(Words.count(rows.size(), "figure"), tables))));
  }

  /** Why the samples of a figure are too few; empty where they are not. */
  static String reason(FigureRow row) {
    return row.tooFew() == null ? "" : SENTENCES.say("tooFew", row.tooFew());
  }

  private static void only(String side, List<FigureKey> keys, List<Block> blocks) {
    if (!keys.isEmpty()) {
      List<String> parts = SENTENCES.parts("oneSide", "side", side, "figures", keys.size());
      blocks.add(new Details(parts.get(0), List.of(SENTENCES.tableOf("only", parts.get(1), keys))));
    }
  }
}
