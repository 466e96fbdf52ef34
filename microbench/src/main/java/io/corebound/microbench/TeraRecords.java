package io.corebound.microbench;

import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.apache.hadoop.io.Text;

/**
 * TeraSort's records as Hadoop's own generator makes them: a random key of 10 bytes, a value of 90
 * bytes. They are in a file that is mapped into memory, so that the heap holds only what a task's
 * heap holds. The generator's random numbers are a function of the row number: the first row is the
 * seed.
 */
public final class TeraRecords {
  public static final int KEY_BYTES = 10;

  public static final int VALUE_BYTES = 90;

  public static final int RECORD_BYTES = KEY_BYTES + VALUE_BYTES;

  public enum Order {
    GENERATED,
    SORTED
  }

  private final MappedByteBuffer records;
  private final int count;
  private final byte[] record = new byte[RECORD_BYTES];

  private TeraRecords(MappedByteBuffer records) {
    this.records = records;
    this.count = records.capacity() / RECORD_BYTES;
  }

  /** Finds the file of these records, or has it made by another JVM. */
  public static Path file(LocalDirectory directory, int count, long firstRow, Order order)
      throws IOException, InterruptedException {
    int most = Integer.MAX_VALUE / RECORD_BYTES;
    if (count < 0 || count > most) {
      throw new OneLineException("records: " + count + " is not between 0 and " + most);
    }
    String records = "tera-records-" + count + "-from-" + firstRow + "-";
    Path file = directory.resolve(records + order);
    if (!Files.exists(file)) {
      directory.requireSpace((long) count * RECORD_BYTES);
      ChildJvm.run(
          TeraRecordsFile.class,
          Integer.toString(count),
          Long.toString(firstRow),
          order.name(),
          file.toString(),
          directory.resolve(records + Order.GENERATED).toString());
    }
    return file;
  }

  /** The records of {@link #file}, in memory. */
  public static TeraRecords load(LocalDirectory directory, int count, long firstRow, Order order)
      throws IOException, InterruptedException {
    Path file = file(directory, count, firstRow, order);
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      return new TeraRecords(channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size()).load());
    }
  }

  public int count() {
    return count;
  }

  public long bytes() {
    return (long) count * RECORD_BYTES;
  }

  /** Copies one record, as TeraSort's record reader hands it on. */
  public void get(int index, Text key, Text value) {
    get(index, record);
    key.set(record, 0, KEY_BYTES);
    value.set(record, KEY_BYTES, VALUE_BYTES);
  }

  /** Copies records, beginning with one, until an array is full. */
  public void get(int index, byte[] target) {
    records.position(index * RECORD_BYTES);
    records.get(target);
  }
}
