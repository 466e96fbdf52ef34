package io.corebound.collector;

import io.corebound.collector.MapRun.Stored;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalDirAllocator;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapred.Counters;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MROutputFiles;
import org.apache.hadoop.mapred.MapOutputFile;
import org.apache.hadoop.mapred.RawKeyValueIterator;
import org.apache.hadoop.mapred.Reducer;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapred.ShuffleConsumerPlugin;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.apache.hadoop.mapreduce.CryptoUtils;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.task.reduce.ExceptionReporter;
import org.apache.hadoop.mapreduce.task.reduce.MapHost;
import org.apache.hadoop.mapreduce.task.reduce.MapOutput;
import org.apache.hadoop.mapreduce.task.reduce.MergeManager;
import org.apache.hadoop.mapreduce.task.reduce.MergeManagerImpl;
import org.apache.hadoop.mapreduce.task.reduce.ShuffleClientMetrics;
import org.apache.hadoop.util.Progress;

/**
 * What merges made of the map outputs of a reduce task: the records in the order in which its
 * reduce function reads them, two counters, and the names of all files that are left then.
 */
record ReduceRun(List<Stored> records, long spilled, long merged, List<String> files) {
  private static final MapHost HOST = new MapHost("local", "local");
  private static final TaskAttemptID REDUCE =
      new TaskAttemptID("collector", 1, TaskType.REDUCE, 0, 0);
  private static final ShuffleClientMetrics METRICS =
      ShuffleClientMetrics.create(REDUCE, new JobConf(false));

  /** Makes what merges. */
  private interface Maker {
    MergeManager<Writable, Writable> make(
        ShuffleConsumerPlugin.Context<Writable, Writable> context, ExceptionReporter failures)
        throws IOException;
  }

  static ReduceRun ofHadoop(JobConf job, List<MapRun> outputs) throws Throwable {
    return of(ReduceRun::hadoop, job, outputs);
  }

  static ReduceRun ofPrefix(JobConf job, List<MapRun> outputs) throws Throwable {
    return of(
        (context, failures) -> new PrefixMergeManager<>(new ReduceJob(context), failures),
        job,
        outputs);
  }

  private static MergeManager<Writable, Writable> hadoop(
      ShuffleConsumerPlugin.Context<Writable, Writable> context, ExceptionReporter failures) {
    return new MergeManagerImpl<>(
        context.getReduceId(),
        context.getJobConf(),
        context.getLocalFS(),
        context.getLocalDirAllocator(),
        context.getReporter(),
        context.getCodec(),
        null,
        null,
        context.getSpilledRecordsCounter(),
        context.getReduceCombineInputCounter(),
        context.getMergedMapOutputsCounter(),
        failures,
        context.getMergePhase(),
        context.getMapOutputFile());
  }

  private static ReduceRun of(Maker maker, JobConf job, List<MapRun> outputs) throws Throwable {
    Path local = Files.createTempDirectory("merges-");
    try {
      JobConf own = new JobConf(job);
      own.set(MRConfig.LOCAL_DIR, local.toString());
      ShuffleConsumerPlugin.Context<Writable, Writable> context =
          context(own, new MROutputFiles(), null);
      AtomicReference<Throwable> failure = new AtomicReference<>();
      MergeManager<Writable, Writable> manager = maker.make(context, failure::set);
      for (int map = 0; map < outputs.size(); map++) {
        fetch(manager, own, map, outputs.get(map));
      }
      List<Stored> records = read(manager.close());
      if (failure.get() != null) {
        throw failure.get();
      }
      return new ReduceRun(
          records,
          context.getSpilledRecordsCounter().getValue(),
          context.getMergedMapOutputsCounter().getValue(),
          MapRun.names(local));
    } finally {
      MapRun.delete(local);
    }
  }

  /** What a reduce task gives its shuffle, as far as merges need it. */
  static ShuffleConsumerPlugin.Context<Writable, Writable> context(
      JobConf job,
      MapOutputFile files,
      @SuppressWarnings("rawtypes") Class<? extends Reducer> combiner)
      throws IOException {
    files.setConf(job);
    return new ShuffleConsumerPlugin.Context<>(
        REDUCE,
        job,
        FileSystem.getLocal(job),
        null,
        new LocalDirAllocator(MRConfig.LOCAL_DIR),
        Reporter.NULL,
        MapRun.codec(job),
        combiner,
        null,
        new Counters.Counter(),
        new Counters.Counter(),
        new Counters.Counter(),
        new Counters.Counter(),
        new Counters.Counter(),
        new Counters.Counter(),
        null,
        new Progress(),
        new Progress(),
        null,
        files,
        null);
  }

  /** The attempt of a map with this number. */
  static TaskAttemptID map(int number) {
    return new TaskAttemptID("collector", 1, TaskType.MAP, number, 0);
  }

  /** Gives a manager a map's only partition, as Hadoop's fetchers do. */
  static void fetch(MergeManager<Writable, Writable> manager, JobConf job, int map, MapRun output)
      throws Exception {
    int padding = CryptoUtils.cryptoPadding(job);
    LongBuffer index = ByteBuffer.wrap(output.index()).asLongBuffer();
    long length = index.get(1) - padding;
    long sent = index.get(2) - padding;
    MapOutput<Writable, Writable> fetched = manager.reserve(map(map), length, 0);
    while (fetched == null) {
      manager.waitForResource();
      fetched = manager.reserve(map(map), length, 0);
    }
    byte[] bytes = output.output();
    InputStream in =
        CryptoUtils.wrapIfNecessary(job, new ByteArrayInputStream(bytes), bytes.length);
    fetched.shuffle(HOST, in, sent, length, METRICS, Reporter.NULL);
    fetched.commit();
  }

  /** Reads all, which deletes the files. */
  static List<Stored> read(RawKeyValueIterator merged) throws IOException {
    List<Stored> records = new ArrayList<>();
    while (merged.next()) {
      records.add(new Stored(MapRun.bytes(merged.getKey()), MapRun.bytes(merged.getValue())));
    }
    return records;
  }
}
