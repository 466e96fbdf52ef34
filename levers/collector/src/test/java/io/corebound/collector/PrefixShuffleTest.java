package io.corebound.collector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.corebound.collector.PrefixCollectorCombinerTest.OldSum;
import io.corebound.collector.runs.UnservedJobException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.compress.SnappyCodec;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MROutputFiles;
import org.apache.hadoop.mapred.RawKeyValueIterator;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.TaskID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What merges on the reduce side refuse, how they fail, and what they count. */
class PrefixShuffleTest {
  private static final JobConf DEFAULTS = new JobConf();
  private static final int RECORDS = 1000;
  private static final int VALUE_BYTES = 90;

  /** A little less than a map output. */
  private static final long LENGTH = RECORDS * VALUE_BYTES;

  @TempDir Path local;

  private JobConf job;
  private final AtomicReference<Throwable> failure = new AtomicReference<>();

  @BeforeEach
  void newJob() {
    job = new JobConf(DEFAULTS);
    job.set(MRConfig.LOCAL_DIR, local.toString());
    job.setMapOutputKeyClass(IntWritable.class);
    job.setMapOutputValueClass(BytesWritable.class);
    job.setNumReduceTasks(1);
    job.setInt(MRJobConfig.IO_SORT_MB, 1);
    // two of them make a merge
    job.setLong(MRJobConfig.REDUCE_MEMORY_TOTAL_BYTES, 4 * LENGTH);
    job.setFloat(MRJobConfig.SHUFFLE_INPUT_BUFFER_PERCENT, 1);
    job.setFloat(MRJobConfig.SHUFFLE_MEMORY_LIMIT_PERCENT, 0.4f);
    job.setFloat(MRJobConfig.SHUFFLE_MERGE_PERCENT, 0.5f);
  }

  /** A map's, with numbers from a smallest one on. */
  private MapRun output(int smallest) throws Exception {
    List<Pair> pairs =
        IntStream.range(smallest, smallest + RECORDS)
            .mapToObj(
                i -> new Pair(new IntWritable(i), new BytesWritable(new byte[VALUE_BYTES]), 0))
            .toList();
    return MapRun.ofPrefix(job, pairs);
  }

