package io.corebound.microbench.sort;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.util.IndexedSortable;
import org.apache.hadoop.util.IndexedSorter;
import org.apache.hadoop.util.Progressable;
import org.apache.hadoop.util.QuickSort;
import org.apache.hadoop.util.ReflectionUtils;

/**
 * The sort that the configuration names, Hadoop's QuickSort by default, with the clock read before
 * and after.
 */
final class TimedSort extends Configured implements IndexedSorter {
  private static final String TIMED = "corebound.timed.sort.class";

  private IndexedSorter sorter;

  /** Wraps the sort that a job's configuration names. */
  static void useIn(Configuration job) {
    job.setClass(TIMED, sortOf(job, MRJobConfig.MAP_SORT_CLASS), IndexedSorter.class);
    job.setClass(MRJobConfig.MAP_SORT_CLASS, TimedSort.class, IndexedSorter.class);
  }

  private static Class<? extends IndexedSorter> sortOf(Configuration job, String key) {
    return job.getClass(key, QuickSort.class, IndexedSorter.class);
  }

  @Override
  public void setConf(Configuration job) {
    super.setConf(job);
    if (job != null) {
      sorter = ReflectionUtils.newInstance(sortOf(job, TIMED), job);
    }
  }

  @Override
  public void sort(IndexedSortable sortable, int from, int to, Progressable progress) {
    // the output buffer hands its task's reporter on
    PhaseTimes times = ((MeteredMapTask.Reporter) progress).times();
    times.sortBegins();
    sorter.sort(sortable, from, to, progress);
    times.sortEnds();
  }

  @Override
  public void sort(IndexedSortable sortable, int from, int to) {
    sorter.sort(sortable, from, to);
  }
}
