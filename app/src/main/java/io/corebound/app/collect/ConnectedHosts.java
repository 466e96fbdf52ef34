package io.corebound.app.collect;

import io.corebound.app.run.Installation;
import io.corebound.app.run.Scratch;
import io.corebound.collectors.sampler.HostFacts;
import io.corebound.hosts.process.AtOnce;
import io.corebound.hosts.ssh.SshHost;
import io.corebound.records.config.SshDestination;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.ExitStatus;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * This machine and the other hosts to collect from, with what is known of each. A connection to
 * each stays open during the whole run.
 */
public final class ConnectedHosts implements AutoCloseable {
  /** This machine's name in records; the user cannot give it to another. */
  public static final String HERE = "localhost";

  private final Scratch scratch;
  private final List<String> names;
  private final Map<String, SshHost> connections = new ConcurrentHashMap<>();
  private final Map<String, HostFacts> facts = new ConcurrentHashMap<>();

  private ConnectedHosts(Scratch scratch, List<String> names) {
    this.scratch = scratch;
    this.names = List.copyOf(names);
  }

  /**
   * Names of hosts as they are in records; refuses (invalid input) what is no host for ssh, this
   * machine's name, and a host that is named twice.
   */
  public static List<String> names(List<String> destinations) {
    Set<String> seen = new LinkedHashSet<>();
    for (String destination : destinations) {
      String name = name(destination);
      if (name.equals(HERE)) {
        throw CoreboundException.invalidInput(
            "--host %s: this machine is collected from anyway; leave it out", name);
      }
      if (!seen.add(name)) {
        throw CoreboundException.invalidInput("--host %s: is named twice", name);
      }
    }
    return List.copyOf(seen);
  }

  private static String name(String destination) {
    try {
      return SshDestination.of(destination).name();
    } catch (IllegalArgumentException e) {
      throw CoreboundException.invalidInput("--host: " + e.getMessage(), e);
    }
  }

  /**
   * Connects to all in parallel; refuses an invalid host name (invalid input), and a host that
   * cannot be reached or does not run Linux (missing).
   */
  public static ConnectedHosts open(Installation installation, List<String> names)
      throws InterruptedException {
    ConnectedHosts hosts = new ConnectedHosts(new Scratch(installation, "hosts"), names);
    boolean open = false;
    try {
      hosts.connect();
      open = true;
      return hosts;
    } finally {
      if (!open) {
        hosts.close();
      }
    }
  }

  private void connect() throws InterruptedException {
    facts.put(HERE, HostFacts.read(scratch.host()));
    try {
      AtOnce.each(names, this::connect);
    } catch (CoreboundException e) {
      throw e.status() == ExitStatus.FAILED ? CoreboundException.missing(e.getMessage()) : e;
    }
  }

  private void connect(String name) throws InterruptedException {
    Path own = scratch.folder().resolve(Integer.toString(names.indexOf(name)));
    try {
      Files.createDirectory(own);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot make the folder " + own + ": " + e.getMessage(), e);
    }
    SshHost connection = SshHost.open(scratch.host(), name, own, SshHost.GRACE);
    connections.put(name, connection);
    facts.put(name, HostFacts.read(connection));
  }

  /** The connections, in the order of the names. */
  public List<SshHost> connections() {
    return names.stream().map(connections::get).toList();
  }

  /** What is known of this machine and of each host, in that order. */
  public List<HostFacts> facts() {
    return Stream.concat(Stream.of(HERE), names.stream()).map(facts::get).toList();
  }

  /** Hosts on the same kernel, a sentence for each: containers, or one machine's two names. */
  public List<String> sameKernel() {
    Map<String, List<String>> byBoot = new LinkedHashMap<>();
    for (HostFacts one : facts()) {
      byBoot.computeIfAbsent(one.boot(), b -> new ArrayList<>()).add(one.watched().name());
    }
    return byBoot.entrySet().stream()
        .filter(same -> !same.getKey().isEmpty() && same.getValue().size() > 1)
        .map(
            same ->
                "%s run on the same kernel: they show the same CPU, disks and pressure"
                    .formatted(String.join(", ", same.getValue())))
        .toList();
  }

  /** Closes the connections; all that ran on the hosts ends first. */
  @Override
  public void close() {
    try {
      AtOnce.eachToItsEnd(List.copyOf(connections.values()), SshHost::close);
    } finally {
      scratch.close();
    }
  }
}