  private List<MapRun> outputs(int count) throws Exception {
    List<MapRun> outputs = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      outputs.add(output(i * RECORDS));
    }
    return outputs;
  }

  private PrefixMergeManager<Writable, Writable> manager() throws IOException {
    return manager(new MROutputFiles());
  }

  private PrefixMergeManager<Writable, Writable> manager(MROutputFiles files) throws IOException {
    return new PrefixMergeManager<>(
        new ReduceJob(ReduceRun.context(job, files, null)), failure::set);
  }

  private void fetch(PrefixMergeManager<Writable, Writable> manager, List<MapRun> outputs)
      throws Exception {
    for (int map = 0; map < outputs.size(); map++) {
      ReduceRun.fetch(manager, job, map, outputs.get(map));
    }
  }

  @Test
  void recordsReadFromFilesAreCountedAsHadoopCountsThem() throws Throwable {
    List<MapRun> outputs = outputs(5);

    ReduceRun prefix = ReduceRun.ofPrefix(job, outputs);

    // twice two are merged, then the fifth alone
    assertThat(prefix.spilled()).isEqualTo(5L * RECORDS);
    assertThat(prefix.spilled()).isEqualTo(ReduceRun.ofHadoop(job, outputs).spilled());
    assertThat(prefix.merged()).isEqualTo(5);
  }

  @Test
  void whatMayStayInMemoryIsNotWritten() throws Throwable {
    job.setFloat(MRJobConfig.REDUCE_INPUT_BUFFER_PERCENT, 1);

    ReduceRun prefix = ReduceRun.ofPrefix(job, outputs(1));

    assertThat(prefix.records()).hasSize(RECORDS);
    assertThat(prefix.spilled()).isZero();
  }

  @Test
  void progressGoesFromNothingToOne() throws Exception {
    PrefixMergeManager<Writable, Writable> manager = manager();
    fetch(manager, outputs(3));

    RawKeyValueIterator merged = manager.close();

    assertThat(merged.getProgress().getProgress()).isZero();
    for (int i = 0; i < 2 * RECORDS; i++) {
      assertThat(merged.next()).isTrue();
    }
    assertThat(merged.getProgress().getProgress()).isBetween(0.3f, 0.7f);
    assertThat(ReduceRun.read(merged)).hasSize(RECORDS);
    assertThat(merged.getProgress().getProgress()).isEqualTo(1);
    assertThat(MapRun.names(local)).isEmpty();
  }

  @Test
  void filesStayWhenTheJobKeepsThem() throws Exception {
    job.setKeepFailedTaskFiles(true);
    PrefixMergeManager<Writable, Writable> manager = manager();
    fetch(manager, outputs(3));

    ReduceRun.read(manager.close());

    assertThat(MapRun.names(local)).hasSize(2);
  }

  @Test
  void abortedFetchLeavesNothing() throws Exception {
    job.setFloat(MRJobConfig.SHUFFLE_MEMORY_LIMIT_PERCENT, 0);
    PrefixMergeManager<Writable, Writable> manager = manager();
    MapRun output = output(0);
    MapRun cut =
        new MapRun(new byte[100], output.index(), output.partitions(), output.counters(), null);

    assertThatThrownBy(() -> ReduceRun.fetch(manager, job, 0, cut)).isInstanceOf(IOException.class);
    manager.reserve(ReduceRun.map(0), LENGTH, 1).abort();
    manager.reserve(ReduceRun.map(0), LENGTH, 0).abort();

    assertThat(MapRun.names(local)).isEmpty();
  }

  /** In memory, and on disk. */
  @ParameterizedTest
  @ValueSource(floats = {0.4f, 0})
  void damagedOutputIsNotFetched(float limit) throws Exception {
    job.setFloat(MRJobConfig.SHUFFLE_MEMORY_LIMIT_PERCENT, limit);
    PrefixMergeManager<Writable, Writable> manager = manager();
    MapRun output = output(0);
    output.output()[RECORDS] ^= 1;

    assertThatThrownBy(() -> ReduceRun.fetch(manager, job, 0, output))
        .isInstanceOf(IOException.class);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void damagedRunFailsTheTask(boolean compressed) throws Exception {
    job.setCompressMapOutput(compressed);
    job.setMapOutputCompressorClass(SnappyCodec.class);
    job.setFloat(MRJobConfig.SHUFFLE_MEMORY_LIMIT_PERCENT, 0);
    PrefixMergeManager<Writable, Writable> manager = manager();
    fetch(manager, outputs(3));
    Path file;
    try (Stream<Path> files = Files.walk(local)) {
      file = files.filter(Files::isRegularFile).findAny().orElseThrow();
    }
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length / 2] ^= 1;
    Files.write(file, bytes);

    assertThatThrownBy(() -> ReduceRun.read(manager.close())).isInstanceOf(IOException.class);
  }

  /** A disk that takes nothing. */
  private static final class NoDisk extends MROutputFiles {
    @Override
    public org.apache.hadoop.fs.Path getInputFileForWrite(TaskID map, long bytes)
        throws IOException {
      throw new IOException("no disk");
    }
  }

  @Test
  void mergeThatFailsIsReported() throws Exception {
    PrefixMergeManager<Writable, Writable> manager = manager(new NoDisk());

    fetch(manager, outputs(2));
    manager.waitForResource();

    assertThat(failure.get()).isInstanceOf(IOException.class).hasMessage("no disk");
  }

  @Test
  void memoryIsGivenBackWhenItHasBeenMerged() throws Exception {
    PrefixMergeManager<Writable, Writable> manager = manager();
    // five times what may be in memory, by one fetcher that waits
    fetch(manager, outputs(20));

    assertThat(ReduceRun.read(manager.close())).hasSize(20 * RECORDS);
    assertThat(failure.get()).isNull();
  }

  private void requireRefused(Consumer<JobConf> settings, String named) {
    JobConf own = new JobConf(job);
    settings.accept(own);

    assertThatThrownBy(() -> new ReduceJob(ReduceRun.context(own, new MROutputFiles(), null)))
        .isInstanceOf(UnservedJobException.class)
        .hasMessageContaining(named);
  }

  @Test
  void whatMergesDoNotServeIsRefused() {
    requireRefused(j -> j.setMapOutputKeyClass(RefusalTest.OwnText.class), "OwnText");
    requireRefused(
        j -> j.setBoolean(MRJobConfig.REDUCE_MEMTOMEM_ENABLED, true),
        MRJobConfig.REDUCE_MEMTOMEM_ENABLED);
    requireRefused(
        j -> j.setFloat(MRJobConfig.SHUFFLE_MERGE_PERCENT, 0.1f),
        MRJobConfig.SHUFFLE_MERGE_PERCENT);
    for (String share :
        new String[] {
          MRJobConfig.SHUFFLE_INPUT_BUFFER_PERCENT,
          MRJobConfig.SHUFFLE_MEMORY_LIMIT_PERCENT,
          MRJobConfig.REDUCE_INPUT_BUFFER_PERCENT
        }) {
      requireRefused(j -> j.setFloat(share, 1.5f), share);
      requireRefused(j -> j.setFloat(share, -1), share);
    }
  }

  @Test
  void combinerOfTheOldApiIsLeftToHadoop() {
    job.setMapOutputKeyClass(Text.class);

    assertThatThrownBy(
            () -> new ReduceJob(ReduceRun.context(job, new MROutputFiles(), OldSum.class)))
        .isInstanceOf(UnservedJobException.class)
        .hasMessageContaining(OldSum.class.getName());
  }
}
