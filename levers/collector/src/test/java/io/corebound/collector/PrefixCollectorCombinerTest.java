package io.corebound.collector;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.IntRange;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableComparable;
import org.apache.hadoop.io.WritableComparator;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapReduceBase;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Reducer;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Combiners, of both APIs. */
class PrefixCollectorCombinerTest {
  private static final JobConf DEFAULTS = new JobConf();
  private static final int RECORDS = 1200;

  /** Sums of the old API. */
  public static final class OldSum extends MapReduceBase
      implements Reducer<Text, LongWritable, Text, LongWritable> {
    @Override
    public void reduce(
        Text key,
        Iterator<LongWritable> values,
        OutputCollector<Text, LongWritable> out,
        Reporter r)
        throws IOException {
      long sum = 0;
      while (values.hasNext()) {
        sum += values.next().get();
      }
      out.collect(key, new LongWritable(sum));
    }
  }

  /** Sums of the new API. */
  public static final class NewSum
      extends org.apache.hadoop.mapreduce.Reducer<Text, LongWritable, Text, LongWritable> {
    @Override
    protected void reduce(Text key, Iterable<LongWritable> values, Context context)
        throws IOException, InterruptedException {
      long sum = 0;
      for (LongWritable value : values) {
        sum += value.get();
      }
      context.write(key, new LongWritable(sum));
    }
  }

  /** Emits nothing. */
  public static final class Nothing extends MapReduceBase
      implements Reducer<Text, LongWritable, Text, LongWritable> {
    @Override
    public void reduce(
        Text key,
        Iterator<LongWritable> values,
        OutputCollector<Text, LongWritable> out,
        Reporter r) {}
  }

  /** Emits two records of another key, larger than all it was given before, for each key. */
  public static final class OtherKeys extends MapReduceBase
      implements Reducer<Text, LongWritable, Text, LongWritable> {
    @Override
    public void reduce(
        Text key,
        Iterator<LongWritable> values,
        OutputCollector<Text, LongWritable> out,
        Reporter r)
        throws IOException {
      out.collect(new Text(key + "/1"), new LongWritable(1));
      out.collect(new Text(key + "/2"), new LongWritable(2));
    }
  }

  /** Emits a record at its end, whether it was given any or not. */
  public static final class Last
      extends org.apache.hadoop.mapreduce.Reducer<Text, LongWritable, Text, LongWritable> {
    @Override
    protected void reduce(Text key, Iterable<LongWritable> values, Context context) {}

    @Override
    protected void cleanup(Context context) throws IOException, InterruptedException {
      context.write(new Text("last"), new LongWritable(1));
    }
  }

  /** Groups keys by their first byte. */
  public static final class FirstByte extends WritableComparator {
    public FirstByte() {
      super(Text.class);
    }

    @Override
    public int compare(byte[] a, int s, int l, byte[] b, int t, int m) {
      return compareBytes(a, s + 1, Math.min(1, l - 1), b, t + 1, Math.min(1, m - 1));
    }

    @Override
    public int compare(Object a, Object b) {
      return Integer.compare(((Text) a).charAt(0), ((Text) b).charAt(0));
    }

    @Override
    @SuppressWarnings("rawtypes")
    public int compare(WritableComparable a, WritableComparable b) {
      return compare((Object) a, (Object) b);
    }
  }

  /** Which API the combiner is of. */
  enum Api {
    OLD,
    NEW
  }

  private static JobConf job(Api api) {
    JobConf job = new JobConf(DEFAULTS);
    job.setMapOutputKeyClass(Text.class);
    job.setMapOutputValueClass(LongWritable.class);
    job.setInt(MRJobConfig.IO_SORT_MB, 1);
    job.setNumReduceTasks(2);
    if (api == Api.OLD) {
      job.setCombinerClass(OldSum.class);
    } else {
      job.setUseNewMapper(true);
      job.setClass(
          MRJobConfig.COMBINE_CLASS_ATTR, NewSum.class, org.apache.hadoop.mapreduce.Reducer.class);
    }
    return job;
  }

