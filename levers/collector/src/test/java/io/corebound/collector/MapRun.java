package io.corebound.collector;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.mapred.IFile;
import org.apache.hadoop.mapred.IndexRecord;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapOutputCollector;
import org.apache.hadoop.mapred.MapTask.MapOutputBuffer;
import org.apache.hadoop.mapred.SpillRecord;
import org.apache.hadoop.mapreduce.CryptoUtils;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.util.ReflectionUtils;

/**
 * What a collector made of a task's records: both files, what Hadoop's own reader reads in them
 * when there are not too many partitions, the counters, and the names of all files it left.
 */
record MapRun(
    byte[] output,
    byte[] index,
    List<List<Stored>> partitions,
    Map<TaskCounter, Long> counters,
    List<String> files) {

  private static final int MOST_READ = 200;

  /** A serialized record. */
  record Stored(byte[] key, byte[] value) {}

  static MapRun ofHadoop(JobConf job, List<Pair> pairs) throws Exception {
    return of(new MapOutputBuffer<>(), job, pairs);
  }

  static MapRun ofPrefix(JobConf job, List<Pair> pairs) throws Exception {
    return of(new PrefixCollector<>(), job, pairs);
  }

  private static MapRun of(
      MapOutputCollector<Writable, Writable> collector, JobConf job, List<Pair> pairs)
      throws Exception {
    Path local = Files.createTempDirectory("collector-");
    try {
      JobConf own = new JobConf(job);
      own.set(MRConfig.LOCAL_DIR, local.toString());
      CollectingTask task = new CollectingTask(own);
      collector.init(task.context());
      for (Pair pair : pairs) {
        collector.collect(pair.key(), pair.value(), pair.partition());
      }
      collector.flush();
      collector.close();
      return read(task, own, local);
    } finally {
      delete(local);
    }
  }

  private static MapRun read(CollectingTask task, JobConf job, Path local) throws IOException {
    Map<TaskCounter, Long> counters = new EnumMap<>(TaskCounter.class);
    for (TaskCounter counter : TaskCounter.values()) {
      counters.put(counter, task.counter(counter));
    }
    SpillRecord index = new SpillRecord(task.getMapOutputFile().getOutputIndexFile(), job);
    List<List<Stored>> partitions = new ArrayList<>();
    // what many partitions hold, their bytes show
    for (int i = 0; i < index.size() && index.size() < MOST_READ; i++) {
      partitions.add(segment(task, job, index.getIndex(i)));
    }
    return new MapRun(
        Files.readAllBytes(task.output()),
        Files.readAllBytes(task.index()),
        partitions,
        counters,
        names(local));
  }

  private static List<Stored> segment(CollectingTask task, JobConf job, IndexRecord at)
      throws IOException {
    FSDataInputStream in =
        FileSystem.getLocal(job).getRaw().open(task.getMapOutputFile().getOutputFile());
    in.seek(at.startOffset);
    in = CryptoUtils.wrapIfNecessary(job, in);
    IFile.Reader<Writable, Writable> reader =
        new IFile.Reader<>(
            job, in, at.partLength - CryptoUtils.cryptoPadding(job), codec(job), null);
    List<Stored> stored = new ArrayList<>();
    DataInputBuffer key = new DataInputBuffer();
    while (reader.nextRawKey(key)) {
      byte[] keyBytes = bytes(key);
      DataInputBuffer value = new DataInputBuffer();
      reader.nextRawValue(value);
      stored.add(new Stored(keyBytes, bytes(value)));
    }
    reader.close();
    return stored;
  }

  /** The job's codec, or null. */
  static CompressionCodec codec(JobConf job) {
    return job.getCompressMapOutput()
        ? ReflectionUtils.newInstance(job.getMapOutputCompressorClass(null), job)
        : null;
  }

  static byte[] bytes(DataInputBuffer buffer) {
    return java.util.Arrays.copyOfRange(buffer.getData(), buffer.getPosition(), buffer.getLength());
  }

  /** Names of all files below a directory. */
  static List<String> names(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files
          .filter(Files::isRegularFile)
          .map(file -> file.getFileName().toString())
          .sorted()
          .toList();
    }
  }

  static void delete(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      files
          .sorted(Comparator.reverseOrder())
          .forEach(
              file -> {
                try {
                  Files.delete(file);
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
    }
  }
}
