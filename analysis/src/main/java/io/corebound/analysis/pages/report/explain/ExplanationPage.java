package io.corebound.analysis.pages.report.explain;

import static io.corebound.analysis.pages.report.explain.ExplainWords.SAY;

import io.corebound.analysis.pages.page.Amounts;
import io.corebound.analysis.pages.page.Block;
import io.corebound.analysis.pages.page.Figures;
import io.corebound.analysis.pages.page.Page;
import io.corebound.analysis.pages.page.Words;
import io.corebound.analysis.study.account.Account;
import io.corebound.analysis.study.account.Account.Line;
import io.corebound.analysis.study.explain.Change;
import io.corebound.analysis.study.explain.Explanation;
import io.corebound.records.history.Interval;
import java.util.ArrayList;
import java.util.List;

/** The page of a job that ran, explained. */
public final class ExplanationPage {
  /** Sections that answer first, for a terminal. */
  private static final String[] ANSWER = {"doubts", "account", "time", "changes", "signs", "tasks"};

  /** Steps that take less of the core-seconds are left out of the page. */
  private static final double WORTH_A_ROW = 0.0005;

  private final Explanation explanation;

  private ExplanationPage(Explanation explanation) {
    this.explanation = explanation;
  }

  /** Names of the sections that a terminal shows. */
  public static String[] answer() {
    return ANSWER.clone();
  }

  /** The page; {@code version} and {@code commit} are those of this corebound. */
  public static Page of(Explanation explanation, String version, String commit) {
    ExplanationPage page = new ExplanationPage(explanation);
    List<Page.Section> sections = new ArrayList<>();
    if (!explanation.doubts().isEmpty()) {
      sections.add(new Page.Section("doubts", "Doubts", List.of(page.doubts())));
    }
    sections.add(new Page.Section("account", "Core-seconds", page.account()));
    sections.add(new Page.Section("time", "Time", List.of(page.timeline(), page.intervals())));
    sections.add(new Page.Section("changes", "Changes", List.of(page.changes())));
    sections.add(
        new Page.Section(
            "signs", "Signs", List.of(SAY.tableOf("signs", "signs", explanation.signs()))));
    sections.add(new Page.Section("tasks", "Tasks", TaskBlocks.words(explanation)));
    sections.add(new Page.Section("details", "Task by task", TaskBlocks.details(explanation)));
    return new Page(
        explanation.job().id(),
        Figures.moment(explanation.job().started()),
        explanation.job().ending().name(),
        version,
        commit,
        ExplainWords.headline(explanation),
        ExplainWords.lead(explanation),
        List.of(),
        List.of(),
        sections);
  }

  private Block doubts() {
    return new Block.Notice(
        "warning",
        SAY.say("trust"),
        explanation.doubts().stream().map(ExplainWords::doubt).toList());
  }

  private List<Block> account() {
    Account account = explanation.account();
    double worthARow = WORTH_A_ROW * account.totalCoreS();
    List<Line> lines =
        account.lines().stream().filter(l -> l.coreS() == null || l.coreS() >= worthARow).toList();
    List<Block> blocks = new ArrayList<>();
    blocks.add(SAY.tableOf("account: account", "account", lines, account));
    if (!account.notMeasured().isEmpty()) {
      blocks.add(SAY.paragraph("notMeasured", account));
    }
    return blocks;
  }

  private Block timeline() {
    return new Block.Timeline(
        SAY.parts("intervals", intervalFacts()).get(0),
        explanation.intervals().stream()
            .filter(i -> i.interval() != Interval.OVERHEAD)
            .map(
                i ->
                    new Block.Stretch(
                        Words.interval(i.interval()),
                        i.bound().word(),
                        i.lengthS(),
                        "%s: %s, %s"
                            .formatted(
                                Words.interval(i.interval()),
                                i.bound().word(),
                                Amounts.time(i.lengthS()))))
            .toList());
  }

  private Block intervals() {
    return SAY.tableOf("intervals", "intervals", explanation.intervals(), intervalFacts());
  }

  private Object[] intervalFacts() {
    boolean disk = explanation.intervals().stream().anyMatch(i -> i.diskS() != null);
    boolean network = explanation.intervals().stream().anyMatch(i -> i.networkS() != null);
    return new Object[] {
      "machine",
      explanation.account().machine(),
      "devices",
      disk && network,
      "elapsedS",
      explanation.job().elapsedS()
    };
  }

  private Block changes() {
    String machine = explanation.account().machine();
    List<Change> changes = explanation.changes();
    return changes.isEmpty()
        ? SAY.paragraph("noChange", "machine", machine)
        : SAY.tableOf(
            "changes",
            "changes",
            changes,
            "machine",
            machine,
            "caveats",
            changes.stream().map(ExplainWords::caveats).toList(),
            "changes",
            changes,
            "bounded",
            changes.stream().anyMatch(c -> c.caveats().contains(Change.Caveat.AT_MOST)));
  }
}