  private static List<Pair> words(int count, int distinct, long seed) {
    Random random = new Random(seed);
    List<Pair> pairs = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int word = random.nextInt(distinct);
      pairs.add(new Pair(new Text("word" + word), new LongWritable(1 + i % 3), word % 2));
    }
    return pairs;
  }

  @ParameterizedTest
  @EnumSource
  void combinerOfASingleSpillGivesTheSameBytesAndCounters(Api api) throws Exception {
    JobConf job = job(api);
    List<Pair> pairs = words(RECORDS, 100, 1);

    MapRun hadoop = MapRun.ofHadoop(job, pairs);
    MapRun prefix = MapRun.ofPrefix(job, pairs);

    assertThat(prefix.output()).isEqualTo(hadoop.output());
    assertThat(prefix.index()).isEqualTo(hadoop.index());
    for (TaskCounter counter :
        List.of(
            TaskCounter.COMBINE_INPUT_RECORDS,
            TaskCounter.COMBINE_OUTPUT_RECORDS,
            TaskCounter.SPILLED_RECORDS)) {
      assertThat(prefix.counters()).containsEntry(counter, hadoop.counters().get(counter));
    }
  }

  @Property(tries = 40, shrinking = ShrinkingMode.OFF)
  void sumsAreThoseOfAllRecords(
      @ForAll Api api,
      @ForAll @IntRange(min = 1, max = 500) int distinct,
      @ForAll @IntRange(min = 1, max = 5) int leastSpills,
      @ForAll @IntRange(min = 1, max = 12) int fillings,
      @ForAll long seed)
      throws Exception {
    requireSums(api, distinct, leastSpills, fillings, seed);
  }

  @Property(tries = 2000, shrinking = ShrinkingMode.OFF)
  @Tag("long")
  void sumsAreThoseOfAllRecordsInManyJobs(
      @ForAll Api api,
      @ForAll @IntRange(min = 1, max = 500) int distinct,
      @ForAll @IntRange(min = 1, max = 5) int leastSpills,
      @ForAll @IntRange(min = 1, max = 12) int fillings,
      @ForAll long seed)
      throws Exception {
    requireSums(api, distinct, leastSpills, fillings, seed);
  }

  private static void requireSums(Api api, int distinct, int leastSpills, int fillings, long seed)
      throws Exception {
    JobConf job = job(api);
    job.setInt(JobContext.MAP_COMBINE_MIN_SPILLS, leastSpills);
    job.setFloat(JobContext.MAP_SORT_SPILL_PERCENT, 0.05f / fillings);
    List<Pair> pairs = words(RECORDS, distinct, seed);

    MapRun run = MapRun.ofPrefix(job, pairs);

    assertThat(sums(stored(run))).isEqualTo(sums(given(pairs)));
    run.partitions()
        .forEach(p -> assertThat(p).isSortedAccordingTo(PrefixCollectorCombinerTest::keys));
  }

  private static int keys(MapRun.Stored first, MapRun.Stored second) {
    byte[] a = first.key();
    byte[] b = second.key();
    // behind the length
    return Arrays.compareUnsigned(a, 1, a.length, b, 1, b.length);
  }

  private static Stream<Map.Entry<String, Long>> given(List<Pair> pairs) {
    return pairs.stream().map(p -> Map.entry(p.key().toString(), number(p.value())));
  }

  private static long number(Writable value) {
    return ((LongWritable) value).get();
  }

  private static Stream<Map.Entry<String, Long>> stored(MapRun run) {
    return run.partitions().stream()
        .flatMap(List::stream)
        .map(
            s ->
                Map.entry(
                    new String(s.key(), 1, s.key().length - 1, StandardCharsets.UTF_8),
                    ByteBuffer.wrap(s.value()).getLong()));
  }

  private static Map<String, Long> sums(Stream<Map.Entry<String, Long>> records) {
    Map<String, Long> sums = new TreeMap<>();
    records.forEach(r -> sums.merge(r.getKey(), r.getValue(), Long::sum));
    return sums;
  }

  @Test
  void combinerRunsAtTheMergeWhenThereAreSpillsEnough() throws Exception {
    JobConf job = job(Api.OLD);
    job.setFloat(JobContext.MAP_SORT_SPILL_PERCENT, 0.008f);
    List<Pair> pairs = words(RECORDS, 10, 2);

    job.setInt(JobContext.MAP_COMBINE_MIN_SPILLS, 3);
    MapRun combined = MapRun.ofPrefix(job, pairs);
    job.setInt(JobContext.MAP_COMBINE_MIN_SPILLS, 1000);
    MapRun merged = MapRun.ofPrefix(job, pairs);

    assertThat(stored(combined)).hasSize(10);
    assertThat(stored(merged).count())
        .isGreaterThan(10)
        .isEqualTo(merged.counters().get(TaskCounter.COMBINE_OUTPUT_RECORDS));
    assertThat(combined.counters().get(TaskCounter.COMBINE_INPUT_RECORDS))
        .isEqualTo(RECORDS + stored(merged).count());
  }

  @Test
  void combinerThatEmitsNothingLeavesEmptySegments() throws Exception {
    JobConf job = job(Api.OLD);
    job.setCombinerClass(Nothing.class);
    job.setFloat(JobContext.MAP_SORT_SPILL_PERCENT, 0.008f);
    List<Pair> pairs = words(RECORDS, 10, 3);

    MapRun prefix = MapRun.ofPrefix(job, pairs);

    assertThat(stored(prefix)).isEmpty();
    assertThat(prefix.output()).isEqualTo(MapRun.ofHadoop(job, List.of()).output());
  }

  @Test
  void combinerRunsAtTheMergeOfPartitionsWithoutRecords() throws Exception {
    JobConf job = job(Api.NEW);
    job.setClass(
        MRJobConfig.COMBINE_CLASS_ATTR, Last.class, org.apache.hadoop.mapreduce.Reducer.class);
    job.setNumReduceTasks(4);
    List<Pair> few = words(RECORDS, 10, 3);
    // Hadoop takes a second fill of its whole buffer for a third spill
    List<Pair> many = words(200 * RECORDS, 10, 3);

    for (List<Pair> pairs : List.of(few, many)) {
      MapRun hadoop = MapRun.ofHadoop(job, pairs);
      MapRun prefix = MapRun.ofPrefix(job, pairs);

      assertThat(prefix.output()).isEqualTo(hadoop.output());
      assertThat(prefix.partitions().get(3)).hasSize(pairs == few ? 0 : 1);
    }
  }

  @Test
  void combinerThatEmitsOtherKeysLosesNone() throws Exception {
    JobConf job = job(Api.OLD);
    job.setCombinerClass(OtherKeys.class);
    List<Pair> pairs = words(RECORDS, 10, 4);

    assertThat(MapRun.ofPrefix(job, pairs).output())
        .isEqualTo(MapRun.ofHadoop(job, pairs).output());
    job.setFloat(JobContext.MAP_SORT_SPILL_PERCENT, 0.008f);
    job.setInt(JobContext.MAP_COMBINE_MIN_SPILLS, 1000);
    MapRun spilled = MapRun.ofPrefix(job, pairs);
    assertThat(stored(spilled))
        .hasSize(spilled.counters().get(TaskCounter.COMBINE_OUTPUT_RECORDS).intValue());
  }

  @Test
  void combinerGroupsAsTheJobSays() throws Exception {
    JobConf job = job(Api.OLD);
    job.setCombinerKeyGroupingComparator(FirstByte.class);
    List<Pair> pairs = words(RECORDS, 10, 5);

    MapRun prefix = MapRun.ofPrefix(job, pairs);

    assertThat(prefix.output()).isEqualTo(MapRun.ofHadoop(job, pairs).output());
    assertThat(stored(prefix)).hasSize(2);
  }
}
