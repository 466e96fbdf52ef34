package io.corebound.collectors.probe;

import io.corebound.collectors.output.MalformedOutput;
import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.Host;
import io.corebound.hosts.process.Outcome;
import io.corebound.records.units.CoreboundException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** A probe of a network by the client and the server of one tool. */
abstract class NetworkProbe implements Probe {
  /** Wall-clock rate of the payload of one stream. */
  static final ProbeFigure RATE = ProbeFigure.rate("network.stream", "payload");

  private static final Duration SLACK = Duration.ofSeconds(20);

  private final String name;
  private final Function<Host, Link> link;
  private final String where;

  /** Over the loopback interface of the host that is measured. */
  NetworkProbe(String name) {
    this.name = name;
    this.link = Link::loopback;
    this.where = "on loopback";
  }

  /** Between two hosts. */
  NetworkProbe(String name, Link link) {
    this.name = name;
    this.link = host -> link;
    this.where = "from %s to %s".formatted(link.client().name(), link.server().name());
  }

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final String subject(Path folder) {
    return name + " " + where;
  }

  final Link link(Host host) {
    return link.apply(host);
  }

  static Command command(List<String> arguments, ProbeBudget budget) {
    return new Command(arguments, Map.of(), null, budget.runLength().plus(SLACK));
  }

  final Map<String, String> parameters(String version, String blockBytes, Link measured) {
    return Map.of(
        "tool", name, "version", version, "block_size", blockBytes + "B", "link", measured.name());
  }

  /** Reads an output, or says what is wrong with it. */
  @FunctionalInterface
  interface Reading<T> {
    T of(String text) throws MalformedOutput;
  }

  /** What a client printed, read. */
  final <T> T read(Host host, Outcome outcome, Path raw, Reading<T> reading) {
    try {
      return reading.of(outcome.out());
    } catch (MalformedOutput e) {
      throw CoreboundException.failed(
          "%s on host %s %s (exit status %s); its output is in %s"
              .formatted(name, host.name(), e.getMessage(), outcome.exitStatus(), raw),
          e);
    }
  }
}
