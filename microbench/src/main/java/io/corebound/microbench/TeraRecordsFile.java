package io.corebound.microbench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.StandardCopyOption;
import org.apache.hadoop.examples.terasort.GenSort;
import org.apache.hadoop.io.WritableComparator;
import org.apache.hadoop.util.IndexedSortable;
import org.apache.hadoop.util.QuickSort;

/** Writes a file of TeraSort records by Hadoop's own generator; another JVM runs it. */
final class TeraRecordsFile {
  private TeraRecordsFile() {}

  /** Writes the file under a temporary name and renames it when it is whole. */
  public static void main(String[] arguments) throws Exception {
    Path file = Paths.get(arguments[3]);
    Path generated = Paths.get(arguments[4]);
    Path unfinished = Files.createTempFile(file.getParent(), "unfinished-", "");
    if (!Files.exists(generated)) {
      GenSort.main(new String[] {"-b" + arguments[1], arguments[0], unfinished.toString()});
      generated = unfinished;
    }
    boolean none = arguments[0].equals("0"); // which Hadoop's QuickSort does not take
    if (!none && TeraRecords.Order.valueOf(arguments[2]) == TeraRecords.Order.SORTED) {
      sort(generated, unfinished);
    }
    Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
  }

  private static void sort(Path generated, Path sorted) throws IOException {
    byte[] records = Files.readAllBytes(generated);
    new QuickSort().sort(new InPlace(records), 0, records.length / TeraRecords.RECORD_BYTES);
    Files.write(sorted, records);
  }

  private static final class InPlace implements IndexedSortable {
    private final byte[] records;
    private final byte[] swapped = new byte[TeraRecords.RECORD_BYTES];

    InPlace(byte[] records) {
      this.records = records;
    }

    @Override
    public int compare(int i, int j) {
      return WritableComparator.compareBytes(
          records,
          i * TeraRecords.RECORD_BYTES,
          TeraRecords.KEY_BYTES,
          records,
          j * TeraRecords.RECORD_BYTES,
          TeraRecords.KEY_BYTES);
    }

    @Override
    public void swap(int i, int j) {
      int size = TeraRecords.RECORD_BYTES;
      System.arraycopy(records, i * size, swapped, 0, size);
      System.arraycopy(records, j * size, records, i * size, size);
      System.arraycopy(swapped, 0, records, j * size, size);
    }
  }
}
