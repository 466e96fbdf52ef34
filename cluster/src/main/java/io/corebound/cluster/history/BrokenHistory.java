package io.corebound.cluster.history;

import java.io.IOException;
import java.util.Locale;

/** What a history has is none of what histories have; the message says what it is instead. */
final class BrokenHistory extends IOException {
  private static final long serialVersionUID = 1L;

  BrokenHistory(String template, Object... facts) {
    // facts are of the file, and get to terminals
    super(String.format(Locale.ROOT, template, facts).replaceAll("\\p{Cc}", "?"));
  }
}
