package io.corebound.analysis.study.explain;

import io.corebound.analysis.study.account.Loss;
import io.corebound.analysis.study.account.RanJob;
import io.corebound.analysis.study.account.Surroundings;
import io.corebound.analysis.study.account.Work;
import io.corebound.analysis.study.account.Works;
import io.corebound.analysis.study.account.Yardstick;
import io.corebound.analysis.study.account.Yardstick.Drawn;
import io.corebound.records.history.Interval;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * Times a job with something changed, beside the job as it was. Both are computed, between full and
 * no overlap of CPU, disk and network; where an interval took less than computed, the difference is
 * scaled down, where it took more, the rest stays as it was.
 */
final class WhatIf {
  private final RanJob ran;
  private final Works works;
  private final Yardstick yardstick;
  private final Surroundings own;
  private final Map<Drawn, Map<Interval, Work>> asItWas = new IdentityHashMap<>();

  WhatIf(RanJob ran, List<Loss> losses, Yardstick yardstick) {
    this.ran = ran;
    this.works = new Works(ran, losses);
    this.yardstick = yardstick;
    this.own = Surroundings.of(ran);
  }

  Surroundings own() {
    return own;
  }

  /** The change of what it runs on or does, by the figures of one draw. */
  Change of(
      Change.Kind kind,
      String from,
      String to,
      Set<Change.Caveat> caveats,
      Function<Drawn, Surroundings> changed) {
    double gainS = gainS(yardstick.point(), changed);
    Yardstick.Ends ends = yardstick.ends(d -> gainS(d, changed));
    return new Change(
        kind,
        from,
        to,
        gainS,
        Math.min(gainS, ends.low()),
        Math.max(gainS, ends.high()),
        works.coreS(own, yardstick.point().costs())
            - works.coreS(changed.apply(yardstick.point()), yardstick.point().costs()),
        caveats);
  }

  private double gainS(Drawn drawn, Function<Drawn, Surroundings> changed) {
    Map<Interval, Work> before = asItWas.computeIfAbsent(drawn, d -> works.of(own, d.costs()));
    Map<Interval, Work> after = works.of(changed.apply(drawn), drawn.costs());
    double gainS = 0;
    for (Map.Entry<Interval, Work> interval : before.entrySet()) {
      Work asItWas = interval.getValue();
      double lengthS = ran.moments().lengthS(interval.getKey());
      double thenS = asItWas.used(asItWas, lengthS).timeS(drawn.overlap());
      double nowS = after.get(interval.getKey()).used(asItWas, lengthS).timeS(drawn.overlap());
      gainS += (thenS - nowS) * (thenS > lengthS ? lengthS / thenS : 1);
    }
    return gainS;
  }
}
