package io.corebound.hosts.machine;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Processes of other users that {@code /proc} does not show, by its mount option {@code hidepid}
 * (proc(5)): {@code 1} or {@code noaccess}, {@code 2} or {@code invisible}, {@code 4} or {@code
 * ptraceable}. It does not apply to root, or to a group that is exempt.
 */
public final class HiddenProcesses {
  private static final Pattern OPTION = Pattern.compile("\\bhidepid=([a-z0-9]+)");
  private static final List<String> NONE = List.of("0", "off");

  private HiddenProcesses() {}

  /** The option where it hides the first process, which is another user's, from this one. */
  static Optional<String> here() {
    return Files.isReadable(Path.of("/proc/1/stat")) ? Optional.empty() : option(Mounts.all());
  }

  static Optional<String> option(List<Mounts.Mount> mounts) {
    return mounts.stream()
        .filter(mount -> mount.point().equals(Path.of("/proc")))
        .map(mount -> OPTION.matcher(mount.options()))
        .filter(Matcher::find)
        .filter(option -> !NONE.contains(option.group(1)))
        .map(Matcher::group)
        .findFirst();
  }

  /**
   * What it does to figures, and the remedy.
   *
   * @param option such as {@code hidepid=2}
   */
  public static String doubt(String option) {
    return """
    /proc is mounted with %s and corebound's user is not root there: it sees its own processes \
    only. CPU by role counts what others use, daemons and kernel threads included, as gap, and \
    busy programs of others are not named. Start corebound as root, or: mount -o remount,hidepid=0 \
    /proc.\
    """
        .formatted(option);
  }
}
