package io.corebound.app.model;

import io.corebound.analysis.study.plan.NetworkTier;
import io.corebound.analysis.study.plan.NominalTiers;
import io.corebound.analysis.study.plan.PlannedCluster;
import io.corebound.analysis.study.plan.StorageTier;
import io.corebound.analysis.study.predict.PredictionRequest;
import io.corebound.analysis.study.predict.Predictor;
import io.corebound.analysis.theory.Machine;
import io.corebound.analysis.theory.Overlay;
import io.corebound.app.run.Installation;
import io.corebound.app.run.RunRecord;
import io.corebound.records.config.ClusterFile;
import io.corebound.records.config.LeverFile;
import io.corebound.records.config.MachineFile;
import io.corebound.records.config.NetworkFile;
import io.corebound.records.config.StorageFile;
import io.corebound.records.config.WorkloadFile;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.run.Environment;
import io.corebound.records.run.Measurement;
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
 * @param environment the measured machine; null for a machine file
 */
public record ModelInput(
    ModelRequest request,
    Machine machine,
    String workloadName,
    WorkloadFile workload,
    ClusterFile settings,
    Environment environment,
    List<StorageTier> storage,
    List<NetworkTier> network) {
  /** Nobody runs a job for less. */
  private static final DataSize LEAST = DataSize.ofMegabytes(1);

  /**
   * Reads them; refuses files that are missing or not valid, and options that contradict each
   * other.
   */
  public static ModelInput read(Installation installation, ModelRequest request) {
    requireNumbers(request);
    WorkloadFile workload =
        installation.read("workload", request.job().workload(), WorkloadFile.class);
    String name =
        StructuredFiles.stem(installation.configuration("workload", request.job().workload()));
    ClusterFile settings = installation.read("cluster", request.job().cluster(), ClusterFile.class);
    List<StorageTier> storage =
        request.tiers().storage().stream()
            .map(
                s ->
                    StorageTier.of(
                        StructuredFiles.stem(installation.configuration("storage", s)),
                        installation.read("storage", s, StorageFile.class),
                        request.tiers().disksPerNode()))
            .toList();
    List<NetworkTier> network =
        request.tiers().network().stream()
            .map(
                n ->
                    new NetworkTier(
                        StructuredFiles.stem(installation.configuration("network", n)),
                        installation.read("network", n, NetworkFile.class)))
            .toList();
    Path path = installation.run(Path.of(request.machine()));
    boolean measured = Files.isDirectory(path);
    return new ModelInput(
        request,
        machine(installation, request.machine(), request.base()),
        name,
        workload,
        installation.levered(levered(settings, request.job().lever(), workload, name)),
        measured ? environment(RunDirectory.open(path)) : null,
        storage,
        network);
  }

  /** The same with the lever that was asked for, if any. */
  private static ClusterFile levered(
      ClusterFile settings, String lever, WorkloadFile workload, String name) {
    if (lever == null) {
      return settings;
    }
    requireMapOutput("--lever", workload, name);
    return settings.withLever(LeverFile.named(lever));
  }

  private static void requireMapOutput(String option, WorkloadFile workload, String name) {
    if (workload.tasks() == WorkloadFile.Tasks.NONE) {
      throw CoreboundException.invalidInput(
          "%1$s: workload %2$s has no map tasks and so no map output; leave out %1$s",
          option, name);
    }
  }

  /**
   * Whose costs: a run by its folder or its name, or a machine file by its path or its name.
   *
   * @param base another such whose disk and network it has; null for its own
   */
  public static Machine machine(Installation installation, String nameOrPath, String base) {
    Path path = installation.run(Path.of(nameOrPath));
    return onBase(
        installation,
        base,
        Files.isDirectory(path) ? machine(path) : stated(machineFile(installation, nameOrPath)));
  }

  private static Machine stated(Path file) {
    if (!file.toString().matches(".*\\.ya?ml")) {
      throw CoreboundException.invalidInput(
          "%s: is no machine file, whose name ends in .yaml; a run is given by its folder", file);
    }
    return Machine.of(StructuredFiles.stem(file), MachineFile.read(file));
  }

  /** The operations that a run measured. */
  public static Machine machine(Path path) {
    return Machine.of(path.getFileName().toString(), operations(path));
  }

  /** What a run measured, as above. */
  public static List<Measurement> operations(Path path) {
    RunDirectory run = RunDirectory.open(path);
    List<Measurement> measurements = run.measurements(run.manifestOfEnded());
    if (measurements.isEmpty()) {
      throw CoreboundException.invalidInput(
          "%s: has no measured operations; give a run of 'corebound run' or 'corebound micro'",
          path);
    }
    return measurements;
  }

  private static Environment environment(RunDirectory run) {
    return run.environment(run.manifest())
        .orElseThrow(
            () ->
                CoreboundException.invalidInput(
                    """
                    %s: missing, as the run ended early, so its machine is unknown; give another \
                    run\
                    """,
                    run.environmentFile()));
  }

  private static Path machineFile(Installation installation, String name) {
    try {
      return installation.configuration("machine", name);
    } catch (CoreboundException e) {
      throw e.with(
          "a run is given by its folder, such as results/RUN" + installation.nearRun(name));
    }
  }

  private static void requireNumbers(ModelRequest request) {
    if (request.job().data() != null && request.job().data().compareTo(LEAST) < 0) {
      throw CoreboundException.invalidInput(
          "--data %s is too small; give at least %s", request.job().data(), LEAST);
    }
    atLeastOne("--nodes", request.nodes().count());
    atLeastOne("--cores", request.nodes().cores());
    atLeastOne("--disks-per-node", request.tiers().disksPerNode());
    if (request.tiers().disksPerNode() != null && request.tiers().storage().isEmpty()) {
      throw CoreboundException.invalidInput(
          "--disks-per-node counts devices of --storage; name one, such as --storage ssd-sata");
    }
  }

  /** Refuses a count below one; null is none given. */
  public static void atLeastOne(String option, Integer number) {
    if (number != null && number < 1) {
      throw CoreboundException.invalidInput("%s is at least 1, not %s", option, number);
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
      return given.with(
          Overlay.devices(
              Machine.ofProbes(path.getFileName().toString(), run.measurements(manifest)),
              new Prediction.Base(path.toString(), RunRecord.source(run))));
    }
    Path file = installation.configuration("machine", base);
    MachineFile stated = MachineFile.read(file);
    return given.with(
        Overlay.devices(
            Machine.of(StructuredFiles.stem(file), stated),
            new Prediction.Base(file.toString(), stated.source())));
  }

  public Prediction predict() {
    Machine on =
        NominalTiers.on(
            machine,
            storage.stream().findFirst().orElse(null),
            network.stream().findFirst().orElse(null));
    return Predictor.predict(on, workloadName, workload, predictionRequest());
  }

  private PredictionRequest predictionRequest() {
    DataSize data = request.job().data();
    String codec = codec();
    if (workload.tasks() == WorkloadFile.Tasks.NONE) {
      Integer cores = request.nodes().cores();
      Integer ofReduce = cores == null ? null : Integer.valueOf(workload.coresOfReduce(cores));
      return new PredictionRequest(data, request.nodes().count(), cores, ofReduce, null);
    }
    boolean described = request.nodes().described() || fileDescribesNodes();
    ClusterFile cluster = described ? planned().fitted() : asMeasured();
    return new PredictionRequest(
        data, described ? cluster.nodes() : null, null, null, cluster, codec);
  }

  /**
   * The map output's codec that was asked for, or null; refuses one without map output or known
   * cost.
   */
  public String codec() {
    if (request.job().codec() == null) {
      return null;
    }
    requireMapOutput("--codec", workload, workloadName);
    Set<String> known = new TreeSet<>(machine.codecs());
    known.add("none");
    if (!known.contains(request.job().codec())) {
      throw CoreboundException.invalidInput(
              "--codec %s: its cost was not measured on machine %s%s",
              request.job().codec(),
              machine.name(),
              StructuredFiles.nearest(request.job().codec(), known))
          .with("'corebound run --profile standard' measures those that work on a machine");
    }
    return request.job().codec();
  }

  /** Whether the cluster file states nodes that are not the measured machine. */
  private boolean fileDescribesNodes() {
    return !settings.isLab()
        && (settings.coresPerNode() != null
            || settings.containersPerNode() != null
            || settings.nodes() > 1);
  }

  /** The cluster file on nodes like the measured machine; null where no machine was measured. */
  private ClusterFile asMeasured() {
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
   * The cluster of the options, else of the cluster file, else of the measured machine; refuses
   * impossible ones.
   */
  public PlannedCluster planned() {
    if (environment == null && request.nodes().cores() == null && settings.coresPerNode() == null) {
      throw CoreboundException.invalidInput(
          """
          machine %s does not state the nodes of a cluster; give --cores, or a run as the \
          machine, such as --machine results/<run-id>\
          """,
          machine.name());
    }
    int nodes = request.nodes().count() == null ? settings.nodes() : request.nodes().count();
    int sharing = settings.isLab() && request.nodes().cores() == null ? settings.nodes() : 1;
    int cores = cores(sharing);
    return PlannedCluster.of(settings, nodes, cores, memory(cores, sharing));
  }

  private int cores(int sharing) {
    if (request.nodes().cores() != null) {
      return request.nodes().cores();
    }
    return settings.coresPerNode() == null
        ? Math.max(1, environment.logicalCpus() / sharing)
        : settings.coresPerNode();
  }

  private DataSize memory(int cores, int sharing) {
    if (request.nodes().memory() != null) {
      return request.nodes().memory();
    }
    Integer tasks = settings.statedOn(cores);
    DataSize usual = usualMemory(cores, sharing);
    // nodes with a stated number of tasks have the memory for them
    return tasks == null || usual.compareTo(memoryFor(tasks)) > 0 ? usual : memoryFor(tasks);
  }

  private DataSize memoryFor(int tasks) {
    return new DataSize(
        ClusterFile.memoryBesideTasks().bytes() + tasks * settings.taskMemory().bytes());
  }

  private DataSize usualMemory(int cores, int sharing) {
    if (environment == null) {
      return memoryFor(cores);
    }
    long beside = ClusterFile.memoryBesideTasks().bytes();
    long measured = environment.memory().bytes();
    if (request.nodes().cores() == null && settings.coresPerNode() == null) {
      // a lab's workers share what its daemons leave
      return new DataSize(beside + Math.max(0, measured - beside) / sharing);
    }
    return new DataSize(measured / environment.logicalCpus() * cores);
  }
}
