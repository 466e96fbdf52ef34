package io.corebound.analysis.pages.report.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.analysis.pages.page.HtmlReport;
import io.corebound.analysis.pages.page.KeptPage;
import io.corebound.analysis.pages.page.Page;
import io.corebound.analysis.pages.page.TextReport;
import io.corebound.analysis.study.account.Account;
import io.corebound.analysis.study.account.Account.Line;
import io.corebound.analysis.study.account.Activity;
import io.corebound.analysis.study.account.IntervalBound;
import io.corebound.analysis.study.account.Loss;
import io.corebound.analysis.study.explain.Change;
import io.corebound.analysis.study.explain.Explanation;
import io.corebound.analysis.study.explain.JobTable;
import io.corebound.analysis.study.explain.Placing;
import io.corebound.analysis.study.explain.Sign;
import io.corebound.analysis.study.explain.Skew;
import io.corebound.analysis.study.explain.Slots;
import io.corebound.analysis.study.explain.Waves;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.history.Cause;
import io.corebound.records.history.Doubt;
import io.corebound.records.history.Ending;
import io.corebound.records.history.HistoryJob;
import io.corebound.records.history.Interval;
import io.corebound.records.history.TaskType;
import io.corebound.records.run.Bound;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A job explained, in every format, from figures that are known by heart. */
class ExplanationPageTest {
  private static Line line(
      Interval interval, Activity activity, String operation, Double bytes, double coreS) {
    return new Line(interval, activity, operation, bytes, coreS, coreS, coreS * 0.9, coreS * 1.1);
  }

  private static final Account ACCOUNT =
      new Account(
          "run-1",
          List.of(
              line(Interval.MAP, Activity.START, "start.container", null, 120),
              line(Interval.MAP, Activity.SORT, "sort", 4e10, 2000),
              line(Interval.MAP, Activity.SORT, "merge", 4e10, 215),
              line(Interval.MAP, Activity.OWN, "", null, 625),
              new Line(Interval.REDUCE, Activity.LOST, "", null, null, 160.0, null, null)),
          2840.0,
          3120,
          new Account.Own(625, 480, 770),
          List.of("compress.lz4"));

  private static final Explanation EXPLANATION =
      new Explanation(
          new Explanation.Job(
              "job_1_0001.jhist",
              "job_1_0001",
              "nightly",
              HistoryJob.Format.AVRO,
              Ending.SUCCEEDED,
              Instant.parse("2026-11-28T00:00:00Z"),
              2820,
              320,
              40,
              10,
              Map.of("mapreduce.task.io.sort.mb", "100")),
          ACCOUNT,
          List.of(
              new IntervalBound(
                  Interval.MAP, 10, 1800, 39.5, 2960.0, 1500.0, 300.0, 0.0, Bound.CPU, 0.83),
              new IntervalBound(
                  Interval.REDUCE, 1810, 900, 20.0, 160.0, 100.0, 700.0, 50.0, Bound.DISK, 0.78),
              new IntervalBound(
                  Interval.OVERHEAD, 0, 120, 0, null, null, null, null, Bound.WAITING, null)),
          new Explanation.Tasks(
              new Waves(1410, List.of(40.0, 0.0), List.of(0.0, 10.0), List.of(0.0, 20.0)),
              new Slots(40, 20, 10, 600, 300),
              List.of(
                  new Skew(
                      TaskType.MAP,
                      320,
                      200,
                      500,
                      Skew.Reason.DATA,
                      2,
                      90,
                      List.of(new Skew.Slow("m_000007_0", "node3", 500, 3e8)))),
              List.of(
                  new Loss(TaskType.REDUCE, Ending.FAILED, Cause.MEMORY, "", 2, 300, 160.0, true)),
              new Placing(300, 15, 5, 0, 2.5e9, 120.0, 1.5)),
          List.of(
              new Sign(Sign.Kind.SKEW, TaskType.MAP, 2.5, null, null, 90.0),
              new Sign(Sign.Kind.GC, TaskType.MAP, 0.08, 200.0, null, null),
              new Sign(Sign.Kind.SPEED, TaskType.MAP, null, null, null, null)),
          List.of(
              new Change(Change.Kind.CODEC, "gzip", "snappy", 540, 420, 660, 900.0, Set.of()),
              new Change(
                  Change.Kind.SORT_BUFFER,
                  "100 MiB",
                  "310 MiB",
                  100,
                  60,
                  130,
                  300.0,
                  Set.of(Change.Caveat.NEEDS_HEAP))),
          List.of(new Doubt(Doubt.Kind.MASTER_RESTARTED, 2, "")));

  private static Page page() {
    return ExplanationPage.of(EXPLANATION, "1.0", "abc");
  }

  @Test
  void answersInTheFormOfTheFirstSentence() {
    assertThat(page().headline())
        .isEqualTo(
            "71 % of 3,120 core-seconds: sort and merge of map output; CPU-bound in map,"
                + " disk-bound in reduce. Snappy instead of gzip: about 9 min less (7 to 11).");
  }

  @Test
  void wholePageIsAsItWasKept() {
    KeptPage.assertUnchanged(page(), ExplanationPageTest.class, "explanation.md");
  }

