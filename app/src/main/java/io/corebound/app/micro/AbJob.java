package io.corebound.app.micro;

import io.corebound.analysis.pages.page.HtmlReport;
import io.corebound.analysis.pages.page.MarkdownReport;
import io.corebound.analysis.pages.page.Page;
import io.corebound.analysis.pages.page.TextReport;
import io.corebound.analysis.pages.report.compare.ComparisonCsv;
import io.corebound.analysis.pages.report.compare.ComparisonPage;
import io.corebound.analysis.study.compare.ComparedRun;
import io.corebound.analysis.study.compare.Limits;
import io.corebound.analysis.study.compare.RunComparison;
import io.corebound.app.run.Installation;
import io.corebound.app.run.MemoryNeed;
import io.corebound.app.run.Progress;
import io.corebound.app.run.Reports;
import io.corebound.app.run.RunRecord;
import io.corebound.app.run.RunRequest;
import io.corebound.app.run.StagedRun;
import io.corebound.app.run.Stages;
import io.corebound.app.run.Terminal;
import io.corebound.app.run.Version;
import io.corebound.app.run.Workspace;
import io.corebound.microbenchrunner.jmh.MicroPlan;
import io.corebound.microbenchrunner.suite.Duet;
import io.corebound.microbenchrunner.suite.ExpectedTime;
import io.corebound.records.format.AtomicFiles;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.run.State;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.DataSize;
import io.corebound.records.units.ExitStatus;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * {@code micro --ab}: measures two settings in turns, fork by fork, or fork beside fork, each as
 * its own run, and compares them. Both share the workspace of run A.
 */
public final class AbJob {
  private static final DataSize DISK = DataSize.ofMegabytes(10);
  private final Installation installation;
  private final RunRequest request;
  private final MicroWork work;
  private final MicroPlan whole;
  private final Limits limits;
  private final boolean duet;
  private final PrintWriter out;

  /** The sides' records; null before they have begun. */
  private RunRecord first;

  private RunRecord second;

  /** Whether all of side B's turns have been taken. */
  private boolean secondEnded;

  /** The failure of side B; null when it did not fail. */
  private CoreboundException secondFailed;

  /**
   * A comparison of two settings.
   *
   * @param duet whether both are measured at once, each on half of the cores
   */
  public AbJob(
      RunRequest request, MicroChoice choice, boolean duet, Limits limits, PrintWriter out) {
    if (duet && Duet.halves().isEmpty()) {
      throw CoreboundException.invalidInput(
          "--duet needs two CPUs, and this process may use one; leave it out");
    }
    this.installation = choice.installation();
    this.request = duet ? request.with(ComparedRun.DUET, true) : request;
    this.duet = duet;
    this.work = choice.forAb().work();
    this.whole = choice.plan();
    this.limits = limits;
    this.out = out;
  }

  /** The part of a plan that can be measured in turns, with the forks that a verdict needs. */
  static MicroPlan part(MicroPlan whole) {
    MicroPlan part = whole.forkByFork(RunComparison.FORKS);
    if (part.entries().isEmpty()) {
      throw CoreboundException.invalidInput(
          """
          --ab cannot measure %s, which need a cluster or pinned copies; choose other suites \
          (--list names them)\
          """,
          String.join(", ", whole.suites()));
    }
    return part;
  }

  /** Measures both and compares; what was started is removed when it returns. */
  public ExitStatus run(AbSetting settingA, AbSetting settingB) {
    String id = Workspace.newId("run");
    RunRequest ofA = request(settingA, id + "-b");
    RunRequest ofB = request(settingB, id + "-a");
    MemoryNeed memory = duet ? work.memory().twice() : work.memory();
    Workspace.Needs needs = new Workspace.Needs(DISK, memory, false);
    Map<String, Duration> expected = new LinkedHashMap<>();
    expected.put(RunDirectory.ENVIRONMENT, Duration.ofSeconds(6));
    expected.put(MicroWork.MICRO, Duration.ofSeconds(Math.round(seconds())));
    StagedRun run =
        new StagedRun(
            () -> Workspace.open(installation, ofA, needs, id + "-a"),
            expected,
            out,
            (model, html) -> "A: " + html);
    ExitStatus status;
    try {
      status =
          run.run(
              stages -> {
                first = stages.record();
                second = Workspace.begin(installation, ofB, id + "-b");
                measure(stages, settingA, settingB);
              });
    } finally {
      finishSecond();
    }
    if (second == null) {
      return status;
    }
    ExitStatus compared =
        compare(first.directory(), second.directory(), limits, installation.commit(), out);
    return status == ExitStatus.OK && secondFailed == null ? compared : ExitStatus.FAILED;
  }

  private RunRequest request(AbSetting setting, String other) {
    return request
        .on(setting.software())
        .with("setting", setting.text().isEmpty() ? "none" : setting.text())
        .with("least_forks", leastForks(work.plan()))
        .with("left_out", leftOut())
        .with(ComparedRun.INTERLEAVED_WITH, other);
  }

