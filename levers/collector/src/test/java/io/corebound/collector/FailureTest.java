package io.corebound.collector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.corebound.collector.runs.TaskJob;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FSError;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.CompressionOutputStream;
import org.apache.hadoop.io.compress.Compressor;
import org.apache.hadoop.io.compress.SnappyCodec;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MROutputFiles;
import org.apache.hadoop.mapred.MapOutputFile;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What goes wrong in a task: it fails, leaves no file, and takes no record more. */
class FailureTest {
  private static final int VALUE_BYTES = 1000;

  /** Records that fill the buffer about twice. */
  private static final int RECORDS = 2000;

  private static final JobConf DEFAULTS = new JobConf();

  @TempDir Path local;

  private static JobConf job(Path local) {
    JobConf job = new JobConf(DEFAULTS);
    job.set(MRConfig.LOCAL_DIR, local.toString());
    job.setMapOutputKeyClass(IntWritable.class);
    job.setMapOutputValueClass(BytesWritable.class);
    job.setNumReduceTasks(2);
    job.setInt(MRJobConfig.IO_SORT_MB, 1);
    return job;
  }

  private static PrefixCollector<Writable, Writable> collector(CollectingTask task)
      throws IOException, ClassNotFoundException {
    PrefixCollector<Writable, Writable> collector = new PrefixCollector<>();
    collector.init(task.context());
    return collector;
  }

  private static void collect(PrefixCollector<Writable, Writable> collector, int records)
      throws IOException {
    BytesWritable value = new BytesWritable(new byte[VALUE_BYTES]);
    for (int i = 0; i < records; i++) {
      collector.collect(new IntWritable(i), value, i % 2);
    }
  }

  private void requireFailed(PrefixCollector<Writable, Writable> collector) throws IOException {
    assertThat(MapRun.names(local)).isEmpty();
    assertThatThrownBy(() -> collect(collector, 1)).isInstanceOf(IOException.class);
    assertThatThrownBy(collector::flush).isInstanceOf(IOException.class);
    assertThat(MapRun.names(local)).isEmpty();
  }

  @Test
  void interruptedSpillFailsTheTask() throws Exception {
    JobConf job = job(local);
    job.setCompressMapOutput(true);
    job.setMapOutputCompressorClass(Interrupting.class);
    job.setBoolean(TaskJob.COMPRESS_RUNS, true);
    PrefixCollector<Writable, Writable> collector = collector(new CollectingTask(job));

    assertThatThrownBy(() -> collect(collector, RECORDS))
        .isInstanceOf(InterruptedIOException.class);

    assertThat(Thread.interrupted()).isFalse();
    requireFailed(collector);
  }

  /**
   * Interrupts the task when a spill is being written. Any earlier, Hadoop's Shell, which sets the
   * file's permissions, may swallow it.
   */
  public static final class Interrupting extends SnappyCodec {
    @Override
    public CompressionOutputStream createOutputStream(OutputStream out, Compressor compressor)
        throws IOException {
      Thread.currentThread().interrupt();
      return super.createOutputStream(out, compressor);
    }
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(classes = SnappyCodec.class)
  void damagedRunFailsTheTask(Class<? extends CompressionCodec> codec) throws Exception {
    JobConf job = job(local);
    if (codec != null) {
      job.setCompressMapOutput(true);
      job.setMapOutputCompressorClass(codec);
      job.setBoolean(TaskJob.COMPRESS_RUNS, true);
    }
    PrefixCollector<Writable, Writable> collector = collector(new CollectingTask(job));
    collect(collector, RECORDS);
    damage(run());

    assertThatThrownBy(collector::flush).isInstanceOf(IOException.class);

    requireFailed(collector);
  }

  @Test
  void runThatHasLostItsEndFailsTheTask() throws Exception {
    PrefixCollector<Writable, Writable> collector = collector(new CollectingTask(job(local)));
    collect(collector, RECORDS);
    byte[] bytes = Files.readAllBytes(run());
    Files.write(run(), Arrays.copyOf(bytes, bytes.length / 2));

    assertThatThrownBy(collector::flush).isInstanceOf(IOException.class);

    requireFailed(collector);
  }

  private Path run() throws IOException {
    try (Stream<Path> files = Files.walk(local)) {
      return files.filter(f -> f.getFileName().toString().startsWith("spill")).findAny().get();
    }
  }

  private static void damage(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length / 3] ^= 1;
    Files.write(file, bytes);
  }

  @Test
  void everyDamagedByteIsFound() throws Exception {
    for (int at = 0; at < 16; at++) {
      PrefixCollector<Writable, Writable> collector = collector(new CollectingTask(job(local)));
      collect(collector, RECORDS);
      byte[] bytes = Files.readAllBytes(run());
      bytes[at] ^= (byte) 0x80;
      Files.write(run(), bytes);

      assertThatThrownBy(collector::flush).isInstanceOf(IOException.class);
      assertThat(MapRun.names(local)).isEmpty();
    }
  }

  /** A value that cannot be written at times. */
  public static final class Moody implements Writable {
    boolean fails;

    @Override
    public void write(DataOutput out) throws IOException {
      out.writeInt(1);
      if (fails) {
        throw new IOException("not now");
      }
    }

    @Override
    public void readFields(DataInput in) throws IOException {
      in.readInt();
    }
  }

