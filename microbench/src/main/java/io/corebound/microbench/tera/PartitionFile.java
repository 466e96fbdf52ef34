package io.corebound.microbench.tera;

import io.corebound.microbench.task.TeraSortJob;
import java.nio.file.Paths;
import org.apache.hadoop.mapreduce.Job;

/** Writes TeraSort's partition file by its own sampling; a JVM of its own runs it. */
final class PartitionFile {
  private PartitionFile() {}

  /**
   * Writes the file.
   *
   * @param arguments the local file of records, the number of partitions, the local directory
   * @throws Throwable when it cannot be written; TeraSort's own sampling declares as much
   */
  public static void main(String[] arguments) throws Throwable {
    TeraSortJob.writePartitionFile(
        Job.getInstance(),
        Paths.get(arguments[0]),
        Integer.parseInt(arguments[1]),
        Paths.get(arguments[2]));
  }
}
