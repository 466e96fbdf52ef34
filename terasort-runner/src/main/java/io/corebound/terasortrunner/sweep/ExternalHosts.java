package io.corebound.terasortrunner.sweep;

import io.corebound.collectors.sampler.HostFacts;
import io.corebound.hosts.ledger.Ledger;
import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.Host;
import io.corebound.hosts.process.LocalHost;
import io.corebound.hosts.process.Outcome;
import io.corebound.hosts.ssh.SshHost;
import io.corebound.hosts.ssh.SshHosts;
import io.corebound.records.config.ClusterFile.External;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.units.CoreboundException;
import io.corebound.terasortrunner.workload.WatchedNodes;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** The hosts of an external cluster, each with a connection by ssh, and what is known of them. */
final class ExternalHosts implements AutoCloseable {
  /** Farther apart, samples and the job's history do not belong together any more. */
  private static final double SAME_TIME_S = 0.5;

  private static final String CLOCK =
      """
      the clock of %s is %.1f s %s this machine's: its samples and the job's history, which has \
      the cluster's time, are that far apart; synchronize the clocks\
      """;

  private static final String KERNEL =
      """
      %s run on the same kernel: each shows all of its CPUs and disks; CPU time is counted once\
      """;

  private static final Duration LIMIT = Duration.ofSeconds(20);

  private static final String ADDRESS =
      """
      command -v ip >/dev/null || { echo "command ip is missing (package iproute2)" >&2; exit 1; }
      ip -o -4 addr show dev "$1" | sed -n 's/.* inet \\([0-9.]*\\).*/\\1/p' | head -n 1
      """;

  private final LocalHost here;
  private final Ledger ledger;
  private final External external;
  private final Path folder;
  private final SshHosts hosts;
  private final Map<String, HostFacts> facts = new ConcurrentHashMap<>();

  /** Hosts that are not connected to yet. */
  ExternalHosts(LocalHost here, Ledger ledger, External external, SshHosts.Client client) {
    this.here = here;
    this.ledger = ledger;
    this.external = external;
    // a short path: it holds sockets
    folder =
        ledger.folder(
            Path.of(System.getProperty("java.io.tmpdir"), "corebound-ssh-" + here.runId()));
    List<String> names = new ArrayList<>(external.workers());
    Stream.of(external.master(), external.gateway()).filter(Objects::nonNull).forEach(names::add);
    hosts =
        new SshHosts(
            here, names, folder, client, host -> facts.put(host.name(), HostFacts.read(host)));
  }

  /** Connects to all at once; a host that cannot be reached is missing, with the reason. */
  void connect() throws InterruptedException {
    hosts.connect();
  }

  /** Connects again to those that were lost, and says whether there was one. */
  boolean renew() throws InterruptedException {
    return hosts.renew();
  }

  /** Where the cluster's commands run. */
  Host gateway() {
    return external.gateway() == null ? here : hosts.connection(external.gateway());
  }

  List<SshHost> workers() {
    return external.workers().stream().map(hosts::connection).toList();
  }

  /** The master; empty where none is named, or it is a worker as well. */
  Optional<SshHost> master() {
    return Optional.ofNullable(external.master())
        .filter(target -> !external.workers().contains(target))
        .map(hosts::connection);
  }

  /** Connections by node, the workers first: destinations without users, where these are unique. */
  Map<String, SshHost> byNode() {
    List<SshHost> nodes = new ArrayList<>(workers());
    master().ifPresent(nodes::add);
    Set<String> different = new HashSet<>();
    nodes.forEach(node -> different.add(withoutUser(node.name())));
    Map<String, SshHost> byNode = new LinkedHashMap<>();
    boolean apart = different.size() == nodes.size();
    nodes.forEach(node -> byNode.put(apart ? withoutUser(node.name()) : node.name(), node));
    return byNode;
  }

  private static String withoutUser(String target) {
    return target.substring(target.lastIndexOf('@') + 1);
  }

  /** Every node for collectors, the workers first. */
  WatchedNodes watched() {
    Map<String, String> names = new LinkedHashMap<>();
    byNode().forEach((node, host) -> names.put(node, host.name()));
    Set<String> kernels = new HashSet<>();
    List<WatchedNodes.Watched> hosts = new ArrayList<>();
    for (SshHost host : byNode().values()) {
      String boot = facts.get(host.name()).boot();
      hosts.add(
          new WatchedNodes.Watched(
              host, workers().contains(host), boot.isEmpty() || kernels.add(boot)));
    }
    return new WatchedNodes(hosts, names);
  }

  /** Refuses a network interface that a worker does not have, with those that it has. */
  void requireInterface(String name) {
    for (SshHost worker : workers()) {
      List<String> there = facts.get(worker.name()).interfaces();
      if (!there.contains(name)) {
        throw CoreboundException.invalidInput(
            "%s: has no network interface %s%s",
            worker.name(), name, StructuredFiles.nearest(name, there));
      }
    }
  }

  boolean hasInterface(SshHost host, String name) {
    return facts.get(host.name()).interfaces().contains(name);
  }

  /** The IPv4 address of a host's interface; missing when it has none. */
  static String address(SshHost host, String name) {
    Outcome outcome = host.run(Command.of(LIMIT, "sh", "-c", ADDRESS, "sh", name));
    String address = outcome.out().strip();
    if (!outcome.ok() || address.isEmpty()) {
      throw CoreboundException.missing(
          "%s: no IPv4 address of interface %s is known%s",
          host.name(), name, outcome.err().isBlank() ? "" : ": " + outcome.lastWords());
    }
    return address;
  }

  /** What makes measurements on these hosts doubtful, a sentence each. */
  List<String> doubts() throws InterruptedException {
    List<String> doubts = new ArrayList<>();
    List<HostFacts> nodes = new ArrayList<>();
    for (SshHost host : byNode().values()) {
      nodes.add(facts.get(host.name()));
      double aheadS = host.clockOffset().offsetS();
      if (Math.abs(aheadS) > SAME_TIME_S) {
        doubts.add(
            String.format(
                Locale.ROOT,
                CLOCK,
                host.name(),
                Math.abs(aheadS),
                aheadS > 0 ? "ahead of" : "behind"));
      }
    }
    HostFacts.onOneKernel(nodes)
        .forEach(names -> doubts.add(KERNEL.formatted(String.join(", ", names))));
    return doubts;
  }

  /** Closes the connections; what was started on the hosts has ended then. */
  @Override
  public void close() {
    try {
      hosts.close();
    } finally {
      ledger.remove(folder);
    }
  }
}
