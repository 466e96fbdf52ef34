package io.corebound.analysis.study.explain;

import io.corebound.analysis.study.account.Account;
import io.corebound.analysis.study.account.Accountant;
import io.corebound.analysis.study.account.IntervalBound;
import io.corebound.analysis.study.account.Loss;
import io.corebound.analysis.study.account.RanJob;
import io.corebound.analysis.study.account.Yardstick;
import io.corebound.analysis.theory.Gap;
import io.corebound.analysis.theory.Machine;
import io.corebound.analysis.theory.Overlay;
import io.corebound.analysis.theory.TaskFigures;
import io.corebound.records.config.LeverFile;
import io.corebound.records.history.Doubt;
import io.corebound.records.history.HistoryJob;
import io.corebound.records.units.CoreboundException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Explains jobs. One history and one machine always give one explanation. */
public final class Explainer {
  private Explainer() {}

  /**
   * Explains a job.
   *
   * @param given costs of a machine like its nodes; null for what needs none
   * @throws CoreboundException (invalid input) when no task of it succeeded: there is nothing to
   *     account for
   */
  public static Explanation explain(HistoryJob history, Yardstick given) {
    RanJob ran = RanJob.of(history);
    if (ran.maps().tasks() + ran.reduces().tasks() == 0) {
      throw CoreboundException.invalidInput(
          history.isCut()
              ? "%s: is cut before the end of its first task; copy it again from the cluster"
              : "%s: no task of the job succeeded, so there is nothing to explain; the logs of its"
                  + " attempts say why",
          history.file());
    }
    String lever = ran.settings().startLever();
    boolean other = given != null && !lever.equals(LeverFile.NONE);
    boolean measured = other && machine(given).leversOfStarts().contains(lever);
    Yardstick yardstick =
        measured ? given.with(Overlay.lever(LeverFile.named(lever), TaskFigures.MAP)) : given;
    List<Loss> losses = Loss.of(ran);
    List<Skew> skews = Skew.of(ran);
    Account account = Accountant.of(ran, losses, yardstick);
    return new Explanation(
        job(ran),
        account,
        IntervalBound.of(ran, losses, account, yardstick),
        new Explanation.Tasks(Waves.of(ran), Slots.of(ran), skews, losses, Placing.of(ran)),
        Signs.of(ran, skews, account, yardstick),
        Changes.of(ran, losses, yardstick),
        doubts(ran, given, other ? Optional.of(start(measured, lever)) : Optional.empty()));
  }

  private static Machine machine(Yardstick yardstick) {
    return yardstick.point().costs().machine();
  }

  private static Doubt start(boolean measured, String lever) {
    return new Doubt(measured ? Doubt.Kind.OTHER_START : Doubt.Kind.UNMEASURED_START, 1, lever);
  }

  /** Those of the history, then those of its start and of the machine. */
  private static List<Doubt> doubts(RanJob ran, Yardstick given, Optional<Doubt> start) {
    Stream<Doubt> ofMachine =
        given == null
            ? Stream.of()
            : machine(given).gaps(Set.of()).stream()
                .filter(g -> g.kind() == Gap.Kind.DISTURBED)
                .map(g -> new Doubt(Doubt.Kind.DISTURBED_MACHINE, 1, g.sentence()));
    return Stream.of(Contradictions.of(ran).stream(), start.stream(), ofMachine)
        .flatMap(part -> part)
        .toList();
  }

  private static Explanation.Job job(RanJob ran) {
    HistoryJob history = ran.job();
    Map<String, String> settings = new TreeMap<>();
    history
        .settings()
        .forEach((setting, value) -> settings.merge(setting.key(), value, "%s %s"::formatted));
    long startMs = ran.moments().startMs();
    return new Explanation.Job(
        history.file(),
        history.identity().id(),
        history.identity().name(),
        history.identity().format(),
        history.ending(),
        startMs > 0 ? Instant.ofEpochMilli(startMs) : null,
        ran.moments().elapsedS(),
        ran.maps().tasks(),
        ran.reduces().tasks(),
        ran.nodes(),
        settings);
  }
}
