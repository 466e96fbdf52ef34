package io.corebound.analysis.study.explain;

import io.corebound.analysis.study.account.Activity;
import io.corebound.records.history.Ending;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Many jobs side by side.
 *
 * @param machine whose costs; null for none
 * @param jobs the costliest first
 * @param activities core-seconds of all of them by what they go to, the costliest first
 * @param refused files that were not read
 * @param copies further histories of jobs that are counted once
 */
public record JobTable(
    String machine,
    List<Row> jobs,
    List<Part> activities,
    List<Refused> refused,
    List<Copy> copies) {
  /**
   * A job.
   *
   * @param most what took most of its core-seconds, of what a change can be made to
   * @param share of the core-seconds that this took
   * @param change the best; null where none is worth it
   * @param doubts how many
   */
  public record Row(
      String file,
      String id,
      String name,
      Ending ending,
      double elapsedS,
      double coreS,
      Activity most,
      double share,
      Change change,
      int doubts) {}

  /** Core-seconds of all jobs that go to something, and their share of all. */
  public record Part(Activity activity, double coreS, double share) {}

  /** A file that was not read, and why. */
  public record Refused(String file, String reason) {}

  /** A history that is not counted, as {@code counted} is one of the same job. */
  public record Copy(String file, String id, String counted) {}

  /** A job's line, and what its core-seconds went to. */
  public record Entry(String machine, Row row, Map<Activity, Double> byActivity) {
    /** Of a job that was explained; the rest of the explanation need not be kept. */
    public static Entry of(Explanation explanation) {
      Map<Activity, Double> parts = explanation.account().byActivity();
      Map.Entry<Activity, Double> most =
          parts.entrySet().stream()
              .max(Map.Entry.comparingByValue())
              .orElse(Map.entry(Activity.COUNTED, 0.0));
      double all = explanation.account().totalCoreS();
      Explanation.Job job = explanation.job();
      return new Entry(
          explanation.account().machine(),
          new Row(
              job.file(),
              job.id(),
              job.name(),
              job.ending(),
              job.elapsedS(),
              all,
              most.getKey(),
              all > 0 ? most.getValue() / all : 0,
              explanation.changes().stream().findFirst().orElse(null),
              explanation.doubts().size()),
          parts);
    }
  }

  /** A table of some jobs. */
  public static JobTable of(List<Entry> entries, List<Refused> refused, List<Copy> copies) {
    Map<Activity, Double> sums = new EnumMap<>(Activity.class);
    entries.forEach(e -> e.byActivity().forEach((a, coreS) -> sums.merge(a, coreS, Double::sum)));
    double all = sums.values().stream().mapToDouble(Double::doubleValue).sum();
    return new JobTable(
        entries.isEmpty() ? null : entries.get(0).machine(),
        entries.stream()
            .map(Entry::row)
            .sorted(Comparator.comparingDouble(Row::coreS).reversed().thenComparing(Row::file))
            .toList(),
        sums.entrySet().stream()
            .map(e -> new Part(e.getKey(), e.getValue(), all > 0 ? e.getValue() / all : 0))
            .sorted(Comparator.comparingDouble(Part::coreS).reversed())
            .toList(),
        List.copyOf(refused),
        List.copyOf(copies));
  }
}
