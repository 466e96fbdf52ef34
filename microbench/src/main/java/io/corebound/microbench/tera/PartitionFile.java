package io.corebound.microbench.tera;

import io.corebound.microbench.task.TeraSortJob;
import java.nio.file.Paths;
import org.apache.hadoop.mapreduce.Job;

/** Writes TeraSort's partition file by its own sampling; another JVM runs it. */
final class PartitionFile {
  private PartitionFile() {}

  public static void main(String[] arguments) throws Throwable {
    TeraSortJob.writePartitionFile(
        Job.getInstance(),
        Paths.get(arguments[0]),
        Integer.parseInt(arguments[1]),
        Paths.get(arguments[2]));
  }
}
