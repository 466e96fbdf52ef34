package io.corebound.cli;

import io.corebound.analysis.model.Machine;
import io.corebound.analysis.plan.NetworkTier;
import io.corebound.analysis.plan.PlannedCluster;
import io.corebound.analysis.plan.StorageTier;
import io.corebound.records.config.ClusterFile;
import io.corebound.records.config.MachineFile;
import io.corebound.records.config.NetworkFile;
import io.corebound.records.config.StorageFile;
import io.corebound.records.config.WorkloadFile;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.run.Environment;
import io.corebound.records.run.Prediction;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.run.RunManifest;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.DataSize;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * What the model is asked with: every file that the options name, read.
 *
 * @param machine whose costs; its disk and network are those of --base where that is given
 * @param workloadName name of the workload file
 * @param workload the job
 * @param settings the cluster file
 * @param environment the measured machine; null for a machine file
 * @param storage the nominal disks that were named, in order
 * @param network the nominal links that were named, in order
 */
record ModelInput(
    Machine machine,
    String workloadName,
    WorkloadFile workload,
    ClusterFile settings,
    Environment environment,
    List<StorageTier> storage,
    List<NetworkTier> network) {
  /** Less is nothing that a job would be run for. */
  private static final DataSize LEAST = DataSize.ofMegabytes(1);

  /**
   * Reads them.
   *
   * @throws CoreboundException (invalid input) when one is not there or not valid, or when options
   *     contradict each other
   */
  static ModelInput read(Installation installation, ModelOptions options) {
    requireNumbers(options);
    WorkloadFile workload = installation.read("workload", options.workload, WorkloadFile.class);
    String name = stem(installation.configuration("workload", options.workload));
    ClusterFile settings = installation.read("cluster", options.cluster, ClusterFile.class);
    List<StorageTier> storage =
        options.storage.stream()
            .map(
                s ->
                    StorageTier.of(
                        stem(installation.configuration("storage", s)),
                        installation.read("storage", s, StorageFile.class),
                        options.disksPerNode))
            .toList();
    List<NetworkTier> network =
        options.network.stream()
            .map(
                n ->
                    new NetworkTier(
                        stem(installation.configuration("network", n)),
                        installation.read("network", n, NetworkFile.class)))
            .toList();
    Path path = installation.run(Path.of(options.machine));
    if (Files.isDirectory(path)) {
      RunDirectory run = RunDirectory.open(path);
      return new ModelInput(
          onBase(installation, options.base, SweepCommand.machine(path)),
          name,
          workload,
          settings,
          environment(run),
          storage,
          network);
    }
    Path file = machineFile(installation, options.machine);
    Machine stated = Machine.of(stem(file), StructuredFiles.readYaml(file, MachineFile.class));
    return new ModelInput(
        onBase(installation, options.base, stated),
        name,
        workload,
        settings,
        null,
        storage,
        network);
  }

  private static Environment environment(RunDirectory run) {
    return run.environment(run.manifest())
        .orElseThrow(
            () ->
                CoreboundException.invalidInput(
                    run.environmentFile()
                        + ": no such file: the run did not come to it, and nobody knows the machine"
                        + " that it measured; give another run"));
  }

  private static Path machineFile(Installation installation, String name) {
    try {
      return installation.configuration("machine", name);
    } catch (CoreboundException e) {
      throw e.with(
          "a run is given by its folder, such as results/RUN" + installation.nearRun(name));
    }
  }

  private static void requireNumbers(ModelOptions options) {
    if (options.data != null && options.data.compareTo(LEAST) < 0) {
      throw CoreboundException.invalidInput(
          "--data " + options.data + " is no data to speak of; give at least " + LEAST);
    }
    atLeastOne("--nodes", options.nodes);
    atLeastOne("--cores", options.cores);
    atLeastOne("--disks-per-node", options.disksPerNode);
    if (options.disksPerNode != null && options.storage.isEmpty()) {
      throw CoreboundException.invalidInput(
          "--disks-per-node counts devices of --storage; name one, such as --storage ssd-sata");
    }
  }

  /** Refuses a count below one; null is none given. */
  static void atLeastOne(String option, Integer number) {
    if (number != null && number < 1) {
      throw CoreboundException.invalidInput(option + " is at least 1, not " + number);
    }
  }

  private static Machine onBase(Installation installation, String base, Machine given) {
    if (base == null) {
      return given;
    }
    Path path = installation.run(Path.of(base));
    if (Files.isDirectory(path)) {
      RunDirectory run = RunDirectory.open(path);
      // before its table, which may be half written or mean something else
      RunManifest manifest = run.manifestOfEnded();
      return given.on(
          Machine.ofProbes(path.getFileName().toString(), run.measurements(manifest)),
          new Prediction.Base(path.toString(), BaseSource.of(run)));
    }
    Path file = installation.configuration("machine", base);
    MachineFile stated = StructuredFiles.readYaml(file, MachineFile.class);
    return given.on(
        Machine.of(stem(file), stated), new Prediction.Base(file.toString(), stated.source()));
  }

  private static String stem(Path file) {
    return file.getFileName().toString().replaceFirst("\\.yaml$", "");
  }

  /** Whether nodes that are not the measured ones were asked for. */
  static boolean describesNodes(ModelOptions options) {
    return options.nodes != null || options.cores != null || options.memory != null;
  }

  /**
   * The codec of the map output that was asked for; null for the cluster file's.
   *
   * @throws CoreboundException (invalid input) when the job has no map output of its own, or the
   *     machine no cost of the codec
   */
  String codec(ModelOptions options) {
    if (options.codec == null) {
      return null;
    }
    if (workload.tasks() == WorkloadFile.Tasks.NONE) {
      throw CoreboundException.invalidInput(
          "--codec: workload " + workloadName + " is not cut into tasks, and states its own steps");
    }
    Set<String> known = new TreeSet<>(machine.codecs());
    known.add("none");
    if (!known.contains(options.codec)) {
      throw CoreboundException.invalidInput(
              "--codec "
                  + options.codec
                  + ": machine "
                  + machine.name()
                  + " has no cost of it"
                  + StructuredFiles.nearest(options.codec, known))
          .with("'corebound run --profile standard' measures those that work on a machine");
    }
    return options.codec;
  }

  /** Whether the cluster file states nodes that are not the measured machine. */
  boolean fileDescribesNodes() {
    return !settings.isLab()
        && (settings.coresPerNode() != null
            || settings.containersPerNode() != null
            || settings.nodes() > 1);
  }

  /** The cluster file on nodes like the measured machine; null where no machine was measured. */
  ClusterFile asMeasured() {
    if (environment == null) {
      return null;
    }
    ClusterFile fitted = settings.on(environment.logicalCpus(), environment.memory());
    if (!settings.isLab()) {
      // refuses a machine without the memory for a task
      PlannedCluster.of(fitted, fitted.nodes(), fitted.coresPerNode(), environment.memory());
    }
    return fitted;
  }

  /**
   * The cluster that the options describe; what they leave open is the cluster file's, and then the
   * measured machine's.
   *
   * @throws CoreboundException (invalid input) when there can be no such cluster
   */
  PlannedCluster planned(ModelOptions options) {
    if (environment == null && options.cores == null && settings.coresPerNode() == null) {
      throw CoreboundException.invalidInput(
          "machine "
              + machine.name()
              + " says nothing of the nodes that a job runs on; give --cores, or take a run for the"
              + " machine, such as --machine results/<run-id>");
    }
    int nodes = options.nodes == null ? settings.nodes() : options.nodes;
    int sharing = settings.isLab() && options.cores == null ? settings.nodes() : 1;
    int cores = cores(options, sharing);
    return PlannedCluster.of(settings, nodes, cores, memory(options, cores, sharing));
  }

  private int cores(ModelOptions options, int sharing) {
    if (options.cores != null) {
      return options.cores;
    }
    return settings.coresPerNode() == null
        ? Math.max(1, environment.logicalCpus() / sharing)
        : settings.coresPerNode();
  }

  private DataSize memory(ModelOptions options, int cores, int sharing) {
    if (options.memory != null) {
      return options.memory;
    }
    Integer tasks = settings.containersPerNode();
    DataSize usual = usualMemory(options, cores, sharing);
    // nodes that are said to run so many tasks have the memory for them
    return tasks == null || usual.compareTo(memoryFor(tasks)) > 0 ? usual : memoryFor(tasks);
  }

  private DataSize memoryFor(int tasks) {
    return new DataSize(
        ClusterFile.memoryBesideTasks().bytes() + tasks * settings.taskMemory().bytes());
  }

  private DataSize usualMemory(ModelOptions options, int cores, int sharing) {
    if (environment == null) {
      return memoryFor(cores);
    }
    long beside = ClusterFile.memoryBesideTasks().bytes();
    long measured = environment.memory().bytes();
    if (options.cores == null && settings.coresPerNode() == null) {
      // a lab's workers share what its daemons leave
      return new DataSize(beside + Math.max(0, measured - beside) / sharing);
    }
    return new DataSize(measured / environment.logicalCpus() * cores);
  }
}
