package io.corebound.collector;

import io.corebound.collector.runs.TaskJob;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
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
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.DefaultCodec;
import org.apache.hadoop.io.compress.GzipCodec;
import org.apache.hadoop.io.compress.Lz4Codec;
import org.apache.hadoop.io.compress.SnappyCodec;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.MRJobConfig;

/** Random jobs, each run by Hadoop's collector and by ours. */
class PrefixCollectorPropertiesTest {
  /** Made once: all of Hadoop's settings are read for it. */
  private static final JobConf DEFAULTS = new JobConf();

  /** About what both collectors have of a record beside its bytes. */
  private static final int NUMBERS_BYTES = 14;

  /** None of them has anything to do with the order of records. */
  enum Compression {
    NONE(null),
    SNAPPY(SnappyCodec.class),
    LZ4(Lz4Codec.class),
    ZLIB(DefaultCodec.class),
    GZIP(GzipCodec.class);

    private final Class<? extends CompressionCodec> codec;

    Compression(Class<? extends CompressionCodec> codec) {
      this.codec = codec;
    }

    /** Null without one. */
    Class<? extends CompressionCodec> codec() {
      return codec;
    }
  }

  /** How many records, how large, and whether keys come again. */
  record Layout(int records, int mostKeyBytes, int mostValueBytes, boolean duplicates) {
    Layout {
      records = mostValueBytes > 10_000 ? records / 20 : records;
    }
  }

  /** A job and its records. */
  record RandomJob(
      KeyType key,
      Layout layout,
      int partitions,
      double fillings,
      int factor,
      Compression compression,
      Boolean compressesRuns,
      boolean encrypted,
      long seed) {

    JobConf conf() {
      JobConf job = new JobConf(DEFAULTS);
      key.set(job);
      job.setMapOutputValueClass(BytesWritable.class);
      job.setNumReduceTasks(partitions);
      job.setInt(MRJobConfig.IO_SORT_MB, 1);
      job.setFloat(JobContext.MAP_SORT_SPILL_PERCENT, spillPercent());
      job.setInt(MRJobConfig.IO_SORT_FACTOR, factor);
      if (compression.codec != null) {
        job.setCompressMapOutput(true);
        job.setMapOutputCompressorClass(compression.codec);
      }
      if (compressesRuns != null) {
        job.setBoolean(TaskJob.COMPRESS_RUNS, compressesRuns);
      }
      job.setBoolean(MRJobConfig.MR_ENCRYPTED_INTERMEDIATE_DATA, encrypted);
      return job;
    }

    /** So little that the records fill it so often, but not more than one of them has. */
    private float spillPercent() {
      double mean = (layout.mostKeyBytes + layout.mostValueBytes) / 2.0 + NUMBERS_BYTES;
      return (float) Math.min(1, layout.records * mean / fillings / (1 << 20) + 1e-5);
    }

    List<Pair> pairs() {
      Random random = new Random(seed);
      Set<Writable> seen = new HashSet<>();
      List<Pair> pairs = new ArrayList<>();
      for (int i = 0; i < layout.records; i++) {
        Writable key = key().key(random, layout.mostKeyBytes);
        if (seen.add(key) || layout.duplicates) {
          byte[] value = KeyType.bytes(random, layout.mostValueBytes);
          pairs.add(new Pair(key, new BytesWritable(value), random.nextInt(partitions)));
        }
      }
      return pairs;
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
                Arbitraries.integers().between(0, 800),
                Arbitraries.of(0, 1, 8, 20, 20, 200),
                // one in ten may be larger than what a spill is
                Arbitraries.of(0, 4, 4, 90, 90, 90, 130, 300, 3000, 140_000),
                Arbitraries.of(true, false))
            .as(Layout::new);
    return Combinators.combine(
            keys,
            layouts,
            Arbitraries.of(1, 1, 1, 2, 2, 3, 3, 17, 17, 150),
            Arbitraries.of(0.5, 1.5, 1.5, 2.5, 4.0, 12.0),
            Arbitraries.of(2, 3, 10),
            Arbitraries.of(Compression.class)
                .filter(c -> c != Compression.GZIP || HadoopGzip.WORKS),
            Arbitraries.of(false, false, false, true),
            Arbitraries.longs())
        .as(PrefixCollectorPropertiesTest::job);
  }

  /** Whether a job says that runs are compressed, that they are not, or nothing. */
  static Boolean compressesRuns(long seed) {
    return (seed & 1) == 0 ? null : Boolean.valueOf((seed & 2) == 0);
  }

  /** A combination has at most eight parts; the ninth is made of the seed. */
  private static RandomJob job(
      KeyType key,
      Layout layout,
      int partitions,
      double fillings,
      int factor,
      Compression compression,
      boolean encrypted,
      long seed) {
    return new RandomJob(
        key,
        layout,
        partitions,
        fillings,
        factor,
        compression,
        compressesRuns(seed),
        encrypted,
        seed);
  }

  @Property(tries = 60, shrinking = ShrinkingMode.OFF)
  void outputIsThatOfHadoop(@ForAll("jobs") RandomJob job) throws Exception {
    SameOutput.require(job.conf(), job.pairs());
  }

  @Property(tries = 10_000, shrinking = ShrinkingMode.OFF)
  @Tag("long")
  void outputIsThatOfHadoopInManyJobs(@ForAll("jobs") RandomJob job) throws Exception {
    SameOutput.require(job.conf(), job.pairs());
  }
}
