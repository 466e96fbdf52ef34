package io.corebound.hosts.ssh;

import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.LocalHost;
import io.corebound.hosts.process.ShellScript;
import io.corebound.hosts.process.ToolEnvironment;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What an {@link SshHost} runs in the POSIX shell of its node. */
final class SshScripts {
  /** In a program's note: process id and group, or why there are none. */
  static final String IDS = "[0-9]+ [0-9]+";

  static final String MISSING = "missing";

  /** Followed by the group where something is left in it that ignores SIGTERM. */
  static final String ENDED = "ended";

  private static final Pattern GROUP = Pattern.compile("(?:[0-9]+|" + ENDED + ") ([0-9]+)");

  /** What the guard prints before the folder; a login shell may have printed before it. */
  static final String FOLDER = "corebound-folder=";

  /** The shell's exit status for a program that is not there. */
  static final int NO_PROGRAM = 127;

  static final String GUARD = ShellScript.END_MARKED + read("strays.sh") + read("guard.sh");
  static final String END_GROUP = ShellScript.GROUPS + read("end-group.sh");
  static final String READ_NOTE = read("read-note.sh");
  static final String TELL_TIME = read("tell-time.sh");
  private static final String LEFT = read("left.sh");

  /** Says which process it is and which group it is in, then becomes the program. */
  static final String BECOME =
      """
      echo "$$ $1" >"$2.new" && mv "$2.new" "$2" && shift 2 && exec "$@"\
      """;

  /**
   * A shell that waits for the program, so that its status also shows signals; it leads the group,
   * because sshd starts every command as leader of a session. Signals are caught, not ignored: the
   * program must not inherit that. The subshell keeps what this shell prints about a program that a
   * signal ended out of the program's errors; dash would mix them. The {@code kill} is for what the
   * program left in its group, which may hold its output open.
   */
  private static final String PROGRAM =
      """
      export %1$s
      cd %2$s || { echo 'no such folder' >%3$s; exit 126; }
      command -v %4$s >/dev/null || { echo %5$s >%3$s; exit %6$s; }
      trap : HUP INT QUIT TERM
      exec 3>&2 2>/dev/null
      (exec 2>&3 3>&-; exec %7$ssh -c %8$s sh $$ %3$s %9$s)
      status=$?
      exec 3>&-
      kill -s TERM -- -$$ 2>/dev/null
      %10$secho "%11$s$left" >%3$s
      exit $status\
      """;

  /** Puts a script together from its words, which have no end where the next one begins. */
  private static final String RUN =
      """
      exec sh -c 'IFS=; set -- "$(printf %%b "$*")"; unset IFS; eval "$1"' sh '%s'\
      """;

  private static final int LONGEST_WORD = 1000;

  private SshScripts() {}

  private static String read(String name) {
    return ShellScript.read(SshScripts.class, name);
  }

  static String program(Command command, String note, String mark, String folder) {
    Map<String, String> environment = new TreeMap<>(command.environment());
    environment.put("LC_ALL", "C");
    environment.put(LocalHost.MARK, mark);
    String exports =
        environment.entrySet().stream()
            .map(e -> e.getKey() + "=" + quoted(e.getValue()))
            .collect(Collectors.joining(" "));
    return PROGRAM.formatted(
        exports,
        quoted(command.directory() == null ? folder : command.directory().toString()),
        quoted(note),
        quoted(command.arguments().get(0)),
        MISSING,
        NO_PROGRAM,
        command.ofUser() ? "" : toolEnvironment(environment.keySet()),
        quoted(BECOME),
        quoted(command.arguments()),
        LEFT,
        ENDED);
  }

  /** What begins the line of a tool: it has of the node's environment what it would have here. */
  private static String toolEnvironment(Set<String> ours) {
    return Stream.concat(ToolEnvironment.NAMES.stream(), ours.stream())
        .distinct()
        .map("${%1$s+\"%1$s=$%1$s\"} "::formatted)
        .collect(Collectors.joining("", "env -i ", ""));
  }

  /** The group to end with a program, by its note; empty when nothing is left of it. */
  static Optional<String> group(String noted) {
    Matcher matcher = GROUP.matcher(noted);
    return matcher.matches() ? Optional.of(matcher.group(1)) : Optional.empty();
  }

  /**
   * The remote command that runs a script with arguments, whatever the login shell is: csh(1) ends
   * a quoted word at a line's end, has a history behind {@code !}, and takes no word longer than
   * 1024 bytes; fish(1) reads {@code \\\\} and {@code \\'} within single quotes. What they would
   * change is printf's to write.
   */
  static String shell(String script, String... arguments) {
    String words = "set -- %s%n%s".formatted(quoted(List.of(arguments)), script);
    StringBuilder quoted = new StringBuilder();
    int length = 0;
    for (byte one : words.getBytes(StandardCharsets.UTF_8)) {
      boolean plain = one >= ' ' && one <= '~' && "\\'!".indexOf(one) < 0;
      String next =
          plain ? Character.toString(one) : String.format(Locale.ROOT, "\\0%03o", one & 0xff);
      length += next.length();
      if (length > LONGEST_WORD) {
        quoted.append("' '");
        length = next.length();
      }
      quoted.append(next);
    }
    return RUN.formatted(quoted);
  }

  private static String quoted(List<String> arguments) {
    return arguments.stream().map(SshScripts::quoted).collect(Collectors.joining(" "));
  }

  /** As one word of a POSIX shell. */
  static String quoted(String word) {
    return "'" + word.replace("'", "'\\''") + "'";
  }
}
