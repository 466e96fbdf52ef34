package io.corebound.cluster.lab;

import io.corebound.cluster.libraries.ReadableJars;
import io.corebound.hosts.lab.DeviceLimit;
import io.corebound.hosts.lab.LabNetwork;
import io.corebound.hosts.lab.LabSupport;
import io.corebound.hosts.lab.LimitedHost;
import io.corebound.hosts.lab.LoopDevice;
import io.corebound.hosts.lab.NodeLimits;
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

/**
 * The hardware of a cluster, made of this machine: a master and workers, each in a network
 * namespace of its own, joined by links that can be shaped; each worker with its own CPUs and its
 * own share of memory; disks for each storage tier that is asked for. Clusters run on it one after
 * the other ({@link LabCluster}). Programs on it are {@link #USER}'s.
 *
 * <p>Everything is noted in the run's ledger before it is made. Only root can do this.
 */
public final class Lab implements AutoCloseable {
  /** Whose the daemons, clients and tasks are. */
  public static final String USER = "nobody";

  /** The node of NameNode, ResourceManager and clients. */
  public static final String MASTER = "master";

  private static final String WORKER = "worker";
  private static final Duration LIMIT = Duration.ofSeconds(20);

  /** Where JVMs of the user keep what {@code jps} reads, and leave the folder and more behind. */
  static final Path JVM_STATISTICS = Path.of("/tmp/hsperfdata_" + USER);

  /** Heap and what a JVM has beside it, of DataNode and NodeManager. */
  private static final DataSize DAEMONS = DataSize.ofMebibytes(2 * 768);

  private static final DataSize APPLICATION_MASTER = DataSize.ofMebibytes(1024);

  /** Page cache of a worker beside its programs. */
  private static final DataSize CACHE = DataSize.ofMebibytes(512);

  private final LocalHost host;
  private final Ledger ledger;
  private final ClusterFile cluster;
  private final Path folder;
  private final Map<String, LimitedHost> nodes = new LinkedHashMap<>();
  private final Map<String, LabStorage> storages = new LinkedHashMap<>();
  private LabNetwork network;
  private boolean keepsStatisticsAway;
  private ReadableJars jars;

  private Lab(LocalHost host, Ledger ledger, ClusterFile cluster, Path folder) {
    this.host = host;
    this.ledger = ledger;
    this.cluster = cluster;
    this.folder = folder;
  }

  /**
   * Makes nodes and links; disks come with {@link #storage}.
   *
   * @param host this machine
   * @param ledger of the run
   * @param cluster how many workers, and how much of the machine each has, with everything filled
   *     in ({@link ClusterFile#on})
   * @param folder for disk images, mount points, the NameNode's name tables and what else programs
   *     write; in a folder of the ledger; may be there
   * @throws CoreboundException (missing) where no lab can be made, with what works instead;
   *     (invalid input) when the user of the programs cannot enter the folder
   */
  public static Lab make(LocalHost host, Ledger ledger, ClusterFile cluster, Path folder) {
    LabSupport.check(host).require();
    Lab lab = new Lab(host, ledger, cluster, folder.toAbsolutePath().normalize());
    try {
      lab.makeNodes();
      lab.user().requireEntered(lab.folder, "a --data-dir");
      return lab;
    } catch (CoreboundException e) {
      try {
        lab.close();
      } catch (CoreboundException second) {
        e.addSuppressed(second);
      }
      throw e;
    }
  }

  /** A JVM writes nothing into such a folder that is not its user's own. */
  private void keepStatisticsAway() {
    if (!Files.exists(JVM_STATISTICS, LinkOption.NOFOLLOW_LINKS)) {
      ledger.folder(JVM_STATISTICS);
      keepsStatisticsAway = true;
    }
  }

  private void makeNodes() {
    makeFolder(folder);
    keepStatisticsAway();
    List<String> names = new ArrayList<>(List.of(MASTER));
    names.addAll(workers());
    network = LabNetwork.make(host, ledger, names);
    nodes.put(MASTER, node(MASTER, new NodeLimits(List.of(), null, USER)));
    for (int i = 0; i < cluster.nodes(); i++) {
      String worker = workers().get(i);
      nodes.put(worker, node(worker, new NodeLimits(cpus(i), memory(), USER)));
    }
    jars = new ReadableJars(nodes.get(MASTER), folder.resolve("jars"));
  }

  /** The logical CPUs of this machine that each worker has, by the worker's name. */
  public Map<String, List<Integer>> cpusOfWorkers() {
    Map<String, List<Integer>> cpus = new LinkedHashMap<>();
    for (int i = 0; i < cluster.nodes(); i++) {
      cpus.put(workers().get(i), cpus(i));
    }
    return cpus;
  }

  private LimitedHost node(String name, NodeLimits limits) {
    return LimitedHost.make(network.node(name), ledger, limits);
  }

