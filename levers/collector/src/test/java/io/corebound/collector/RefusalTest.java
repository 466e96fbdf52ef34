package io.corebound.collector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.corebound.collector.runs.KeyOrders;
import io.corebound.collector.runs.UnservedJobException;
import java.util.List;
import java.util.function.Consumer;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.WritableComparator;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.util.IndexedSortable;
import org.apache.hadoop.util.IndexedSorter;
import org.apache.hadoop.util.Progressable;
import org.junit.jupiter.api.Test;

/** What a job may ask for that this collector leaves to the next one of Hadoop's list. */
class RefusalTest {
  private static final JobConf DEFAULTS = new JobConf();

  /** Compares as Text's own does, but nobody knows. */
  public static final class OwnComparator extends WritableComparator {
    public OwnComparator() {
      super(Text.class, true);
    }
  }

  /** The length first, as the serialized bytes are. */
  public static final class ByteByByte extends WritableComparator {
    public ByteByByte() {
      super(Text.class);
    }

    @Override
    public int compare(byte[] a, int s, int l, byte[] b, int t, int m) {
      return compareBytes(a, s, l, b, t, m);
    }
  }

  /** A subclass has no comparator for bytes. */
  public static final class OwnText extends Text {}

  /** Would time the sort, for example. */
  public static final class OwnSorter implements IndexedSorter {
    @Override
    public void sort(IndexedSortable s, int l, int r) {}

    @Override
    public void sort(IndexedSortable s, int l, int r, Progressable reporter) {}
  }

  private static JobConf job(Consumer<JobConf> settings) {
    JobConf job = new JobConf(DEFAULTS);
    job.setMapOutputKeyClass(Text.class);
    job.setMapOutputValueClass(IntWritable.class);
    settings.accept(job);
    return job;
  }

  private static void init(JobConf job) throws Exception {
    new PrefixCollector<>().init(new CollectingTask(job).context());
  }

  private static void requireRefused(Consumer<JobConf> settings, String named) {
    assertThatThrownBy(() -> init(job(settings)))
        .isInstanceOf(UnservedJobException.class)
        .hasMessageContaining(named)
        // what Hadoop logs is the line and nothing below it
        .extracting(Throwable::getStackTrace, org.assertj.core.api.InstanceOfAssertFactories.ARRAY)
        .isEmpty();
  }

  @Test
  void textIsServed() {
    assertThatCode(() -> init(job(j -> {}))).doesNotThrowAnyException();
  }

  @Test
  void unknownComparatorsAreRefused() {
    requireRefused(j -> j.setOutputKeyComparatorClass(OwnComparator.class), "OwnComparator");
    requireRefused(j -> j.setMapOutputKeyClass(OwnText.class), "OwnText");
    requireRefused(
        j -> {
          j.setMapOutputKeyClass(BytesWritable.class);
          j.setOutputKeyComparatorClass(LongWritable.DecreasingComparator.class);
        },
        "BytesWritable");
  }

  @Test
  void comparatorThatTheUserVouchesForIsServed() throws Exception {
    JobConf job =
        job(
            j -> {
              j.setOutputKeyComparatorClass(ByteByByte.class);
              j.set(KeyOrders.BYTEWISE, "x.Y, " + ByteByByte.class.getName());
            });
    List<Pair> pairs =
        List.of("b", "", "aa", "a", "abcdefghij", "abcdefghik", "bb").stream()
            .map(key -> new Pair(new Text(key), new IntWritable(key.length()), 0))
            .toList();

    SameOutput.require(job, pairs);
  }

  @Test
  void ownSorterIsRefused() {
    requireRefused(
        j -> j.setClass(MRJobConfig.MAP_SORT_CLASS, OwnSorter.class, IndexedSorter.class),
        "OwnSorter");
  }

  @Test
  void settingsThatHadoopRefusesAreLeftToIt() {
    requireRefused(j -> j.setInt(MRJobConfig.IO_SORT_MB, 2048), MRJobConfig.IO_SORT_MB);
    requireRefused(j -> j.setInt(MRJobConfig.IO_SORT_MB, 0), MRJobConfig.IO_SORT_MB);
    requireRefused(
        j -> j.setFloat(JobContext.MAP_SORT_SPILL_PERCENT, 0), JobContext.MAP_SORT_SPILL_PERCENT);
    requireRefused(
        j -> j.setFloat(JobContext.MAP_SORT_SPILL_PERCENT, 1.1f),
        JobContext.MAP_SORT_SPILL_PERCENT);
    String spillFiles = "mapreduce.task.spill.files.count.limit";
    requireRefused(j -> j.setInt(spillFiles, -2), spillFiles);
  }

  @Test
  void messageIsOneLine() {
    assertThat(new UnservedJobException("why").toString()).doesNotContain("\n").contains("why");
  }
}
