package io.corebound.microbench.task;

import io.corebound.jobs.JobMain;
import io.corebound.microbench.ChildJvm;
import io.corebound.microbench.OneLineException;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.split.JobSplit.TaskSplitIndex;
import org.apache.hadoop.mapreduce.split.JobSplit.TaskSplitMetaInfo;
import org.apache.hadoop.mapreduce.split.SplitMetaInfoReader;

/**
 * Runs a job's own main class, as its user does, up to the moment when it submits its first job,
 * and keeps what it submits: the configuration that it made, and the splits as its own input format
 * cut them. Another JVM runs it, and ends with the submission.
 */
final class JobSubmission {
  static final String STAGING = "corebound.submission.staging";
  private static final String KEPT_IN = "corebound.submission.kept-in";

  private static final String CONFIGURATION = "job.xml";
  private static final String SPLITS = "splits";

  private static final int BAD_INPUT = 2;
  private static final long LIMIT_MINUTES = 10;

  private JobSubmission() {}

  /**
   * Runs a main class up to the submission, in another JVM.
   *
   * @throws OneLineException when it submits no job, with the reason
   */
  static void run(java.nio.file.Path kept, String[] arguments)
      throws IOException, InterruptedException {
    java.nio.file.Path log = kept.resolve("client.log");
    Process client =
        ChildJvm.quick(JobSubmission.class, arguments)
            .redirectOutput(log.toFile())
            .redirectErrorStream(true)
            .start();
    try {
      client.getOutputStream().close();
      boolean ended = client.waitFor(LIMIT_MINUTES, TimeUnit.MINUTES);
      if (!ended || !Files.exists(kept.resolve(SPLITS))) {
        throw new OneLineException(
            ended
                ? lastLine(log)
                : String.format("job: it has submitted no job in %s minutes", LIMIT_MINUTES));
      }
    } finally {
      client.destroyForcibly();
    }
  }

  private static String lastLine(java.nio.file.Path log) throws IOException {
    List<String> lines = Files.readAllLines(log, StandardCharsets.ISO_8859_1);
    return lines.isEmpty() ? "job: it has submitted no job" : lines.get(lines.size() - 1);
  }

  /**
   * Arguments that let {@link #main} run.
   *
   * @param staging where the client puts what it submits, in the file system; what tasks read of
   *     their splits stays there
   * @param kept a local directory for the rest
   * @param settings of the job beside the number of its reduces, {@code name=value}
   */
  static String[] arguments(
      FileSystem fileSystem,
      Path staging,
      java.nio.file.Path kept,
      SampledJob job,
      Path input,
      int reduces,
      String... settings) {
    List<String> arguments = new ArrayList<>();
    arguments.add(fileSystem.getUri().toString());
    arguments.add(staging.toString());
    arguments.add(kept.toString());
    arguments.add(job.jar());
    arguments.add(Integer.toString(1 + settings.length));
    arguments.add(MRJobConfig.NUM_REDUCES + "=" + reduces);
    arguments.addAll(Arrays.asList(settings));
    arguments.addAll(
        job.command(input.toString(), new Path(staging, "output").toString(), reduces));
    return arguments.toArray(new String[0]);
  }

  /**
   * Arguments: the default file system's URI, empty for that of the class path; a folder there for
   * what the client submits; a local folder for what is kept; the job's jar, empty where the class
   * path has it; how many settings follow, and these as {@code name=value}; the main class and its
   * arguments.
   */
  public static void main(String[] arguments) throws Throwable {
    Configuration settings = new Configuration(false);
    if (!arguments[0].isEmpty()) {
      FileSystem.setDefaultUri(settings, arguments[0]);
    }
    Files.createDirectories(Paths.get(arguments[2]));
    settings.set(MRConfig.FRAMEWORK_NAME, SubmissionProvider.NAME);
    settings.setInt("dfs.replication", 1);
    settings.setInt(Job.SUBMIT_REPLICATION, 1);
    settings.set(STAGING, arguments[1]);
    settings.set(KEPT_IN, arguments[2]);
    int command = 5 + Integer.parseInt(arguments[4]);
    for (String setting : Arrays.asList(arguments).subList(5, command)) {
      String[] pair = setting.split("=", 2);
      settings.set(pair[0], pair[1]);
    }
    // what an earlier attempt left would refuse this one
    Path staging = new Path(arguments[1]);
    Configuration ofClassPath = new HdfsConfiguration();
    ofClassPath.addResource(settings);
    staging.getFileSystem(ofClassPath).delete(staging, true);
    try {
      JobMain.run(
          settings,
          arguments[3],
          arguments[command],
          Arrays.asList(arguments).subList(command + 1, arguments.length));
      fail(String.format("%s has ended and has submitted no job", arguments[command]));
    } catch (JobMain.NoMainClassException e) {
      fail(e.getMessage());
    }
  }

  private static void fail(String message) {
    System.err.println("job: " + message);
    System.exit(BAD_INPUT);
  }

  /** Keeps the configuration and where the splits are; called by what the client submits to. */
  static void keep(JobID job, String submitted, Configuration configuration) throws IOException {
    Path directory = new Path(submitted);
    FileSystem fileSystem = directory.getFileSystem(configuration);
    java.nio.file.Path kept = Paths.get(configuration.get(KEPT_IN));
    FileUtil.copy(
        fileSystem,
        new Path(directory, CONFIGURATION),
        kept.resolve(CONFIGURATION).toFile(),
        false,
        configuration);
    TaskSplitMetaInfo[] splits =
        SplitMetaInfoReader.readSplitMetaInfo(job, fileSystem, configuration, directory);
    try (DataOutputStream out = new DataOutputStream(Files.newOutputStream(kept.resolve(SPLITS)))) {
      out.writeInt(splits.length);
      for (TaskSplitMetaInfo split : splits) {
        out.writeLong(split.getInputDataLength());
        split.getSplitIndex().write(out);
      }
    }
  }

  /** The configuration that was kept, over that of the file system. */
  static void addConfiguration(Configuration to, java.nio.file.Path kept) {
    to.addResource(new Path(kept.resolve(CONFIGURATION).toUri()));
  }

  /** One of the splits that were kept. */
  static final class Split {
    final long bytes;
    final TaskSplitIndex index;

    private Split(DataInputStream in) throws IOException {
      bytes = in.readLong();
      index = new TaskSplitIndex();
      index.readFields(in);
    }
  }

  static List<Split> splits(java.nio.file.Path kept) throws IOException {
    List<Split> splits = new ArrayList<>();
    try (DataInputStream in = new DataInputStream(Files.newInputStream(kept.resolve(SPLITS)))) {
      int count = in.readInt();
      for (int i = 0; i < count; i++) {
        splits.add(new Split(in));
      }
    }
    return splits;
  }
}
