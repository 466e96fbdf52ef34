package io.corebound.analysis.study.explain;

import io.corebound.analysis.study.account.Moments;
import io.corebound.analysis.study.account.RanJob;
import io.corebound.records.history.Attempt;
import java.util.Arrays;
import java.util.List;

/**
 * Tasks that ran at once over a job's time, in steps of equal length from its start: means of each
 * step, attempts that came to nothing among them.
 *
 * @param stepS length of a step in seconds
 * @param fetching reduces until they have fetched all map output
 * @param reducing reduces after that
 */
public record Waves(double stepS, List<Double> maps, List<Double> fetching, List<Double> reducing) {
  private static final int STEPS = 300;

  static Waves of(RanJob ran) {
    Moments moments = ran.moments();
    double stepMs = Math.max(1, (moments.finishMs() - moments.startMs()) / (double) STEPS);
    double[] maps = new double[STEPS];
    double[] fetching = new double[STEPS];
    double[] reducing = new double[STEPS];
    for (Attempt a : ran.job().attempts()) {
      long finish = a.times().finishMs();
      if (a.isMap()) {
        add(maps, a.times().startMs(), finish, moments.startMs(), stepMs);
      } else {
        long fetched = a.times().shuffleFinishMs() < 0 ? finish : a.times().shuffleFinishMs();
        add(fetching, a.times().startMs(), fetched, moments.startMs(), stepMs);
        add(reducing, fetched, finish, moments.startMs(), stepMs);
      }
    }
    return new Waves(stepMs / 1e3, list(maps), list(fetching), list(reducing));
  }

  /** The part of each step that lies within a stretch. */
  private static void add(double[] steps, long fromMs, long toMs, long originMs, double stepMs) {
    if (fromMs < 0 || toMs <= fromMs) {
      return;
    }
    double from = (fromMs - originMs) / stepMs;
    double to = (toMs - originMs) / stepMs;
    for (int i = Math.max(0, (int) from); i < Math.min(steps.length, Math.ceil(to)); i++) {
      steps[i] += Math.max(0, Math.min(to, i + 1.0) - Math.max(from, i));
    }
  }

  private static List<Double> list(double[] steps) {
    return Arrays.stream(steps).mapToObj(s -> Math.round(s * 1e3) / 1e3).toList();
  }
}
