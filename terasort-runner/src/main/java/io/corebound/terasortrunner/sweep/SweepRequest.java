package io.corebound.terasortrunner.sweep;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.corebound.records.config.ClusterFile;
import io.corebound.records.config.EngineFile;
import io.corebound.records.config.LeverFile;
import io.corebound.records.config.NetworkFile;
import io.corebound.records.config.StorageFile;
import io.corebound.records.config.SweepFile;
import io.corebound.records.config.WorkloadFile;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.DataSize;
import io.corebound.terasortrunner.workload.Workload;
import io.corebound.terasortrunner.workload.Workloads;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * What a sweep was asked for, with the content of every file that it names. It is kept in the run's
 * record under {@code sweep}, so that a resumed run uses the same settings even when the files have
 * changed.
 *
 * @param cluster the cluster on this machine, with the sweep's settings and nothing left open
 * @param variants the same with each variant's settings, by its name; null, and left out of the
 *     record, where the sweep has none
 * @param otherWorkloads those of variants, by name; null, and left out of the record, where they
 *     have none
 * @param corpus the text that a workload grows, a path or one that corebound makes; null, and left
 *     out of the record, for that of the workload's file
 * @param machine the run whose measurements the predictions use; null where the sweep measures
 *     operations itself
 * @param engines the files of the engines that it names, by name; null, and left out of the record,
 *     where it names none
 * @param predicted false where no cell is predicted; null, and left out of the record, else
 */
