package io.corebound.analysis.study.explain;

import io.corebound.analysis.study.account.Account;
import io.corebound.analysis.study.account.IntervalBound;
import io.corebound.analysis.study.account.Loss;
import io.corebound.records.history.Doubt;
import io.corebound.records.history.Ending;
import io.corebound.records.history.HistoryJob.Format;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * A job that ran, explained.
 *
 * @param account where its core-seconds went
 * @param intervals where its time went
 * @param signs what grades are made of elsewhere
 * @param changes what would make it faster, the best first, five at most
 * @param doubts what in its history contradicts itself or is missing
 */
@RecordBuilder
public record Explanation(
    Job job,
    Account account,
    List<IntervalBound> intervals,
    Tasks tasks,
    List<Sign> signs,
    List<Change> changes,
    List<Doubt> doubts)
    implements ExplanationBuilder.With {
  /**
   * Which job it is.
   *
   * @param file the history's name
   * @param started its submission, or the first moment that can be trusted; null where there is
   *     none
   * @param maps that succeeded
   * @param nodes on which its tasks ran
   * @param settings of its configuration, those that corebound knows, by their keys
   */
  @RecordBuilder
  public record Job(
      String file,
      String id,
      String name,
      Format format,
      Ending ending,
      Instant started,
      double elapsedS,
      int maps,
      int reduces,
      int nodes,
      Map<String, String> settings)
      implements ExplanationJobBuilder.With {}

  /** How its tasks ran. */
  public record Tasks(
      Waves waves, Slots slots, List<Skew> skews, List<Loss> losses, Placing placing) {}
}
