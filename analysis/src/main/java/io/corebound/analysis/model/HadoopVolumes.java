package io.corebound.analysis.model;

import io.corebound.analysis.model.Repeated.Run;
import io.corebound.analysis.model.Volumes.Amount;
import io.corebound.records.ClusterFile;
import io.corebound.records.CoreboundException;
import io.corebound.records.WorkloadFile.RecordSize;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The data of every task of a job whose maps pass every record on (TeraSort), computed as Hadoop
 * does. The reducers' parts are equal, as TeraSort's sampled partitioner aims at.
 *
 * <p>Their names are those of {@link io.corebound.records.WorkloadFile#MAP_VOLUMES}, {@link
 * io.corebound.records.WorkloadFile#MAP_TIMES} and {@link
 * io.corebound.records.WorkloadFile#REDUCE_VOLUMES}; what is stored is compressed, {@code
 * hdfs-read}, {@code fetched-over-network} and {@code hdfs-written} go over the link. On a single
 * node the link is the loopback interface, over which every byte goes.
 */
final class HadoopVolumes {
  private static final String PAYLOAD = "payload";
  private static final String IFILE = "ifile";
  private static final String COMPRESSED = "compressed";

  /** Beyond any cluster, within what is computed in seconds. */
  private static final int MOST_AT_ONCE = 1_000_000;

  private static final int MOST_MAPS = 10_000_000;

  private final ClusterFile cluster;
  private final RecordSize record;
  private final double ratio;
  private final Repeated<Long> splits;
  private final ShuffleMerges shuffle;

  /**
   * Computes the cut.
   *
   * @param cluster with nothing left to the machine at hand
   * @param ratio IFile bytes over compressed bytes of the map output; 1 without a codec
   * @throws CoreboundException (invalid input) when there are more tasks than can be computed
   */
  HadoopVolumes(ClusterFile cluster, RecordSize record, long dataBytes, double ratio) {
    this.cluster = cluster;
    this.record = record;
    this.ratio = ratio;
    refuseMore(
        "tasks at once on all nodes",
        (double) cluster.containersPerNode() * cluster.nodes(),
        MOST_AT_ONCE,
        "fewer nodes or fewer tasks at once");
    refuseMore("reduce tasks", cluster.reduceTasks(), MOST_AT_ONCE, "fewer");
    refuseMore(
        "map tasks",
        (double) dataBytes / cluster.blockSize().bytes(),
        MOST_MAPS,
        "less data, or larger blocks (block_size of the cluster file)");
    int files = cluster.containersPerNode() * cluster.nodes();
    long rowBytes = record.payload().bytes();
    splits =
        InputSplits.of(
            InputSplits.files(dataBytes / rowBytes, files, rowBytes), cluster.blockSize().bytes());
    shuffle =
        ShuffleMerges.of(
            Repeated.ofRuns(
                splits.runs().stream()
                    .map(r -> new Run<>(ifile(r.value()) / cluster.reduceTasks(), r.count()))
                    .toList()),
            cluster);
  }

  private static void refuseMore(String what, double count, int most, String remedy) {
    if (count > most) {
      throw CoreboundException.invalidInput(
          String.format(
              "%,.0f %s: the model computes up to %,d; take %s", count, what, most, remedy));
    }
  }

  /** Bytes of each map's split, in the order in which they start. */
  Repeated<Long> splits() {
    return splits;
  }

  private double ifile(double payload) {
    return payload / record.payload().bytes() * record.ifile().bytes();
  }

  private List<Double> spills(double splitBytes) {
    return SortBuffer.spills(
        splitBytes / record.payload().bytes(),
        record.serialized().bytes() + record.metadata().bytes(),
        cluster.sortBuffer().bytes(),
        cluster.spillThreshold());
  }

  /**
   * How often the final merge of a map goes over its output: not at all with a single spill, which
   * is renamed ({@code MapOutputBuffer.mergeParts}); else once, and the intermediate passes beside.
   */
  private double mergePasses(List<Double> spills) {
    if (spills.size() < 2) {
      return 0;
    }
    boolean sorted = spills.size() > cluster.mergeFactor();
    List<Double> segments = sorted ? spills.stream().sorted().toList() : spills;
    double records = spills.stream().mapToDouble(Double::doubleValue).sum();
    return 1 + MergePasses.of(List.of(), segments, cluster.mergeFactor()).merged() / records;
  }