  @Test
  void mapperMayGoOnAfterARecordThatCannotBeWritten() throws Exception {
    JobConf job = job(local);
    job.setMapOutputValueClass(Moody.class);
    CollectingTask task = new CollectingTask(job);
    PrefixCollector<Writable, Writable> collector = collector(task);
    Moody value = new Moody();
    for (int i = 0; i < 100; i++) {
      value.fails = i % 10 == 0;
      try {
        collector.collect(new IntWritable(i), value, 0);
      } catch (IOException e) {
        assertThat(value.fails).isTrue();
      }
    }

    collector.flush();

    assertThat(task.counter(TaskCounter.MAP_OUTPUT_RECORDS)).isEqualTo(90);
    // lengths, key, value: 10 B; an end and a checksum for each of two partitions
    assertThat(Files.size(task.output())).isEqualTo(90 * 10 + 2 * (2 + 4));
  }

  @Test
  void wrongClassesAndPartitionsAreRefused() throws Exception {
    PrefixCollector<Writable, Writable> collector = collector(new CollectingTask(job(local)));
    BytesWritable value = new BytesWritable();

    assertThatThrownBy(() -> collector.collect(value, value, 0)).hasMessageContaining("mismatch");
    assertThatThrownBy(() -> collector.collect(new IntWritable(), new IntWritable(), 0))
        .hasMessageContaining("mismatch");
    for (int partition : new int[] {-1, 2}) {
      assertThatThrownBy(() -> collector.collect(new IntWritable(), value, partition))
          .isInstanceOf(IOException.class);
    }
  }

  @Test
  void mapFunctionThatFailedLeavesNoFile() throws Exception {
    PrefixCollector<Writable, Writable> collector = collector(new CollectingTask(job(local)));
    collect(collector, RECORDS);
    assertThat(MapRun.names(local)).isNotEmpty();

    // what Hadoop calls then, without a flush
    collector.close();

    assertThat(MapRun.names(local)).isEmpty();
  }

  private static String output(List<String> command) throws Exception {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output;
  }

  private static List<String> java(String... arguments) {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path")));
    command.addAll(List.of(arguments));
    return command;
  }

  @Test
  void bufferThatDoesNotFitTheHeapFailsTheTask() throws Exception {
    String output = output(java("-Xmx64m", SmallHeap.class.getName(), local.toString()));

    assertThat(output).contains("thrown: " + OutOfMemoryError.class.getName(), "flush: failed");
    assertThat(MapRun.names(local)).isEmpty();
  }

  /** A mapper that goes on whatever happens. */
  static final class SmallHeap {
    public static void main(String[] args) throws Exception {
      JobConf job = job(Path.of(args[0]));
      job.setInt(MRJobConfig.IO_SORT_MB, 256);
      PrefixCollector<Writable, Writable> collector = collector(new CollectingTask(job));
      for (int i = 0; i < 2 * RECORDS; i++) {
        try {
          collect(collector, 1);
        } catch (OutOfMemoryError e) {
          System.out.println("thrown: " + e.getClass().getName());
        } catch (IOException | RuntimeException e) {
          // only the first is of interest
        }
      }
      try {
        collector.flush();
        System.out.println("flush: done");
      } catch (IOException e) {
        System.out.println("flush: failed");
      }
    }
  }

  @Test
  void fullDiskFailsTheTaskAndLeavesNothing() throws Exception {
    assumeTrue(
        new ProcessBuilder("unshare", "--mount", "true").start().waitFor() == 0,
        "mounts are root's");
    // of this process alone: nobody else sees that mount, and it ends with it
    List<String> command =
        new ArrayList<>(
            List.of(
                "unshare",
                "--mount",
                "sh",
                "-c",
                "mount -t tmpfs -o size=4m tmpfs \"$0\" && exec \"$@\"",
                local.toString()));
    command.addAll(java(FullDisk.class.getName(), local.toString()));

    assertThat(output(command))
        .contains("failed: " + FSError.class.getName())
        .contains("left: [others]");
  }

  /** Spills onto a disk that others fill when the spill has found room. */
  static final class FullDisk {
    public static void main(String[] args) throws Exception {
      Path directory = Path.of(args[0]);
      JobConf job = job(directory);
      job.setClass(MRConfig.TASK_LOCAL_OUTPUT_CLASS, Filled.class, MapOutputFile.class);
      PrefixCollector<Writable, Writable> collector = collector(new CollectingTask(job));
      try {
        collect(collector, RECORDS);
      } catch (IOException | FSError e) {
        System.out.println("failed: " + e.getClass().getName());
      }
      List<String> left = MapRun.names(directory);
      System.out.println("left: " + left);
    }
  }

  /** Leaves less than a spill needs. */
  public static final class Filled extends MROutputFiles {
    private static final int LEFT_BYTES = 100_000;

    @Override
    public org.apache.hadoop.fs.Path getSpillFileForWrite(int number, long bytes)
        throws IOException {
      org.apache.hadoop.fs.Path path = super.getSpillFileForWrite(number, bytes);
      Path directory = Path.of(getConf().get(MRConfig.LOCAL_DIR));
      long free = Files.getFileStore(directory).getUsableSpace();
      Files.write(directory.resolve("others"), new byte[(int) free - LEFT_BYTES]);
      return path;
    }
  }
}