@RecordBuilder
public record SweepRequest(
    String name,
    SweepFile file,
    String profile,
    ClusterFile cluster,
    @JsonInclude(JsonInclude.Include.NON_NULL) Map<String, ClusterFile> variants,
    WorkloadFile workload,
    @JsonInclude(JsonInclude.Include.NON_NULL) Map<String, WorkloadFile> otherWorkloads,
    Map<String, StorageFile> storage,
    Map<String, NetworkFile> network,
    List<String> only,
    @JsonInclude(JsonInclude.Include.NON_NULL) String corpus,
    String machine,
    @JsonInclude(JsonInclude.Include.NON_NULL) Map<String, EngineFile> engines,
    @JsonInclude(JsonInclude.Include.NON_NULL) Boolean predicted)
    implements SweepRequestBuilder.With {
  public SweepRequest {
    variants = variants == null ? null : Collections.unmodifiableMap(new LinkedHashMap<>(variants));
    storage = Collections.unmodifiableMap(new LinkedHashMap<>(storage));
    network = Collections.unmodifiableMap(new LinkedHashMap<>(network));
    only = List.copyOf(only);
  }

  /** The cluster of a cell; without reduces where its workload has none. */
  public ClusterFile cluster(SweepCell cell) {
    ClusterFile own = cell.variant().isEmpty() ? cluster : variants.get(cell.variant());
    return workload(cell).on(own);
  }

  /** The name of a cell's workload, which is that of its file. */
  public String workloadName(SweepCell cell) {
    return StructuredFiles.stem(Path.of(file.workload(cell.variant())));
  }

  public WorkloadFile workload(SweepCell cell) {
    String own = file.workload(cell.variant());
    return own.equals(file.workload()) ? workload : otherWorkloads.get(own);
  }

  /** The name of the file of a cell's engine; empty where the sweep names none for it. */
  Optional<String> engineName(SweepCell cell) {
    return file.engine(cell.variant());
  }

  /** A cell's engine; empty for Hadoop's way. */
  public Optional<EngineFile> engine(SweepCell cell) {
    return engineName(cell).map(name -> engines.get(name)).filter(e -> !e.isHadoop());
  }

  /** Whether a prediction is made of a cell: the model knows Hadoop alone. */
  public boolean predicts(SweepCell cell) {
    return predicted == null && engine(cell).isEmpty();
  }

  /** The cells that are predicted. */
  public List<SweepCell> predictedCells() {
    return plan().cells().stream().filter(this::predicts).toList();
  }

  /** The same without any prediction. */
  public SweepRequest unpredicted() {
    return withPredicted(false);
  }

  /** What makes a cell's input, runs its job and checks the result. */
  public Workload runs(SweepCell cell) {
    return Workloads.of(workloadName(cell), workload(cell));
  }

  /** Whether some cell's predictions go by a sample of its input. */
  public boolean samples() {
    return plan().cells().stream().anyMatch(c -> workload(c).worksOnSample());
  }

  /** Jars of the levers of its cells, as paths. */
  public Stream<String> leverJars() {
    return plan().cells().stream()
        .flatMap(c -> cluster(c).attached().map(LeverFile::jar).stream())
        .distinct();
  }

  /** Whether some cell runs more tasks at once on a node than that has cores. */
  public boolean crowds() {
    return plan().cells().stream()
        .map(this::cluster)
        .anyMatch(c -> c.containersPerNode() > c.coresPerNode());
  }

  /** Payload of a cell's input. */
  public DataSize size(SweepCell cell) {
    DataSize size = amount().size();
    return cell.variant().isEmpty() ? size : file.ways().get(cell.variant()).of(size);
  }

  public DataSize largestSize() {
    return plan().cells().stream().map(this::size).max(Comparator.naturalOrder()).orElseThrow();
  }

  /** The cluster of the cells with the largest tasks; all nodes get enough memory for it. */
  public ClusterFile largestCluster() {
    return plan().cells().stream()
        .map(this::cluster)
        .distinct()
        .max(Comparator.comparingLong(c -> c.containersPerNode() * c.taskMemory().bytes()))
        .orElseThrow();
  }

  /** How the input of a cell lies in HDFS: files, blocks and replicas, by which a job is split. */
  String layoutOfInput(SweepCell cell) {
    ClusterFile settings = cluster(cell);
    Workload own = runs(cell);
    return "%s: %s files, blocks of %s x %s"
        .formatted(
            own.inputName(),
            own.inputFiles(settings),
            settings.blockSize(),
            settings.replication());
  }

  /**
   * The disks that a storage tier's cells run on: in a lab, tiers of as many limited devices a node
   * share them, and their input. No tier can have such a name.
   */
  String disks(String tier) {
    StorageFile file = storage.get(tier);
    return cluster.isExternal() || file.real()
        ? tier
        : "disks_" + file.devicesPerNode() + (file.spansDevices() ? "_striped" : "");
  }

  /** Size and repetitions. */
  public SweepFile.Profile amount() {
    return file.profile(profile);
  }

  /**
   * The same with another size; refuses one that is too small, or makes a variant's part too small.
   */
  public SweepRequest of(DataSize size) {
    try {
      SweepFile.Profile changed = new SweepFile.Profile(size, amount().repetitions());
      return with(file.cluster(), cluster, Map.of(profile, changed));
    } catch (IllegalArgumentException e) {
      throw CoreboundException.invalidInput("--size %s: %s", size, e.getMessage());
    }
  }

  /**
   * The same on a text of the user's, or one that corebound makes; refuses a workload that reads
   * none.
   */
  public SweepRequest of(Path text) {
    if (plan().cells().stream().noneMatch(this::readsCorpus)) {
      throw CoreboundException.invalidInput(
          "corpus: workload '%s' reads no text; leave it out", file.workload());
    }
    return withCorpus(text.toString());
  }

  /** Jars of jobs of the user's own, as paths. */
  public Stream<String> ownJars() {
    return plan().cells().stream().flatMap(this::ownJar).distinct();
  }

  /** Whether a cell's job is the user's own. */
  public boolean isOwnJob(SweepCell cell) {
    return ownJar(cell).findFirst().isPresent();
  }

  private Stream<String> ownJar(SweepCell cell) {
    return Stream.of(workload(cell))
        .filter(w -> w.worksOnSample() && w.sampledTasks().job() != null)
        .map(w -> w.sampledTasks().job().jar())
        .filter(Objects::nonNull);
  }

  /** The text that a cell's workload grows, by its name or path; it works on a sample. */
  public String text(SweepCell cell) {
    return corpus != null && readsCorpus(cell) ? corpus : workload(cell).sampledTasks().text();
  }

  private boolean readsCorpus(SweepCell cell) {
    WorkloadFile own = workload(cell);
    return own.worksOnSample() && own.sampledTasks().readsCorpus();
  }

  /** Parameters of the benchmarks that measure a workload's tasks on a sample, of each workload. */
  public List<Map<String, String>> sampled() {
    return predictedCells().stream()
        .filter(c -> workload(c).worksOnSample())
        .map(
            c -> {
              Map<String, String> parameters =
                  new TreeMap<>(workload(c).sampledTasks().parameters(workloadName(c)));
              parameters.put("corpus", text(c));
              return parameters;
            })
        .distinct()
        .toList();
  }

  /** The same with something done to every cluster. */
  public SweepRequest withClusters(UnaryOperator<ClusterFile> change) {
    Map<String, ClusterFile> changed = variants == null ? null : new LinkedHashMap<>(variants);
    if (changed != null) {
      changed.replaceAll((name, own) -> change.apply(own));
    }
    return with(b -> b.cluster(change.apply(cluster)).variants(changed));
  }

  /** The same without variants on another cluster, with nothing left open. */
  public SweepRequest on(String clusterName, ClusterFile other) {
    return with(clusterName, other, file.profiles());
  }

  private SweepRequest with(
      String clusterName, ClusterFile fitted, Map<String, SweepFile.Profile> profiles) {
    SweepFile changed = file.with(b -> b.cluster(clusterName).profiles(profiles));
    return with(b -> b.file(changed).cluster(fitted));
  }

  public SweepPlan plan() {
    return SweepPlan.of(file, amount().repetitions()).only(only);
  }
}
