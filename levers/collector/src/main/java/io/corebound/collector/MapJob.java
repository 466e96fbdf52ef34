package io.corebound.collector;

import io.corebound.collector.runs.TaskJob;
import io.corebound.collector.runs.UnservedJobException;
import java.io.IOException;
import org.apache.hadoop.mapred.Counters;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapOutputCollector;
import org.apache.hadoop.mapred.MapOutputFile;
import org.apache.hadoop.mapred.Task.TaskReporter;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.util.HeapSort;
import org.apache.hadoop.util.IndexedSorter;
import org.apache.hadoop.util.Progress;
import org.apache.hadoop.util.QuickSort;

/** What the job of a map task asks of its collector, checked. */
final class MapJob extends TaskJob {
  private static final int MOST_SORT_MB = 0x7ff;
  private static final float DEFAULT_SPILL_PERCENT = 0.8f;
  private static final int UNLIMITED = -1;

  /** Hadoop 3.3 has no constant for it, and ignores it. */
  private static final String SPILL_FILES_LIMIT = "mapreduce.task.spill.files.count.limit";

  final TaskReporter reporter;
  final Progress sortPhase;
  final MapOutputFile files;
  final int partitions;

  /** Bits that the number of a partition takes. */
  final int partitionBits;

  final long spillBytes;
  private final int mostSpillFiles;

  MapJob(MapOutputCollector.Context context) throws IOException {
    super(
        context.getJobConf(),
        context.getReporter(),
        bits(context.getJobConf().getNumReduceTasks()),
        (long) sortMb(context.getJobConf()) << 20,
        context.getReporter().getCounter(TaskCounter.SPILLED_RECORDS),
        new Counters.Counter());
    reporter = context.getReporter();
    sortPhase = context.getMapTask().getSortPhase();
    files = context.getMapTask().getMapOutputFile();
    partitions = conf.getNumReduceTasks();
    partitionBits = bits(partitions);
    refuseOwnSorter();
    spillBytes = Math.max(1, (long) (memoryBytes * spillPercent()));
    mostSpillFiles = spillFilesLimit();
  }

  private static int bits(int partitions) {
    return Integer.SIZE - Integer.numberOfLeadingZeros(partitions - 1);
  }

  private static int sortMb(JobConf conf) throws UnservedJobException {
    int sortMb = conf.getInt(MRJobConfig.IO_SORT_MB, MRJobConfig.DEFAULT_IO_SORT_MB);
    if (sortMb < 1 || sortMb > MOST_SORT_MB) {
      throw new UnservedJobException(
          String.format(
              "%s is %s; it is from 1 to %s", MRJobConfig.IO_SORT_MB, sortMb, MOST_SORT_MB));
    }
    return sortMb;
  }

  private float spillPercent() throws UnservedJobException {
    float percent = conf.getFloat(JobContext.MAP_SORT_SPILL_PERCENT, DEFAULT_SPILL_PERCENT);
    if (!(percent > 0 && percent <= 1)) {
      throw new UnservedJobException(
          String.format(
              "%s is %s; it is more than 0 and at most 1",
              JobContext.MAP_SORT_SPILL_PERCENT, percent));
    }
    return percent;
  }

  private int spillFilesLimit() throws UnservedJobException {
    int limit = conf.getInt(SPILL_FILES_LIMIT, UNLIMITED);
    if (limit < UNLIMITED) {
      throw new UnservedJobException(
          String.format("%s is %s; it is %s or more", SPILL_FILES_LIMIT, limit, UNLIMITED));
    }
    return limit;
  }

  private void refuseOwnSorter() throws UnservedJobException {
    Class<?> sorter =
        conf.getClass(MRJobConfig.MAP_SORT_CLASS, QuickSort.class, IndexedSorter.class);
    if (sorter != QuickSort.class && sorter != HeapSort.class) {
      throw new UnservedJobException(
          String.format(
              "%s is %s, which would not be called", MRJobConfig.MAP_SORT_CLASS, sorter.getName()));
    }
  }

  Counters.Counter counter(TaskCounter counter) {
    return reporter.getCounter(counter);
  }

  /** Hadoop 3.4 and later have a limit for the files. */
  void requireSpillFiles(int spillFiles) throws IOException {
    if (mostSpillFiles != UNLIMITED && spillFiles > mostSpillFiles) {
      throw new IOException(
          String.format(
              "%s spill files; %s allows %s", spillFiles, SPILL_FILES_LIMIT, mostSpillFiles));
    }
  }

  /** The number of a record's partition. */
  int partition(long number) {
    // a shift by 64 is one by 0
    return partitionBits == 0 ? 0 : (int) (number >>> Long.SIZE - partitionBits);
  }

  /** The prefix of a record's key. */
  long prefix(long number) {
    return number & -1L >>> partitionBits;
  }
}
