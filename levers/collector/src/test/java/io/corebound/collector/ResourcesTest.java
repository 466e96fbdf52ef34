package io.corebound.collector;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.collector.runs.TaskJob;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.compress.SnappyCodec;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MROutputFiles;
import org.apache.hadoop.mapred.MapOutputFile;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a task needs and leaves: memory, files, permissions. */
class ResourcesTest {
  private static final int MIB = 1 << 20;
  private static final int SORT_MB = 24;

  /** Beside the sort buffer, and what the JVM itself may have loaded meanwhile. */
  private static final int MORE_MB = 2 + 1;

  @TempDir Path local;

  private JobConf job() {
    JobConf job = new JobConf();
    job.set(MRConfig.LOCAL_DIR, local.toString());
    job.setMapOutputKeyClass(IntWritable.class);
    job.setMapOutputValueClass(BytesWritable.class);
    job.setNumReduceTasks(2);
    job.setInt(MRJobConfig.IO_SORT_MB, SORT_MB);
    return job;
  }

  private static void run(CollectingTask task, int records, int firstBytes, int thenBytes)
      throws Exception {
    PrefixCollector<Writable, Writable> collector = new PrefixCollector<>();
    collector.init(task.context());
    BytesWritable first = new BytesWritable(new byte[firstBytes]);
    BytesWritable then = new BytesWritable(new byte[thenBytes]);
    for (int i = 0; i < records; i++) {
      collector.collect(new IntWritable(i * 0x9E3779B9), i < records / 2 ? first : then, i & 1);
    }
    collector.flush();
  }

  private static long used() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  @ParameterizedTest
  @CsvSource({"2500000,0,0", "600000,90,90", "60,1000000,1000000", "700000,4,100", "300000,300,0"})
  void memoryIsThatOfTheSortBuffer(int records, int firstBytes, int thenBytes) throws Exception {
    JobConf job = job();
    job.setClass(MRConfig.TASK_LOCAL_OUTPUT_CLASS, Measured.class, MapOutputFile.class);
    CollectingTask task = new CollectingTask(job);
    long before = used();

    run(task, records, firstBytes, thenBytes);

    Measured measured = (Measured) task.getMapOutputFile();
    assertThat(measured.spills).isPositive();
    assertThat(measured.mostBytes - before).isLessThanOrEqualTo((SORT_MB + MORE_MB) * (long) MIB);
  }

  /** Looks at the heap when a file is about to be written: then all has been collected. */
  public static final class Measured extends MROutputFiles {
    private long mostBytes;
    private long spilledBytes;
    private int spills;

    private void measure() {
      mostBytes = Math.max(mostBytes, used());
    }

    @Override
    public org.apache.hadoop.fs.Path getSpillFileForWrite(int number, long bytes)
        throws IOException {
      measure();
      spills++;
      return super.getSpillFileForWrite(number, bytes);
    }

    /** When all runs have been written, and none was deleted. */
    @Override
    public org.apache.hadoop.fs.Path getOutputFileForWrite(long bytes) throws IOException {
      org.apache.hadoop.fs.Path path = super.getOutputFileForWrite(bytes);
      try (Stream<Path> files = Files.list(Path.of(path.getParent().toUri().getPath()))) {
        spilledBytes = files.mapToLong(file -> file.toFile().length()).sum();
      }
      return path;
    }

    @Override
    public org.apache.hadoop.fs.Path getOutputIndexFileForWrite(long bytes) throws IOException {
      measure();
      return super.getOutputIndexFileForWrite(bytes);
    }
  }

  @Test
  void runsAreNotCompressedWhenTheJobSaysSo() throws Exception {
    long compressed = spilledBytes("true");
    long plain = spilledBytes("false");

    // three MiB of zeros
    assertThat(plain).isGreaterThan(1_500_000);
    assertThat(compressed).isBetween(1L, plain / 4);
  }

  @Test
  void runsThatAreNotCompressedAreNoLargerThanTheSortBuffer() throws Exception {
    long compressed = spilledBytes("true");
    long some = spilledBytes(null);

    // one of three or four
    assertThat(some).isBetween(500_000L, MIB + compressed);
  }

  private long spilledBytes(String compressesRuns) throws Exception {
    JobConf job = job();
    job.setInt(MRJobConfig.IO_SORT_MB, 1);
    job.setCompressMapOutput(true);
    job.setMapOutputCompressorClass(SnappyCodec.class);
    if (compressesRuns != null) {
      job.set(TaskJob.COMPRESS_RUNS, compressesRuns);
    }
    job.setClass(MRConfig.TASK_LOCAL_OUTPUT_CLASS, Measured.class, MapOutputFile.class);
    CollectingTask task = new CollectingTask(job);

    run(task, 36_000, 90, 90);

    return ((Measured) task.getMapOutputFile()).spilledBytes;
  }

  @Test
  void smallOutputTakesLittleMemory() throws Exception {
    JobConf job = job();
    job.setInt(MRJobConfig.IO_SORT_MB, 1024);
    job.setClass(MRConfig.TASK_LOCAL_OUTPUT_CLASS, Measured.class, MapOutputFile.class);
    CollectingTask task = new CollectingTask(job);
    long before = used();

    run(task, 1000, 90, 90);

    Measured measured = (Measured) task.getMapOutputFile();
    assertThat(measured.mostBytes - before).isLessThanOrEqualTo(3L * MIB);
  }

  @Test
  void outputCanBeReadByTheShuffleWhateverTheMask() throws Exception {
    JobConf job = job();
    job.set(FsPermission.UMASK_LABEL, "077");
    CollectingTask task = new CollectingTask(job);

    run(task, 10, 4, 4);

    for (Path file : new Path[] {task.output(), task.index()}) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
          .isEqualTo("rw-r-----");
    }
  }
}
