package io.corebound.analysis.study.account;

import io.corebound.records.history.Counter;
import io.corebound.records.history.Setting;
import io.soabase.recordbuilder.core.RecordBuilder;

/**
 * The data of all reduces of a job, by their counters.
 *
 * @param fetchedBytes as they were stored
 * @param straightBytes the part of them that goes to the disk as it is, for a map's output is too
 *     large for the memory of the shuffle
 * @param writtenBytes that merges write to the local disk, as stored
 * @param readBytes that merges read from it, as stored
 */
@RecordBuilder
public record ReduceData(
    double tasks,
    double fetchedBytes,
    double straightBytes,
    double records,
    double groups,
    double writtenBytes,
    double readBytes,
    double outputBytes,
    double outputRecords)
    implements ReduceDataBuilder.With {
  /** {@code mapred.child.java.opts} of Hadoop 2 where nothing is known. */
  private static final double USUAL_HEAP = 200 << 20;

  /** Of the reduces and what the maps left them. */
  static ReduceData of(TaskSums reduces, MapData map, JobSettings settings) {
    double fetched = reduces.get(Counter.REDUCE_SHUFFLE_BYTES);
    double straight = goesStraightToDisk(map, reduces.tasks(), settings) ? fetched : 0;
    double output = reduces.get(Counter.OUTPUT_BYTES);
    return new ReduceData(
        reduces.tasks(),
        fetched,
        straight,
        reduces.get(Counter.REDUCE_INPUT_RECORDS),
        reduces.get(Counter.REDUCE_INPUT_GROUPS),
        Math.max(0, reduces.get(Counter.FILE_BYTES_WRITTEN) - reduces.filesWritten() - straight),
        reduces.get(Counter.FILE_BYTES_READ),
        output > 0 ? output : reduces.get(Counter.STORE_BYTES_WRITTEN),
        reduces.get(Counter.REDUCE_OUTPUT_RECORDS));
  }

  /** {@code MergeManagerImpl.canShuffleToMemory}: by the size of a map's output, uncompressed. */
  private static boolean goesStraightToDisk(MapData map, int reduces, JobSettings settings) {
    double heap = settings.known() ? settings.heap(false) : USUAL_HEAP;
    double limit =
        heap
            * settings.number(Setting.SHUFFLE_BUFFER_PERCENT, 0.7)
            * settings.number(Setting.SHUFFLE_LIMIT_PERCENT, 0.25);
    double segment = map.ifile(map.keptRecords()) / Math.max(1, map.tasks() * reduces);
    // a heap that is not known, NaN, holds them
    return segment > limit;
  }

  /** The same data, stored by another ratio: so many times more bytes. */
  ReduceData withStored(double factor) {
    return with(
        b ->
            b.fetchedBytes(fetchedBytes * factor)
                .straightBytes(straightBytes * factor)
                .writtenBytes(writtenBytes * factor)
                .readBytes(readBytes * factor));
  }
}
