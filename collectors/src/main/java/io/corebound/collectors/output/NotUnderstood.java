package io.corebound.collectors.output;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Counts what a parser did not understand and keeps the first few as examples. */
public final class NotUnderstood {
  private static final int EXAMPLES = 5;
  private static final int LONGEST = 200;

  private final List<String> examples = new ArrayList<>();
  private final Set<String> fields = new HashSet<>();
  private int count;

  /** A line or a value; each one counts. */
  public void add(String what) {
    count++;
    if (examples.size() < EXAMPLES) {
      examples.add(what.length() > LONGEST ? what.substring(0, LONGEST) + "…" : what);
    }
  }

  /** Adds what was counted elsewhere. */
  public void addAll(int counted, List<String> firstOfThem) {
    firstOfThem.forEach(this::add);
    count += counted - firstOfThem.size();
  }

  /** A field of a name that is not known, or one that is lacking; a name counts once. */
  public void addField(String what) {
    if (fields.add(what)) {
      add(what);
    }
  }

  /** A probe's parameters, and among them how much was not understood where anything was not. */
  public static Map<String, String> among(Map<String, String> parameters, int count) {
    Map<String, String> all = new TreeMap<>(parameters);
    if (count > 0) {
      all.put("not_understood", Integer.toString(count));
    }
    return all;
  }

  public int count() {
    return count;
  }

  public List<String> examples() {
    return examples;
  }
}
