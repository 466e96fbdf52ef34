package io.corebound.app.sweep;

import io.corebound.analysis.Sentences;
import io.corebound.analysis.study.predict.PredictionRequest;
import io.corebound.analysis.study.predict.Predictor;
import io.corebound.analysis.theory.Machine;
import io.corebound.analysis.theory.volumes.VolumesCache;
import io.corebound.app.model.ModelInput;
import io.corebound.app.run.Installation;
import io.corebound.app.run.JobParameters;
import io.corebound.app.run.OwnJar;
import io.corebound.microbenchrunner.jmh.Catalogue;
import io.corebound.records.config.ClusterFile;
import io.corebound.records.config.EngineFile;
import io.corebound.records.config.LeverFile;
import io.corebound.records.config.NetworkFile;
import io.corebound.records.config.ProfileFile;
import io.corebound.records.config.StorageFile;
import io.corebound.records.config.StorageUnits;
import io.corebound.records.config.SweepFile;
import io.corebound.records.config.WorkloadFile;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.units.CoreboundException;
import io.corebound.terasortrunner.sweep.ExternalSweep;
import io.corebound.terasortrunner.sweep.LabSweep;
import io.corebound.terasortrunner.sweep.SweepCell;
import io.corebound.terasortrunner.sweep.SweepRequest;
import io.corebound.terasortrunner.workload.Engines;
import io.corebound.terasortrunner.workload.Workload;
import io.corebound.terasortrunner.workload.Workloads;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Reads what a sweep is asked for: its file, and every file that it names. */
public final class SweepRequests {
  private static final Path RDMA_DEVICES = Path.of("/sys/class/infiniband");

  private SweepRequests() {}

  /**
   * Reads a sweep of configs/sweep or a path, with cells by globs; a null machine is the sweep's
   * own. Refuses what is not valid, with file, line and remedy.
   */
  public static SweepRequest read(
      Installation installation, String sweep, String profile, List<String> only, Path machine) {
    Map<String, List<String>> known = new TreeMap<>();
    for (String axis : List.of("storage", "network", "workload", "cluster", "engine", "lever")) {
      known.put(axis, installation.names(axis));
    }
    Path path = installation.configuration("sweep", sweep);
    SweepFile file = SweepFile.read(path, known);
    Installation.in(path, () -> file.profile(profile));
    String named =
        SweepFile.isPath(file.cluster())
            ? SweepFile.named(path, "cluster", file.cluster()).toString()
            : file.cluster();
    ClusterFile given = installation.read("cluster", named, ClusterFile.class);
    ClusterFile cluster = Installation.in(path, () -> file.over(given));
    if (!cluster.isLab() && !cluster.isExternal()) {
      throw CoreboundException.invalidInput(
          "%s: cluster: '%s' is of kind '%s', and a sweep needs one of kind 'lab' or 'external'",
          StructuredFiles.placeOf(path, "cluster", file.cluster()), file.cluster(), cluster.kind());
    }
    Map<String, WorkloadFile> workloads = new LinkedHashMap<>();
    for (String name : file.workloads()) {
      Path at =
          SweepFile.isPath(name)
              ? SweepFile.named(path, "workload", name)
              : installation.configuration("workload", name);
      WorkloadFile read = installation.read("workload", at.toString(), WorkloadFile.class);
      workloads.put(name, OwnJar.located(at, read));
      requireWorkload(path, file, name, workloads.get(name), cluster);
    }
    WorkloadFile own = workloads.remove(file.workload());
    Map<String, StorageFile> storage = new LinkedHashMap<>();
    for (StorageUnits tier : file.tiers()) {
      StorageFile stated = installation.read("storage", tier.file(), StorageFile.class);
      storage.put(tier.name(), withUnits(path, tier, stated));
    }
    Map<String, NetworkFile> network = new LinkedHashMap<>();
    file.network().forEach(n -> network.put(n, installation.read("network", n, NetworkFile.class)));
    Map<String, EngineFile> engines = new LinkedHashMap<>();
    file.engines().forEach(n -> engines.put(n, installation.read("engine", n, EngineFile.class)));
    SweepRequest plain =
        new SweepRequest(
            StructuredFiles.stem(path),
            file,
            profile,
            Installation.in(path, () -> fitted(installation, cluster)),
            Installation.in(path, () -> variants(installation, file, given)),
            own,
            workloads.isEmpty() ? null : workloads,
            storage,
            network,
            only,
            null,
            machine == null ? null : machine.toString(),
            engines.isEmpty() ? null : engines,
            null);
    plain.plan();
    SweepRequest request =
        file.corpus() == null
            ? plain
            : Installation.in(path, () -> plain.of(Path.of(file.corpus())));
    request.plan().cells().forEach(cell -> requireReduces(path, request, cell));
    Installation.in(
        path,
        () -> {
          if (cluster.isExternal()) {
            ExternalSweep.requireOwnTiers(request);
          } else {
            LabSweep.requireOwnLinks(request);
          }
          return request;
        });
    request.plan().cells().forEach(cell -> requireEngine(path, request, cell));
    requireOperations(request);
    return request;
  }

