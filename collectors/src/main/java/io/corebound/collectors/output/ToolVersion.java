package io.corebound.collectors.output;

import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.Host;
import io.corebound.hosts.process.Outcome;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.ExitStatus;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A tool as it was found on a host.
 *
 * @param tool its name
 * @param version its version as it says itself, such as {@code 12.6.1}
 */
public record ToolVersion(String tool, String version) {
  private static final Pattern NUMBERS = Pattern.compile("([0-9]+)\\.([0-9]+)");
  private static final Duration LIMIT = Duration.ofSeconds(20);

  /** Whether the version is at least {@code major.minor}. */
  public boolean isAtLeast(int major, int minor) {
    Matcher numbers = NUMBERS.matcher(version);
    if (!numbers.lookingAt()) {
      return false;
    }
    int ownMajor = Integer.parseInt(numbers.group(1));
    return ownMajor > major || ownMajor == major && Integer.parseInt(numbers.group(2)) >= minor;
  }

  /**
   * Asks a tool for its version.
   *
   * @param pattern finds the version, as its first group, in what the tool prints
   * @param remedy what to do when the tool is not there
   * @throws CoreboundException (missing) that names the tool, the host and the remedy
   */
  public static ToolVersion ask(
      Host host, String tool, String versionOption, Pattern pattern, String remedy) {
    Outcome outcome;
    try {
      outcome = host.run(Command.of(LIMIT, tool, versionOption));
    } catch (CoreboundException e) {
      if (e.status() != ExitStatus.MACHINE_LACKS) {
        throw e;
      }
      throw CoreboundException.missing(tool + " is not on host " + host.name() + "; " + remedy);
    }
    Matcher matcher = pattern.matcher(outcome.out() + "\n" + outcome.err());
    if (!matcher.find()) {
      throw CoreboundException.missing(
          tool
              + " on host "
              + host.name()
              + " does not tell its version ("
              + outcome.lastWords()
              + "); "
              + remedy);
    }
    return new ToolVersion(tool, matcher.group(1));
  }
}