  private static int leastForks(MicroPlan plan) {
    return plan.entries().stream().mapToInt(MicroPlan.Entry::forks).min().orElse(0);
  }

  /** Operations on HDFS, and suites outside JMH. */
  private List<String> leftOut() {
    TreeSet<String> names = new TreeSet<>(whole.own());
    whole.entries().stream()
        .filter(MicroPlan.Entry::hdfs)
        .flatMap(e -> e.benchmarks().stream())
        .forEach(b -> names.addAll(b.operations()));
    return List.copyOf(names);
  }

  private double seconds() {
    return work.plan().entries().stream().mapToDouble(e -> times(ExpectedTime.ofEntry(e))).sum();
  }

  /** What one side's seconds are for both. */
  private double times(double seconds) {
    return duet ? seconds : 2 * seconds;
  }

  private void measure(Stages stages, AbSetting settingA, AbSetting settingB)
      throws InterruptedException {
    Stages ofB = stages.beside(second);
    stages.progress().say("  " + settingA);
    stages.progress().say("  " + settingB);
    sayWhatIsLeftOut(stages.progress());
    stages.environment(settingA.software(), List.of());
    ofB.environment(settingB.software(), List.of());
    stages.run(
        MicroWork.MICRO,
        () -> {
          AbSide a = AbSide.of(settingA, stages, work);
          AbSide b = AbSide.of(settingB, ofB, work);
          try {
            ofB.run(MicroWork.MICRO, () -> measure(a, b, stages));
          } catch (CoreboundException e) {
            if (Thread.currentThread().isInterrupted()) {
              throw e;
            }
            secondFailed = e;
          }
          secondEnded = true;
          return a.outcome();
        });
  }

  private void sayWhatIsLeftOut(Progress progress) {
    int forks = leastForks(work.plan());
    if (forks < RunComparison.FORKS) {
      progress.say(
          "  -f %s: no difference can be shown; a verdict needs %s forks a side"
              .formatted(forks, RunComparison.FORKS));
    } else if (leastForks(whole) < forks) {
      progress.say("  %s forks a side, as a verdict needs; the profile has fewer".formatted(forks));
    }
    if (!leftOut().isEmpty()) {
      progress.say(
          "  not measured: %s: --ab starts no cluster and no pinned copies"
              .formatted(String.join(", ", leftOut())));
    }
  }

  private String measure(AbSide a, AbSide b, Stages stages) throws InterruptedException {
    double done = 0;
    try {
      for (MicroPlan.Turn turn : work.plan().turns()) {
        MicroPlan.Entry entry = turn.entry();
        List<AbSide> order = turn.secondFirst() ? List.of(b, a) : List.of(a, b);
        String step = "%s, fork %s of %s".formatted(entry.name(), turn.fork(), entry.forks());
        if (duet) {
          stages.progress().step(step, done / seconds());
          String name = "duet-%s-%s".formatted(entry.name(), turn.fork());
          AbSide.measure(order, turn, stages.workspace().memory().resolve(name));
        } else {
          for (AbSide side : order) {
            stages.progress().step("%s, %s".formatted(step, side.name()), done / seconds());
            side.measure(turn, null);
          }
        }
        done += times(ExpectedTime.ofEntry(entry)) / entry.forks();
      }
    } finally {
      a.keepForks();
      b.keepForks();
    }
    return b.outcome();
  }

  /** Side A's record is finished with its stages. */
  private void finishSecond() {
    if (second == null) {
      return;
    }
    if (secondFailed != null) {
      System.err.println("corebound: " + secondFailed.getMessage());
      second.finish(State.FAILED, secondFailed.getMessage());
    } else {
      second.finish(
          secondEnded ? State.OK : State.FAILED, secondEnded ? "" : first.manifest().reason());
    }
  }

  /** Writes and prints side B's report and the comparison; failed where B is a regression. */
  static ExitStatus compare(
      RunDirectory a, RunDirectory b, Limits limits, String commit, PrintWriter out) {
    try {
      Reports.write(b);
      out.println("B: " + b.reportHtml());
      RunComparison comparison =
          RunComparison.of(List.of(ComparedRun.read(a)), List.of(ComparedRun.read(b)), limits);
      Page page = ComparisonPage.of(comparison, Version.version(), commit);
      Path html = b.root().resolve("comparison.html");
      AtomicFiles.write(html, HtmlReport.render(page));
      AtomicFiles.write(
          b.root().resolve("comparison.md"), MarkdownReport.render(page.withoutCharts()));
      AtomicFiles.write(b.root().resolve("comparison.csv"), ComparisonCsv.of(comparison));
      out.println();
      out.print(TextReport.render(page.withoutCharts(), Terminal.width()));
      out.println("%nComparison: %s, and .md and .csv beside it".formatted(html));
      return comparison.regressions().isEmpty() ? ExitStatus.OK : ExitStatus.FAILED;
    } catch (CoreboundException e) {
      System.err.println("corebound: no comparison: " + e.getMessage());
      return ExitStatus.FAILED;
    } finally {
      out.flush();
    }
  }
}
