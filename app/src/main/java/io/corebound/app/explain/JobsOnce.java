package io.corebound.app.explain;

import io.corebound.analysis.study.explain.JobTable;
import io.corebound.records.history.Ending;
import io.corebound.records.history.HistoryJob;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BinaryOperator;

/**
 * The jobs of a folder, each once. A folder has a job's history in two places after a copy, or
 * where the staging folder of a master that died is below it.
 */
final class JobsOnce {
  /** The most complete one counts, the first of several alike. */
  private static final BinaryOperator<History> MOST =
      BinaryOperator.maxBy(
          Comparator.comparing((History h) -> h.ending != Ending.UNFINISHED)
              .thenComparing(h -> h.attempts)
              .thenComparing(h -> h.configured));

  private record History(
      Path file,
      String job,
      Ending ending,
      int attempts,
      boolean configured,
      JobTable.Entry entry) {}

  private final List<History> all = new ArrayList<>();
  private final Map<String, History> counted = new LinkedHashMap<>();

  void add(Path file, HistoryJob job, JobTable.Entry entry) {
    History history =
        new History(
            file,
            job.identity().id(),
            job.ending(),
            job.attempts().size(),
            !job.settings().isEmpty(),
            entry);
    all.add(history);
    counted.merge(history.job, history, MOST);
  }

  List<JobTable.Entry> entries() {
    return counted.values().stream().map(History::entry).toList();
  }

  /** Those that are left out. */
  List<JobTable.Copy> copies(Path folder) {
    return all.stream()
        .filter(h -> h != counted.get(h.job))
        .map(h -> new JobTable.Copy(name(folder, h), h.job, name(folder, counted.get(h.job))))
        .toList();
  }

  private static String name(Path folder, History history) {
    return folder.relativize(history.file).toString();
  }
}
