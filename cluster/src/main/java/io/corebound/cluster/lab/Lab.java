package io.corebound.cluster.lab;

import io.corebound.cluster.libraries.ReadableJars;
import io.corebound.hosts.lab.DeviceLimit;
import io.corebound.hosts.lab.LabNetwork;
import io.corebound.hosts.lab.LabSupport;
import io.corebound.hosts.lab.LimitedHost;
import io.corebound.hosts.lab.LoopDevice;
import io.corebound.hosts.lab.NodeLimits;
import io.corebound.hosts.lab.Stripe;
import io.corebound.hosts.ledger.Deletion;
import io.corebound.hosts.ledger.Ledger;
import io.corebound.hosts.machine.AllowedCpus;
import io.corebound.hosts.machine.BlockDevices;
import io.corebound.hosts.machine.Jdk;
import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.Host;
import io.corebound.hosts.process.LocalHost;
import io.corebound.hosts.process.Outcome;
import io.corebound.records.config.ClusterFile;
import io.corebound.records.config.StorageFile;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.DataSize;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The hardware of a cluster, made of this machine: a master and workers, each in a network
 * namespace, joined by links that can be shaped; each worker with a part of the CPUs and memory;
 * disks on demand, limited to a storage tier. Clusters run on it one after the other ({@link
 * LabCluster}). Its programs run as {@link #USER}.
 *
 * <p>Everything is in the run's ledger before it is made. Only root can make a lab.
 */
public final class Lab implements AutoCloseable {
  /** The user that daemons, clients and tasks run as. */
  public static final String USER = "nobody";

  /** The node of NameNode, ResourceManager and clients. */
  public static final String MASTER = "master";

  private static final Duration LIMIT = Duration.ofSeconds(20);

  /** Where JVMs of the user would write statistics for {@code jps}, and leave some behind. */
  static final Path JVM_STATISTICS = Path.of("/tmp/hsperfdata_" + USER);

  /** Heap and other memory of the JVMs of DataNode and NodeManager. */
  private static final DataSize DAEMONS = DataSize.ofMebibytes(2 * 768);

  private static final DataSize APPLICATION_MASTER = DataSize.ofMebibytes(1024);

  /** Page cache of a worker. */
  private static final DataSize CACHE = DataSize.ofMebibytes(512);

  private final LocalHost host;
  private final Ledger ledger;
  private final ClusterFile cluster;
  private final Path folder;
  private final Map<String, LimitedHost> nodes = new LinkedHashMap<>();
  private final Map<String, LabStorage> storages = new LinkedHashMap<>();
  private LabNetwork network;

  /** Null until it is asked for. */
  private LimitedHost throttled;

  private boolean keepsStatisticsAway;
  private ReadableJars jars;

  private Lab(LocalHost host, Ledger ledger, ClusterFile cluster, Path folder) {
    this.host = host;
    this.ledger = ledger;
    this.cluster = cluster;
    this.folder = folder;
  }

  /**
   * Makes nodes and links; {@link #storage} adds disks.
   *
   * @param folder for disk images, mount points, the NameNode's name tables and what programs
   *     write; in a folder of the ledger; may exist
   * @throws CoreboundException (missing) where no lab can be made, with what works instead;
   *     (invalid input) when the user of the programs cannot enter the folder
   */
  public static Lab make(LocalHost host, Ledger ledger, ClusterFile cluster, Path folder) {
    LabSupport.check(host).require();
    Lab lab = new Lab(host, ledger, cluster, folder.toAbsolutePath().normalize());
    orUndo(
        () -> {
          lab.makeNodes();
          lab.user().requireEntered(lab.folder, "a --data-dir");
        },
        lab::close);
    return lab;
  }

  /** Does something, and undoes it where it fails. */
  private static void orUndo(Runnable action, Runnable undo) {
    try {
      action.run();
    } catch (CoreboundException e) {
      throw e.undoing(undo);
    }
  }

  private void makeNodes() {
    makeFolder(folder);
    // a JVM writes nothing into such a folder of another user
    if (!Files.exists(JVM_STATISTICS, LinkOption.NOFOLLOW_LINKS)) {
      ledger.folder(JVM_STATISTICS);
      keepsStatisticsAway = true;
    }
    List<String> names = new ArrayList<>(List.of(MASTER));
    names.addAll(workers());
    network = LabNetwork.make(host, ledger, names);
    nodes.put(MASTER, node(MASTER, new NodeLimits(List.of(), null, USER)));
    cpusOfWorkers()
        .forEach(
            (worker, cpus) ->
                nodes.put(worker, node(worker, new NodeLimits(cpus, memory(), USER))));
    jars = new ReadableJars(nodes.get(MASTER), folder.resolve("jars"));
  }

  private LimitedHost node(String name, NodeLimits limits) {
    return LimitedHost.make(network.node(name), ledger, limits);
  }

  /**
   * The logical CPUs of each worker, by its name: parts of those that this process may use, which
   * workers share where they are too few.
   */
  public Map<String, List<Integer>> cpusOfWorkers() {
    List<Integer> allowed = AllowedCpus.ofThisProcess();
    int cores = cluster.coresPerNode();
    Map<String, List<Integer>> cpus = new LinkedHashMap<>();
    for (int i = 0; i < cluster.nodes(); i++) {
      int first = i * cores;
      cpus.put(
          workers().get(i),
          IntStream.range(first, first + Math.min(cores, allowed.size()))
              .mapToObj(cpu -> allowed.get(cpu % allowed.size()))
              .toList());
    }
    return cpus;
  }

  /** A worker's memory; null for no limit. */
  private DataSize memory() {
    if (cluster.memoryPerNode() != null) {
      return cluster.memoryPerNode();
    }
    return imagesCountAsMemoryOfWorkers()
        ? null
        : new DataSize(
            cluster.taskMemory().bytes() * cluster.containersPerNode()
                + APPLICATION_MASTER.bytes()
                + DAEMONS.bytes()
                + CACHE.bytes());
  }

  /**
   * With control groups of version 2 the kernel counts what a loop device writes to its file as
   * memory of the group that it writes for (drivers/block/loop.c); on tmpfs that is never freed.
   */
  private boolean imagesCountAsMemoryOfWorkers() {
    try {
      return Files.exists(Path.of("/sys/fs/cgroup/cgroup.controllers"))
          && Files.getFileStore(folder).type().equals("tmpfs");
    } catch (IOException e) {
      throw CoreboundException.failed(
          "cannot find the file system of %s: %s".formatted(folder, e), e);
    }
  }

  private LabUser user() {
    return new LabUser(nodes.get(MASTER));
  }

  /**
   * Disks for every worker, made at the first request of their name, and limited to a storage tier
   * at each.
   *
   * @param scaled the tier's figures, scaled to a worker ({@link StorageFile#scaledTo}), or a
   *     folder on a real disk
   * @param size of each device, which takes the room of what is written on it only
   * @throws CoreboundException (failed) when they cannot be made
   */
  public LabStorage storage(String name, StorageFile scaled, DataSize size) {
    boolean made = storages.containsKey(name);
    LabStorage storage = made ? storages.get(name) : make(name, scaled, size);
    DeviceLimit limit =
        new DeviceLimit(
            scaled.read(),
            scaled.write(),
            scaled.readOperationsPerS(),
            scaled.writeOperationsPerS());
    orUndo(
        () -> storage.limit(limit),
        () -> {
          if (!made) {
            drop(storage);
          }
        });
    return storage;
  }

  private LabStorage make(String name, StorageFile scaled, DataSize size) {
    LabStorage storage = new LabStorage(name, host);
    storages.put(name, storage);
    // a name table is useless without its blocks
    storage.made(() -> deleteFolder(folder.resolve(hadoopFolder(storage))));
    orUndo(
        () -> {
          if (scaled.real()) {
            addFolders(storage, Path.of(scaled.directory()));
          } else if (scaled.spansDevices()) {
            addStripes(storage, scaled.devicesPerNode(), size);
          } else {
            addDevices(storage, scaled.devicesPerNode(), size);
          }
        },
        () -> drop(storage));
    return storage;
  }

  private void addDevices(LabStorage storage, int perWorker, DataSize size) {
    Path disks = folder("disks");
    for (String worker : workers()) {
      for (int i = 1; i <= perWorker; i++) {
        String disk = "%s-%s-%s".formatted(storage.name(), worker, i);
        LoopDevice device =
            LoopDevice.make(host, ledger, disks.resolve(disk + ".img"), size, disks.resolve(disk));
        storage.made(device::close);
        storage.add(worker, device);
        device.giveTo(USER);
      }
    }
  }

  private void addStripes(LabStorage storage, int perWorker, DataSize size) {
    Path disks = folder("disks");
    for (String worker : workers()) {
      List<LoopDevice> devices = new ArrayList<>();
      for (int i = 1; i <= perWorker; i++) {
        Path image = disks.resolve("%s-%s-%s.img".formatted(storage.name(), worker, i));
        LoopDevice device = LoopDevice.raw(host, ledger, image, size);
        storage.made(device::close);
        devices.add(device);
      }
      Stripe stripe =
          Stripe.make(
              host, ledger, devices, disks.resolve("%s-%s".formatted(storage.name(), worker)));
      storage.made(stripe::close);
      storage.add(worker, devices, stripe.mountPoint());
      stripe.giveTo(USER);
    }
  }

  private void addFolders(LabStorage storage, Path directory) {
    Path own =
        ledger.folder(directory.resolve("corebound-%s-%s".formatted(host.runId(), storage.name())));
    storage.made(() -> ledger.remove(own));
    user().requireEntered(own, "a directory");
    for (String worker : workers()) {
      Path disk = own.resolve(worker);
      makeFolder(disk);
      give(disk);
      storage.add(worker, disk, BlockDevices.of(disk).orElse(directory.toString()));
    }
  }

  /**
   * Removes disks with their content; no cluster may run on them.
   *
   * @throws CoreboundException (failed) when something is left; the ledger has it
   */
  public void drop(LabStorage storage) {
    storages.remove(storage.name());
    storage.close();
  }

  /** The links, to be shaped; in {@link #bridge} each has its worker's name. */
  public LabNetwork network() {
    return network;
  }

  /** Where collectors see this machine's CPUs and disks and the links of all nodes. */
  public Host bridge() {
    return network.bridge();
  }

  /** Where root's programs run into the limits of disks, and into no others. */
  public Host throttled() {
    if (throttled == null) {
      throttled = LimitedHost.make(host, ledger, new NodeLimits(List.of(), null, null));
    }
    return throttled;
  }

  /** The names of the workers, in order. */
  public List<String> workers() {
    return IntStream.rangeClosed(1, cluster.nodes()).mapToObj(i -> "worker" + i).toList();
  }

  /** A node; its programs have the node's CPUs and memory and run as {@link #USER}. */
  public Host node(String name) {
    LimitedHost node = nodes.get(name);
    if (node == null) {
      throw new IllegalArgumentException(
          "the lab has no node '%s'; it has %s".formatted(name, nodes.keySet()));
    }
    return node;
  }

  /** What the lab was made for. */
  public ClusterFile cluster() {
    return cluster;
  }

  /** Names and addresses of all nodes, the master first. */
  Map<String, String> addresses() {
    Map<String, String> addresses = new LinkedHashMap<>();
    nodes.keySet().forEach(name -> addresses.put(name, network.address(name)));
    return addresses;
  }

  /** Where the cluster on disks keeps what is not on them. */
  static String hadoopFolder(LabStorage storage) {
    return "hadoop-" + storage.name();
  }

  private static void deleteFolder(Path made) {
    try {
      Deletion.of(made);
    } catch (IOException e) {
      throw CoreboundException.failed("cannot delete all of %s: %s".formatted(made, e), e);
    }
  }

  /** A folder of the lab; made when it is not there. */
  Path folder(String name) {
    Path made = folder.resolve(name);
    makeFolder(made);
    return made;
  }

  /** Gives a folder to the user of the programs. */
  void give(Path made) {
    Outcome outcome = host.run(Command.of(LIMIT, "chown", USER, made.toString()));
    if (!outcome.ok()) {
      throw CoreboundException.failed(
          "cannot give %s to user %s: %s".formatted(made, USER, outcome.lastWords()));
    }
  }

  /** A class path that the user of the programs can read: other jars are replaced by copies. */
  List<String> readable(List<String> classPath) {
    return jars.of(classPath);
  }

  /**
   * Refuses a JDK that the user of the programs cannot run.
   *
   * @throws CoreboundException (invalid input)
   */
  void requireRuns(Jdk jdk) {
    user().requireRuns(jdk);
  }

  /** Makes a folder that every user can enter, and those above it. */
  private static void makeFolder(Path made) {
    if (Files.isDirectory(made)) {
      return;
    }
    makeFolder(made.getParent());
    try {
      Files.createDirectory(made);
      Files.setPosixFilePermissions(made, PosixFilePermissions.fromString("rwxr-xr-x"));
    } catch (IOException e) {
      throw CoreboundException.failed("cannot make %s: %s".formatted(made, e), e);
    }
  }

  /**
   * Ends what runs on it and removes all of it.
   *
   * @throws CoreboundException (failed) when something is left; the ledger has it
   */
  @Override
  public void close() {
    // programs end before their disks are removed
    List<Runnable> closings = new ArrayList<>();
    nodes.values().forEach(node -> closings.add(node::close));
    if (throttled != null) {
      closings.add(throttled::close);
    }
    if (network != null) {
      closings.add(network::close);
    }
    storages.values().forEach(storage -> closings.add(storage::close));
    if (keepsStatisticsAway) {
      keepsStatisticsAway = false;
      closings.add(() -> ledger.remove(JVM_STATISTICS));
    }
    runAll(closings);
  }

  /** Runs all, then throws what failed. */
  static void runAll(Iterable<Runnable> closings) {
    List<CoreboundException> problems = new ArrayList<>();
    for (Runnable closing : closings) {
      try {
        closing.run();
      } catch (CoreboundException e) {
        problems.add(e);
      }
    }
    if (!problems.isEmpty()) {
      throw CoreboundException.of(problems);
    }
  }
}
