package io.corebound.terasortrunner.workload;

import io.corebound.records.config.WorkloadFile;
import io.corebound.records.config.WorkloadFile.Job;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.units.CoreboundException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/** The workloads that cells can run. */
public final class Workloads {
  /** Those whose file names the job, by name. */
  private static final Map<String, BiFunction<String, Job, Workload>> OF_FILES =
      new TreeMap<>(
          Map.of(
              "word-count", WordCount::new,
              "word-count-plain", WordCount::new,
              "log-filter", LogFilter::new,
              "grep", Grep::new,
              "sort", RandomSort::new,
              "lineitem-scan", LineitemScan::new,
              "lineitem-select", LineitemScan::new,
              "lineitem-select-unchecked", LineitemScan::new,
              "lineitem-select-short-circuit", LineitemScan::new,
              "lineitem-select-small-buffer", LineitemScan::new));

  static {
    // Map.of takes ten
    OF_FILES.put("bigram-count", BigramCount::new);
    OF_FILES.put("group-by", GroupBy::new);
  }

  private Workloads() {}

  public static List<String> names() {
    return Stream.concat(Stream.of(TeraSort.NAME), OF_FILES.keySet().stream()).sorted().toList();
  }

  /**
   * A workload by its name and its file, which may name a job of the user's own; refuses an unknown
   * one with the nearest.
   */
  public static Workload of(String name, WorkloadFile file) {
    if (name.equals(TeraSort.NAME)) {
      return new TeraSort();
    }
    Job job = file.worksOnSample() ? file.sampledTasks().job() : null;
    if (job != null && job.jar() != null) {
      return new JarJob(name, job);
    }
    if (job == null || !OF_FILES.containsKey(name)) {
      throw CoreboundException.invalidInput(
          "workload: no cell can run '%s'%s; a job of your own has sampled_tasks.job.jar",
          name, StructuredFiles.nearest(name, names()));
    }
    return OF_FILES.get(name).apply(name, job);
  }
}
