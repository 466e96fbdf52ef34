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
          Map.ofEntries(
              Map.entry("word-count", counted(5, StraightLoop::words)),
              Map.entry("word-count-plain", counted(5, StraightLoop::words)),
              Map.entry("bigram-count", counted(3, StraightLoop::bigrams)),
              Map.entry("group-by", counted(5, StraightLoop::groups)),
              Map.entry("log-filter", LogFilter::new),
              Map.entry("grep", Grep::new),
              Map.entry("sort", RandomSort::new),
              Map.entry("lineitem-scan", LineitemScan::new),
              Map.entry("lineitem-select", LineitemScan::new),
              Map.entry("lineitem-select-unchecked", LineitemScan::new),
              Map.entry("lineitem-select-short-circuit", LineitemScan::new),
              Map.entry("lineitem-select-small-buffer", LineitemScan::new)));

  private Workloads() {}

  private static BiFunction<String, Job, Workload> counted(double rough, StraightLoop loop) {
    return (name, job) -> new CountedText(name, job, rough, loop);
  }

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
