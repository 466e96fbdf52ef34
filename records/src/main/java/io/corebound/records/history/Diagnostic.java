package io.corebound.records.history;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What Hadoop wrote about an attempt's end. It can quote a job's data: only {@link #brief} of it is
 * kept, at most 80 characters, where the cause is not known.
 */
public final class Diagnostic {
  private static final Pattern EXIT =
      Pattern.compile(
          "exit ?(?:code|status)\\s*(?:is\\s+|[:=]\\s*)?(-?[0-9]{1,4})\\b",
          Pattern.CASE_INSENSITIVE);

  /** {@code [2026-11-28 12:00:00.000]}, before what a NodeManager of Hadoop 3 writes. */
  private static final Pattern MOMENT = Pattern.compile("^\\[[-0-9:. ]+\\]");

  /** Lines that say the same of nearly every attempt. */
  private static final Pattern USUAL =
      Pattern.compile(
          "container (?:killed (?:by the applicationmaster|on request)|exited with|id:).*"
              + "|killed by external signal|exit code: .*",
          Pattern.CASE_INSENSITIVE);

  /** Quoted text, paths and addresses, ids, and numbers of many digits. */
  private static final Pattern OF_ONE_JOB =
      Pattern.compile(
          "'[^']*'|\"[^\"]*\"|\\S*[/\\\\@]\\S*|\\b(?:attempt|container|application|job|task|appattempt)_\\w+"
              + "|\\S*[0-9]{4,}\\S*");

  private static final int LONGEST = 80;

  private Diagnostic() {}

  /** The first exit status of a container that a diagnostic names. */
  public static Optional<Integer> exitStatus(String diagnostic) {
    Matcher exit = EXIT.matcher(diagnostic);
    return exit.find() ? Optional.of(Integer.valueOf(exit.group(1))) : Optional.empty();
  }

  /**
   * The first line that says why, for a cause that is not known: shortened, without what is in
   * quotes, paths, ids and long numbers, so that it is the same for attempts of one kind. Empty
   * where there is none.
   */
  public static String brief(String diagnostic) {
    String line =
        diagnostic
            .lines()
            .map(l -> MOMENT.matcher(l.strip()).replaceFirst("").strip())
            .filter(l -> !l.isEmpty() && !USUAL.matcher(l).matches())
            .findFirst()
            .orElse("");
    String words = OF_ONE_JOB.matcher(line.replaceAll("\\p{Cc}", " ")).replaceAll("…");
    String shown =
        words.length() <= LONGEST ? words : "%s…".formatted(words.substring(0, LONGEST - 1));
    return exitStatus(diagnostic)
        .filter(status -> exitStatus(shown).isEmpty())
        .map(status -> String.format(Locale.ROOT, "%s (exit status %d)", shown, status).strip())
        .orElse(shown);
  }
}
