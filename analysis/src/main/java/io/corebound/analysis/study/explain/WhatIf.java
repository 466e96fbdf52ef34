package io.corebound.analysis.study.explain;

import io.corebound.analysis.study.account.Loss;
import io.corebound.analysis.study.account.RanJob;
import io.corebound.analysis.study.account.Replay;
import io.corebound.analysis.study.account.Setup;
import io.corebound.analysis.study.account.Yardstick;
import io.corebound.analysis.study.account.Yardstick.Drawn;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;

/**
 * Times a job with something changed, beside the job as it was: both run in the simulation, and
 * what an interval took is scaled by how much shorter it is there.
 */
final class WhatIf {
  private final RanJob ran;
  private final List<Loss> losses;
  private final Yardstick yardstick;
  private final Map<Drawn, Replay> replays = new IdentityHashMap<>();

  WhatIf(RanJob ran, List<Loss> losses, Yardstick yardstick) {
    this.ran = ran;
    this.losses = losses;
    this.yardstick = yardstick.few();
  }

  /** The change of what it runs on or does, by the figures of one draw. */
  Change of(
      Change.Kind kind,
      String from,
      String to,
      Set<Change.Caveat> caveats,
      BiFunction<Setup, Drawn, Setup> change) {
    double gainS = gainS(yardstick.point(), change);
    Yardstick.Ends ends = yardstick.ends(d -> gainS(d, change));
    Replay replay = replay(yardstick.point());
    return new Change(
        kind,
        from,
        to,
        gainS,
        Math.min(gainS, ends.low()),
        Math.max(gainS, ends.high()),
        replay.coreS(replay.own()) - replay.coreS(change.apply(replay.own(), yardstick.point())),
        caveats);
  }

  private double gainS(Drawn drawn, BiFunction<Setup, Drawn, Setup> change) {
    Replay replay = replay(drawn);
    return replay.gainS(change.apply(replay.own(), drawn));
  }

  private Replay replay(Drawn drawn) {
    return replays.computeIfAbsent(drawn, d -> new Replay(ran, losses, d.costs()));
  }
}