  /** The data of a map task. */
  Volumes map(long splitBytes) {
    double output = ifile(splitBytes);
    List<Double> spills = spills(splitBytes);
    double records = spills.stream().mapToDouble(Double::doubleValue).sum();
    return new Volumes(
        Map.of(
            "split", new Amount(splitBytes, PAYLOAD),
            "map-output", new Amount(output, IFILE),
            "map-output-stored", new Amount(output / ratio, COMPRESSED),
            "hdfs-read", new Amount(cluster.nodes() == 1 ? splitBytes : 0, PAYLOAD)),
        Map.of("map-merge-passes", mergePasses(spills)),
        // the spill thread writes what was collected while the map reads on; the last is flushed
        spills.stream().map(spill -> spill / records).toList());
  }

  /** The data of a reduce task. */
  Volumes reduce() {
    int nodes = cluster.nodes();
    long data = splits.runs().stream().mapToLong(r -> r.value() * r.count()).sum();
    double payload = (double) data / cluster.reduceTasks();
    double input = ifile(payload);
    double remote = nodes == 1 ? 1 : (nodes - 1.0) / nodes;
    double copies = nodes == 1 ? 1 : cluster.replication() - 1;
    Map<String, Amount> amounts = new TreeMap<>();
    amounts.put("fetched", new Amount(input / ratio, COMPRESSED));
    amounts.put("fetched-over-network", new Amount(input / ratio * remote, COMPRESSED));
    amounts.put("fetched-to-memory", new Amount(shuffle.toMemory(), IFILE));
    amounts.put("merged-in-shuffle", new Amount(shuffle.mergedInShuffle(), IFILE));
    amounts.put("read-back-in-shuffle", new Amount(shuffle.readBackInShuffle(), IFILE));
    amounts.put(
        "stored-in-shuffle",
        new Amount((shuffle.mergedInShuffle() + shuffle.toDisk()) / ratio, COMPRESSED));
    amounts.put("merged-before-reduce", new Amount(shuffle.mergedBeforeReduce(), IFILE));
    amounts.put("read-back-before-reduce", new Amount(shuffle.readBackBeforeReduce(), IFILE));
    amounts.put(
        "stored-before-reduce", new Amount(shuffle.mergedBeforeReduce() / ratio, COMPRESSED));
    amounts.put("reduce-input", new Amount(input, IFILE));
    amounts.put("reduce-input-on-disk", new Amount(shuffle.lastFromDisk(), IFILE));
    amounts.put("output", new Amount(payload, PAYLOAD));
    amounts.put("output-stored", new Amount(payload * cluster.replication(), PAYLOAD));
    amounts.put("hdfs-written", new Amount(payload * copies, PAYLOAD));
    return new Volumes(amounts, Map.of(), List.of());
  }

  /** Figures of the cut, by the names that a prediction shows. */
  Map<String, Double> derived() {
    int slots = cluster.containersPerNode() * cluster.nodes();
    List<Double> spills = splits.isEmpty() ? List.of() : spills(splits.get(0));
    Map<String, Double> derived = new TreeMap<>();
    derived.put("map_tasks", (double) splits.size());
    double mapsAtOnce = (double) cluster.mapsAtOnce() * cluster.nodes();
    derived.put("map_waves", Math.ceil(splits.size() / mapsAtOnce));
    derived.put("reduce_tasks", (double) cluster.reduceTasks());
    double reducesAtOnce = (double) cluster.reducesAtOnce() * cluster.nodes();
    derived.put("reduce_waves", Math.ceil(cluster.reduceTasks() / reducesAtOnce));
    derived.put("task_slots", (double) slots);
    derived.put("spills_per_map", (double) spills.size());
    derived.put("merge_passes_per_map", mergePasses(spills));
    derived.put("memory_merges_per_reduce", (double) shuffle.memoryMerges());
    derived.put("segments_of_last_merge", (double) shuffle.lastSegments());
    derived.put("compression_ratio", ratio);
    return derived;
  }
}
