package io.corebound.cluster.external;

import io.corebound.cluster.job.ApplicationState;
import io.corebound.cluster.job.LogFile;
import java.io.IOException;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What {@code yarn application -status} prints: one line a field, a tab, its name, {@code " : "},
 * its value ({@code ApplicationCLI.printApplicationReport}). Diagnostics may have several lines;
 * they are the last field before 2.9, and others come after them since.
 */
final class ApplicationReportText {
  private static final Pattern STATE = field("State");
  private static final Pattern FINAL_STATE = field("Final-State");
  private static final Pattern DIAGNOSTICS =
      Pattern.compile(
          "(?ms)^\\tDiagnostics : (.*?)(?=^\\tUnmanaged Application : |^\\t[A-Z][A-Za-z -]* :"
              + " |\\z)");
  private static final Pattern PROGRESS = Pattern.compile("(?m)^\\tProgress : (\\S+)\\s*$");
  private static final Pattern QUEUE = Pattern.compile("(?m)^\\tQueue : (\\S+)\\s*$");
  private static final Set<String> ENDED = Set.of("FINISHED", "FAILED", "KILLED");

  private ApplicationReportText() {}

  private static Pattern field(String name) {
    return Pattern.compile("(?m)^\\t" + Pattern.quote(name) + " : ([A-Z_]+)\\s*$");
  }

  /**
   * Reads it.
   *
   * @throws IOException when it is no report
   */
  static ApplicationState parse(String text) throws IOException {
    Matcher state = STATE.matcher(text);
    Matcher finalState = FINAL_STATE.matcher(text);
    if (!state.find() || !finalState.find()) {
      throw new IOException(
          "'yarn application -status' printed no report of an application: "
              + LogFile.lastLine(text));
    }
    return new ApplicationState(
        ENDED.contains(state.group(1)),
        state.group(1),
        finalState.group(1),
        first(DIAGNOSTICS, text),
        first(PROGRESS, text),
        first(QUEUE, text));
  }

  private static String first(Pattern pattern, String text) {
    Matcher found = pattern.matcher(text);
    return found.find() ? found.group(1).strip() : "";
  }
}
