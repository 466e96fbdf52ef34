package io.corebound.app.collect;

import io.corebound.app.run.Scratch;
import io.corebound.collectors.sampler.HostFacts;
import io.corebound.hosts.process.Host;
import io.corebound.hosts.ssh.SshHost;
import io.corebound.hosts.ssh.SshHosts;
import io.corebound.records.config.SshDestination;
import io.corebound.records.units.CoreboundException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** This machine and the other hosts to collect from, with what is known of each. */
public final class ConnectedHosts implements AutoCloseable {
  /** This machine's name in records; the user cannot give it to another. */
  public static final String HERE = "localhost";

  private final Scratch scratch;
  private final List<String> names;
  private final SshHosts others;
  private final Map<String, HostFacts> facts = new ConcurrentHashMap<>();

  /** Hosts that are not connected to yet. */
  public ConnectedHosts(Scratch scratch, List<String> names) {
    this.scratch = scratch;
    this.names = List.copyOf(names);
    others = new SshHosts(scratch.host(), names, scratch.folder(), SshHosts.Client.OWN, this::look);
  }

  private void look(Host host) {
    facts.put(host.name(), HostFacts.read(host));
  }

  /**
   * Connects to all in parallel, and gives what is known of this machine and of each host, in that
   * order; refuses a host that cannot be reached or does not run Linux (missing).
   */
  public List<HostFacts> connect() throws InterruptedException {
    look(scratch.host());
    others.connect();
    return facts();
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

  /** The connections, in the order of the names. */
  public List<SshHost> connections() {
    return names.stream().map(others::connection).toList();
  }

  private List<HostFacts> facts() {
    return Stream.concat(Stream.of(HERE), names.stream()).map(facts::get).toList();
  }

  /** Hosts on the same kernel, a sentence for each: containers, or one machine's two names. */
  public List<String> sameKernel() {
    return HostFacts.onOneKernel(facts()).stream()
        .map(
            same ->
                "%s run on the same kernel: they show the same CPU, disks and pressure"
                    .formatted(String.join(", ", same)))
        .toList();
  }

  /** Closes the connections; all that ran on the hosts ends first. */
  @Override
  public void close() {
    others.close();
  }
}
