package io.corebound.hosts.ssh;

import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.LocalHost;
import io.corebound.hosts.process.Marked;
import io.corebound.hosts.process.ToolEnvironment;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What an {@link SshHost} says to the POSIX shell of its node. */
final class SshScripts {
  /** What stands in a program's note: process id and group, or why there are none. */
  static final String IDS = "[0-9]+ [0-9]+";

  static final String MISSING = "missing";

  /** Also with the group after it, where something is left there that does not heed SIGTERM. */
  static final String ENDED = "ended";

  private static final Pattern GROUP = Pattern.compile("(?:[0-9]+|" + ENDED + ") ([0-9]+)");

  /** What the guard says before the folder; a login shell may have printed before it. */
  static final String FOLDER = "corebound-folder=";

  /** The shell's exit status for a program that is not there. */
  static final int NO_PROGRAM = 127;

  /**
   * {@code strays PIDS}: as {@code PID:START}, what neither a mark nor a group tells of. First, the
   * descendants of these processes. Second, where sshd gave the connection an audit session of its
   * own (pam_loginuid(8)), all processes of that session: it is inherited for good. It is the
   * connection's own when the sshd that listens has another; without PAM it is that of whoever
   * started sshd, and then nothing follows from it. Neither sshd nor the group of the guard is a
   * stray.
   */
  private static final String STRAYS =
      """
      audit_session() {
        own= pid=$$
        read -r own 2>/dev/null </proc/self/sessionid
        while [ "${pid:-0}" -gt 1 ]; do
          pid=$(sed -n 's/^[0-9]* (.*) [A-Z] \\([0-9]*\\) .*/\\1/p' "/proc/$pid/stat" 2>/dev/null)
          name= session=
          read -r name 2>/dev/null <"/proc/$pid/comm"
          case $name in sshd*) ;; *) return ;; esac
          read -r session 2>/dev/null <"/proc/$pid/sessionid"
          [ "$session" = "$own" ] || { [ -z "$session" ] || echo "$own"; return; }
        done
      }
      strays() {
        family=" $1 "
        session=$(audit_session)
        case $session in *[!0-9]* | 4294967295) session= ;; esac
        processes=$(sed -n 's/^\\([0-9]*\\) (.*) [^ZX] \\([0-9]*\\) \\([0-9]*\\) \\([-0-9]* \\)\\{16\\}\\([0-9]*\\) .*/\\1 \\2 \\3 \\5/p' \\
          /proc/[0-9]*/stat 2>/dev/null)
        grown=yes
        while [ "$grown" ]; do
          grown=
          while read -r pid parent group started; do
            case $family in
              *" $pid "*) continue ;;
              *" $parent "*) ;;
              *)
                name= of=
                [ "$session" ] || continue
                read -r of 2>/dev/null <"/proc/$pid/sessionid"
                [ "$of" = "$session" ] || continue
                read -r name 2>/dev/null <"/proc/$pid/comm"
                case $name in sshd*) continue ;; esac
                ;;
            esac
            [ "$group" != $$ ] || continue
            family="$family$pid " grown=yes
            echo "$pid:$started"
          done <<END
      $processes
      END
        done
      }
      """;

  /** Makes the folder, says where it is, and waits for the end of its input. */
  static final String GUARD =
      """
      umask 077
      folder=$(mktemp -d "${TMPDIR:-/tmp}/corebound-XXXXXXXX") || exit 1
      mkdir "$folder/.programs" || exit 1
      trap '' HUP INT TERM PIPE
      """
          + "echo \""
          + FOLDER
          + "$folder\"\n"
          + """
          cat >/dev/null
          for note in "$folder"/.programs/*; do
            read -r pid group <"$note" || continue
            [ "$pid" != ended ] || pid=
            case $pid in *[!0-9]*) continue ;; esac
            case $group in
              '' | *[!0-9]*) ;;
              *) groups="$groups $group" pids="$pids $pid" ;;
            esac
          done
          """
          + Marked.END_MARKED
          + STRAYS
          + """
          end_marked "COREBOUND_RUN=$1" "$2" "$pids" "$groups" "$(strays "$pids")"
          [ ! -x "$folder/clean" ] || "$folder/clean" >/dev/null 2>&1
          rm -rf "$folder"
          """;

  /**
   * At the end of a program's shell: sets {@code left} to its group when processes of it live on
   * after their SIGTERM. The number of a group may soon be another's, unless somebody stays in it:
   * a sleep that the guard ends with the rest.
   */
  private static final String LEFT =
      """
      left= tries=5
      while [ "$tries" -gt 0 ]; do
        left= tries=$((tries - 1))
        for member in $(exec sed -n "s/^\\([0-9]*\\) (.*) [^ZX] \\([0-9]*\\) $$ .*/\\1-\\2/p" \\
          /proc/[0-9]*/stat 2>/dev/null); do
          case $member in $$-* | *-$$) ;; *) left=" $$" ;; esac
        done
        [ "$left" ] || break
        sleep 0.05 2>/dev/null || sleep 1
      done
      if [ "$left" ]; then
        (trap '' HUP INT TERM; exec sleep 604800) </dev/null >/dev/null 2>&1 &
      fi
      """;

