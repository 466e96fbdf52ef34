package io.corebound.analysis.study.history;

import io.corebound.analysis.study.compare.EnvironmentDifference;
import io.corebound.analysis.study.compare.FigureKey;
import io.corebound.analysis.study.history.Series.Change;
import java.util.List;

/**
 * A run from which on figures are others.
 *
 * @param run number of it, from 1 on
 * @param figures the largest change first
 * @param of figures that could have changed with it: those of runs before and after it
 * @param changed what of machine and software is not as in the last run that had the first figure
 * @param settings how many settings of the run are others
 */
public record ChangedRun(
    int run,
    List<ChangedFigure> figures,
    int of,
    List<EnvironmentDifference> changed,
    int settings) {
  /** From this share of the figures on it is the machine, rather than an operation. */
  private static final double MOST = 0.5;

  /** Of fewer figures nobody can tell. */
  private static final int SEVERAL = 5;

  /** A figure that is another. */
  public record ChangedFigure(FigureKey key, Change change, boolean isWorse) {
    double size() {
      return Math.abs(Math.log1p(change.difference()));
    }
  }

  public long worse() {
    return figures.stream().filter(ChangedFigure::isWorse).count();
  }

  /** Whether most figures changed to one side although nothing else did, as far as is known. */
  public boolean isOfTheMachine() {
    return of >= SEVERAL
        && changed.isEmpty()
        && settings == 0
        && Math.max(worse(), figures.size() - worse()) > MOST * of;
  }
}
