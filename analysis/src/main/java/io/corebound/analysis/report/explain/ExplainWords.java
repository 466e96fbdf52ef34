package io.corebound.analysis.report.explain;

import io.corebound.analysis.explain.Explanation;
import io.corebound.analysis.explain.account.Account;
import io.corebound.analysis.explain.account.Activity;
import io.corebound.analysis.explain.account.Interval;
import io.corebound.analysis.explain.account.IntervalBound;
import io.corebound.analysis.explain.account.Loss;
import io.corebound.analysis.explain.change.Change;
import io.corebound.analysis.page.Sentences;
import io.corebound.analysis.page.Words;
import io.corebound.records.history.Doubt;
import io.corebound.records.history.TaskType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What an explanation says in words. */
final class ExplainWords {
  /** The sentences of this package. */
  static final Sentences SAY = Sentences.of(ExplainWords.class, "explain");

  /** Intervals that take less of the time than this are not worth a word. */
  private static final double WORTH_A_WORD = 0.05;

  private static final int LONGEST_NAME = 60;
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
    Map<String, Object> facts = new HashMap<>();
    facts.put("machine", account.machine());
    facts.put("total", total > 0 ? Amounts.coreSeconds(total) : null);
    facts.put("reduces", e.job().reduces());
    facts.put("bounds", bounds(e));
    facts.put("most", null);
    facts.put("share", 0.0);
    parts.entrySet().stream()
        .max(Map.Entry.comparingByValue())
        .ifPresent(
            most -> {
              double part = measured ? most.getValue() : account.coreS(Interval.MAP);
              facts.put("most", activity(most.getKey()));
              // of the maps alone, where reduces did not count theirs
              boolean whole = measured || account.countedCoreS() != null;
              facts.put("share", !whole ? null : total > 0 ? part / total : 0.0);
            });
    facts.put("best", e.changes().isEmpty() ? null : Words.capital(gain(e.changes().get(0))));
    return SAY.say("headline", facts);
  }

  private static List<Bounded> bounds(Explanation e) {
    Map<String, List<String>> byWord = new LinkedHashMap<>();
    for (IntervalBound i : e.intervals()) {
      boolean worth = i.lengthS() >= WORTH_A_WORD * e.job().elapsedS();
      if (i.interval() != Interval.OVERHEAD && worth) {
        byWord
            .computeIfAbsent(SAY.say(i.bound().name()), w -> new ArrayList<>())
            .add(Words.interval(i.interval().word()));
      }
    }
    return byWord.entrySet().stream().map(b -> new Bounded(b.getKey(), b.getValue())).toList();
  }

  /** Which job it is, its own code, its losses. */
  static String lead(Explanation e) {
    Account account = e.account();
    Account.Own own = account.own();
    Map<String, Object> facts = new HashMap<>();
    facts.put("job", e.job());
    facts.put("name", brief(e.job().name()));
    facts.put("cut", e.doubts().stream().anyMatch(d -> d.kind() == Doubt.Kind.CUT));
    facts.put("ending", e.job().ending().name().toLowerCase(Locale.ROOT));
    facts.put("elapsed", Amounts.time(e.job().elapsedS()));
    facts.put("machine", account.machine());
    facts.put("own", own);
    facts.put("ownShare", own == null ? 0 : own.coreS() / account.totalCoreS());
    facts.put("over", own == null ? 0 : -own.coreS());
    facts.put("maybeNothing", own != null && own.maybeNothing());
    List<Loss> losses = e.tasks().losses();
    facts.put("lostAttempts", losses.stream().mapToInt(Loss::attempts).sum());
    facts.put(
        "lostCoreS",
        losses.stream().mapToDouble(l -> l.coreS() == null ? Double.NaN : l.coreS()).sum());
    return SAY.say("lead", facts);
  }

  /** A name of a job, which can be a whole query, as far as a line goes. */
  static String brief(String name) {
    String line = name.strip().replaceAll("\\s+", " ");
    return line.length() <= LONGEST_NAME ? line : line.substring(0, LONGEST_NAME - 1) + "…";
  }

  static String activity(Activity activity) {
    return SAY.say("activity_" + activity);
  }

  /** In a word or two, for a table of many jobs. */
  static String brief(Activity activity) {
    return SAY.say("brief_" + activity);
  }

  /** As {@link #brief(Activity)}: {@code snappy codec}. */
  static String brief(Change change) {
    return SAY.say("brief_" + change.kind() + ": to", change.to());
  }

  /** {@code snappy instead of gzip}. */
  static String change(Change change) {
    return SAY.say("change_" + change.kind() + ": from, to", change.from(), change.to());
  }

  /** {@code snappy instead of gzip: about 9 min less (7 to 11)}. */
  static String gain(Change change) {
    Amounts.Unit unit = Amounts.Unit.of(change.gainS());
    return SAY.say(
        "gain: change, gain, unit, low, high",
        change(change),
        unit.of(change.gainS(), false),
        unit.word(),
        unit.of(change.lowS(), false),
        unit.of(change.highS(), false));
  }

  /** What has to be known beside a change. */
  static String caveats(Change change) {
    return String.join(
        ", ", change.caveats().stream().map(c -> SAY.say("caveat_" + c)).sorted().toList());
  }

  static String doubt(Doubt doubt) {
    return SAY.say("doubt_" + doubt.kind() + ": d, days", doubt, doubt.count() / DAY_S);
  }

  static String type(TaskType type) {
    return type.name().toLowerCase(Locale.ROOT);
  }
}
