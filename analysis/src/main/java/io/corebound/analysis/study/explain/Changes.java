package io.corebound.analysis.study.explain;

import io.corebound.analysis.study.account.Loss;
import io.corebound.analysis.study.account.RanJob;
import io.corebound.analysis.study.account.Yardstick;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The changes that would make a job that ran faster, the best first. */
public final class Changes {
  private static final int MOST = 5;

  /** What brings less, of the job's time and in seconds, is not worth a line. */
  private static final double LEAST_SHARE = 0.01;

  private static final double LEAST_S = 1;

  private Changes() {}

  /** Those of a job; without a machine ({@code yardstick} null) those that need no rates. */
  public static List<Change> of(RanJob ran, List<Loss> losses, Yardstick yardstick) {
    double least = Math.max(LEAST_S, LEAST_SHARE * ran.moments().elapsedS());
    return all(ran, losses, yardstick)
        .flatMap(Optional::stream)
        .filter(c -> c.gainS() >= least)
        .sorted(Comparator.comparingDouble(Change::gainS).reversed())
        .limit(MOST)
        .toList();
  }

  private static Stream<Optional<Change>> all(RanJob ran, List<Loss> losses, Yardstick yardstick) {
    TaskChanges ofTasks = new TaskChanges(ran);
    if (yardstick == null) {
      return ofTasks.withoutMachine();
    }
    WhatIf whatIf = new WhatIf(ran, losses, yardstick);
    return Stream.concat(
        ofTasks.withMachine(whatIf, yardstick), new DataChanges(ran, whatIf, yardstick).all());
  }
}
