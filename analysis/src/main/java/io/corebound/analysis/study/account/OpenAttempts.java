package io.corebound.analysis.study.account;

import io.corebound.records.history.Attempt;
import io.corebound.records.history.Cause;
import io.corebound.records.history.Doubt;
import io.corebound.records.history.Ending;
import io.corebound.records.history.HistoryJob;
import io.corebound.records.history.TaskType;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Attempts that ran when the job ended: a master writes no event after its job's, so that a killed
 * twin of the last task has no end. Hadoop's own reader takes them as killed, too ({@code
 * CompletedTaskAttempt}).
 */
final class OpenAttempts {
  private OpenAttempts() {}

  private record Task(TaskType type, int number) {}

  /** The same job; of one that ended, these attempts are killed at its end, and a doubt says so. */
  static HistoryJob ended(HistoryJob job) {
    long endMs = Moments.finishMs(job);
    List<Attempt> open = job.attempts().stream().filter(a -> isOpen(a, endMs)).toList();
    if (job.ending() == Ending.UNFINISHED || open.isEmpty()) {
      return job;
    }
    Set<Task> succeeded =
        job.attempts().stream()
            .filter(Attempt::succeeded)
            .map(OpenAttempts::task)
            .collect(Collectors.toSet());
    List<Attempt> attempts =
        job.attempts().stream()
            .map(a -> isOpen(a, endMs) ? killed(a, endMs, succeeded.contains(task(a))) : a)
            .toList();
    List<Doubt> doubts = new ArrayList<>(job.doubts());
    doubts.add(new Doubt(Doubt.Kind.OPEN_ATTEMPTS, open.size(), open.get(0).brief()));
    return job.with(b -> b.attempts(attempts).doubts(doubts));
  }

  private static boolean isOpen(Attempt attempt, long endMs) {
    return attempt.ending() == Ending.UNFINISHED
        && attempt.times().startMs() >= 0
        && attempt.times().startMs() <= endMs;
  }

  private static Task task(Attempt attempt) {
    return new Task(attempt.type(), attempt.task());
  }

  private static Attempt killed(Attempt attempt, long endMs, boolean twin) {
    Attempt.Times times = attempt.times();
    return attempt.with(
        b ->
            b.ending(Ending.KILLED)
                .cause(twin ? Cause.SPECULATION : Cause.JOB)
                .times(
                    new Attempt.Times(
                        times.startMs(), times.shuffleFinishMs(), times.sortFinishMs(), endMs)));
  }
}
