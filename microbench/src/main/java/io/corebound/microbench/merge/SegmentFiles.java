package io.corebound.microbench.merge;

import io.corebound.microbench.LocalDirectory;
import io.corebound.microbench.OneLineException;
import io.corebound.microbench.SortedSegment;
import io.corebound.microbench.TeraRecords;
import java.nio.file.Path;
import java.nio.file.Paths;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.SnappyCodec;
import org.apache.hadoop.util.ReflectionUtils;

/** Writes sorted segments, each into a file; another JVM runs it. */
final class SegmentFiles {
  /** What an IFile has behind its records: two lengths of one byte, and its checksum. */
  private static final int END_BYTES = 6;

  private static final int MOST_VALUE_BYTES = 100_000;

  private SegmentFiles() {}

  static String name(int segment) {
    return "segment-" + segment;
  }

  static long bytes(int records, int valueBytes, int segments) {
    return (long) records * SortedSegment.ifileRecordBytes(valueBytes)
        + (long) segments * END_BYTES;
  }

  /** Passes on a value's bytes that are within the limits. */
  static int requireValue(int bytes) {
    if (bytes < 1 || bytes > MOST_VALUE_BYTES) {
      throw new OneLineException(
          String.format("value: %s is not from 1 to %s bytes", bytes, MOST_VALUE_BYTES));
    }
    return bytes;
  }

  static CompressionCodec codec(String name, Configuration configuration) {
    switch (name) {
      case "none":
        return null;
      case "snappy":
        return ReflectionUtils.newInstance(SnappyCodec.class, configuration);
      default:
        throw new OneLineException("codec: '" + name + "' is neither none nor snappy");
    }
  }

  public static void main(String[] arguments) throws Exception {
    int valueBytes = Integer.parseInt(arguments[2]);
    int segments = Integer.parseInt(arguments[3]);
    Path target = Paths.get(arguments[6]);
    System.setProperty(LocalDirectory.PROPERTY, arguments[5]);
    Configuration configuration = new Configuration();
    CompressionCodec codec = codec(arguments[4], configuration);
    FileSystem local = FileSystem.getLocal(configuration).getRaw();
    TeraRecords sorted =
        TeraRecords.load(
            LocalDirectory.open(),
            Integer.parseInt(arguments[0]),
            Long.parseLong(arguments[1]),
            TeraRecords.Order.SORTED);
    for (int i = 0; i < segments; i++) {
      try (FSDataOutputStream out =
          local.create(new org.apache.hadoop.fs.Path(target.resolve(name(i)).toString()))) {
        SortedSegment.write(configuration, out, sorted, valueBytes, i, segments, codec);
      }
    }
  }
}
