package io.corebound.memory.task;

import io.corebound.memory.job.Api;
import io.corebound.memory.job.JobFailure;
import io.corebound.memory.job.JobSpec;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.partition.TotalOrderPartitioner;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;

/** A job in Hadoop's words: its splits, its output and, by the API of Hadoop, its classes. */
public final class HadoopJob {
  private static final String TEXT = "org.apache.hadoop.io.Text";
  private static final String INT = "org.apache.hadoop.io.IntWritable";
  private static final String EXAMPLES = "org.apache.hadoop.examples.";
  private static final String SUM = EXAMPLES + "WordCount$IntSumReducer";
  private static final String JOBS = "io.corebound.jobs.";

  /** What the main classes of the workloads set; for {@code job} all is set by the user. */
  private static final Map<String, Map<String, String>> WORKLOADS =
      Map.of(
          "word-count",
          counted(EXAMPLES + "WordCount$TokenizerMapper"),
          "bigram-count",
          counted(JOBS + "BigramCount$BigramMapper"),
          "group-by",
          Map.of(
              MRJobConfig.MAP_CLASS_ATTR,
              JOBS + "GroupBy$LengthMapper",
              MRJobConfig.REDUCE_CLASS_ATTR,
              JOBS + "GroupBy$GroupReducer",
              MRJobConfig.OUTPUT_KEY_CLASS,
              INT,
              MRJobConfig.OUTPUT_VALUE_CLASS,
              TEXT),
          "terasort",
          Map.of(
              MRJobConfig.INPUT_FORMAT_CLASS_ATTR,
              EXAMPLES + "terasort.TeraInputFormat",
              MRJobConfig.OUTPUT_FORMAT_CLASS_ATTR,
              EXAMPLES + "terasort.TeraOutputFormat",
              MRJobConfig.PARTITIONER_CLASS_ATTR,
              TotalOrderPartitioner.class.getName(),
              MRJobConfig.OUTPUT_KEY_CLASS,
              TEXT,
              MRJobConfig.OUTPUT_VALUE_CLASS,
              TEXT),
          "job",
          Map.of());

  private static final String MAP_OF_NEW_API = "mapred.mapper.new-api";
  private static final String REDUCE_OF_NEW_API = "mapred.reducer.new-api";

  /** What a main class was given so that it submits and runs nothing. */
  private static final Set<String> OF_SUBMISSION =
      Set.of(
          MRConfig.FRAMEWORK_NAME,
          "dfs.replication",
          Job.SUBMIT_REPLICATION,
          MRJobConfig.MAPREDUCE_JOB_DIR);

  private HadoopJob() {}

  private static Map<String, String> counted(String mapper) {
    return Map.of(
        MRJobConfig.MAP_CLASS_ATTR, mapper,
        MRJobConfig.COMBINE_CLASS_ATTR, SUM,
        MRJobConfig.REDUCE_CLASS_ATTR, SUM,
        MRJobConfig.OUTPUT_KEY_CLASS, TEXT,
        MRJobConfig.OUTPUT_VALUE_CLASS, INT);
  }

  /** Loads Hadoop's classes and settings, beside what its caller does until it joins the thread. */
  public static Thread loadAhead() {
    Thread thread =
        new Thread(
            () -> {
              try {
                HdfsConfiguration.init();
                FileSystem.get(Job.getInstance().getConfiguration());
              } catch (IOException | RuntimeException e) {
                // the job will say so
              }
            },
            "load-ahead");
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  /** The job with the settings of the class path, the workload and the command line. */
  public static Job of(JobSpec spec) throws IOException {
    HdfsConfiguration.init();
    Configuration settings = new Configuration();
    if (spec.api() == Api.HADOOP) {
      Map<String, String> own = WORKLOADS.get(spec.workload());
      if (own == null) {
        throw JobFailure.wrong(
            "--workload %s: with --api hadoop there are %s",
            spec.workload(), String.join(", ", WORKLOADS.keySet().stream().sorted().toList()));
      }
      own.forEach(settings::set);
    }
    TotalOrderPartitioner.setPartitionFile(settings, partitionFile(spec));
    spec.settings().forEach(settings::set);
    Job job = Job.getInstance(settings, spec.workload());
    FileInputFormat.setInputPaths(job, new Path(spec.input()));
    FileInputFormat.setMinInputSplitSize(job, spec.sizes().splitBytes());
    FileInputFormat.setMaxInputSplitSize(job, spec.sizes().splitBytes());
    FileOutputFormat.setOutputPath(job, new Path(spec.output()));
    job.setNumReduceTasks(spec.sizes().reduces());
    return job;
  }

  /**
   * What a submitted job's configuration says beside Hadoop's defaults.
   *
   * @throws JobFailure for a job of the older API, {@code org.apache.hadoop.mapred}, and one
   *     without reduces
   */
  public static Map<String, String> submitted(java.nio.file.Path jobXml) {
    Configuration job = new Configuration(false);
    job.addResource(new Path(jobXml.toUri()));
    if (job.getInt(MRJobConfig.NUM_REDUCES, 1) == 0) {
      throw JobFailure.wrong("the job has no reduces; this engine runs jobs that have some");
    }
    if (!job.getBoolean(MAP_OF_NEW_API, false) || !job.getBoolean(REDUCE_OF_NEW_API, false)) {
      throw JobFailure.wrong(
          "the job has classes of org.apache.hadoop.mapred; this engine runs those of"
              + " org.apache.hadoop.mapreduce");
    }
    Map<String, String> own = new TreeMap<>();
    for (Map.Entry<String, String> setting : job) {
      String[] sources = job.getPropertySources(setting.getKey());
      boolean ofHadoop = sources != null && sources[0].endsWith("-default.xml");
      if (!ofHadoop && !OF_SUBMISSION.contains(setting.getKey())) {
        own.put(setting.getKey(), job.get(setting.getKey()));
      }
    }
    return own;
  }

  /** Removes what a main class has submitted in place of a job. */
  public static void deleteSubmitted(JobSpec spec) throws IOException {
    Path submitted = new Path(spec.output() + ".submitted");
    submitted.getFileSystem(new HdfsConfiguration()).delete(submitted, true);
  }

  /** Where the boundaries of a total order are for Hadoop's partitioner, while the job runs. */
  public static Path partitionFile(JobSpec spec) {
    return new Path(spec.output() + ".partitions");
  }

  /** A task as Hadoop's classes see it, with settings of its own. */
  public static TaskAttemptContextImpl task(Job job, TaskType type, int number) {
    return new TaskAttemptContextImpl(new JobConf(job.getConfiguration()), attempt(type, number));
  }

  /** The name of a task's only attempt. */
  public static TaskAttemptID attempt(TaskType type, int number) {
    return new TaskAttemptID("memory", 0, type, number, 0);
  }
}
