package io.corebound.analysis.pages.report.history;

import io.corebound.analysis.study.history.MachineHistory;
import io.corebound.analysis.study.history.Series;
import io.corebound.analysis.study.history.Series.Change;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A run from which on figures are others.
 *
 * @param changes the largest first
 * @param of figures that the run could have changed: those of runs before and after it
 */
public record ChangedRun(MachineHistory.Entry run, List<ChangedFigure> changes, int of) {
  /** From this share of the figures on it is the machine, rather than an operation. */
  private static final double MOST = 0.5;

  /** A figure that is another. */
  public record ChangedFigure(Series series, Change change) {
    public double worseBy() {
      return series.worseBy(change);
    }
  }

  static List<ChangedRun> of(MachineHistory history) {
    List<ChangedRun> changed = new ArrayList<>();
    for (int i = 1; i < history.runs().size(); i++) {
      int run = i;
      List<ChangedFigure> figures = new ArrayList<>();
      for (Series series : history.series()) {
        series.changes().stream()
            .filter(c -> c.run() == run)
            .forEach(c -> figures.add(new ChangedFigure(series, c)));
      }
      figures.sort(Comparator.comparingDouble(f -> -Math.abs(Math.log1p(f.worseBy()))));
      long of =
          history.series().stream()
              .filter(s -> s.points().size() >= Series.FEWEST)
              .filter(s -> s.points().get(0).run() < run && last(s) >= run)
              .count();
      if (!figures.isEmpty()) {
        changed.add(new ChangedRun(history.runs().get(i), List.copyOf(figures), (int) of));
      }
    }
    return changed;
  }

  private static int last(Series series) {
    return series.points().get(series.points().size() - 1).run();
  }

  public long worse() {
    return changes.stream().filter(c -> c.worseBy() > 0).count();
  }

  /** Whether most figures changed, and most of them to one side. */
  public boolean isOfTheMachine() {
    return changes.size() > MOST * of && Math.max(worse(), changes.size() - worse()) > MOST * of;
  }
}