  /** Refuses an engine that cannot run a cell's workload, or not on its cluster. */
  private static void requireEngine(Path path, SweepRequest request, SweepCell cell) {
    if (request.engine(cell).isEmpty()) {
      return;
    }
    EngineFile engine = request.engine(cell).get();
    String name = request.file().engine(cell.variant()).orElseThrow();
    String place = StructuredFiles.placeOf(path, "engine", name);
    if (request.cluster().isExternal()) {
      throw CoreboundException.invalidInput(
          """
          %s: engine: '%s' runs on clusters that corebound starts, and '%s' is of kind 'external'\
          """,
          place, name, request.file().cluster());
    }
    List<String> workloads = Engines.workloads(engine);
    boolean own = request.isOwnJob(cell);
    if (own && !Engines.runsOwnJobs(engine)) {
      throw CoreboundException.invalidInput(
          """
          %s: engine: '%s' does not run jobs of your own, such as '%s'; one of kind memory with \
          api: hadoop does, such as memory-fc-tcp-hadoop\
          """,
          place, name, request.workloadName(cell));
    }
    if (!own && !workloads.contains(request.workloadName(cell))) {
      throw CoreboundException.invalidInput(
          "%s: engine: '%s' does not run the workload '%s'; it runs %s",
          place, name, request.workloadName(cell), String.join(", ", workloads));
    }
    if (engine.needsRdma() && !Files.isDirectory(RDMA_DEVICES)) {
      throw CoreboundException.missing(
          "%s: engine: '%s' needs an RDMA device, and this machine has none (no %s)",
          place, name, RDMA_DEVICES);
    }
    try {
      engine.heapOn(request.cluster(cell));
    } catch (IllegalArgumentException e) {
      throw CoreboundException.invalidInput("%s: engine: '%s': %s", place, name, e.getMessage());
    }
  }

  private static StorageFile withUnits(Path path, StorageUnits tier, StorageFile stated) {
    try {
      return tier.of(stated);
    } catch (IllegalArgumentException e) {
      throw CoreboundException.invalidInput("%s: %s", path, e.getMessage());
    }
  }

  private static void requireWorkload(
      Path path, SweepFile file, String name, WorkloadFile own, ClusterFile cluster) {
    String place = StructuredFiles.placeOf(path, "workload", name);
    Workload workload;
    try {
      workload = Workloads.of(name, own);
    } catch (CoreboundException e) {
      throw CoreboundException.invalidInput("%s: %s", place, e.getMessage());
    }
    if (cluster.isExternal() && !workload.worksOnExternal()) {
      throw CoreboundException.invalidInput(
          """
          %s: workload: '%s' runs on clusters that corebound starts, and '%s' is of kind \
          'external'\
          """,
          place, workload.name(), file.cluster());
    }
  }

  private static void requireReduces(Path path, SweepRequest request, SweepCell cell) {
    if (request.workload(cell).lacksReduces(request.cluster(cell))) {
      throw CoreboundException.invalidInput(
          "%s: %s", path, Sentences.of("request.no-reduces", request.workloadName(cell)));
    }
  }

  /** A machine that lacks what the model needs is refused before anything is measured. */
  private static void requireOperations(SweepRequest request) {
    if (request.machine() == null) {
      return;
    }
    Machine machine = ModelInput.machine(Path.of(request.machine()));
    VolumesCache volumes = new VolumesCache();
    for (SweepCell cell : request.predictedCells()) {
      Predictor.require(
          machine,
          request.workloadName(cell),
          request.workload(cell),
          PredictionRequest.on(request.cluster(cell), request.size(cell)),
          volumes);
    }
  }

  /**
   * The levers of predicted cells with which something is measured besides.
   *
   * @throws CoreboundException (invalid input) where the cluster has one already that changes how
   *     containers start, and a cell has not
   */
  public static List<LeverFile> measured(SweepRequest request) {
    Optional<LeverFile> usual =
        request.cluster().attached().filter(LeverFile::hasFlagsOfContainers);
    List<LeverFile> ofCells =
        request.predictedCells().stream()
            .map(cell -> request.cluster(cell).attached())
            .flatMap(Optional::stream)
            .filter(LeverFile::hasFlagsOfContainers)
            .distinct()
            .toList();
    if (usual.isPresent()
        && request.predictedCells().stream()
            .anyMatch(c -> !request.cluster(c).attached().equals(usual))) {
      throw CoreboundException.invalidInput(
          """
          lever: the cluster has %1$s, and what starts take without it would not be measured; \
          leave it out there, and name it in the sweep: lever: [%1$s, ...]\
          """,
          usual.get());
    }
    return usual.isPresent() ? List.of() : ofCells;
  }

