package io.corebound.collector;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.collector.PrefixCollectorPropertiesTest.Compression;
import io.corebound.collector.runs.TaskJob;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.Tag;
import net.jqwik.api.lifecycle.BeforeContainer;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.MRJobConfig;

/** Random reduce tasks, whose map outputs Hadoop's merge manager and ours merge. */
class PrefixShufflePropertiesTest {
  private static final JobConf DEFAULTS = new JobConf();
  private static final int MOST_KEY_BYTES = 20;

  /** About what a record has beside its value. */
  private static final int KEY_BYTES = 14;

  /** How many map outputs, and the largest of each; one in three is small, or empty. */
  record Layout(int maps, int records, int mostValueBytes) {}

  /** A job with a single reduce task. */
  record RandomJob(
      KeyType key,
      Layout layout,
      double memories,
      float kept,
      int factor,
      Compression compression,
      boolean encrypted,
      long seed) {

    JobConf conf() {
      JobConf job = new JobConf(DEFAULTS);
      key.set(job);
      job.setMapOutputValueClass(BytesWritable.class);
      job.setNumReduceTasks(1);
      job.setInt(MRJobConfig.IO_SORT_MB, 1);
      job.setInt(MRJobConfig.IO_SORT_FACTOR, factor);
      job.setLong(MRJobConfig.REDUCE_MEMORY_TOTAL_BYTES, memoryBytes());
      job.setFloat(MRJobConfig.REDUCE_INPUT_BUFFER_PERCENT, kept);
      if (compression.codec() != null) {
        job.setCompressMapOutput(true);
        job.setMapOutputCompressorClass(compression.codec());
      }
      Boolean compressesRuns = PrefixCollectorPropertiesTest.compressesRuns(seed);
      if (compressesRuns != null) {
        job.setBoolean(TaskJob.COMPRESS_RUNS, compressesRuns);
      }
      job.setBoolean(MRJobConfig.MR_ENCRYPTED_INTERMEDIATE_DATA, encrypted);
      return job;
    }

    /** All map outputs fill it about so often; a large one of them is fetched to disk. */
    private long memoryBytes() {
      double mean = layout.mostValueBytes / 2.0 + KEY_BYTES;
      return 100 + (long) (layout.maps * layout.records * mean / 2 / memories);
    }

    List<MapRun> outputs(JobConf job) throws Exception {
      Random random = new Random(seed);
      List<MapRun> outputs = new ArrayList<>();
      for (int map = 0; map < layout.maps; map++) {
        int most = map % 3 == 0 ? layout.records / 10 : layout.records;
        int records = random.nextInt(most + 1);
        List<Pair> pairs = new ArrayList<>();
        for (int i = 0; i < records; i++) {
          byte[] value = KeyType.bytes(random, layout.mostValueBytes);
          pairs.add(new Pair(key.key(random, MOST_KEY_BYTES), new BytesWritable(value), 0));
        }
        outputs.add(MapRun.ofPrefix(job, pairs));
      }
      return outputs;
    }
  }

  @BeforeContainer
  static void encryptionHasAKey() throws Exception {
    SpillKey.give();
  }

  @Provide
  Arbitrary<RandomJob> jobs() {
    Arbitrary<KeyType> keys =
        Arbitraries.oneOf(
            Arbitraries.of(KeyType.class), Arbitraries.of(KeyType.TEXT, KeyType.BYTES));
    Arbitrary<Layout> layouts =
        Combinators.combine(
                Arbitraries.of(0, 1, 2, 4, 9, 9, 25),
                Arbitraries.of(0, 10, 100, 100),
                Arbitraries.of(0, 4, 90, 90, 3000))
            .as(Layout::new);
    return Combinators.combine(
            keys,
            layouts,
            Arbitraries.of(0.3, 1.5, 1.5, 4.0, 20.0),
            Arbitraries.of(0f, 0f, 0.3f, 1f),
            Arbitraries.of(2, 3, 10),
            Arbitraries.of(Compression.class)
                .filter(c -> c != Compression.GZIP || HadoopGzip.WORKS),
            Arbitraries.of(false, false, false, true),
            Arbitraries.longs())
        .as(RandomJob::new);
  }

  private static void requireSame(RandomJob random) throws Throwable {
    JobConf job = random.conf();
    List<MapRun> outputs = random.outputs(job);

    ReduceRun hadoop = ReduceRun.ofHadoop(job, outputs);
    ReduceRun prefix = ReduceRun.ofPrefix(job, outputs);

    SameOutput.requireSameRecords(prefix.records(), hadoop.records());
    assertThat(prefix.merged()).isEqualTo(hadoop.merged());
    assertThat(prefix.files()).isEmpty();
  }

  @Property(tries = 100, shrinking = ShrinkingMode.OFF)
  void reduceFunctionReadsTheSame(@ForAll("jobs") RandomJob job) throws Throwable {
    requireSame(job);
  }

  @Property(tries = 2_000, shrinking = ShrinkingMode.OFF)
  @Tag("long")
  void reduceFunctionReadsTheSameInManyJobs(@ForAll("jobs") RandomJob job) throws Throwable {
    requireSame(job);
  }
}
