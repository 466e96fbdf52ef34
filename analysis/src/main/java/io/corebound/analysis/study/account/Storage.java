package io.corebound.analysis.study.account;

import io.corebound.records.history.Counter;

/**
 * Where a job's input lies and its output goes, in bytes for a byte of it.
 *
 * @param readOnDisk that a node's disk reads, times {@link TaskSums#crowding} of whole blocks
 * @param readAway that come over the network, on whatever node a map runs
 * @param readNear that come over the network if a map runs on another node
 * @param written that the nodes' disks write
 * @param sent over the network, of output
 * @param erasureCoded whether output is taken to be erasure-coded, as input is
 * @param shared bytes of input and output on paths of {@code file:} that several nodes share
 */
public record Storage(
    double readOnDisk,
    double readAway,
    double readNear,
    double written,
    double sent,
    boolean erasureCoded,
    double shared) {
  /** {@code RS-6-3-1024k}, HDFS's usual policy: six blocks of data and three of parity. */
  private static final double DATA = 6;

  private static final double BLOCKS = 9;

  /** How often a byte of erasure-coded output is written. */
  public static final double CODED_COPIES = BLOCKS / DATA;

  /**
   * Of what all tasks counted. Input that is erasure-coded is counted ({@code HDFS_BYTES_READ_EC}),
   * output is not: it is taken to be as the most of the input. An object store keeps nothing on the
   * nodes, nor does what several nodes mount.
   *
   * @param replication copies of each block, as far as there are nodes
   */
  static Storage of(TaskSums maps, TaskSums reduces, double replication, int nodes) {
    boolean mounted = nodes > 1;
    double fileInput = mounted ? maps.filesRead() : 0;
    double fileOutput = mounted ? maps.filesWritten() + reduces.filesWritten() : 0;
    double stored = maps.get(Counter.STORE_BYTES_READ);
    double read = stored + maps.filesRead();
    double away = part(maps.get(Counter.REMOTE_BYTES_READ) + fileInput, read);
    double coded = part(maps.get(Counter.EC_BYTES_READ), read);
    double output =
        both(maps, reduces, Counter.STORE_BYTES_WRITTEN)
            + maps.filesWritten()
            + reduces.filesWritten();
    double outputAway =
        part(both(maps, reduces, Counter.REMOTE_BYTES_WRITTEN) + fileOutput, output);
    double onOneDisk = mounted ? 0 : part(maps.filesWritten() + reduces.filesWritten(), output);
    boolean erasureCoded = coded > 0.5;
    double copies = erasureCoded ? CODED_COPIES : replication;
    double copiesSent = erasureCoded ? copies * (1 - 1 / BLOCKS) : replication - 1;
    double replicated = 1 - outputAway - onOneDisk;
    return new Storage(
        (1 - away) * (erasureCoded ? 1 : maps.crowding(nodes)),
        away + coded * (1 - 1 / DATA),
        Math.max(0, 1 - away - coded),
        replicated * copies + onOneDisk,
        replicated * copiesSent + outputAway,
        erasureCoded && replicated > 0 && output > 0,
        fileInput + fileOutput);
  }

  private static double both(TaskSums maps, TaskSums reduces, Counter counter) {
    return maps.get(counter) + reduces.get(counter);
  }

  private static double part(double of, double all) {
    return all > 0 ? Math.min(1, of / all) : 0;
  }
}
