package io.corebound.cluster.lab;

import io.corebound.cluster.libraries.HadoopLibraries;
import io.corebound.cluster.libraries.ReadableJars;
import io.corebound.hosts.lab.LimitedHost;
import io.corebound.hosts.machine.Jdk;
import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.Host;
import io.corebound.hosts.process.LocalHost;
import io.corebound.hosts.process.Outcome;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.DataSize;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Checks, before anything is made or measured, that a lab's user can use what it needs. */
public final class LabUser {
  private static final Duration LIMIT = Duration.ofSeconds(20);

  /** proc_pid_status(5); since Linux 4.7. */
  private static final Pattern MASK = Pattern.compile("(?m)^Umask:\\s*([0-7]+)$");

  /** The rights of others to read files and to enter folders. */
  private static final int OTHERS = 05;

  private final Host host;

  /** Asks on a host whose programs run as that user. */
  LabUser(Host host) {
    this.host = host;
  }

  /** Why a lab's programs could not work here, in any folder; empty when they can. */
  public static Optional<String> lacking(LocalHost host, List<Jdk> jdks) {
    LabUser user = new LabUser(LimitedHost.as(host, Lab.USER));
    return hidden(status())
        .or(() -> jdks.stream().flatMap(j -> user.cannotRun(j).stream()).findFirst());
  }

  /**
   * Refuses a folder, JDKs or a umask that a lab's programs could not work with.
   *
   * @param instead what to choose where they cannot enter that
   * @throws CoreboundException (invalid input) with what to do
   */
  public static void require(LocalHost host, Path folder, String instead, List<Jdk> jdks) {
    lacking(host, jdks).ifPresent(LabUser::refuse);
    new LabUser(LimitedHost.as(host, Lab.USER)).requireEntered(folder, instead);
  }

  /** The size of a lab's copies of jars, others too, that its user cannot read where they are. */
  public static DataSize copies(LocalHost host, HadoopLibraries hadoop, List<String> others) {
    List<String> all = new ArrayList<>(hadoop.classPath());
    all.addAll(others);
    all.addAll(LabCluster.ownClassPath());
    return ReadableJars.room(LimitedHost.as(host, Lab.USER), all);
  }

  private static void refuse(String reason) {
    throw CoreboundException.invalidInput(reason);
  }

  private static String status() {
    try {
      return Files.readString(Path.of("/proc/self/status"));
    } catch (IOException e) {
      return "";
    }
  }

  /** By the text of {@code /proc/self/status}: whether others could not read what is made. */
  static Optional<String> hidden(String status) {
    Matcher mask = MASK.matcher(status);
    return mask.find() && (Integer.parseInt(mask.group(1), 8) & OTHERS) != 0
        ? Optional.of(
            """
            the umask is %s: a lab's programs run as user %s, which could not read the files that \
            corebound makes; start it with: umask 022; ./corebound …\
            """
                .formatted(mask.group(1), Lab.USER))
        : Optional.empty();
  }

  /** Refuses a folder that the user cannot enter. */
  void requireEntered(Path folder, String instead) {
    if (!host.run(Command.of(LIMIT, "test", "-x", folder.toString())).ok()) {
      refuse(
          """
          %s: a lab's programs run as user %s, which cannot enter it; choose %s that every user \
          can enter, such as one below /var/tmp\
          """
              .formatted(folder, Lab.USER, instead));
    }
  }

  /** Refuses a JDK that the user cannot run. */
  void requireRuns(Jdk jdk) {
    cannotRun(jdk).ifPresent(LabUser::refuse);
  }

  private Optional<String> cannotRun(Jdk jdk) {
    // the lab may not be there yet to keep the JVM's statistics away (Lab.JVM_STATISTICS)
    Outcome outcome =
        host.run(Command.of(LIMIT, jdk.java().toString(), "-XX:-UsePerfData", "-version"));
    return outcome.ok()
        ? Optional.empty()
        : Optional.of(
            """
            a lab's programs run as user %s, which cannot run %s (%s); use a JDK that every user \
            can read, such as one below /usr/lib/jvm\
            """
                .formatted(Lab.USER, jdk.java(), outcome.lastWords()));
  }
}
