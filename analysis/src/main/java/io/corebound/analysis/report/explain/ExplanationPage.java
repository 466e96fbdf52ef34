package io.corebound.analysis.report.explain;

import static io.corebound.analysis.report.explain.ExplainWords.SAY;

import io.corebound.analysis.explain.Explanation;
import io.corebound.analysis.explain.account.Account;
import io.corebound.analysis.explain.account.Account.Line;
import io.corebound.analysis.explain.account.Interval;
import io.corebound.analysis.explain.account.IntervalBound;
import io.corebound.analysis.explain.change.Change;
import io.corebound.analysis.page.Block;
import io.corebound.analysis.page.Block.Cell;
import io.corebound.analysis.page.Block.Row;
import io.corebound.analysis.page.Figures;
import io.corebound.analysis.page.Page;
import io.corebound.analysis.page.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The page of a job that ran, explained. */
public final class ExplanationPage {
  /** Sections that answer first, for a terminal. */
  private static final String[] ANSWER = {"doubts", "account", "time", "changes", "signs", "tasks"};

  /** Steps that take less of the core-seconds are left out of the page. */
  private static final double WORTH_A_ROW = 0.0005;

  private static final Map<Interval, String> OF =
      Map.of(
          Interval.MAP,
          "map",
          Interval.SHUFFLE_TAIL,
          "reduce",
          Interval.REDUCE,
          "reduce",
          Interval.OVERHEAD,
          "job");

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
    sections.add(new Page.Section("signs", "Signs", List.of(SignTable.of(explanation))));
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
    List<Row> rows = new ArrayList<>();
    account.lines().stream()
        .filter(line -> isWorthARow(line, account.totalCoreS()))
        .forEach(line -> rows.add(row(line, account.totalCoreS())));
    rows.add(Row.total("in all", "", "", "", Amounts.coreSeconds(account.totalCoreS()), "", ""));
    List<Block> blocks = new ArrayList<>();
    blocks.add(SAY.table("account", "account", rows, "machine", account.machine()));
    if (!account.notMeasured().isEmpty()) {
      blocks.add(
          SAY.paragraph(
              "notMeasured: machine, operations, one",
              account.machine(),
              account.notMeasured(),
              account.notMeasured().size() == 1));
    }
    return blocks;
  }

  private static boolean isWorthARow(Line line, double total) {
    return line.coreS() == null || line.coreS() >= WORTH_A_ROW * total;
  }

  private static Row row(Line line, double total) {
    return Row.of(
        Words.capital(ExplainWords.activity(line.activity())),
        OF.get(line.interval()),
        Cell.code(line.operation()),
        Amounts.data(line.bytes()),
        Amounts.coreSeconds(line.coreS()),
        line.lowCoreS() == null || !(line.coreS() > 0)
            ? ""
            : plusMinus((line.highCoreS() - line.lowCoreS()) / 2 / line.coreS()),
        line.coreS() == null || !(total > 0)
            ? Figures.NONE
            : Figures.percent(line.coreS() / total));
  }

  /** Beyond all of it the figure says nothing but that. */
  private static String plusMinus(double part) {
    return part > 1 ? "> 100 %" : Figures.percent(part);
  }

  private Block timeline() {
    return new Block.Timeline(
        SAY.parts("intervals", intervalFacts()).get(0),
        explanation.intervals().stream()
            .filter(i -> i.interval() != Interval.OVERHEAD)
            .map(
                i ->
                    new Block.Stretch(
                        Words.interval(i.interval().word()),
                        i.bound().word(),
                        i.lengthS(),
                        "%s: %s, %s"
                            .formatted(
                                Words.interval(i.interval().word()),
                                i.bound().word(),
                                Amounts.time(i.lengthS()))))
            .toList());
  }

  private Block intervals() {
    List<Row> rows = new ArrayList<>();
    for (IntervalBound i : explanation.intervals()) {
      rows.add(
          Row.of(
              Words.interval(i.interval().word()),
              i.lengthS(),
              i.tasks() > 0 ? Figures.number(i.tasks()) : Figures.NONE,
              Amounts.coreSeconds(i.coreS()),
              Amounts.seconds(i.cpuS()),
              Amounts.seconds(i.diskS()),
              Amounts.seconds(i.networkS()),
              bound(i)));
    }
    rows.add(Row.total("job", explanation.job().elapsedS(), "", "", "", "", "", ""));
    return SAY.table("intervals", "intervals", rows, intervalFacts());
  }

  private Object[] intervalFacts() {
    boolean disk = explanation.intervals().stream().anyMatch(i -> i.diskS() != null);
    boolean network = explanation.intervals().stream().anyMatch(i -> i.networkS() != null);
    return new Object[] {"machine", explanation.account().machine(), "devices", disk && network};
  }

  private static Cell bound(IntervalBound interval) {
    Cell cell = Cell.toned(interval.bound().word(), interval.bound().word());
    return interval.share() == null ? cell : cell.withNote(Figures.percent(interval.share()));
  }

  private Block changes() {
    List<Row> rows = new ArrayList<>();
    for (Change change : explanation.changes()) {
      Amounts.Unit unit = Amounts.Unit.of(change.gainS());
      rows.add(
          Row.of(
              Cell.text(Words.capital(ExplainWords.change(change)))
                  .withNote(ExplainWords.caveats(change)),
              unit.of(change.gainS(), true),
              "%s to %s %s"
                  .formatted(
                      unit.of(change.lowS(), false), unit.of(change.highS(), false), unit.word()),
              Amounts.coreSeconds(change.savedCoreS())));
    }
    return rows.isEmpty()
        ? SAY.paragraph("noChange: machine", explanation.account().machine())
        : SAY.table(
            "changes",
            "changes",
            rows,
            "machine",
            explanation.account().machine(),
            "bounded",
            explanation.changes().stream()
                .anyMatch(c -> c.caveats().contains(Change.Caveat.AT_MOST)));
  }
}