  /** A profile without what two tasks on one core cost each other, where no cell has such. */
  public static ProfileFile needed(SweepRequest request, ProfileFile profile) {
    return request.crowds() ? profile : profile.withContentionOneCpu(List.of());
  }

  /**
   * Refuses workloads, codecs and levers whose cost a profile does not measure; names the profiles
   * that measure it.
   */
  public static void requireCosts(
      Installation installation, SweepRequest request, String profileName, ProfileFile profile) {
    Measured measured = new Measured(installation, request, profileName, profile);
    Set<String> suites =
        installation.read("profile", "full", ProfileFile.class).suites().stream()
            .map(ProfileFile.Suite::suite)
            .collect(Collectors.toSet());
    // the model's operations are measured with this one
    String usual = request.cluster().leverName();
    for (SweepCell cell : request.predictedCells()) {
      WorkloadFile workload = request.workload(cell);
      measured.require("workload", request.workloadName(cell), p -> measures(p, workload, suites));
      String codec = request.cluster(cell).mapOutputCodec();
      // what measures a workload measures it with these
      if (!List.of("none", "snappy").contains(codec)) {
        measured.require(
            "map_output_codec", codec, p -> measures(p, "codec", "codec", codec, true));
      }
      String suite = workload.worksOnSample() ? Catalogue.TASK : "sort";
      String lever = request.cluster(cell).leverName();
      boolean replaces =
          request.cluster(cell).attached().map(own -> !own.replaces().isEmpty()).orElse(true);
      if (replaces && !lever.equals(usual)) {
        measured.require(
            "lever",
            lever,
            p ->
                LeverFile.parts(lever).stream()
                    .anyMatch(part -> measures(p, suite, "collector", part, false)));
      }
    }
  }

  /**
   * Whether a profile measures what a workload's steps consist of: those operations that are named
   * after their suite, and whole tasks on a sample where the workload needs those.
   *
   * @param named all suites
   */
  private static boolean measures(ProfileFile profile, WorkloadFile workload, Set<String> named) {
    List<ProfileFile.Suite> ofModel =
        profile.suites().stream().filter(ProfileFile.Suite::model).toList();
    Set<String> suites = ofModel.stream().map(ProfileFile.Suite::suite).collect(Collectors.toSet());
    List<String> whole =
        workload.worksOnSample() ? workload.sampledTasks().operations() : List.of();
    return (whole.isEmpty() || measuresTask(ofModel, "JobMapTaskBenchmark"))
        && (whole.size() < 2 || measuresTask(ofModel, "JobReduceTaskBenchmark"))
        && workload.steps().stream()
            .map(WorkloadFile.Step::operation)
            // a job may bear the name of a suite
            .filter(operation -> !whole.contains(operation))
            .map(operation -> operation.replaceFirst("[.].*", ""))
            .filter(named::contains)
            .allMatch(suites::contains);
  }

  private static boolean measuresTask(List<ProfileFile.Suite> suites, String benchmark) {
    return suites.stream()
        .filter(s -> s.suite().equals(Catalogue.TASK))
        .anyMatch(s -> s.benchmarks().isEmpty() || s.benchmarks().contains(benchmark));
  }

  /** Whether the model's entries of a suite have a parameter's value, where left out by default. */
  private static boolean measures(
      ProfileFile profile, String suite, String parameter, String value, boolean byDefault) {
    return profile.suites().stream()
        .filter(s -> s.model() && s.suite().equals(suite))
        .map(s -> s.parameters().get(parameter))
        .anyMatch(values -> values == null ? byDefault : values.contains(value));
  }

  /** A profile that is to measure what a sweep's predictions need. */
  private record Measured(
      Installation installation, SweepRequest request, String profileName, ProfileFile profile) {
    void require(String key, String value, Predicate<ProfileFile> measures) {
      if (measures.test(profile)) {
        return;
      }
      String others =
          (request.samples()
                  ? request.plan().cells().stream()
                      .map(request::workload)
                      .filter(WorkloadFile::worksOnSample)
                      .map(w -> w.sampledTasks().profile())
                      .distinct()
                  : installation.names("profile").stream().sorted())
              .filter(p -> measures.test(installation.read("profile", p, ProfileFile.class)))
              .map("--measure %s or "::formatted)
              .collect(Collectors.joining());
      throw CoreboundException.invalidInput(
          """
          %s: profile '%s' does not measure the cost of %s; give %s--machine RUN, a run that \
          measured it\
          """,
          key, profileName, value, others);
    }
  }

  private static ClusterFile fitted(Installation installation, ClusterFile cluster) {
    return JobParameters.fitted(installation.levered(cluster));
  }

  private static Map<String, ClusterFile> variants(
      Installation installation, SweepFile file, ClusterFile given) {
    if (file.ways().isEmpty()) {
      return null;
    }
    Map<String, ClusterFile> variants = new LinkedHashMap<>();
    file.ways()
        .keySet()
        .forEach(name -> variants.put(name, fitted(installation, file.over(given, name))));
    return variants;
  }
}
