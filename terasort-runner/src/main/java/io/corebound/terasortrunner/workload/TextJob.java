package io.corebound.terasortrunner.workload;

import io.corebound.records.config.ClusterFile;
import io.corebound.records.config.WorkloadFile.Job;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/** A job on one file of text that is grown to its size. */
abstract class TextJob implements Workload {
  private static final String TEXT = "text";
  static final String OUTPUT = "output";
  private static final String JOB_MAIN = "io.corebound.jobs.JobMain";

  private final String name;
  private final Job job;

  TextJob(String name, Job job) {
    this.name = name;
    this.job = job;
  }

  @Override
  public String name() {
    return name;
  }

  /** The corpus is the same for all jobs that read it. */
  @Override
  public String inputName() {
    return job.text() == null ? TEXT : name;
  }

  @Override
  public List<String> stages() {
    return List.of(TEXT, name);
  }

  @Override
  public int inputFiles(ClusterFile cluster) {
    return 1;
  }

  /** The text goes through a pipe to a program of a cluster; ssh does not carry it. */
  @Override
  public Map<String, Long> makeInput(CellJobs jobs) throws InterruptedException {
    GrownText text = text(jobs);
    jobs.write(TEXT, text.bytes(), text::writeTo);
    return Map.of();
  }

  static GrownText text(CellJobs jobs) {
    return GrownText.of(jobs.text(), jobs.data().bytes());
  }

  @Override
  public void run(CellJobs jobs) throws InterruptedException {
    List<String> arguments =
        new ArrayList<>(
            job.arguments(
                jobs.input(), jobs.result(OUTPUT), jobs.settings().reduceTasks().toString()));
    boolean own = job.jar() != null;
    if (own) {
      arguments.add(0, job.mainClass());
    }
    jobs.run(
        name,
        // not every main class takes settings as arguments
        own ? JOB_MAIN : job.mainClass(),
        Map.of("mapreduce.job.reduces", jobs.settings().reduceTasks().toString()),
        arguments.toArray(String[]::new));
  }

  /** The lines of each reduce's output, in order. */
  static List<List<String>> outputs(CellJobs jobs, int reduces) {
    return outputs(jobs, "r", reduces);
  }

  /** The lines that each of some tasks left, reduces ({@code r}) or maps ({@code m}), in order. */
  static List<List<String>> outputs(CellJobs jobs, String type, int tasks) {
    return IntStream.range(0, tasks)
        .mapToObj(
            task -> String.format(Locale.ROOT, "%s/part-%s-%05d", jobs.result(OUTPUT), type, task))
        .map(part -> jobs.cluster().readText(part).lines().toList())
        .toList();
  }
}
