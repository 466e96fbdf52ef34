package io.corebound.analysis.pages.report.explain;

import io.corebound.analysis.pages.page.Sentences;
import io.corebound.analysis.pages.page.Words;
import io.corebound.analysis.study.account.Account;
import io.corebound.analysis.study.account.Activity;
import io.corebound.analysis.study.account.IntervalBound;
import io.corebound.analysis.study.account.Loss;
import io.corebound.analysis.study.explain.Change;
import io.corebound.analysis.study.explain.Explanation;
import io.corebound.records.history.Doubt;
import io.corebound.records.history.Interval;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What an explanation says in words. */
final class ExplainWords {
  /** The sentences of this package. */
  static final Sentences SAY = Sentences.of(ExplainWords.class, "explain");

  /** Intervals that take less of the time than this are not worth a word. */
  private static final double WORTH_A_WORD = 0.05;

  private static final double DAY_S = 86_400;

  private ExplainWords() {}

  /** Intervals that one thing bounds. */
  public record Bounded(String word, List<String> intervals) {}

  /** The answer in a sentence or two. */
  static String headline(Explanation e) {
    Account account = e.account();
    Map<Activity, Double> parts = account.byActivity();
    boolean measured = account.machine() != null;
    double total = account.totalCoreS();
    Map.Entry<Activity, Double> most =
        parts.entrySet().stream().max(Map.Entry.comparingByValue()).orElse(null);
    // of the maps alone, where reduces did not count theirs
    boolean whole = measured || account.countedCoreS() != null;
    double part = most == null ? 0 : measured ? most.getValue() : account.coreS(Interval.MAP);
    return SAY.say(
        "headline: e, total, most, share, bounds",
        e,
        total,
        most == null ? null : most.getKey(),
        most != null && !whole ? null : total > 0 ? part / total : 0.0,
        bounds(e));
  }

  private static List<Bounded> bounds(Explanation e) {
    Map<String, List<String>> byWord = new LinkedHashMap<>();
    for (IntervalBound i : e.intervals()) {
      boolean worth = i.lengthS() >= WORTH_A_WORD * e.job().elapsedS();
      if (i.interval() != Interval.OVERHEAD && worth) {
        byWord
            .computeIfAbsent(SAY.say(i.bound().name()), w -> new ArrayList<>())
            .add(Words.interval(i.interval()));
      }
    }
    return byWord.entrySet().stream().map(b -> new Bounded(b.getKey(), b.getValue())).toList();
  }

  /** Which job it is, its own code, its losses. */
  static String lead(Explanation e) {
    List<Loss> losses = e.tasks().losses();
    return SAY.say(
        "lead: e, cut, lostAttempts, lostCoreS",
        e,
        e.doubts().stream().anyMatch(d -> d.kind() == Doubt.Kind.CUT),
        losses.stream().mapToInt(Loss::attempts).sum(),
        losses.stream().mapToDouble(l -> l.coreS() == null ? Double.NaN : l.coreS()).sum());
  }

  /** What has to be known beside a change. */
  static String caveats(Change change) {
    return String.join(
        ", ", change.caveats().stream().map(c -> SAY.say("caveat_" + c)).sorted().toList());
  }

  static String doubt(Doubt doubt) {
    return SAY.say("doubt_" + doubt.kind() + ": d, days", doubt, doubt.count() / DAY_S);
  }
}
