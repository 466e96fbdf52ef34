package io.corebound.microbench.shuffle;

import io.corebound.microbench.LocalDirectory;
import io.corebound.microbench.SortedSegment;
import io.corebound.microbench.TeraRecords;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.mapred.IndexRecord;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.SpillRecord;

/**
 * Writes the map outputs of one job for one reducer, where a NodeManager's local directory has
 * them; a JVM of its own runs it.
 */
final class MapOutputFiles {
  private MapOutputFiles() {}

  /**
   * Writes the files.
   *
   * @param arguments records, seed, maps, where the sorted records lie, where the outputs go,
   *     whether they are compressed by Snappy
   * @throws Exception when they cannot be written
   */
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
    FileSystem local = FileSystem.getLocal(job).getRaw();
    for (int i = 0; i < maps; i++) {
      Path output = new Path(arguments[4], ShuffleServer.folder(i));
      IndexRecord place;
      try (FSDataOutputStream out = local.create(new Path(output, "file.out"))) {
        place = SortedSegment.write(job, out, sorted, i, maps, codec);
      }
      SpillRecord index = new SpillRecord(1);
      index.putIndex(place, 0);
      index.writeToFile(new Path(output, "file.out.index"), job);
    }
  }
}
