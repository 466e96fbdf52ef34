package io.corebound.terasortrunner.workload;

import io.corebound.records.config.WorkloadFile;
import io.corebound.records.config.WorkloadFile.SampledTasks;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.units.CoreboundException;
import java.util.List;

/** The workloads that cells can run. */
public final class Workloads {
  private static final List<Workload> ALL =
      List.of(
          new TeraSort(),
          new WordCount(),
          new LogFilter(),
          new Grep(),
          WordCount.plain(),
          new RandomSort());

  private Workloads() {}

  public static List<String> names() {
    return ALL.stream().map(Workload::name).toList();
  }

  /** A workload by its name and its file, which may name a job of the user's own. */
  public static Workload of(String name, WorkloadFile file) {
    SampledTasks tasks = file.sampledTasks();
    return tasks != null && tasks.job() != null && tasks.job().jar() != null
        ? new JarJob(name, tasks.job())
        : named(name);
  }

  /** A workload of the list; refuses an unknown one with the nearest. */
  public static Workload named(String name) {
    return ALL.stream()
        .filter(workload -> workload.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                CoreboundException.invalidInput(
                    "workload: no cell can run '%s'%s",
                    name, StructuredFiles.nearest(name, names())));
  }
}
