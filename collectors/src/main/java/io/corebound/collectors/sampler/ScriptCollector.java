package io.corebound.collectors.sampler;

import io.corebound.collectors.output.ToolVersion;
import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.Host;
import io.corebound.records.units.CoreboundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/**
 * A collector that is a bash script: what it adds is the script's function {@code sample} (a
 * resource named as the collector, {@code <name>.sh}) and the parser of the lines that it writes.
 * The loop around it is {@code sampling.sh}, which starts no process for a sample, takes samples at
 * moments that do not drift, and one more when its input ends: so it ends with corebound, too.
 */
abstract class ScriptCollector implements Collector {
  private static final Pattern VERSION = Pattern.compile("GNU bash, version ([0-9.]+)");
  private static final String REMEDY = "install the package bash";
  private static final Duration GRACE = Duration.ofSeconds(2);

  /** The kernel's own figures have hundredths of a second. */
  private static final Duration SHORTEST = Duration.ofMillis(100);

  private final String name;
  private final Duration interval;

  /**
   * A script that samples at an interval.
   *
   * @param name of the collector, its resource and its raw file
   * @param interval at least a tenth of a second
   */
  ScriptCollector(String name, Duration interval) {
    if (interval.compareTo(SHORTEST) < 0) {
      throw new IllegalArgumentException(
          "an interval is at least " + SHORTEST.toMillis() + " ms, not " + interval);
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

  /**
   * {@inheritDoc}
   *
   * <p>The tool is bash, 4.4 or newer.
   */
  @Override
  public ToolVersion probe(Host host) {
    ToolVersion version = ToolVersion.ask(host, "bash", "--version", VERSION, REMEDY);
    if (!version.isAtLeast(4, 4)) {
      throw CoreboundException.missing(
          "bash on host "
              + host.name()
              + " is of version "
              + version.version()
              + "; collector "
              + name
              + " takes bash 4.4 or newer");
    }
    return version;
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
    try (InputStream in = ScriptCollector.class.getResourceAsStream(file)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the resource " + file, e);
    }
  }

  /**
   * {@inheritDoc}
   *
   * <p>By the end of its input, at which it takes its last sample.
   */
  @Override
  public final Stopped stop(Recording recording) {
    OptionalInt early = recording.endedBefore();
    recording.program().closeInput();
    try {
      recording.program().waitFor(GRACE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    recording.program().stop(GRACE);
    return new Stopped(
        recording.file(), early.isPresent() ? recording.diedReason(early.getAsInt()) : "");
  }
}
