package io.corebound.terasortrunner.sweep;

import io.corebound.cluster.external.ExternalCluster;
import io.corebound.collectors.probe.Link;
import io.corebound.hosts.ledger.Ledger;
import io.corebound.hosts.machine.BlockDevices;
import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.LocalHost;
import io.corebound.hosts.process.Outcome;
import io.corebound.hosts.ssh.SshHost;
import io.corebound.hosts.ssh.SshHosts;
import io.corebound.records.config.ClusterFile;
import io.corebound.records.config.NetworkFile;
import io.corebound.records.config.StorageFile;
import io.corebound.records.units.CoreboundException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A sweep on the user's own cluster: its disks and its network cannot be changed, so it has one
 * tier of each. Its jobs run by its own commands; workers are reached by ssh for collectors and
 * probes.
 *
 * <p>Written to the cluster: one folder of its file system, and for the time of a probe one in the
 * storage file's directory on the first worker.
 */
public final class ExternalSweep implements SweepCluster {
  private static final Duration LIMIT = Duration.ofSeconds(20);

  /** Makes a folder of ours, and what removes it when the connection is lost. */
  private static final String MAKE =
      """
      mkdir -- "$1" || exit 1
      printf '#!/bin/sh\\nrm -rf -- "%s"\\n' "$1" >"$2/clean" && chmod 700 "$2/clean"
      """;

  private final LocalHost host;
  private final Ledger ledger;
  private final SweepRequest request;
  private final StorageFile storage;
  private final NetworkFile network;
  private final ExternalHosts hosts;
  private final Map<String, List<String>> devices = new LinkedHashMap<>();
  private final List<String> doubts = new ArrayList<>();

  private ExternalCluster cluster;

  /** The settings that its jobs have. */
  private ClusterFile connectedAs;

  /** The folder on the first worker that a disk is probed in; empty where there is none. */
  private Optional<String> probed = Optional.empty();

  /** Changes when the files on the cluster were deleted. */
  private int discarded;

  /** Connected to nothing yet. */
  ExternalSweep(LocalHost host, Ledger ledger, SweepRequest request, SshHosts.Client client) {
    this.host = host;
    this.ledger = ledger;
    this.request = request;
    this.hosts = new ExternalHosts(host, ledger, request.cluster().external(), client);
    this.storage = request.storage().values().iterator().next();
    this.network = request.network().values().iterator().next();
  }

  /** Refuses tiers that cannot be made on an external cluster, and names what is needed instead. */
  public static void requireOwnTiers(SweepRequest request) {
    if (request.storage().size() != 1 || request.network().size() != 1) {
      throw ownTiersOnly(
          "this one names storage %s and network %s"
              .formatted(
                  String.join(", ", request.storage().keySet()),
                  String.join(", ", request.network().keySet())));
    }
    request.storage().forEach(ExternalSweep::requireDirectory);
    request
        .network()
        .forEach(
            (name, file) -> {
              if (!file.real()) {
                throw ownTiersOnly("network " + name + " has figures");
              }
            });
    Integer containers = request.cluster().containersPerNode();
    for (SweepCell cell : request.plan().cells()) {
      if (!containers.equals(request.cluster(cell).containersPerNode())) {
        throw CoreboundException.invalidInput(
            """
            variant %s: containers_per_node cannot change on a cluster of kind 'external'; set it \
            in the cluster file\
            """,
            cell.variant());
      }
    }
    String master = request.cluster().external().master();
    if (request.cluster().nodes() == 1
        && (master == null || request.cluster().external().workers().contains(master))) {
      throw CoreboundException.invalidInput(
          "a cluster of one worker has no link to measure: name another host as its 'master'");
    }
  }

  private static void requireDirectory(String name, StorageFile file) {
    if (!file.real()) {
      throw ownTiersOnly("storage " + name + " has figures");
    }
    if (!file.directory().matches("/[^'\"$`\\\\\n]*")) {
      throw CoreboundException.invalidInput(
          "storage %s: directory is an absolute path of every worker, without quotes, not '%s'",
          name, file.directory());
    }
  }

  private static CoreboundException ownTiersOnly(String found) {
    return CoreboundException.invalidInput(
        """
        a sweep cannot change the disks or the network of a cluster of kind 'external': name one \
        storage file with a 'directory' of its workers and one network file with an 'interface' of \
        them; %s\
        """,
        found);
  }

  /**
   * Connects to the hosts and to the cluster; missing when one cannot be reached or lacks
   * something, invalid input when what the files name is not there.
   */
  public static ExternalSweep connect(LocalHost host, Ledger ledger, SweepRequest request)
      throws InterruptedException {
    requireOwnTiers(request);
    ExternalSweep sweep = new ExternalSweep(host, ledger, request, SshHosts.Client.OWN);
    boolean ready = false;
    try {
      sweep.reach();
      sweep.connectCluster(request.cluster(request.plan().cells().get(0)));
      ready = true;
      return sweep;
    } finally {
      if (!ready) {
        sweep.close();
      }
    }
  }

