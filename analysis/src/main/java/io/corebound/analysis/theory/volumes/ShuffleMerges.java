package io.corebound.analysis.theory.volumes;

import io.corebound.records.config.ClusterFile;
import io.corebound.records.units.CoreboundException;
import java.util.ArrayList;
import java.util.List;

/**
 * What a reduce task moves between fetching its segments and its last merge, by the rules of {@code
 * MergeManagerImpl}: a segment above the single limit goes to disk as it is, the others are
 * decompressed into memory; when those reach the merge threshold they are merged to disk; (2 ·
 * factor - 1) files on disk are merged by factor; with {@code
 * mapreduce.reduce.input.buffer.percent} = 0 what is still in memory at the end goes to disk before
 * the reduce begins. Segments arrive one after another in the order of the maps; all amounts are
 * uncompressed bytes of IFiles. A merge of a full memory runs beside the fetching of what comes
 * next, and {@code MergeManagerImpl.close} waits for the last one: of that, as much is taken to be
 * merged after the last fetch as it has more than what was fetched since it began. The heap's
 * maximum is {@code task_heap} with the G1 collector, and without a survivor space with the Serial
 * one, which a JVM chooses on one core.
 *
 * @param toDisk fetched to disk, compressed as it was sent
 * @param mergedInShuffle written by merges while fetching
 * @param readBackInShuffle read from disk by them
 * @param mergedBeforeReduce written by merges after the last fetch
 * @param readBackBeforeReduce read from disk by them
 * @param lastFromDisk read from disk by the merge that streams into the reduce
 */
record ShuffleMerges(
    double toMemory,
    double toDisk,
    double mergedInShuffle,
    double readBackInShuffle,
    double mergedBeforeReduce,
    double readBackBeforeReduce,
    double lastFromDisk,
    int memoryMerges,
    int lastSegments) {

  static ShuffleMerges of(List<Double> segments, ClusterFile cluster) {
    Shuffle shuffle = new Shuffle(cluster);
    segments.forEach(shuffle::fetch);
    return shuffle.close();
  }

  /**
   * {@code Runtime.maxMemory()} of a task: with the Serial collector one of two survivor spaces,
   * each a tenth of the young generation ({@code SurvivorRatio} 8), which is a third of the heap
   * ({@code NewRatio} 2), is never in use.
   */
  private static double maxMemory(ClusterFile cluster) {
    double heap = cluster.taskHeap().bytes();
    return cluster.coresPerNode() == 1 ? heap - heap / 3 / 10 : heap;
  }

  private static final class Shuffle {
    private final double singleLimit;
    private final double threshold;
    private final int factor;
    private final List<Double> memory = new ArrayList<>();
    private final List<Double> disk = new ArrayList<>();
    private double committed;
    private double toMemory;
    private double toDisk;
    private double merged;
    private double readBack;
    private double lastMemoryMerge;
    private double fetchedSince;
    private int memoryMerges;

    Shuffle(ClusterFile cluster) {
      double limit = Math.floor(maxMemory(cluster) * cluster.shuffleInputBuffer());
      singleLimit = Math.min(Integer.MAX_VALUE, Math.floor(limit * cluster.shuffleSegmentLimit()));
      threshold = Math.floor(limit * cluster.shuffleMergeThreshold());
      factor = cluster.mergeFactor();
      if (singleLimit >= threshold) {
        throw CoreboundException.invalidInput(
            """
            cluster: shuffle_segment_limit (%s) must be below shuffle_merge_threshold (%s); \
            Hadoop's reduce tasks fail otherwise\
            """
                .formatted(cluster.shuffleSegmentLimit(), cluster.shuffleMergeThreshold()));
      }
    }

    void fetch(double size) {
      fetchedSince += size;
      if (size > singleLimit) {
        toDisk += size;
        store(size);
        return;
      }
      toMemory += size;
      memory.add(size);
      committed += size;
      if (committed >= threshold) {
        merged += committed;
        lastMemoryMerge = committed;
        fetchedSince = 0;
        memoryMerges++;
        memory.clear();
        store(committed);
        committed = 0;
      }
    }

    /** Closes a file on disk; many of them are merged, the smallest first. */
    private void store(double size) {
      disk.add(size);
      disk.sort(Double::compare);
      if (disk.size() >= 2 * factor - 1) {
        List<Double> smallest = disk.subList(0, factor);
        double sum = smallest.stream().mapToDouble(Double::doubleValue).sum();
        smallest.clear();
        merged += sum;
        readBack += sum;
        store(sum);
      }
    }

    ShuffleMerges close() {
      double goesOn = Math.max(0, lastMemoryMerge - fetchedSince);
      double mergedBefore = goesOn;
      if (!memory.isEmpty() && factor > disk.size()) {
        mergedBefore += committed;
        disk.add(committed);
        disk.sort(Double::compare);
        memory.clear();
      }
      MergePasses passes = MergePasses.of(memory, disk, factor);
      return new ShuffleMerges(
          toMemory,
          toDisk,
          merged - goesOn,
          readBack,
          mergedBefore + passes.merged(),
          passes.readFromDisk(),
          passes.lastFromDisk(),
          memoryMerges,
          passes.segments());
    }
  }
}
