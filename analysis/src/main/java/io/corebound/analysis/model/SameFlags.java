package io.corebound.analysis.model;

import io.corebound.records.run.Measurement;
import io.corebound.records.run.Measurement.Metric;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Those of a run's measurements whose JVMs had the same flags, so that a prediction is not made of
 * different ones: a user may add flags to some of the suites, and operations that are only compared
 * have a flag of their own. Containers have exactly the flags of a job's tasks; where none was
 * measured, what the model needs besides stands for them.
 */
final class SameFlags {
  /** The first of these that a run has tells which flags count. */
  private static final List<String> TELLING =
      List.of("start.container", TaskFigures.MAP, TaskFigures.REDUCE, "contention", "sort");

  private final List<Measurement> rows;
  private final List<Measurement> others;
  private final Measurement telling;

  private SameFlags(List<Measurement> rows, List<Measurement> others, Measurement telling) {
    this.rows = rows;
    this.others = others;
    this.telling = telling;
  }

  static SameFlags of(List<Measurement> all) {
    List<Measurement> flagged = all.stream().filter(r -> !r.jvmFlagsHash().isEmpty()).toList();
    Optional<Measurement> telling =
        TELLING.stream()
            .flatMap(operation -> of(flagged, operation))
            .findFirst()
            .or(() -> flagged.stream().filter(SameFlags::isCost).findFirst());
    if (telling.isEmpty()) {
      return new SameFlags(all, List.of(), null);
    }
    Map<Boolean, List<Measurement>> bySame =
        all.stream()
            .collect(
                Collectors.partitioningBy(
                    r ->
                        r.jvmFlagsHash().isEmpty()
                            || r.jvmFlagsHash().equals(telling.get().jvmFlagsHash())));
    return new SameFlags(bySame.get(true), bySame.get(false), telling.get());
  }

  private static Stream<Measurement> of(List<Measurement> rows, String operation) {
    return rows.stream().filter(r -> r.operation().equals(operation));
  }

  private static boolean isCost(Measurement row) {
    return row.metric().equals(Metric.COST) && row.unit().equals("ns/B");
  }

  /** What a prediction may be made of. */
  List<Measurement> rows() {
    return rows;
  }

  /** Why an operation is not among them, by operation: it was measured under other flags alone. */
  Map<String, String> missing() {
    TreeSet<String> there = new TreeSet<>();
    rows.stream().filter(SameFlags::isCost).forEach(r -> there.add(r.operation()));
    Map<String, String> missing = new TreeMap<>();
    others.stream()
        .filter(SameFlags::isCost)
        .filter(r -> !there.contains(r.operation()))
        .forEach(r -> missing.putIfAbsent(r.operation(), sentence(r)));
    return missing;
  }

  private String sentence(Measurement row) {
    return row.operation()
        + ": measured under other JVM flags ("
        + row.jvmFlagsHash()
        + ", see jvmArgs in "
        + row.rawFile()
        + ") than "
        + telling.operation()
        + " ("
        + telling.jvmFlagsHash()
        + "), and a prediction is not made of both; measure "
        + row.suite()
        + " again in one run without '-- -jvm…'";
  }

  /** What is left out although it was measured, in a sentence; empty when nothing is. */
  Optional<String> leftOut() {
    List<String> operations =
        new ArrayList<>(
            others.stream()
                .map(Measurement::operation)
                .collect(Collectors.toCollection(TreeSet::new)));
    return operations.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "measurements under other JVM flags than those of "
                + telling.operation()
                + " are left out: "
                + String.join(", ", operations));
  }
}
