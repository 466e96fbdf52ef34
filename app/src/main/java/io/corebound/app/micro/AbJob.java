package io.corebound.app.micro;

import io.corebound.analysis.compare.ComparedRun;
import io.corebound.analysis.compare.ComparisonCsv;
import io.corebound.analysis.compare.ComparisonPage;
import io.corebound.analysis.compare.Limits;
import io.corebound.analysis.compare.RunComparison;
import io.corebound.analysis.page.HtmlReport;
import io.corebound.analysis.page.MarkdownReport;
import io.corebound.analysis.page.Page;
import io.corebound.analysis.page.TextReport;
import io.corebound.analysis.report.Reports;
import io.corebound.app.run.EnvironmentStage;
import io.corebound.app.run.Installation;
import io.corebound.app.run.Progress;
import io.corebound.app.run.RunRecord;
import io.corebound.app.run.RunRequest;
import io.corebound.app.run.StagedRun;
import io.corebound.app.run.Stages;
import io.corebound.app.run.Terminal;
import io.corebound.app.run.Version;
import io.corebound.app.run.Workspace;
import io.corebound.microbenchrunner.jmh.CostFits;
import io.corebound.microbenchrunner.jmh.MicroPlan;
import io.corebound.microbenchrunner.suite.ExpectedTime;
import io.corebound.microbenchrunner.suite.MicroSuites;
import io.corebound.records.format.AtomicFiles;
import io.corebound.records.run.Measurement;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.run.State;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.DataSize;
import io.corebound.records.units.ExitStatus;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * {@code micro --ab}: two settings in turns, fork by fork, each a run of its own, and their
 * comparison. Both share one workspace: run A's.
 */
public final class AbJob {
  private static final DataSize DISK = DataSize.ofMegabytes(10);

  private final Installation installation;
  private final RunRequest request;
  private final MicroWork work;
  private final MicroPlan whole;
  private final Limits limits;
  private final PrintWriter out;

  /** The sides' records; null before they have begun. */
  private RunRecord first;

  private RunRecord second;

  /** Whether all of side B's turns have been taken. */
  private boolean secondEnded;

  /** What failed of side B alone; null when nothing did. */
  private CoreboundException secondFailed;

  /**
   * Prepares the job.
   *
   * @param request what both sides are asked for
   * @param work what both sides measure, that is {@link #part} of the whole
   * @param whole what would be measured of one setting
   * @param limits of the comparison
   */
  public AbJob(
      Installation installation,
      RunRequest request,
      MicroWork work,
      MicroPlan whole,
      Limits limits,
      PrintWriter out) {
    this.installation = installation;
    this.request = request;
    this.work = work;
    this.whole = whole;
    this.limits = limits;
    this.out = out;
  }

  /**
   * What of a plan can be measured in turns, each setting in as many forks as a verdict needs.
   *
   * @throws CoreboundException (invalid input) when that is nothing
   */
  public static MicroPlan part(MicroPlan whole) {
    MicroPlan part = whole.forkByFork(RunComparison.FORKS);
    if (part.entries().isEmpty()) {
      throw CoreboundException.invalidInput(
          "--ab measures operations that need no cluster and no pinned copies, and there is none in"
              + " "
              + String.join(", ", whole.suites())
              + "; choose other suites (--list names them)");
    }
    return part;
  }

  /** One of the settings, while it is measured. */
  private static final class Side {
    private final String name;
    private final RunRecord record;
    private final Progress progress;
    private final MicroSuites suites;
    private final List<CoreboundException> failures = new ArrayList<>();

    Side(AbSetting setting, Stages stages, MicroWork work) {
      this.name = setting.side();
      this.record = stages.record();
      this.progress = stages.progress();
      // input that stays would lie in the same pages in all forks of a side
      this.suites = work.stage(stages, null, true).suites(null, false);
    }

    /** Measures a fork; what fails is told, and the other side goes on. */
    void measure(MicroPlan.Turn turn) throws InterruptedException {
      try {
        record.add(suites.fork(turn.entry(), turn.fork()));
      } catch (CoreboundException e) {
        if (Thread.currentThread().isInterrupted()) {
          throw e;
        }
        CoreboundException failure =
            CoreboundException.failed("setting " + name + ": " + e.getMessage());
        progress.say("  " + failure.getMessage());
        failures.add(failure);
      }
    }

    void fit() {
      record.add(CostFits.of(record.measurements()));
    }

    /** Throws what failed; else says how much was measured. */
    String outcome() {
      MicroStage.refuse(failures);
      return record.measurements().stream().map(Measurement::operation).distinct().count()
          + " operations measured";
    }
  }

