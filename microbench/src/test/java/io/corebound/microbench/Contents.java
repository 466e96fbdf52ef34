package io.corebound.microbench;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.io.Text;

/** Bytes as strings of the same order, so that records can be compared and collected. */
public final class Contents {
  private Contents() {}

  /** One character a byte. */
  public static String of(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  /** The first bytes of an array. */
  public static String of(byte[] bytes, int length) {
    return of(Arrays.copyOf(bytes, length));
  }

  /** A Text's bytes. */
  public static String of(Text text) {
    return of(text.getBytes(), text.getLength());
  }

  /** Every record, key and value in one. */
  public static List<String> of(TeraRecords records) {
    List<String> all = new ArrayList<>();
    byte[] record = new byte[TeraRecords.RECORD_BYTES];
    for (int i = 0; i < records.count(); i++) {
      records.get(i, record);
      all.add(of(record));
    }
    return all;
  }
}
