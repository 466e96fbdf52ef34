package io.corebound.app.collect;

import io.corebound.app.run.Installation;
import io.corebound.collectors.sampler.HostFacts;
import io.corebound.hosts.ledger.Ledger;
import io.corebound.hosts.process.AtOnce;
import io.corebound.hosts.process.Guard;
import io.corebound.hosts.process.LocalHost;
import io.corebound.hosts.ssh.SshHost;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.ExitStatus;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * This machine and the hosts that are collected from besides, each with a connection that stands
 * from before the run to after it, and what is known of them.
 */
public final class ConnectedHosts implements AutoCloseable {
  /** This machine's name in records, which the user cannot give to another. */
  public static final String HERE = "localhost";

  private static final DateTimeFormatter RUN_ID =
      DateTimeFormatter.ofPattern("'hosts-'yyyyMMdd-HHmmss").withZone(ZoneOffset.UTC);

  private static final Duration GRACE = Duration.ofSeconds(2);

  private final LocalHost host;

  /** Ends the connections when corebound cannot: after kill -9. */
  private final Guard guard;

  private final Ledger ledger;
  private final Path scratch;
  private final List<String> names;
  private final Map<String, SshHost> connections = new ConcurrentHashMap<>();
  private final Map<String, HostFacts> facts = new ConcurrentHashMap<>();

  private ConnectedHosts(
      LocalHost host, Guard guard, Ledger ledger, Path scratch, List<String> names) {
    this.host = host;
    this.guard = guard;
    this.ledger = ledger;
    this.scratch = scratch;
    this.names = names;
  }

  /**
   * Refuses names that cannot be meant.
   *
   * @throws CoreboundException (invalid input) for this machine, and for a host that is named twice
   */
  public static void check(List<String> names) {
    Set<String> seen = new LinkedHashSet<>();
    for (String name : names) {
      if (name.equals(HERE)) {
        throw CoreboundException.invalidInput(
            "--host " + name + ": this machine is collected from anyway; leave it out");
      }
      if (!seen.add(name)) {
        throw CoreboundException.invalidInput("--host " + name + ": is named twice");
      }
    }
  }

  /**
   * Connects to all of them at once and reads what is known of them and of this machine.
   *
   * @param installation for the ledger, where the connections' folder is written down
   * @param names what the user would give to {@code ssh}; may be empty
   * @throws CoreboundException (invalid input) for what is no name of a host, (missing) with the
   *     reason for a host that cannot be reached or does not answer as a Linux machine does
   */
  public static ConnectedHosts open(Installation installation, List<String> names)
      throws InterruptedException {
    String runId = RUN_ID.format(Instant.now()) + "-" + ProcessHandle.current().pid();
    LocalHost host = new LocalHost(runId, HERE);
    Ledger ledger = Ledger.open(installation.ledger(), runId);
    Guard guard = host.guard();
    ConnectedHosts hosts = null;
    boolean open = false;
    try {
      // a short path: it holds sockets
      Path scratch =
          ledger.folder(Path.of(System.getProperty("java.io.tmpdir"), "corebound-" + runId));
      hosts = new ConnectedHosts(host, guard, ledger, scratch, List.copyOf(names));
      hosts.connect();
      open = true;
      return hosts;
    } finally {
      if (!open && hosts != null) {
        hosts.close();
      } else if (!open) {
        guard.close();
        ledger.close();
      }
    }
  }

  private void connect() throws InterruptedException {
    facts.put(HERE, HostFacts.read(host));
    try {
      AtOnce.each(names, this::connect);
    } catch (CoreboundException e) {
      throw e.status() == ExitStatus.FAILED ? CoreboundException.missing(e.getMessage()) : e;
    }
  }

  private void connect(String name) throws InterruptedException {
    Path own = scratch.resolve(Integer.toString(names.indexOf(name)));
    try {
      Files.createDirectory(own);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot make the folder " + own + ": " + e.getMessage(), e);
    }
    SshHost connection = SshHost.open(host, name, own, SshHost.GRACE);
    connections.put(name, connection);
    facts.put(name, HostFacts.read(connection));
  }

  /** The connections, in the order of the names. */
  public List<SshHost> connections() {
    return names.stream().map(connections::get).toList();
  }

  /** What is known of this machine and of each host, in that order. */
  public List<HostFacts> facts() {
    List<HostFacts> all = new ArrayList<>(List.of(facts.get(HERE)));
    names.forEach(name -> all.add(facts.get(name)));
    return all;
  }

  /**
   * Which of them run on the same kernel, a sentence for each: containers of one machine, or one
   * machine under two names.
   */
  public List<String> sameKernel() {
    Map<String, List<String>> byBoot = new LinkedHashMap<>();
    for (HostFacts one : facts()) {
      byBoot.computeIfAbsent(one.boot(), b -> new ArrayList<>()).add(one.watched().name());
    }
    return byBoot.entrySet().stream()
        .filter(same -> !same.getKey().isEmpty() && same.getValue().size() > 1)
        .map(
            same ->
                String.join(", ", same.getValue())
                    + " run on the same kernel: what each shows of CPU, disks and pressure is the"
                    + " same")
        .toList();
  }

  /** Closes the connections; what was started on the hosts has ended then. */
  @Override
  public void close() {
    try {
      AtOnce.eachToItsEnd(List.copyOf(connections.values()), SshHost::close);
    } finally {
      host.stopAll(GRACE).forEach(said -> System.err.println("corebound: " + said));
      guard.close();
      ledger.remove(scratch);
      ledger.close();
    }
  }
}
