package io.corebound.app.micro;

import io.corebound.app.run.Progress;
import io.corebound.app.run.RunRecord;
import io.corebound.app.run.Stages;
import io.corebound.hosts.process.Uninterrupted;
import io.corebound.microbenchrunner.jmh.MicroPlan;
import io.corebound.microbenchrunner.suite.Duet;
import io.corebound.microbenchrunner.suite.MicroSuites;
import io.corebound.records.run.Measurement;
import io.corebound.records.units.CoreboundException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** One of two settings, while it is measured. */
record AbSide(
    String name,
    RunRecord record,
    Progress progress,
    MicroSuites suites,
    List<CoreboundException> failures) {
  /** Programs of a fork are ended within seconds. */
  private static final long END_MINUTES = 1;

  static AbSide of(AbSetting setting, Stages stages, MicroWork work) {
    return new AbSide(
        setting.side(),
        stages.record(),
        stages.progress(),
        // input that stays would be in the same pages in all forks of a side
        work.of(setting).stage(stages, true).suites(null, false),
        new ArrayList<>());
  }

  /**
   * Measures a fork of each side at once; the first side has the first half of the cores. When one
   * fails, the other is ended, and neither gets more forks of that entry.
   *
   * @param meeting a folder of this turn's alone
   */
  static void measure(List<AbSide> sides, MicroPlan.Turn turn, Path meeting)
      throws InterruptedException {
    List<Integer> failedBefore = sides.stream().map(side -> side.failures().size()).toList();
    if (atOnce(sides, turn, meeting)) {
      return;
    }
    for (int i = 0; i < sides.size(); i++) {
      AbSide side = sides.get(i);
      side.suites.giveUp(turn.entry());
      if (side.failures().size() == failedBefore.get(i)) {
        side.failures.add(
            CoreboundException.failed(
                "setting %s: the micro suite '%s' was ended, as the fork beside it failed",
                side.name, turn.entry().name()));
      }
    }
  }

  private static boolean atOnce(List<AbSide> sides, MicroPlan.Turn turn, Path meeting)
      throws InterruptedException {
    List<List<Integer>> halves = Duet.halves();
    ExecutorService threads = Executors.newFixedThreadPool(sides.size());
    try {
      CompletionService<Boolean> both = new ExecutorCompletionService<>(threads);
      for (int i = 0; i < sides.size(); i++) {
        AbSide side = sides.get(i);
        Duet duet = new Duet(side.name(), halves.get(i), meeting);
        both.submit(() -> side.measure(turn, duet));
      }
      // one that failed leaves the other waiting for it
      boolean first = both.take().get();
      return first && both.take().get();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    } finally {
      threads.shutdownNow();
      Uninterrupted.run(() -> threads.awaitTermination(END_MINUTES, TimeUnit.MINUTES));
    }
  }

  /**
   * Measures a fork, alone where {@code duet} is null; a failure is reported.
   *
   * @return whether it could be measured
   */
  boolean measure(MicroPlan.Turn turn, Duet duet) throws InterruptedException {
    try {
      record.add(
          duet == null
              ? suites.fork(turn.entry(), turn.fork())
              : suites.fork(turn.entry(), turn.fork(), duet));
      return true;
    } catch (CoreboundException e) {
      if (Thread.currentThread().isInterrupted()) {
        throw e;
      }
      failures.add(CoreboundException.failed("setting %s: %s", name, e.getMessage()));
      progress.say("  " + failures.get(failures.size() - 1).getMessage());
      return false;
    }
  }

  /** Keeps what a comparison of pairs of forks needs. */
  void keepForks() {
    Measurement.write(record.directory().forksFile(), suites.ofEachFork());
  }

  String outcome() {
    MicroStage.refuse(failures);
    return MicroStage.outcome(record);
  }
}