  /** Says which process it is and which group it is in, then becomes the program. */
  static final String BECOME =
      "echo \"$$ $1\" >\"$2.new\" && mv \"$2.new\" \"$2\" && shift 2 && exec \"$@\"";

  /** Ends a group of processes: SIGTERM, a grace in tenths of a second, SIGKILL. */
  static final String END_GROUP =
      Marked.GROUP_FUNCTIONS
          + """
          kill -s TERM -- "-$1" 2>/dev/null
          left=$2
          while [ "$left" -gt 0 ] && group_alive "$1"; do pause; done
          ! group_alive "$1" || kill -s KILL -- "-$1" 2>/dev/null
          echo ended >"$3"
          """;

  /** The note of a program, which may not have written it yet. */
  static final String READ_NOTE =
      """
      left=40
      while [ "$left" -gt 0 ] && [ ! -s "$1" ]; do
        sleep 0.05 2>/dev/null || { sleep 1; left=$((left - 19)); }
        left=$((left - 1))
      done
      cat "$1"
      """;

  /** Tells the time for every line that it reads; without a process for each where bash is new. */
  static final String TELL_TIME =
      "if command -v bash >/dev/null && [ -n \"$(bash -c 'echo \"$EPOCHREALTIME\"')\" ]; then"
          + " exec bash -c 'while read -r l; do echo \"$EPOCHREALTIME\"; done'; else"
          + " while read -r l; do date +%s.%N; done; fi";

  private SshScripts() {}

  /**
   * A shell that waits for the program, so that its status tells of signals too. What it leads is
   * the group: sshd starts every command as leader of a session.
   */
  static String program(Command command, String note, String mark, String folder) {
    Map<String, String> environment = new TreeMap<>(command.environment());
    environment.put("LC_ALL", "C");
    environment.put(LocalHost.MARK, mark);
    String exports =
        environment.entrySet().stream()
            .map(e -> e.getKey() + "=" + quoted(e.getValue()))
            .collect(Collectors.joining(" "));
    String directory = command.directory() == null ? folder : command.directory().toString();
    String called = quoted(command.arguments().get(0));
    return String.join(
        "\n",
        "export " + exports,
        "cd "
            + quoted(directory)
            + " || { echo 'no such folder' >"
            + quoted(note)
            + "; exit 126; }",
        "command -v %s >/dev/null || { echo %s >%s; exit %d; }"
            .formatted(called, MISSING, quoted(note), NO_PROGRAM),
        // caught, not ignored: the program must not inherit deaf ears
        "trap : HUP INT QUIT TERM",
        // what this shell says of a program that a signal ends is not the program's; in a
        // subshell, for dash would have the program's errors for its own while it waits
        "exec 3>&2 2>/dev/null",
        "(exec 2>&3 3>&-; exec %ssh -c %s sh $$ %s %s)"
            .formatted(
                command.ofUser() ? "" : chosen(environment.keySet()),
                quoted(BECOME),
                quoted(note),
                quoted(command.arguments())),
        "status=$?",
        "exec 3>&-",
        // what it has left in its group, which may hold its output open; this shell catches it
        "kill -s TERM -- -$$ 2>/dev/null",
        LEFT + "echo \"" + ENDED + "$left\" >" + quoted(note),
        "exit $status");
  }

  /** What begins the line of a tool: it has of the node's environment what it would have here. */
  private static String chosen(Set<String> ours) {
    return Stream.concat(ToolEnvironment.NAMES.stream(), ours.stream())
        .distinct()
        .map(name -> "${%s+\"%s=$%s\"} ".formatted(name, name, name))
        .collect(Collectors.joining("", "env -i ", ""));
  }

  /**
   * The group that is to be ended with a program, by its note; empty when nothing is left of it.
   */
  static Optional<String> group(String noted) {
    Matcher matcher = GROUP.matcher(noted);
    return matcher.matches() ? Optional.of(matcher.group(1)) : Optional.empty();
  }

  /** The remote command that runs a script with arguments, whatever the login shell is. */
  static String shell(String script, String... arguments) {
    return ("exec sh -c " + quoted(script) + " sh " + quoted(List.of(arguments))).strip();
  }

  private static String quoted(List<String> arguments) {
    return arguments.stream().map(SshScripts::quoted).collect(Collectors.joining(" "));
  }

  /** As one word of a POSIX shell: ssh hands its arguments to the login shell of the node. */
  static String quoted(String word) {
    return "'" + word.replace("'", "'\\''") + "'";
  }
}
