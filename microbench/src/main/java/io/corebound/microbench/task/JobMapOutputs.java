package io.corebound.microbench.task;

import io.corebound.microbench.LocalDirectory;
import io.corebound.microbench.shuffle.ServedMapOutputs;
import io.corebound.microbench.shuffle.TaskMaster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapTask;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskType;

/**
 * Runs the maps of a job that was submitted, on local files and for one reducer, and leaves their
 * outputs where a NodeManager's local directory has them; another JVM runs it.
 */
final class JobMapOutputs {
  /** Hadoop's own default. */
  private static final int FACTOR = 10;

  private JobMapOutputs() {}

  /** Arguments: the directory of what was submitted, and the job's jar, which may be empty. */
  public static void main(String[] arguments) throws Exception {
    Path kept = Paths.get(arguments[0]);
    ClassLoader loader = SampledJob.loader(arguments[1]);
    Configuration local = new Configuration();
    FileSystem.setDefaultUri(local, "file:///");
    List<JobSubmission.Split> splits = JobSubmission.splits(kept);
    for (int map = 0; map < splits.size(); map++) {
      run(
          TaskJob.submitted(local, kept, loader, kept.resolve("output").toString(), FACTOR),
          splits.get(map),
          map,
          kept);
    }
  }

  private static void run(JobConf job, JobSubmission.Split split, int map, Path kept)
      throws IOException, InterruptedException, ClassNotFoundException {
    Path work = Files.createTempDirectory(kept, "map-");
    MapTask task =
        new MapTask(
            "",
            new TaskAttemptID(
                WholeMapTask.JOB.getJtIdentifier(), WholeMapTask.JOB.getId(), TaskType.MAP, map, 0),
            map,
            split.index,
            1);
    TaskJob.localize(job, task, work);
    task.run(job, new TaskMaster().protocol());
    ServedMapOutputs.keep(
        kept,
        map,
        Paths.get(task.getMapOutputFile().getOutputFile().toUri().getPath()),
        Paths.get(task.getMapOutputFile().getOutputIndexFile().toUri().getPath()));
    LocalDirectory.delete(work);
  }
}
