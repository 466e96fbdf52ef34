package io.corebound.microbench.task;

import io.corebound.microbench.Hdfs;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.Collections;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.mapreduce.split.JobSplit.TaskSplitIndex;
import org.apache.hadoop.mapreduce.split.JobSplitWriter;
import org.apache.hadoop.mapreduce.split.SplitMetaInfoReader;

/**
 * Writes a map task's input into HDFS, and what a job's submission leaves for it: the split, in
 * HDFS, and TeraSort's partition file, in a local directory; another JVM runs it.
 */
final class MapTaskFiles {
  private static final String INDEX = "split-index";

  private MapTaskFiles() {}

  public static void main(String[] arguments) throws Throwable {
    java.nio.file.Path local = Paths.get(arguments[5]);
    Job job = Job.getInstance();
    Configuration configuration = job.getConfiguration();
    if (arguments.length > 6) {
      TeraSortJob.writePartitionFile(
          job, Paths.get(arguments[6]), Integer.parseInt(arguments[7]), local);
    }

    FileSystem.setDefaultUri(configuration, arguments[0]);
    configuration.setInt("dfs.replication", 1);
    configuration.setInt(Job.SUBMIT_REPLICATION, 1);
    FileSystem hdfs = FileSystem.get(configuration);
    Path input = new Path(arguments[3]);
    Hdfs.copy(Paths.get(arguments[1]), hdfs, new Path(arguments[2]), input);
    Path submitted = new Path(arguments[4]);
    FileSplit split = new FileSplit(input, 0, hdfs.getFileStatus(input).getLen(), new String[] {});
    JobSplitWriter.createSplitFiles(
        submitted, configuration, hdfs, Collections.singletonList(split));
    TaskSplitIndex index =
        SplitMetaInfoReader.readSplitMetaInfo(WholeMapTask.JOB, hdfs, configuration, submitted)[0]
            .getSplitIndex();
    try (DataOutputStream out = new DataOutputStream(Files.newOutputStream(local.resolve(INDEX)))) {
      index.write(out);
    }
  }

  /** Where the split is, as the master says. */
  static TaskSplitIndex splitIndex(java.nio.file.Path directory) throws IOException {
    TaskSplitIndex index = new TaskSplitIndex();
    try (DataInputStream in = new DataInputStream(Files.newInputStream(directory.resolve(INDEX)))) {
      index.readFields(in);
    }
    return index;
  }
}
