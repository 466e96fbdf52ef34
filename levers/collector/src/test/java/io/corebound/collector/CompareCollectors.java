package io.corebound.collector;

import com.sun.management.OperatingSystemMXBean;
import io.corebound.collector.runs.TaskJob;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Random;
import java.util.function.Supplier;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.compress.SnappyCodec;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapOutputCollector;
import org.apache.hadoop.mapred.MapTask.MapOutputBuffer;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.MRJobConfig;

/**
 * How many core-seconds do Hadoop's collector and ours need for the same records, side by side in
 * one JVM? It prints the CPU time of the whole JVM for each byte of keys and values, of each batch,
 * and the ratio of the means of the second half of the batches; with a single batch, in a new JVM,
 * that of cold code, where the collector that runs second finds some of it warm. Garbage is
 * collected before each batch. Records are made in advance.
 */
public final class CompareCollectors {
  private static final int PARTITIONS = 2;
  private static final int SORT_MB = 100;

  private final Records records;
  private final JobConf job = new JobConf();

  private CompareCollectors(String what) {
    records = what.startsWith("words") ? Records.words() : Records.teraSort();
    job.setMapOutputKeyClass(Text.class);
    job.setMapOutputValueClass(Text.class);
    job.setNumReduceTasks(PARTITIONS);
    job.setInt(MRJobConfig.IO_SORT_MB, SORT_MB);
    if (what.contains("-snappy")) {
      job.setCompressMapOutput(true);
      job.setMapOutputCompressorClass(SnappyCodec.class);
      if (what.endsWith("-runs")) {
        job.setBoolean(TaskJob.COMPRESS_RUNS, true);
      }
    }
  }

  /**
   * Compares.
   *
   * @param args {@code terasort} or {@code words}, with {@code -snappy} for that codec or {@code
   *     -snappy-runs} for it in all runs, too; the number of batches; and {@code hadoop} or {@code
   *     prefix} for one alone
   */
  public static void main(String[] args) throws Exception {
    CompareCollectors compare = new CompareCollectors(args[0]);
    int batches = Integer.parseInt(args[1]);
    String alone = args.length > 2 ? args[2] : "";
    double[] hadoop = new double[batches];
    double[] prefix = new double[batches];
    for (int i = 0; i < batches; i++) {
      if (!alone.equals("prefix")) {
        hadoop[i] = compare.batch("hadoop", MapOutputBuffer::new);
      }
      if (!alone.equals("hadoop")) {
        prefix[i] = compare.batch("prefix", PrefixCollector::new);
      }
    }
    if (alone.isEmpty()) {
      double h = Arrays.stream(hadoop).skip(batches / 2).average().orElseThrow();
      double p = Arrays.stream(prefix).skip(batches / 2).average().orElseThrow();
      System.out.printf(
          "%s: hadoop %.2f, prefix %.2f core-ns/B, ratio %.2f%n", args[0], h, p, h / p);
    }
  }

  private double batch(String name, Supplier<MapOutputCollector<Writable, Writable>> maker)
      throws Exception {
    Path local = Files.createTempDirectory("collectors-");
    try {
      JobConf own = new JobConf(job);
      own.set(MRConfig.LOCAL_DIR, local.toString());
      CollectingTask task = new CollectingTask(own);
      MapOutputCollector<Writable, Writable> collector = maker.get();
      collector.init(task.context());
      System.gc();
      OperatingSystemMXBean system =
          (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
      long before = system.getProcessCpuTime();
      records.giveTo(collector);
      collector.flush();
      double perByte = (double) (system.getProcessCpuTime() - before) / records.bytes;
      collector.close();
      System.out.printf("%s %.2f core-ns/B%n", name, perByte);
      return perByte;
    } finally {
      MapRun.delete(local);
    }
  }

  /** Keys and values, one behind the other. */
  private static final class Records {
    private static final int TERASORT_RECORDS = 1_342_177;
    private static final int TERASORT_KEY_BYTES = 10;
    private static final int ROW_DIGITS = 32;
    private static final int FILLER_BYTES = 58;
    private static final int WORD_RECORDS = 3_000_000;
    private static final int WORDS = 50_000;
    private static final int WORD_VALUE_BYTES = 4;

    private final int count;
    private final byte[] data;
    private final byte[] keyBytes;
    private final int valueBytes;
    private int bytes;

    private Records(int count, int mostBytes, int valueBytes) {
      this.count = count;
      data = new byte[count * mostBytes];
      keyBytes = new byte[count];
      this.valueBytes = valueBytes;
    }

    /** As TeraGen's: random keys, then the number of the row and a filler, both in digits. */
    static Records teraSort() {
      Random random = new Random(0);
      int valueBytes = ROW_DIGITS + FILLER_BYTES;
      Records made = new Records(TERASORT_RECORDS, TERASORT_KEY_BYTES + valueBytes, valueBytes);
      byte[] key = new byte[TERASORT_KEY_BYTES];
      byte[] value = new byte[valueBytes];
      for (int i = 0; i < made.count; i++) {
        random.nextBytes(key);
        byte[] row = String.format(Locale.ROOT, "%032X", i).getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(row, 0, value, 0, ROW_DIGITS);
        for (int j = 0; j < FILLER_BYTES; j += 4) {
          byte digit = (byte) "0123456789ABCDEF".charAt(random.nextInt(16));
          Arrays.fill(value, ROW_DIGITS + j, Math.min(ROW_DIGITS + j + 4, valueBytes), digit);
        }
        made.add(i, key, value);
      }
      return made;
    }

    /** Words whose frequency falls with their rank, as in a text. */
    static Records words() {
      Random random = new Random(0);
      byte[][] words = new byte[WORDS][];
      for (int i = 0; i < WORDS; i++) {
        words[i] = new byte[2 + random.nextInt(9)];
        for (int j = 0; j < words[i].length; j++) {
          words[i][j] = (byte) ('a' + Math.min(random.nextInt(26), random.nextInt(26)));
        }
      }
      Records made = new Records(WORD_RECORDS, 10 + WORD_VALUE_BYTES, WORD_VALUE_BYTES);
      byte[] value = new byte[WORD_VALUE_BYTES];
      for (int i = 0; i < made.count; i++) {
        made.add(i, words[(int) Math.pow(WORDS, random.nextDouble()) - 1], value);
      }
      return made;
    }

    private void add(int number, byte[] key, byte[] value) {
      keyBytes[number] = (byte) key.length;
      System.arraycopy(key, 0, data, bytes, key.length);
      System.arraycopy(value, 0, data, bytes + key.length, value.length);
      bytes += key.length + value.length;
    }

    void giveTo(MapOutputCollector<Writable, Writable> collector) throws Exception {
      Text key = new Text();
      Text value = new Text();
      int at = 0;
      for (int i = 0; i < count; i++) {
        key.set(data, at, keyBytes[i]);
        value.set(data, at + keyBytes[i], valueBytes);
        int first = data[at] & 0xff;
        at += keyBytes[i] + valueBytes;
        collector.collect(key, value, first % PARTITIONS);
      }
    }
  }
}
