package io.corebound.terasortrunner.sweep;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.corebound.records.config.ClusterFile;
import io.corebound.records.config.NetworkFile;
import io.corebound.records.config.StorageFile;
import io.corebound.records.config.SweepFile;
import io.corebound.records.config.WorkloadFile;
import io.corebound.records.format.Records;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.DataSize;
import io.corebound.terasortrunner.workload.Workloads;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a sweep was asked for, with the content of every file that it names. It is kept in the run's
 * record under {@code sweep}, so that a resumed run uses the same settings even when the files have
 * changed.
 *
 * @param cluster the cluster on this machine, with the sweep's settings and nothing left open
 * @param variants the same with each variant's settings, by its name; null, and left out of the
 *     record, where the sweep has none
 * @param corpus the text that a workload grows, a path; null, and left out of the record, for
 *     corebound's own
 * @param machine the run whose measurements the predictions use; null where the sweep measures
 *     operations itself
 */
public record SweepRequest(
    String name,
    SweepFile file,
    String profile,
    ClusterFile cluster,
    @JsonInclude(JsonInclude.Include.NON_NULL) Map<String, ClusterFile> variants,
    WorkloadFile workload,
    Map<String, StorageFile> storage,
    Map<String, NetworkFile> network,
    List<String> only,
    @JsonInclude(JsonInclude.Include.NON_NULL) String corpus,
    String machine) {
  public SweepRequest {
    variants = variants == null ? null : Collections.unmodifiableMap(new LinkedHashMap<>(variants));
    storage = Collections.unmodifiableMap(new LinkedHashMap<>(storage));
    network = Collections.unmodifiableMap(new LinkedHashMap<>(network));
    only = List.copyOf(only);
  }

  public ClusterFile cluster(SweepCell cell) {
    return cell.variant().isEmpty() ? cluster : variants.get(cell.variant());
  }

  /** Whether tasks of some cell need corebound's own collector of map output. */
  boolean collects() {
    return plan().cells().stream().anyMatch(c -> cluster(c).collector().isOurs());
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
    return "%d files, blocks of %s x %d"
        .formatted(
            Workloads.named(file.workload()).inputFiles(settings),
            settings.blockSize(),
            settings.replication());
  }

  /**
   * The disks that a storage tier's cells run on: in a lab, tiers of as many limited devices a node
   * share them, and their input. No tier can have such a name.
   */
  String disks(String tier) {
    StorageFile file = storage.get(tier);
    return cluster.isExternal() || file.real() ? tier : "disks_" + file.devicesPerNode();
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

  /** The same on a text of the user's; refuses a workload that reads none. */
  public SweepRequest of(Path text) {
    if (!workload.worksOnSample()) {
      throw CoreboundException.invalidInput(
          "--corpus: workload '%s' reads no text; leave it out", file.workload());
    }
    return Records.with(this, "corpus", text.toString());
  }

  /** The same without variants on another cluster, with nothing left open. */
  public SweepRequest on(String clusterName, ClusterFile other) {
    return with(clusterName, other, file.profiles());
  }

  private SweepRequest with(
      String clusterName, ClusterFile fitted, Map<String, SweepFile.Profile> profiles) {
    SweepFile changed = Records.with(file, Map.of("cluster", clusterName, "profiles", profiles));
    return Records.with(this, Map.of("file", changed, "cluster", fitted));
  }

  public SweepPlan plan() {
    return SweepPlan.of(file, amount().repetitions()).only(only);
  }
}
