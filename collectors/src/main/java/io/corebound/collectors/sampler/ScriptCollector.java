package io.corebound.collectors.sampler;

import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.Host;
import io.corebound.hosts.process.ShellScript;
import io.corebound.hosts.process.ToolVersion;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A collector that is a bash script: what it adds is the script's function {@code sample} (a
 * resource named as the collector, {@code <name>.sh}) and the parser of the lines that it writes.
 * The loop around it is {@code sampling.sh}, which starts no process for a sample, takes samples at
 * moments that do not drift, and one more when its input ends: so it ends with corebound, too.
 */
abstract class ScriptCollector implements Collector {
  private static final String REMEDY = "install the package bash";

  /** The kernel's own figures have hundredths of a second. */
  private static final Duration SHORTEST = Duration.ofMillis(100);

  private static final Duration BEGIN = Duration.ofSeconds(5);

  private final String name;
  private final Duration interval;

  /** A script that samples at an interval. */
  ScriptCollector(String name, Duration interval) {
    if (interval.compareTo(SHORTEST) < 0) {
      throw new IllegalArgumentException(
          "an interval is at least %s ms, not %s".formatted(SHORTEST.toMillis(), interval));
    }
    this.name = name;
    this.interval = interval;
  }

  @Override
  public final String name() {
    return name;
  }

  /** The script's own arguments. */
  List<String> arguments() {
    return List.of();
  }

  /** The tool is bash. */
  @Override
  public ToolVersion probe(Host host) {
    return ToolVersion.require(host, "bash", "--version", REMEDY)
        .requireAtLeast(4, 4, host, "collector %s needs bash 4.4 or newer".formatted(name));
  }

  @Override
  public final Recording start(Host host, Path rawFolder) {
    Path text = rawFolder.resolve(name + ".txt");
    Path errors = rawFolder.resolve(name + ".err");
    String script = resource("sampling.sh") + resource(name + ".sh") + "sample_until_end\n";
    List<String> line = new ArrayList<>(List.of("bash", "-c", script, "corebound-" + name));
    line.add(Long.toString(interval.toNanos() / 1000));
    line.addAll(arguments());
    Command command =
        Command.of(Sysstat.LONGEST, line.toArray(String[]::new))
            .inRole(Roles.COLLECTORS)
            .with(Redirect.PIPE);
    return new Recording(host, host.start(command, text, errors), text, errors);
  }

  private static String resource(String file) {
    return ShellScript.read(ScriptCollector.class, file);
  }

  /**
   * By the first line that it writes: a script that still looks around would have nothing of what
   * begins meanwhile. One that takes longer than five seconds is not waited for.
   */
  @Override
  public final void awaitBegin(Recording recording) throws InterruptedException {
    long endNs = System.nanoTime() + BEGIN.toNanos();
    while (recording.file().toFile().length() == 0
        && recording.program().isAlive()
        && System.nanoTime() < endNs) {
      Thread.sleep(10);
    }
  }

  /** By the end of its input, at which it takes its last sample. */
  @Override
  public final RawOutput stop(Recording recording) {
    return recording.end(() -> recording.program().closeInput());
  }
}
