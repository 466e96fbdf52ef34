package io.corebound.collector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.compress.BZip2Codec;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.GzipCodec;
import org.apache.hadoop.io.compress.Lz4Codec;
import org.apache.hadoop.io.compress.SnappyCodec;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sizes and numbers at their ends, each against Hadoop's collector. */
class PrefixCollectorTest {
  private static final JobConf DEFAULTS = new JobConf();
  private static final int MIB = 1 << 20;

  private static final String LONG_PATH =
      "/a/path/that/is/longer/than/what/is/sorted/without/a/comparison/of/whole/keys/";

  private static JobConf job(Class<? extends Writable> key, Class<? extends Writable> value) {
    JobConf job = new JobConf(DEFAULTS);
    job.setMapOutputKeyClass(key);
    job.setMapOutputValueClass(value);
    job.setNumReduceTasks(1);
    job.setInt(MRJobConfig.IO_SORT_MB, 1);
    return job;
  }

  private static List<Pair> pairs(int count, IntFunction<Pair> pair) {
    return IntStream.range(0, count).mapToObj(pair).toList();
  }

  /** Numbers in no order, each once. */
  private static int scattered(int i) {
    return i * 0x9E3779B9;
  }

  private static BytesWritable value(int bytes, int seed) {
    byte[] value = new byte[bytes];
    new Random(seed).nextBytes(value);
    return new BytesWritable(value);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 10_000})
  void noRecordsGiveEmptySegments(int partitions) throws Exception {
    JobConf job = job(Text.class, Text.class);
    job.setNumReduceTasks(partitions);

    SameOutput.require(job, List.of());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 255, 256, 257, 10_000})
  void everyNumberOfPartitionsIsServed(int partitions) throws Exception {
    JobConf job = job(IntWritable.class, BytesWritable.class);
    job.setNumReduceTasks(partitions);
    // three spills
    job.setFloat(JobContext.MAP_SORT_SPILL_PERCENT, 0.2f);

    SameOutput.require(
        job,
        pairs(
            15_000,
            i ->
                new Pair(
                    new IntWritable(scattered(i)), value(i % 30, i), (i & MIB - 1) % partitions)));
  }

  @Test
  void keysAndValuesOfNoBytesAreServed() throws Exception {
    JobConf job = job(NullWritable.class, NullWritable.class);
    job.setNumReduceTasks(3);

    SameOutput.require(
        job, pairs(100_000, i -> new Pair(NullWritable.get(), NullWritable.get(), i % 3)));
  }

  @Test
  void emptyTextComesFirst() throws Exception {
    SameOutput.require(
        job(Text.class, Text.class),
        List.of(
            new Pair(new Text("a"), new Text(""), 0),
            new Pair(new Text(""), new Text("b"), 0),
            new Pair(new Text("\0"), new Text(""), 0)));
  }

  @ParameterizedTest
  @ValueSource(ints = {127, 128, 255, 256, 65_535, 65_536})
  void lengthsOfEverySizeAreServed(int bytes) throws Exception {
    JobConf job = job(Text.class, BytesWritable.class);

    SameOutput.require(
        job,
        pairs(40, i -> new Pair(new Text("k".repeat(bytes - i) + i), value(bytes - 20 + i, i), 0)));
  }

  @Test
  void eachRecordMayBeASpill() throws Exception {
    JobConf job = job(IntWritable.class, BytesWritable.class);
    job.setFloat(JobContext.MAP_SORT_SPILL_PERCENT, 1e-6f);
    job.setInt(MRJobConfig.IO_SORT_FACTOR, 3);
    job.setNumReduceTasks(2);
    List<Pair> pairs = pairs(50, i -> new Pair(new IntWritable(scattered(i)), value(10, i), i % 2));

    MapRun run = MapRun.ofPrefix(job, pairs);

    SameOutput.require(job, pairs);
    // the spills and the output; what the merges between write comes on top
    assertThat(run.counters().get(TaskCounter.SPILLED_RECORDS)).isGreaterThan(50 + 50);
  }

  @ParameterizedTest
  @ValueSource(ints = {MIB / 2, MIB, 3 * MIB})
  void recordsLargerThanTheBufferAreServed(int bytes) throws Exception {
    JobConf job = job(IntWritable.class, BytesWritable.class);
    List<Pair> pairs = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      // small ones before and after, and large ones in a row
      int size = i % 4 < 2 ? bytes + i : 100;
      pairs.add(new Pair(new IntWritable(scattered(i)), value(size, i), 0));
    }
    // Hadoop counts more bytes of such a record than it has
    MapRun hadoop = MapRun.ofHadoop(job, pairs);
    MapRun prefix = MapRun.ofPrefix(job, pairs);

    assertThat(prefix.output()).isEqualTo(hadoop.output());
    assertThat(prefix.index()).isEqualTo(hadoop.index());
    assertThat(prefix.counters()).containsEntry(TaskCounter.MAP_OUTPUT_RECORDS, 12L);
  }

  @Test
  void sizesMayChangeInATask() throws Exception {
    JobConf job = job(IntWritable.class, BytesWritable.class);
    int[] sizes = {0, 20_000, 3, 700, 0};

    SameOutput.require(
        job,
        pairs(
            100_000,
            i -> {
              int bytes = sizes[i / 20_000];
              boolean skipped = bytes > 100 && i % 40 != 0;
              return new Pair(new IntWritable(scattered(i)), value(skipped ? 5 : bytes, i), 0);
            }));
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://", "http://www.example.org/a/long/path/", LONG_PATH})
  void commonBeginningsAreSorted(String beginning) throws Exception {
    JobConf job = job(Text.class, IntWritable.class);

    SameOutput.require(
        job,
        pairs(
            20_000,
            i ->
                new Pair(
                    new Text(
                        "http://www.example.org/a/long/path/" + (scattered(i) & 0xffffffL) + i),
                    new IntWritable(i),
                    0)));
  }

  @ParameterizedTest
  @ValueSource(classes = {SnappyCodec.class, Lz4Codec.class, GzipCodec.class, BZip2Codec.class})
  void blocksOfACodecEndWhereHadoopEndsThem(Class<? extends CompressionCodec> codec)
      throws Exception {
    assumeTrue(codec != GzipCodec.class || HadoopGzip.WORKS, HadoopGzip.WHY);
    JobConf job = job(IntWritable.class, BytesWritable.class);
    job.setCompressMapOutput(true);
    job.setMapOutputCompressorClass(codec);
    Random random = new Random(7);

    SameOutput.require(
        job, pairs(5000, i -> new Pair(new IntWritable(scattered(i)), compressible(random, i), 0)));
  }

  /** Some take several blocks of 256 KiB each. */
  private static BytesWritable compressible(Random random, int number) {
    byte[] value = new byte[random.nextInt(number % 1000 == 7 ? 700_000 : 300)];
    for (int i = 0; i < value.length; i++) {
      value[i] = (byte) (random.nextInt(3) == 0 ? random.nextInt() : 'x');
    }
    return new BytesWritable(value);
  }

  @Test
  void spilledRecordsAreThoseWrittenToFiles() throws Exception {
    JobConf job = job(IntWritable.class, IntWritable.class);
    List<Pair> few = pairs(1000, i -> new Pair(new IntWritable(i), new IntWritable(i), 0));

    assertThat(MapRun.ofPrefix(job, few).counters())
        .containsEntry(TaskCounter.SPILLED_RECORDS, 1000L)
        .containsEntry(TaskCounter.MAP_OUTPUT_RECORDS, 1000L)
        .containsEntry(TaskCounter.MAP_OUTPUT_BYTES, 8000L);
  }
}
