package io.corebound.terasortrunner.workload;

import io.corebound.records.format.StructuredFiles;
import io.corebound.records.units.CoreboundException;
import java.util.List;

/** The workloads that cells can run. */
public final class Workloads {
  private static final List<Workload> ALL = List.of(new TeraSort(), new WordCount());

  private Workloads() {}

  public static List<String> names() {
    return ALL.stream().map(Workload::name).toList();
  }

  /** A workload by its name; refuses an unknown one with the nearest. */
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
