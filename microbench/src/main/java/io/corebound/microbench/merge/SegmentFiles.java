package io.corebound.microbench.merge;

import io.corebound.microbench.LocalDirectory;
import io.corebound.microbench.SortedSegment;
import io.corebound.microbench.TeraRecords;
import java.nio.file.Path;
import java.nio.file.Paths;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;

/** Writes sorted segments, each into a file; a JVM of its own runs it. */
final class SegmentFiles {
  private SegmentFiles() {}

  static String name(int segment) {
    return "segment-" + segment;
  }

  /**
   * Writes the files.
   *
   * @param arguments records, seed, segments, where the sorted records lie, where the segments go
   * @throws Exception when they cannot be written
   */
  public static void main(String[] arguments) throws Exception {
    int segments = Integer.parseInt(arguments[2]);
    Path target = Paths.get(arguments[4]);
    System.setProperty(LocalDirectory.PROPERTY, arguments[3]);
    Configuration configuration = new Configuration();
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
        SortedSegment.write(configuration, out, sorted, i, segments, null);
      }
    }
  }
}