  /** Connects to the cluster's hosts, and looks at what is to be used of them. */
  void reach() throws InterruptedException {
    hosts.connect();
    hosts.requireInterface(network.interfaceName());
    List<SshHost> workers = hosts.workers();
    for (Map.Entry<String, SshHost> node : hosts.byNode().entrySet()) {
      if (workers.contains(node.getValue())) {
        devices.put(node.getKey(), device(node.getValue()));
      }
    }
    doubts.addAll(hosts.doubts());
    if (request.cluster().external().dropCaches() == null) {
      doubts.add(
          "page caches of the workers stay between the jobs (the cluster's file has no"
              + " drop_caches): what TeraGen has just written may be read from memory, not from the"
              + " disk");
    }
  }

  private List<String> device(SshHost worker) {
    try {
      Optional<String> device = BlockDevices.of(worker, storage.directory());
      if (device.isEmpty()) {
        doubts.add(
            "%s: %s is not on a block device that its kernel lists, so its disk is not sampled"
                .formatted(worker.name(), storage.directory()));
      }
      return device.stream().toList();
    } catch (CoreboundException e) {
      throw e.with("the storage file's 'directory' is one of every worker");
    }
  }

  private void connectCluster(ClusterFile settings) {
    discarded++;
    cluster =
        ExternalCluster.connect(hosts.gateway(), List.copyOf(hosts.workers()), settings, ledger);
    connectedAs = settings;
  }

  public String version() {
    return cluster.version();
  }

  public String description() {
    return "Hadoop %s at %s, %s workers, directory on %s"
        .formatted(
            cluster.version(),
            cluster.fileSystem(),
            hosts.workers().size(),
            devices.values().stream()
                .flatMap(List::stream)
                .distinct()
                .collect(Collectors.joining(", ")));
  }

  /** What makes measurements there doubtful, a sentence each. */
  public List<String> doubts() {
    return List.copyOf(doubts);
  }

  @Override
  public Disk disk(String unused) throws InterruptedException {
    renew();
    SshHost worker = hosts.workers().get(0);
    String folder =
        String.format(
            Locale.ROOT,
            "%s/corebound-%s-%x",
            storage.directory().replaceFirst("/$", ""),
            host.runId(),
            System.nanoTime());
    Outcome outcome =
        worker.run(Command.of(LIMIT, "sh", "-c", MAKE, "sh", folder, worker.folder()));
    if (!outcome.ok()) {
      throw CoreboundException.missing(
          """
          %s: cannot make a folder for the disk's probe: %s; the storage file names a \
          directory in which the user who connects may write, on the disk that DataNode and \
          NodeManager use\
          """,
          worker.name(), outcome.lastWords());
    }
    probed = Optional.of(folder);
    return new Disk(worker, Path.of(folder));
  }

  /** Takes the probe's folder away; at the end of the connection the worker does by itself. */
  private void endProbe() {
    SshHost worker = hosts.workers().get(0);
    Optional<String> folder = probed;
    probed = Optional.empty();
    if (folder.isPresent() && worker != null && worker.lost().isEmpty()) {
      try {
        worker.run(Command.of(LIMIT, "rm", "-rf", "--", folder.get()));
      } catch (CoreboundException lost) {
        // then it does so by itself
        return;
      }
    }
  }

  @Override
  public Link link(String unused) throws InterruptedException {
    endProbe();
    renew();
    List<Map.Entry<String, SshHost>> nodes = List.copyOf(hosts.byNode().entrySet());
    Map.Entry<String, SshHost> client = nodes.get(0);
    Map.Entry<String, SshHost> server = nodes.get(1);
    return new Link(
        server.getValue(),
        client.getValue(),
        ExternalHosts.address(server.getValue(), network.interfaceName()),
        client.getKey() + " to " + server.getKey());
  }

  @Override
  public Ground prepare(SweepCell cell) throws InterruptedException {
    endProbe();
    renew();
    ClusterFile settings = request.cluster(cell);
    if (cluster != null && !settings.equals(connectedAs)) {
      leaveCluster();
    }
    if (cluster == null) {
      connectCluster(settings);
    }
    Map<String, String> links = new LinkedHashMap<>();
    hosts
        .byNode()
        .forEach(
            (node, connection) -> {
              if (hosts.hasInterface(connection, network.interfaceName())) {
                links.put(node, network.interfaceName());
              }
            });
    return new Ground(
        cluster, false, hosts.watched(), Integer.toString(discarded), null, null, devices, links);
  }

  /** Connects again where a connection was lost; the cluster's commands may have run over it. */
  private void renew() throws InterruptedException {
    if (hosts.renew()) {
      leaveCluster();
    }
  }

  private void leaveCluster() {
    try {
      closeCluster();
    } catch (CoreboundException stays) {
      // it is in the ledger: the next connection tries again, and the run's end says so
      cluster = null;
    }
  }

  @Override
  public void discard(String unused) {
    discarded++;
    // with what still runs of the cell that failed, which would be measured with the next one
    closeCluster();
  }

  private void closeCluster() {
    ExternalCluster ending = cluster;
    cluster = null;
    if (ending != null) {
      ending.close();
    }
  }

  /** {@inheritDoc} An interrupt only sets the thread's status. */
  @Override
  public void close() {
    // what is run on the hosts now is waited for
    boolean interrupted = Thread.interrupted();
    try {
      endProbe();
    } finally {
      try {
        closeCluster();
      } finally {
        hosts.close();
        if (interrupted) {
          Thread.currentThread().interrupt();
        }
      }
    }
  }
}
