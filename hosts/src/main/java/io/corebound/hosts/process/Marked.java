package io.corebound.hosts.process;

/** How a shell ends processes by group or by a run's mark, where there is no JVM to do it. */
public final class Marked {
  /**
   * {@code group_alive GROUP}: whether one of its processes lives. A zombie does not, though {@code
   * kill -0} finds it: it may wait long for an init that collects it.
   *
   * <p>{@code pause}: a tenth of a second, where sleep(1) knows parts of one, and takes it off
   * {@code left}.
   */
  public static final String GROUP_FUNCTIONS =
      """
      group_alive() {
        [ -n "$(sed -n "s/^[0-9]* (.*) [^ZX] [0-9]* $1 .*/x/p" /proc/[0-9]*/stat 2>/dev/null)" ]
      }
      pause() {
        sleep 0.1 2>/dev/null || { sleep 1; left=$((left - 9)); }
        left=$((left - 1))
      }
      """;

  /**
   * {@code end_marked MARK TENTHS PIDS GROUPS [STRAYS]}: SIGTERM to these processes and to all that
   * carry the mark, a grace in tenths of a second, then SIGKILL to what is left of them and of
   * these process groups. What is started meanwhile is found by looking again. The caller must not
   * carry the mark itself. Strays are processes of which nothing tells but that they were seen:
   * {@code PID:START}, the start as in /proc/PID/stat, so that no other one of that id is meant.
   */
  public static final String END_MARKED =
      GROUP_FUNCTIONS
          + """
          marked() {
            for environment in $(grep -lzxF -e "$1" /proc/[0-9]*/environ 2>/dev/null); do
              environment=${environment#/proc/}
              echo "${environment%/environ}"
            done
          }
          same() {
            for stray in $1; do
              started=$(sed -n 's/^[0-9]* (.*) [^ZX] \\([-0-9]* \\)\\{18\\}\\([0-9]*\\) .*/\\2/p' \\
                "/proc/${stray%:*}/stat" 2>/dev/null)
              [ "$started" != "${stray#*:}" ] || echo "${stray%:*}"
            done
          }
          some_alive() {
            for group in $2; do group_alive "$group" && return 0; done
            [ -n "$(marked "$1")$(same "$3")" ]
          }
          end_marked() {
            kill -s TERM -- $3 $(marked "$1") $(same "$5") 2>/dev/null
            left=$2
            while [ "$left" -gt 0 ] && some_alive "$1" "$4" "$5"; do pause; done
            left=10
            while [ "$left" -gt 0 ] && some_alive "$1" "$4" "$5"; do
              for group in $4; do kill -s KILL -- "-$group" 2>/dev/null; done
              kill -s KILL -- $(marked "$1") $(same "$5") 2>/dev/null
              pause
            done
          }
          """;

  private Marked() {}
}