  /** The worker's part of the CPUs that this process may use, in turn where they are too few. */
  private List<Integer> cpus(int worker) {
    List<Integer> allowed = AllowedCpus.ofThisProcess();
    List<Integer> own = new ArrayList<>();
    for (int i = 0; i < Math.min(cluster.coresPerNode(), allowed.size()); i++) {
      own.add(allowed.get((worker * cluster.coresPerNode() + i) % allowed.size()));
    }
    return own;
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
   * memory of the group that it writes for (drivers/block/loop.c); on tmpfs that never becomes
   * free.
   */
  private boolean imagesCountAsMemoryOfWorkers() {
    try {
      return Files.exists(Path.of("/sys/fs/cgroup/cgroup.controllers"))
          && Files.getFileStore(folder).type().equals("tmpfs");
    } catch (IOException e) {
      throw CoreboundException.failed("cannot tell the file system of " + folder + ": " + e, e);
    }
  }

  private LabUser user() {
    return new LabUser(nodes.get(MASTER));
  }

  /**
   * The disks of a storage tier for every worker, made when they are first asked for.
   *
   * @param name the tier's
   * @param scaled its figures, scaled to a worker ({@link StorageFile#scaledTo}), or a folder on a
   *     real disk
   * @param size of each device; a device takes the room of what is written on it only
   * @throws CoreboundException (failed) when they cannot be made
   */
  public LabStorage storage(String name, StorageFile scaled, DataSize size) {
    LabStorage there = storages.get(name);
    if (there != null) {
      return there;
    }
    LabStorage storage = new LabStorage(name, host);
    storages.put(name, storage);
    // a name table tells nothing without its blocks
    storage.made(() -> deleteFolder(folder.resolve(hadoopFolder(storage))));
    try {
      if (scaled.real()) {
        addFolders(storage, Path.of(scaled.directory()));
      } else {
        addDevices(storage, scaled, size);
      }
      return storage;
    } catch (CoreboundException e) {
      try {
        drop(storage);
      } catch (CoreboundException second) {
        e.addSuppressed(second);
      }
      throw e;
    }
  }

  private void addDevices(LabStorage storage, StorageFile scaled, DataSize size) {
    DeviceLimit limit =
        new DeviceLimit(
            scaled.read(),
            scaled.write(),
            scaled.readOperationsPerS(),
            scaled.writeOperationsPerS());
    Path disks = folder.resolve("disks");
    makeFolder(disks);
    for (String worker : workers()) {
      for (int i = 1; i <= scaled.devicesPerNode(); i++) {
        String disk = storage.name() + "-" + worker + "-" + i;
        LoopDevice device =
            LoopDevice.make(host, ledger, disks.resolve(disk + ".img"), size, disks.resolve(disk));
        storage.made(device::close);
        storage.add(worker, device.mountPoint(), device.name());
        device.giveTo(USER);
        device.limit(limit);
      }
    }
  }

  private void addFolders(LabStorage storage, Path directory) {
    Path own = ledger.folder(directory.resolve("corebound-" + host.runId() + "-" + storage.name()));
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
   * Takes a tier's disks away, with what is on them; no cluster may run on them.
   *
   * @throws CoreboundException (failed) when something is left; the ledger has it
   */
  public void drop(LabStorage storage) {
    storages.remove(storage.name());
    storage.close();
  }

  /** The links, to be shaped; each worker's is called like the worker in {@link #bridge}. */
  public LabNetwork network() {
    return network;
  }

  /** Where collectors see this machine's CPUs and disks and the links of all nodes. */
  public Host bridge() {
    return network.bridge();
  }

  /** The names of the workers, in order. */
  public List<String> workers() {
    List<String> workers = new ArrayList<>();
    for (int i = 1; i <= cluster.nodes(); i++) {
      workers.add(WORKER + i);
    }
    return workers;
  }

  /** A node, its programs with the node's CPUs and memory, {@link #USER}'s. */
  public Host node(String name) {
    LimitedHost node = nodes.get(name);
    if (node == null) {
      throw new IllegalArgumentException(
          "the lab has no node '" + name + "'; it has " + nodes.keySet());
    }
    return node;
  }

  ClusterFile cluster() {
    return cluster;
  }

  /** Names and addresses of all nodes, the master first. */
  Map<String, String> addresses() {
    Map<String, String> addresses = new LinkedHashMap<>();
    nodes.keySet().forEach(name -> addresses.put(name, network.address(name)));
    return addresses;
  }

  /** Where the cluster on a tier keeps what is not on its disks. */
  static String hadoopFolder(LabStorage storage) {
    return "hadoop-" + storage.name();
  }

  private static void deleteFolder(Path made) {
    try {
      Deletion.of(made);
    } catch (IOException e) {
      throw CoreboundException.failed("cannot delete all of " + made + ": " + e, e);
    }
  }

  /** A folder of the lab's; made when it is not there. */
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
          "cannot give " + made + " to user " + USER + ": " + outcome.lastWords());
    }
  }

  /** A class path that the user of the programs can read; what it cannot is copied. */
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

  /** Which every user can enter. */
  private static void makeFolder(Path made) {
    if (Files.isDirectory(made)) {
      return;
    }
    makeFolder(made.getParent());
    try {
      Files.createDirectory(made);
      Files.setPosixFilePermissions(made, PosixFilePermissions.fromString("rwxr-xr-x"));
    } catch (IOException e) {
      throw CoreboundException.failed("cannot make " + made + ": " + e, e);
    }
  }

  /**
   * Ends what runs on it and takes all of it away.
   *
   * @throws CoreboundException (failed) when something is left; the ledger has it
   */
  @Override
  public void close() {
    // the programs are to end before their disks go
    List<Runnable> closings = new ArrayList<>();
    nodes.values().forEach(node -> closings.add(node::close));
    if (network != null) {
      closings.add(network::close);
    }
    storages.values().forEach(storage -> closings.add(storage::close));
    if (keepsStatisticsAway) {
      keepsStatisticsAway = false;
      closings.add(() -> ledger.remove(JVM_STATISTICS));
    }
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