  /** Measures both and compares; what was started is gone when it returns. */
  public ExitStatus run(List<AbSetting> settings) {
    String id = Workspace.newRunId();
    List<String> ids = List.of(id + "-a", id + "-b");
    RunRequest ofA = request(settings.get(0), ids.get(1));
    RunRequest ofB = request(settings.get(1), ids.get(0));
    Workspace.Needs needs = new Workspace.Needs(DISK, work.memory(), false);
    ExitStatus status;
    try {
      status =
          new StagedRun(
                  () -> Workspace.open(installation, ofA, needs, ids.get(0)),
                  expected(),
                  out,
                  (model, html) -> "A: " + html)
              .run(
                  stages -> {
                    first = stages.record();
                    second = Workspace.begin(installation, ofB, ids.get(1));
                    measure(stages, settings);
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

  /** Operations on HDFS, and suites that are not of JMH. */
  private List<String> leftOut() {
    TreeSet<String> names = new TreeSet<>(whole.own());
    whole.entries().stream()
        .filter(MicroPlan.Entry::hdfs)
        .flatMap(e -> e.benchmarks().stream())
        .forEach(b -> names.addAll(b.operations()));
    return List.copyOf(names);
  }

  private Map<String, Duration> expected() {
    Map<String, Duration> expected = new LinkedHashMap<>();
    expected.put(RunDirectory.ENVIRONMENT, Duration.ofSeconds(6));
    expected.put(MicroWork.MICRO, Duration.ofSeconds(Math.round(2 * seconds())));
    return expected;
  }

  /** What one side takes. */
  private double seconds() {
    return work.plan().entries().stream().mapToDouble(ExpectedTime::ofEntry).sum();
  }

  private void measure(Stages stages, List<AbSetting> settings) throws InterruptedException {
    Stages ofB = stages.beside(second);
    settings.forEach(s -> stages.progress().say("  " + s));
    notes().forEach(n -> stages.progress().say("  " + n));
    stages.run(
        RunDirectory.ENVIRONMENT,
        () -> {
          ofB.run(RunDirectory.ENVIRONMENT, () -> environment(ofB, settings.get(1)));
          return environment(stages, settings.get(0));
        });
    stages.run(
        MicroWork.MICRO,
        () -> {
          Side a = new Side(settings.get(0), stages, work.of(settings.get(0)));
          Side b = new Side(settings.get(1), ofB, work.of(settings.get(1)));
          try {
            ofB.run(MicroWork.MICRO, () -> inTurns(a, b, stages.progress()));
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

  private static String environment(Stages stages, AbSetting setting) {
    return new EnvironmentStage(stages, setting.software(), List.of()).run();
  }

  private List<String> notes() {
    List<String> notes = new ArrayList<>();
    int forks = leastForks(work.plan());
    if (forks < RunComparison.FORKS) {
      notes.add(
          "-f "
              + forks
              + ": a verdict needs "
              + RunComparison.FORKS
              + " forks a side, so that no difference can be told");
    } else if (leastForks(whole) < forks) {
      notes.add(forks + " forks a side, as a verdict needs, where the profile has fewer");
    }
    if (!leftOut().isEmpty()) {
      notes.add(
          "not measured: "
              + String.join(", ", leftOut())
              + ": they need a cluster, or pinned copies, which --ab has not");
    }
    return notes;
  }

  private String inTurns(Side a, Side b, Progress progress) throws InterruptedException {
    double all = 2 * seconds();
    double done = 0;
    try {
      for (MicroPlan.Turn turn : work.plan().turns()) {
        MicroPlan.Entry entry = turn.entry();
        for (Side side : turn.secondFirst() ? List.of(b, a) : List.of(a, b)) {
          progress.step(
              entry.name() + ", fork " + turn.fork() + " of " + entry.forks() + ", " + side.name,
              done / all);
          side.measure(turn);
          done += ExpectedTime.ofEntry(entry) / entry.forks();
        }
      }
    } finally {
      a.fit();
      b.fit();
    }
    return b.outcome();
  }

  /** Side A's is finished by whoever ran the stages. */
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

  /**
   * Writes and prints side B's report and the comparison.
   *
   * @return failed where B is a regression, or there is nothing to compare
   */
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
      out.println();
      out.println("Comparison: " + html + ", and .md and .csv beside it");
      return comparison.regressions().isEmpty() ? ExitStatus.OK : ExitStatus.FAILED;
    } catch (CoreboundException e) {
      System.err.println("corebound: no comparison: " + e.getMessage());
      return ExitStatus.FAILED;
    } finally {
      out.flush();
    }
  }
}
