package io.corebound.microbench.shuffle;

import io.corebound.microbench.LocalDirectory;
import io.corebound.microbench.SortedSegment;
import io.corebound.microbench.TeraRecords;
import java.io.IOException;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.mapred.IndexRecord;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.SpillRecord;

/**
 * Writes the map outputs of one job for one reducer, where a NodeManager's local directory has
 * them; another JVM runs it.
 */
final class MapOutputFiles {
  static final String OUTPUT = "file.out";
  static final String INDEX = "file.out.index";

  private MapOutputFiles() {}

  public static void main(String[] arguments) throws Exception {
    System.setProperty(LocalDirectory.PROPERTY, arguments[3]);
    TeraRecords sorted =
        TeraRecords.load(
            LocalDirectory.open(),
            Integer.parseInt(arguments[0]),
            Long.parseLong(arguments[1]),
            TeraRecords.Order.SORTED);
    int maps = Integer.parseInt(arguments[2]);
    JobConf job = new JobConf();
    CompressionCodec codec = ShuffleServer.codec(Boolean.parseBoolean(arguments[5]), job);
    for (int i = 0; i < maps; i++) {
      int first = i;
      write(job, arguments[4], i, out -> SortedSegment.write(job, out, sorted, first, maps, codec));
    }
  }

  /** Writes what a map leaves for the reducer. */
  @FunctionalInterface
  interface Segment {
    IndexRecord write(FSDataOutputStream out) throws IOException;
  }

  static void write(JobConf job, String directory, int map, Segment segment) throws IOException {
    IndexRecord place;
    try (FSDataOutputStream out =
        FileSystem.getLocal(job).getRaw().create(file(directory, map, OUTPUT))) {
      place = segment.write(out);
    }
    SpillRecord index = new SpillRecord(1);
    index.putIndex(place, 0);
    index.writeToFile(file(directory, map, INDEX), job);
  }

  /** Where the output of a map lies, by its index. */
  static IndexRecord index(JobConf job, String directory, int map) throws IOException {
    return new SpillRecord(file(directory, map, INDEX), job).getIndex(0);
  }

  private static Path file(String directory, int map, String name) {
    return new Path(new Path(directory, ShuffleServer.folder(map)), name);
  }
}
