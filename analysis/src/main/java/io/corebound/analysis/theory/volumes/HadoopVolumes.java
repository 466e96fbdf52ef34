package io.corebound.analysis.theory.volumes;

import io.corebound.analysis.theory.simulation.RunLengthList;
import io.corebound.analysis.theory.simulation.RunLengthList.Run;
import io.corebound.analysis.theory.volumes.Volumes.Amount;
import io.corebound.records.config.ClusterFile;
import io.corebound.records.config.WorkloadFile;
import io.corebound.records.config.WorkloadFile.RecordSize;
import io.corebound.records.run.DerivedFigures.Cut;
import io.corebound.records.run.DerivedFigures.Merges;
import io.corebound.records.run.DerivedFigures.Sample;
import io.corebound.records.units.CoreboundException;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * The data of every task of a job, computed as Hadoop does: of one whose maps pass every record on
 * (TeraSort), and of one of which a sample of its input says what they leave. The reducers' parts
 * are equal, as TeraSort's sampled partitioner aims at.
 *
 * <p>Their names are those of {@link io.corebound.records.config.WorkloadFile#MAP_VOLUMES} and its
 * like; what is stored is compressed. On a single node every byte goes over the loopback link,
 * which a lab does not limit.
 */
public final class HadoopVolumes {
  private static final String PAYLOAD = "payload";
  private static final String IFILE = "ifile";
  private static final String COMPRESSED = "compressed";
  private static final String MERGE_PASSES = "map-merge-passes";

  /** Beyond any cluster, within what is computed in seconds, and in half a GB of memory. */
  private static final int MOST_NODES = 100_000;

  private static final int MOST_AT_ONCE = 1_000_000;
  private static final int MOST_MAPS = 10_000_000;
  private static final int MOST_WAVES = 20_000;

  private final ClusterFile cluster;
  private final RecordSize record;
  private final InputSample sample;
  private final double ratio;
  private final RunLengthList<Long> splits;

  /** Null for a job without reduces. */
  private final ShuffleMerges shuffle;

  /**
   * Computes the cut; {@code sample} is null where every record is passed on, which a job without
   * reduces has.
   *
   * @param ratio IFile bytes over compressed bytes of the map output; 1 without a codec
   * @throws CoreboundException (invalid input) when there are more tasks than can be computed
   */
  public HadoopVolumes(
      ClusterFile cluster, RecordSize record, InputSample sample, long dataBytes, double ratio) {
    this.cluster = cluster;
    this.record = record;
    this.sample = sample;
    this.ratio = ratio;
    double slots = (double) cluster.containersPerNode() * cluster.nodes();
    double maps = (double) dataBytes / cluster.blockSize().bytes();
    refuseMore("nodes", cluster.nodes(), MOST_NODES, "fewer");
    refuseMore(
        "tasks at once on all nodes", slots, MOST_AT_ONCE, "fewer nodes or fewer tasks at once");
    refuseMore("reduce tasks", cluster.reduceTasks(), MOST_AT_ONCE, "fewer");
    refuseMore(
        "map tasks",
        maps,
        MOST_MAPS,
        "less data, or larger blocks (block_size of the cluster file)");
    refuseMore(
        "waves of map tasks",
        maps / slots,
        MOST_WAVES,
        "less data, larger blocks (block_size of the cluster file), or more nodes");
    splits = InputSplits.of(files(dataBytes), cluster.blockSize().bytes());
    shuffle = cluster.reduceTasks() == 0 ? null : shuffle();
  }

  /** Whether nodes with twice the tasks at once and twice the reduces can be computed, too. */
  public static boolean canHaveTwiceTheTasks(ClusterFile cluster) {
    double slots = (double) cluster.containersPerNode() * cluster.nodes();
    return 2 * Math.max(slots, cluster.reduceTasks()) <= MOST_AT_ONCE;
  }

  private ShuffleMerges shuffle() {
    return ShuffleMerges.of(
        RunLengthList.ofRuns(
            splits.runs().stream()
                .map(r -> new Run<>(ifile(r.value()) / cluster.reduceTasks(), r.count()))
                .toList()),
        cluster);
  }

  /** TeraGen leaves as many files as it had tasks; other input is taken to be one file. */
  private long[] files(long dataBytes) {
    if (sample != null) {
      return new long[] {dataBytes};
    }
    long rowBytes = record.payload().bytes();
    int files = cluster.containersPerNode() * cluster.nodes();
    return InputSplits.files(dataBytes / rowBytes, files, rowBytes);
  }

  private static void refuseMore(String what, double count, int most, String remedy) {
    if (count > most) {
      throw CoreboundException.invalidInput(
          String.format(
              Locale.ROOT,
              "%,.0f %s: the model computes at most %,d; use %s",
              count,
              what,
              most,
              remedy));
    }
  }

  /** Bytes of each map's split, in the order in which they start. */
  public RunLengthList<Long> splits() {
    return splits;
  }

  private double ifile(double payload) {
    return payload / record.payload().bytes() * record.ifile().bytes();
  }

  private List<Double> spills(double splitBytes) {
    return spills(splitBytes, cluster.sortBuffer().bytes(), cluster.spillThreshold());
  }

  private List<Double> spills(double splitBytes, long bufferBytes, double threshold) {
    return SortBuffer.spills(
        splitBytes / record.payload().bytes(),
        record.serialized().bytes() + record.metadata().bytes(),
        bufferBytes,
        threshold);
  }

  /**
   * How often the final merge of a map goes over its output: not at all with a single spill, which
   * is renamed ({@code MapOutputBuffer.mergeParts}); else once, and the intermediate passes beside.
   */
  private double mergePasses(List<Double> spills) {
    return mergePasses(spills, cluster.mergeFactor());
  }

  private static double mergePasses(List<Double> spills, int factor) {
    if (spills.size() < 2) {
      return 0;
    }
    List<Double> segments = spills.size() > factor ? spills.stream().sorted().toList() : spills;
    double records = spills.stream().mapToDouble(Double::doubleValue).sum();
    return 1 + MergePasses.of(List.of(), segments, factor).merged() / records;
  }

  /** How often what a map leaves is written, spills and merges together. */
  private double written(List<Double> spills, double passes) {
    if (sample == null) {
      return 1 + passes;
    }
    return spills.size() < 2 ? 1 : sample.written();
  }

  public Volumes map(long splitBytes) {
    if (shuffle == null) {
      return mapAlone(splitBytes);
    }
    double output = ifile(splitBytes);
    List<Double> spills = spills(splitBytes);
    double passes = mergePasses(spills);
    double records = spills.stream().mapToDouble(Double::doubleValue).sum();
    Map<String, Amount> amounts = ofMap(splitBytes);
    amounts.put("partitioned", new Amount(cluster.reduceTasks() > 1 ? splitBytes : 0, PAYLOAD));
    amounts.put("collected", new Amount(splitBytes, PAYLOAD));
    amounts.put("spilled", new Amount(splitBytes, PAYLOAD));
    amounts.put("map-output", new Amount(output, IFILE));
    amounts.put("map-output-stored", new Amount(output / ratio, COMPRESSED));
    amounts.put(
        "map-output-written", new Amount(output / ratio * written(spills, passes), COMPRESSED));
    return new Volumes(
        amounts,
        Map.of(MERGE_PASSES, passes),
        // the spill thread writes what was collected while the map reads on; the last is flushed
        spills.stream().map(spill -> spill / records).toList());
  }

  /** Of a job without reduces: nothing is sorted or spilled, and the output goes to HDFS. */
  private Volumes mapAlone(double splitBytes) {
    double output = splitBytes * sample.outputPerInput(splits.size());
    Map<String, Amount> amounts = ofMap(splitBytes);
    double sent = output * copiesSent();
    amounts.put("map-written", new Amount(output, PAYLOAD));
    amounts.put("map-output-written", new Amount(output * cluster.replication(), PAYLOAD));
    amounts.put("hdfs-written", new Amount(sent, PAYLOAD));
    amounts.put("hdfs-moved", new Amount(amounts.get("hdfs-read").bytes() + sent, PAYLOAD));
    return new Volumes(amounts, Map.of(MERGE_PASSES, 0.0), List.of());
  }

  /** What a map reads, on a node that has it; there is nothing else as yet. */
  private Map<String, Amount> ofMap(double splitBytes) {
    Amount split = new Amount(splitBytes, PAYLOAD);
    Amount none = new Amount(0, PAYLOAD);
    Map<String, Amount> amounts = new TreeMap<>();
    WorkloadFile.MAP_VOLUMES.forEach(name -> amounts.put(name, none));
    amounts.put("split", split);
    amounts.put("split-on-disk", split);
    amounts.put("hdfs-read", overLoopback() ? split : none);
    amounts.put("hdfs-moved", overLoopback() ? split : none);
    return amounts;
  }

  /** Whether what goes from a node to itself uses what counts as its link. */
  private boolean overLoopback() {
    return cluster.nodes() == 1 && !cluster.isLab();
  }

  /** How often a byte of output goes over a node's link. */
  private double copiesSent() {
    return overLoopback() ? 1 : cluster.replication() - 1;
  }

  /** The data of a map task on a node that does not have its split, and reads all of it. */
  public Volumes mapElsewhere(long splitBytes) {
    Volumes own = map(splitBytes);
    Map<String, Amount> amounts = new TreeMap<>(own.amounts());
    amounts.put("hdfs-read", new Amount(splitBytes, PAYLOAD));
    amounts.put("hdfs-moved", new Amount(splitBytes, PAYLOAD));
    return new Volumes(amounts, own.times(), own.parts());
  }

  /** The data of a map task with another sort buffer, in bytes, and other merges. */
  public Volumes map(long splitBytes, long bufferBytes, double threshold, int factor) {
    Volumes own = map(splitBytes);
    double passes = mergePasses(spills(splitBytes, bufferBytes, threshold), factor);
    return new Volumes(own.amounts(), Map.of(MERGE_PASSES, passes), own.parts());
  }

  public Volumes reduce() {
    long data = splits.runs().stream().mapToLong(r -> r.value() * r.count()).sum();
    return reduce((double) data / cluster.reduceTasks(), shuffle);
  }

  /** The data of a reduce task that gets a payload in equal parts from a number of maps. */
  public Volumes reduce(double payload, int maps) {
    List<Double> segments = Collections.nCopies(maps, ifile(payload) / maps);
    return reduce(payload, ShuffleMerges.of(segments, cluster));
  }

  private Volumes reduce(double payload, ShuffleMerges merges) {
    int nodes = cluster.nodes();
    double input = ifile(payload);
    double remote = overLoopback() ? 1 : (nodes - 1.0) / nodes;
    Map<String, Amount> amounts = new TreeMap<>();
    amounts.put("fetched", new Amount(input / ratio, COMPRESSED));
    amounts.put("fetched-over-network", new Amount(input / ratio * remote, COMPRESSED));
    amounts.put("fetched-to-memory", new Amount(merges.toMemory(), IFILE));
    amounts.put("merged-in-shuffle", new Amount(merges.mergedInShuffle(), IFILE));
    amounts.put("read-back-in-shuffle", new Amount(merges.readBackInShuffle(), IFILE));
    amounts.put(
        "stored-in-shuffle",
        new Amount((merges.mergedInShuffle() + merges.toDisk()) / ratio, COMPRESSED));
    amounts.put("merged-before-reduce", new Amount(merges.mergedBeforeReduce(), IFILE));
    amounts.put("read-back-before-reduce", new Amount(merges.readBackBeforeReduce(), IFILE));
    amounts.put(
        "stored-before-reduce", new Amount(merges.mergedBeforeReduce() / ratio, COMPRESSED));
    amounts.put("reduce-input", new Amount(input, IFILE));
    amounts.put("reduce-input-on-disk", new Amount(merges.lastFromDisk(), IFILE));
    double output = sample == null ? payload : input * sample.outputPerInput(splits.size());
    amounts.put("output", new Amount(output, PAYLOAD));
    amounts.put("output-stored", new Amount(output * cluster.replication(), PAYLOAD));
    // a whole task's: what its last merge leaves on the local disk, and its output
    amounts.put(
        "reduce-written",
        new Amount(merges.mergedBeforeReduce() / ratio + output * cluster.replication(), PAYLOAD));
    amounts.put("hdfs-written", new Amount(output * copiesSent(), PAYLOAD));
    return new Volumes(amounts, Map.of(), List.of());
  }

  public Cut cut() {
    return new Cut(
        splits.size(),
        waves(splits.size(), cluster.mapsAtOnce()),
        cluster.reduceTasks(),
        waves(cluster.reduceTasks(), cluster.reducesAtOnce()),
        cluster.containersPerNode() * cluster.nodes(),
        shuffle != null && cluster.slowStart() < 1 ? cluster.slowStart() : null);
  }

  private int waves(int tasks, int atOnceOnNode) {
    return (int) Math.ceil(tasks / ((double) atOnceOnNode * cluster.nodes()));
  }

  public Merges merges() {
    if (shuffle == null) {
      return new Merges(null, null, null, null, null);
    }
    List<Double> spills = splits.isEmpty() ? List.of() : spills(splits.get(0));
    return new Merges(
        spills.size(), mergePasses(spills), shuffle.memoryMerges(), shuffle.lastSegments(), ratio);
  }

  public Sample sample() {
    return sample == null || shuffle == null
        ? new Sample(null, null, null)
        : new Sample(sample.collectedPerByte(), sample.combinedTo(), sample.ratio());
  }
}
