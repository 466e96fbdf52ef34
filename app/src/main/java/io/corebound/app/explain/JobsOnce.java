package io.corebound.app.explain;

import io.corebound.analysis.explain.JobTable;
import io.corebound.records.history.Ending;
import io.corebound.records.history.HistoryJob;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The jobs of a folder, each once. A folder has a job's history in two places after a copy, or
 * where the staging folder of a master that died is below it.
 */
final class JobsOnce {
  /** The most complete one counts, the first of several alike. */
  private static final Comparator<History> MOST =
      Comparator.comparing((History h) -> h.ending != Ending.UNFINISHED)
          .thenComparing(h -> h.attempts)
          .thenComparing(h -> h.configured);

  private record History(
      Path file, Ending ending, int attempts, boolean configured, JobTable.Entry entry) {}

  private final Map<String, List<History>> byJob = new LinkedHashMap<>();

  void add(Path file, HistoryJob job, JobTable.Entry entry) {
    byJob
        .computeIfAbsent(job.identity().id(), id -> new ArrayList<>())
        .add(
            new History(
                file, job.ending(), job.attempts().size(), !job.settings().isEmpty(), entry));
  }

  List<JobTable.Entry> entries() {
    return byJob.values().stream().map(histories -> counted(histories).entry).toList();
  }

  /** Those that are left out. */
  List<JobTable.Copy> copies(Path folder) {
    List<JobTable.Copy> copies = new ArrayList<>();
    byJob.forEach(
        (job, histories) -> {
          History counted = counted(histories);
          histories.stream()
              .filter(h -> !h.equals(counted))
              .map(h -> new JobTable.Copy(name(folder, h), job, name(folder, counted)))
              .forEach(copies::add);
        });
    return copies;
  }

  private static History counted(List<History> histories) {
    History most = histories.get(0);
    for (History history : histories) {
      most = MOST.compare(history, most) > 0 ? history : most;
    }
    return most;
  }

  private static String name(Path folder, History history) {
    return folder.relativize(history.file).toString();
  }
}
