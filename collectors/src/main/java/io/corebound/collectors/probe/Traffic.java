package io.corebound.collectors.probe;

import io.corebound.hosts.machine.BlockDevices;
import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.Host;
import io.corebound.hosts.process.Outcome;
import io.corebound.records.units.CoreboundException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;

/**
 * The bytes that a disk or a network interface of a host has moved for everybody: {@code
 * /proc/diskstats} (iostats.rst of the kernel, in sectors of 512 bytes), {@code /proc/net/dev}
 * (proc(5)).
 *
 * @param name the disk's or the interface's; empty where there is none to look at
 * @param places of the numbers in a line, counted from behind the name
 * @param unit bytes of each of them
 * @param most bytes that a probe's byte may take there, its headers and acknowledgements, or the
 *     file system's own writes, included
 */
record Traffic(Host host, Path file, String name, List<Integer> places, int unit, double most) {
  private static final Duration LIMIT = Duration.ofSeconds(20);
  static final Traffic NONE = new Traffic(null, null, "", List.of(), 1, 1);

  private static final int SECTOR = 512;

  /**
   * Ethernet, IPv4 and TCP with timestamps take 66 bytes for 1448 of payload, and so does an
   * acknowledgement of two such segments.
   */
  private static final double WITH_HEADERS = 1 + 1.5 * 66 / 1448;

  /** What a file system writes of its own beside a probe: its journal, and where files lie. */
  private static final double WITH_JOURNAL = 1.05;

  /** Of the disk that a folder lies on. */
  static Traffic ofDisk(Host host, Path folder) {
    return BlockDevices.of(host, folder.toString())
        .map(d -> new Traffic(host, Path.of("/proc/diskstats"), d, List.of(2, 6), SECTOR, 1))
        .orElse(NONE);
  }

  /** The same disk where a file system has more to write than the probe's own bytes. */
  Traffic written() {
    return new Traffic(host, file, name, places, unit, WITH_JOURNAL);
  }

  /** Of the interface by which the client reaches the server; loopback has no rate to share. */
  static Traffic ofLink(Link link) {
    if (link.isLoopback()) {
      return NONE;
    }
    List<String> route =
        Arrays.asList(printed(link.client(), "ip", "route", "get", link.address()).split("\\s+"));
    int at = route.indexOf("dev") + 1;
    return at == 0 || at == route.size()
        ? NONE
        : new Traffic(
            link.client(), Path.of("/proc/net/dev"), route.get(at), List.of(0, 8), 1, WITH_HEADERS);
  }

  /** Until now; empty where it is not known. */
  OptionalDouble bytes() {
    return name.isEmpty() ? OptionalDouble.empty() : parse(printed(host, "cat", file.toString()));
  }

  OptionalDouble parse(String text) {
    return text.lines()
        .map(line -> Arrays.asList(line.strip().replace(":", " ").split("\\s+")))
        .filter(words -> words.contains(name))
        .map(words -> words.subList(words.indexOf(name) + 1, words.size()))
        .filter(numbers -> places.stream().allMatch(place -> place < numbers.size()))
        .mapToDouble(n -> unit * places.stream().map(n::get).mapToDouble(Double::valueOf).sum())
        .findFirst();
  }

  /** What others moved between two moments, over the probe's own bytes; 0 where unknown. */
  double share(OptionalDouble before, OptionalDouble after, double own) {
    return before.isPresent() && after.isPresent() && own > 0
        ? Math.max(0, after.getAsDouble() - before.getAsDouble() - most * own) / own
        : 0;
  }

  /** Empty where the host cannot say it. */
  private static String printed(Host host, String... command) {
    try {
      Outcome outcome = host.run(Command.of(LIMIT, command));
      return outcome.ok() ? outcome.out() : "";
    } catch (CoreboundException e) {
      if (Thread.currentThread().isInterrupted()) {
        throw e;
      }
      return "";
    }
  }
}
