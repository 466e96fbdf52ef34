package io.corebound.terasortrunner;

import io.corebound.records.ClusterFile;
import io.corebound.records.DataSize;
import io.corebound.records.NetworkFile;
import io.corebound.records.StorageFile;
import io.corebound.records.SweepFile;
import io.corebound.records.WorkloadFile;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a sweep was asked for, with every file that it names read. It stands in the run's record
 * under {@code sweep}, so that the run goes on as it began, whatever the files say meanwhile.
 *
 * @param name the sweep's name
 * @param file the sweep
 * @param profile name of the chosen profile
 * @param cluster the cluster on this machine, with the sweep's settings and nothing left open
 * @param workload what the model takes its job for
 * @param storage every storage tier, nominal, by name
 * @param network every network tier, nominal, by name
 * @param only globs of the cells that are wanted; empty for all
 * @param machine the run whose measurements predictions are made of; null where the sweep measures
 *     operations itself
 */
public record SweepRequest(
    String name,
    SweepFile file,
    String profile,
    ClusterFile cluster,
    WorkloadFile workload,
    Map<String, StorageFile> storage,
    Map<String, NetworkFile> network,
    List<String> only,
    String machine) {
  /** Copies the maps, in their order. */
  public SweepRequest {
    storage = Collections.unmodifiableMap(new LinkedHashMap<>(storage));
    network = Collections.unmodifiableMap(new LinkedHashMap<>(network));
    only = List.copyOf(only);
  }

  /** Size and repetitions. */
  public SweepFile.Profile amount() {
    return file.profile(profile);
  }

  /** The same with another size. */
  public SweepRequest of(DataSize size) {
    SweepFile.Profile changed = new SweepFile.Profile(size, amount().repetitions());
    return with(file.cluster(), cluster, Map.of(profile, changed));
  }

  /**
   * The same on another cluster.
   *
   * @param clusterName of its file, or a path
   * @param other with nothing left open
   */
  public SweepRequest on(String clusterName, ClusterFile other) {
    return with(clusterName, other, file.profiles());
  }

  private SweepRequest with(
      String clusterName, ClusterFile fitted, Map<String, SweepFile.Profile> profiles) {
    SweepFile changed =
        new SweepFile(
            file.description(),
            file.workload(),
            clusterName,
            file.storage(),
            file.network(),
            file.settings(),
            profiles);
    return new SweepRequest(
        name, changed, profile, fitted, workload, storage, network, only, machine);
  }

  /** Its cells in order. */
  public SweepPlan plan() {
    return SweepPlan.of(file, amount().repetitions()).only(only);
  }
}
