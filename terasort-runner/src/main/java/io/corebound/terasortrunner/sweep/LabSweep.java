package io.corebound.terasortrunner.sweep;

import io.corebound.cluster.daemons.ClusterConfiguration.Software;
import io.corebound.cluster.lab.Lab;
import io.corebound.cluster.lab.LabCluster;
import io.corebound.cluster.lab.LabStorage;
import io.corebound.collectors.probe.Link;
import io.corebound.hosts.lab.LabNetwork;
import io.corebound.hosts.ledger.Ledger;
import io.corebound.hosts.machine.BlockDevices;
import io.corebound.hosts.process.Host;
import io.corebound.hosts.process.LocalHost;
import io.corebound.records.config.ClusterFile;
import io.corebound.records.config.NetworkFile;
import io.corebound.records.config.StorageFile;
import io.corebound.records.config.StorageUnits;
import io.corebound.records.units.CoreboundException;
import io.corebound.terasortrunner.workload.WatchedNodes;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A sweep on a lab of this machine: disks are made when they are first asked for and kept with
 * their HDFS, the limits of disks and links are set for each cell, and one cluster at a time runs.
 * Tiers are scaled to the cores that a worker has here.
 */
public final class LabSweep implements SweepCluster {
  private final LocalHost host;
  private final Ledger ledger;
  private final SweepRequest request;
  private final Software software;
  private final Folders folders;

  /** How often disks were thrown away: those made again have another name. */
  private final Map<String, Integer> discarded = new HashMap<>();

  private final Map<String, LabStorage> made = new HashMap<>();

  private Lab lab;
  private LabCluster cluster;
  private LabStorage running;

  /** The tier of the cell that it ran last. */
  private String lastTier;

  private int clusters;

  /** Where the lab keeps disk images and what programs write, and a folder of logs a cluster. */
  public record Folders(Path lab, Path logs) {}

  /** Prepares; the lab is made when first needed. Refuses a tier that a lab does not have. */
  public LabSweep(
      LocalHost host, Ledger ledger, SweepRequest request, Software software, Folders folders) {
    this.host = host;
    this.ledger = ledger;
    this.request = request;
    this.software = software;
    this.folders = folders;
    requireOwnLinks(request);
  }

  /** Refuses a network of real interfaces: a lab's nodes are on one machine. */
  public static void requireOwnLinks(SweepRequest request) {
    request
        .network()
        .forEach(
            (name, network) -> {
              if (network.real()) {
                throw CoreboundException.invalidInput(
                    """
                    network %s: interface %s: a lab's links use none of this machine's interfaces; \
                    give a rate instead\
                    """,
                    name, network.interfaceName());
              }
            });
  }

  /**
   * What cells or workers share and the model takes to be of each its own, a sentence each: {@link
   * #sharedDisks} and {@link #sharedCpus}.
   */
  public static List<String> shared(SweepRequest request, Host host) {
    return Stream.of(
            sharedDisks(request, host),
            sharedCpus(request, Runtime.getRuntime().availableProcessors()))
        .flatMap(List::stream)
        .toList();
  }

  /** Storage tiers that are directories of one disk of the host, a sentence a disk. */
  static List<String> sharedDisks(SweepRequest request, Host host) {
    Map<String, List<String>> byDisk = new LinkedHashMap<>();
    for (StorageUnits tier : request.file().tiers()) {
      String name = tier.name();
      StorageFile file = request.storage().get(name);
      if (file.real()) {
        byDisk
            .computeIfAbsent(disk(file.directory(), host), disk -> new ArrayList<>())
            .add(name + " (" + file.directory() + ")");
      }
    }
    return byDisk.entrySet().stream()
        .filter(disk -> disk.getValue().size() > 1)
        .map(
            disk ->
                "storage %s: all %s, so they have the same base performance, and their cells differ only by chance"
                    .formatted(String.join(", ", disk.getValue()), disk.getKey()))
        .toList();
  }

  /**
   * A sentence where workers have CPUs of this machine in common and slow each other; else none.
   */
  static List<String> sharedCpus(SweepRequest request, int cpus) {
    ClusterFile cluster = request.cluster();
    return (long) cluster.nodes() * cluster.coresPerNode() <= cpus
        ? List.of()
        : List.of(
            "%s workers of cores_per_node %s share this machine's logical CPUs, %s of them:"
                    .formatted(cluster.nodes(), cluster.coresPerNode(), cpus)
                + " predictions assume separate CPUs and are too short");
  }