  @Test
  void fitsATerminalOfEightyColumns() {
    assertThat(TextReport.render(page().only(ExplanationPage.answer()), 80).lines())
        .hasSizeGreaterThan(20)
        .allMatch(line -> line.length() <= 80);
  }

  @Test
  void withoutAMachineItSaysWhatNeedsNone() {
    Account counted =
        new Account(
            null,
            List.of(
                line(Interval.MAP, Activity.COUNTED, "", null, 300),
                line(Interval.REDUCE, Activity.COUNTED, "", null, 100)),
            400.0,
            400,
            null,
            List.of());
    Explanation alone = EXPLANATION.with(b -> b.account(counted).changes(List.of()));
    Page page = ExplanationPage.of(alone, "1.0", "abc");
    assertThat(page.headline()).contains("400 core-seconds", "75 %", "CPU-bound in map");
    assertThat(page.lead()).contains("--machine");
  }

  @Test
  void aCutHistoryIsNotShownAsAWholeJob() {
    Doubt cut = new Doubt(Doubt.Kind.CUT, 27, "");
    Explanation part = EXPLANATION.withDoubts(List.of(cut));
    assertThat(ExplanationPage.of(part, "1.0", "abc").lead()).contains("its history is cut");
  }

  @Test
  void htmlHasTheWavesAndFetchesNothing() {
    assertThat(HtmlReport.render(page()))
        .contains("\"id\":\"waves\"", "reduces that fetch")
        .doesNotContain("src=\"http", "href=\"http");
  }

  @Test
  void csvHasARowAFigure() {
    List<String> lines = ExplanationCsv.of(EXPLANATION).lines().toList();
    // heads, job, 5 lines, own code, 3 intervals, 2 changes, 3 signs, skew, loss, doubt
    assertThat(lines).hasSize(19);
    assertThat(lines).anyMatch(l -> l.startsWith("change,") && l.contains("gzip,snappy,540.0"));
    assertThat(lines).anyMatch(l -> l.startsWith("account,") && l.contains("SORT,sort,4.0E10"));
  }

  @Test
  void jsonHasNothingThatIsNoNumber() {
    assertThat(StructuredFiles.toJson(EXPLANATION))
        .contains("\"core_s\" : 2000.0", "\"kind\" : \"CODEC\"")
        .doesNotContain("NaN", "Infinity");
  }

  @Test
  void everyKindHasItsWords() {
    Stream.of(Activity.values())
        .forEach(a -> assertThat(ExplainWords.SAY.of("activity_" + a)).isNotEmpty());
    Stream.of(Activity.values())
        .forEach(a -> assertThat(ExplainWords.SAY.of("brief_" + a)).hasSizeBetween(1, 12));
    Stream.of(Bound.values()).forEach(b -> assertThat(ExplainWords.SAY.say(b.name())).isNotEmpty());
    Stream.of(Change.Kind.values())
        .map(k -> new Change(k, "1", "2", 10, 5, 15, null, Set.of(Change.Caveat.values())))
        .forEach(
            c -> {
              assertThat(ExplainWords.SAY.of("gain", c)).contains("10 s less (5 to 15)");
              assertThat(ExplainWords.caveats(c)).isNotEmpty();
              assertThat(ExplainWords.SAY.of("brief_" + c.kind(), c)).hasSizeBetween(1, 12);
            });
    Stream.of(Doubt.Kind.values())
        .map(k -> new Doubt(k, 3, "m_000001_0"))
        .forEach(d -> assertThat(ExplainWords.doubt(d)).isNotEmpty());
    Stream.of(Sign.Kind.values())
        .forEach(s -> assertThat(ExplainWords.SAY.say("sign_" + s)).isNotEmpty());
    Stream.of(Cause.values())
        .forEach(c -> assertThat(ExplainWords.SAY.say("cause_" + c)).isNotEmpty());
    Stream.of(Skew.Reason.values()).forEach(r -> ExplainWords.SAY.say("reason_" + r));
  }

  @Test
  void manyJobsStandSideBySide() {
    JobTable table =
        JobTable.of(
            List.of(JobTable.Entry.of(EXPLANATION)),
            List.of(new JobTable.Refused("broken.jhist", "is empty")),
            List.of(new JobTable.Copy("old/a.jhist", "job_1_0001", "a.jhist")));
    Page page = JobsPage.of("histories", table, "1.0", "abc");
    assertThat(page.headline()).startsWith("1 job took 3,120 core-seconds; 71 % of them: sort");
    assertThat(TextReport.render(page))
        .contains(
            "job_1_0001", "broken.jhist: is empty", "1 could not be explained", "snappy codec")
        .contains("1 file not counted", "old/a.jhist is not counted: a.jhist")
        .doesNotContain("failed: nightly");
    assertThat(ExplanationCsv.of(table).lines()).hasSize(1 + 1 + 4 + 1 + 1);
    Explanation failed = EXPLANATION.withJob(EXPLANATION.job().withEnding(Ending.FAILED));
    JobTable other = JobTable.of(List.of(JobTable.Entry.of(failed)), List.of(), List.of());
    assertThat(TextReport.render(JobsPage.of("histories", other, "1.0", "abc")))
        .contains("failed: nightly");
  }
}
