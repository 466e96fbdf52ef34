package io.corebound.terasortrunner.sweep;

import io.corebound.records.config.ClusterFile;
import io.corebound.records.units.DataSize;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** The space that a sweep takes on a lab's disks at most; its own disks are sparse files. */
public final class SweepSpace {
  /** What the probe of a tier's base performance writes to one of its disks. */
  public static final DataSize PROBE_FILE = DataSize.ofMebibytes(512);

  /** Input, output, and map output spilled, merged and fetched could all lie on one worker. */
  private static final int OF_DATA = 6;

  /** An output beside the input, and the map output twice: spilled and merged. */
  private static final int WHILE_SORTING = 3;

  /** Beside what tasks write: files of a job that is submitted, its history. */
  private static final int OTHER_BLOCKS = 2;

  private static final long GIB = 1L << 30;

  /** By the GiB from which a disk has it. */
  private static final TreeMap<Long, Long> JOURNAL_MIB =
      new TreeMap<>(
          Map.of(0L, 16L, 1L, 32L, 2L, 64L, 16L, 128L, 32L, 256L, 64L, 512L, 128L, 1024L));

  private SweepSpace() {}

  /**
   * How large each disk of a lab's tier is. HDFS wants room for a whole block for each that is
   * being written ({@code FsVolumeImpl.reserveSpaceForReplica}, and {@code
   * BlockPlacementPolicyDefault.chooseLocalStorage} on the NameNode), and deals blocks to a node's
   * disks in turn.
   */
  public static DataSize ofDevice(SweepRequest request, String tier) {
    String disks = request.disks(tier);
    long plain =
        request.plan().cells().stream()
            .filter(cell -> request.disks(cell.storage()).equals(disks))
            .mapToLong(cell -> ofDevice(request, cell))
            .max()
            .orElseThrow();
    return new DataSize(plain + journal(plain));
  }

  private static long ofDevice(SweepRequest request, SweepCell cell) {
    ClusterFile cluster = request.cluster(cell);
    int writers = cluster.containersPerNode() * (cluster.replication() > 1 ? cluster.nodes() : 1);
    long blocks = (writers + OTHER_BLOCKS) * cluster.blockSize().bytes();
    long data = request.size(cell).bytes() * cluster.replication();
    return (request.runs(cell).leavesData()
            ? OF_DATA * data
            : data / request.storage().get(cell.storage()).devicesPerNode())
        + Math.max(blocks, PROBE_FILE.bytes());
  }

  /**
   * What ext4 keeps for its journal ({@code ext2fs_default_journal_size}, blocks of 4 KiB); it
   * fills up.
   */
  static long journal(long device) {
    return JOURNAL_MIB.floorEntry(device / GIB).getValue() << 20;
  }

  /** What lies on the lab's own disks at most, all of them together. */
  public static DataSize ofLab(SweepRequest request, List<SweepCell> cells) {
    List<String> tiers = storage(cells).filter(s -> !request.storage().get(s).real()).toList();
    if (tiers.isEmpty()) {
      return new DataSize(0);
    }
    List<String> disks = tiers.stream().map(request::disks).distinct().toList();
    long journals = 0;
    for (String each : disks) {
      String tier =
          tiers.stream().filter(t -> request.disks(t).equals(each)).findFirst().orElseThrow();
      long devices =
          (long) request.storage().get(tier).devicesPerNode() * request.cluster().nodes();
      journals += devices * journal(ofDevice(request, tier).bytes());
    }
    return new DataSize(on(request, disks) + journals);
  }

  /** What lies in each folder on a real disk at most, by the folder. */
  public static Map<String, DataSize> ofDirectories(SweepRequest request, List<SweepCell> cells) {
    Map<String, DataSize> space = new LinkedHashMap<>();
    storage(cells)
        .filter(s -> request.storage().get(s).real())
        .forEach(
            s ->
                space.merge(
                    request.storage().get(s).directory(),
                    new DataSize(on(request, List.of(request.disks(s)))),
                    (a, b) -> new DataSize(a.bytes() + b.bytes())));
    return space;
  }

  private static Stream<String> storage(List<SweepCell> cells) {
    return cells.stream().map(SweepCell::storage).distinct();
  }

  /**
   * Disks keep an input as long as later cells are on them, and one the output of a sort and what
   * leads there, or the probe's file.
   */
  private static long on(SweepRequest request, List<String> all) {
    List<String> order =
        request.plan().cells().stream().map(c -> request.disks(c.storage())).toList();
    long[] held = new long[order.size()];
    for (String disks : all) {
      long input =
          most(request, disks, c -> request.size(c).bytes() * request.cluster(c).replication());
      for (int i = order.indexOf(disks); i <= order.lastIndexOf(disks); i++) {
        held[i] += input;
      }
    }
    long inputs = LongStream.of(held).max().orElse(0);
    long sorted =
        all.stream()
            .mapToLong(disks -> most(request, disks, c -> left(request, c)))
            .max()
            .orElse(0);
    return Math.max(PROBE_FILE.bytes(), inputs + WHILE_SORTING * sorted);
  }

  /** What its tasks leave, in bytes of its input. */
  private static long left(SweepRequest request, SweepCell cell) {
    return request.runs(cell).leavesData() ? request.size(cell).bytes() : 0;
  }

  private static long most(SweepRequest request, String disks, ToLongFunction<SweepCell> figure) {
    return request.plan().cells().stream()
        .filter(c -> request.disks(c.storage()).equals(disks))
        .mapToLong(figure)
        .max()
        .orElse(0);
  }
}