  private static String disk(String directory, Host host) {
    try {
      return BlockDevices.of(host, directory)
          .map(name -> "on disk " + name)
          .orElse("in " + directory);
    } catch (CoreboundException notThere) {
      return "in " + directory;
    }
  }

  private Lab lab() {
    if (lab == null) {
      lab = Lab.make(host, ledger, request.largestCluster(), folders.lab());
    }
    return lab;
  }

  private StorageFile scaledStorage(String name) {
    return request.storage().get(name).scaledTo(request.cluster().coresPerNode());
  }

  private NetworkFile scaledNetwork(String name) {
    return request.network().get(name).scaledTo(request.cluster().coresPerNode());
  }

  /** The disks of a tier, limited to its figures; made where they are not there. */
  private LabStorage storage(String tier) {
    String disks = request.disks(tier);
    int times = discarded.getOrDefault(disks, 0);
    String name = times == 0 ? disks : disks + "-again-" + times;
    LabStorage storage =
        lab().storage(name, scaledStorage(tier), SweepSpace.ofDevice(request, tier));
    made.put(disks, storage);
    return storage;
  }

  @Override
  public Disk disk(String storage) {
    stop();
    LabStorage disks = storage(storage);
    String worker = lab().workers().get(0);
    return new Disk(lab().node(worker), disks.mountPoints().get(worker).get(0));
  }

  @Override
  public Optional<Units> units(String storage) {
    if (request.storage().get(storage).real()) {
      return Optional.empty();
    }
    stop();
    LabStorage disks = storage(storage);
    return Optional.of(
        new Units(
            lab().throttled(),
            disks.devices().get(lab().workers().get(0)).stream()
                .map(name -> Path.of("/dev", name))
                .toList()));
  }

  @Override
  public Link link(String network) {
    stop();
    lab().network().shape(scaledNetwork(network).rate());
    List<String> workers = lab().workers();
    String client = workers.get(0);
    String server = workers.size() > 1 ? workers.get(1) : Lab.MASTER;
    return new Link(
        lab().node(server),
        lab().node(client),
        lab().network().address(server),
        client + " to " + server);
  }

  @Override
  public Ground prepare(SweepCell cell) throws InterruptedException {
    String storage = cell.storage();
    String network = cell.network();
    ClusterFile settings = request.cluster(cell);
    if (cluster != null && cluster.firstDeath().isPresent()) {
      discard(lastTier);
    }
    LabStorage wanted = storage(storage);
    LabNetwork links = lab().network();
    // in any state that the previous cell left them in
    links.names().forEach(links::up);
    links.shape(scaledNetwork(network).rate());
    boolean fresh = cluster == null || running != wanted || !cluster.serves(settings);
    if (fresh) {
      if (cluster != null && running != wanted) {
        cluster.awaitDeleted();
      }
      stop();
      clusters++;
      cluster =
          LabCluster.start(
              lab(),
              wanted,
              settings,
              software.libraries(),
              software.jdk(),
              folders.logs().resolve(clusters + "-" + wanted.name()),
              software.taskJars());
      running = wanted;
    } else {
      cluster.use(settings);
    }
    lastTier = storage;
    return new Ground(
        cluster,
        fresh,
        // all nodes share this machine's CPUs and disks, and their links all end at the bridge
        WatchedNodes.of(lab().bridge(), lab().cpusOfWorkers()),
        wanted.name() + ": " + request.layoutOfInput(cell),
        scaledStorage(storage),
        scaledNetwork(network),
        wanted.devices(),
        links());
  }

  private Map<String, String> links() {
    Map<String, String> links = new LinkedHashMap<>();
    links.put(Lab.MASTER, Lab.MASTER);
    lab().workers().forEach(worker -> links.put(worker, worker));
    return links;
  }

  @Override
  public void discard(String storage) {
    String disks = request.disks(storage);
    LabStorage gone = made.remove(disks);
    // also what was made by half has taken its name
    discarded.merge(disks, 1, Integer::sum);
    try {
      stop();
    } finally {
      if (gone != null) {
        lab.drop(gone);
      }
    }
  }

  private void stop() {
    LabCluster ending = cluster;
    cluster = null;
    running = null;
    if (ending != null) {
      ending.close();
    }
  }

  @Override
  public void close() {
    Lab ending = lab;
    lab = null;
    try {
      stop();
    } finally {
      if (ending != null) {
        ending.close();
      }
    }
  }
}
