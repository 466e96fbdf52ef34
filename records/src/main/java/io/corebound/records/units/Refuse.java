package io.corebound.records.units;

import java.util.Locale;

/** How a record refuses what it is given. */
public final class Refuse {
  private Refuse() {}

  /** Throws with a template's sentence, which names the key, what it was and what it may be. */
  public static void when(boolean wrong, String template, Object... facts) {
    if (wrong) {
      throw new IllegalArgumentException(
          facts.length == 0 ? template : String.format(Locale.ROOT, template, facts));
    }
  }
}
