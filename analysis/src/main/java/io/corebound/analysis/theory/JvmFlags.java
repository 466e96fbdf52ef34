package io.corebound.analysis.theory;

import io.corebound.records.run.Measurement;
import io.corebound.records.run.Measurement.Metric;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Those of a run's measurements whose JVMs had the same flags, so that a prediction is not made of
 * different ones: a user may add flags to some of the suites, and operations that are only compared
 * have a flag of their own. Containers have exactly the flags of a job's tasks; where none was
 * measured, what the model needs besides stands for them.
 *
 * @param rows what a prediction may be made of, by the ids of {@link LeverRows}
 * @param others those under other flags
 * @param deciding the row whose flags count; null where no row has flags
 */
public record JvmFlags(List<Measurement> rows, List<Measurement> others, Measurement deciding) {
  /** The first of these that a run has decides which flags count. */
  private static final List<String> DECIDING =
      List.of("start.container", TaskFigures.MAP, TaskFigures.REDUCE, "contention", "sort");

  /** The row whose flags are those of tasks, among rows that have flags. */
  public static Optional<Measurement> deciding(List<Measurement> flagged) {
    return DECIDING.stream()
        .flatMap(o -> flagged.stream().filter(r -> r.operation().equals(o)))
        .findFirst();
  }

  /** Rows under a lever may have its flags besides, where there are others. */
  static JvmFlags of(List<Measurement> all) {
    Map<Boolean, List<Measurement>> byLever =
        all.stream()
            .filter(r -> !r.jvmFlagsHash().isEmpty())
            .collect(Collectors.partitioningBy(Measurement::isUnderLever));
    boolean beside = !byLever.get(false).isEmpty();
    List<Measurement> flagged = byLever.get(!beside);
    Optional<Measurement> deciding =
        deciding(flagged).or(() -> flagged.stream().filter(JvmFlags::isCost).findFirst());
    if (deciding.isEmpty()) {
      return new JvmFlags(LeverRows.named(all), List.of(), null);
    }
    String hash = deciding.get().jvmFlagsHash();
    Map<Boolean, List<Measurement>> bySame =
        all.stream()
            .collect(
                Collectors.partitioningBy(
                    r ->
                        r.jvmFlagsHash().isEmpty()
                            || r.jvmFlagsHash().equals(hash)
                            || beside && r.isUnderLever()));
    return new JvmFlags(
        LeverRows.named(bySame.get(true)), LeverRows.named(bySame.get(false)), deciding.get());
  }

  static boolean isCost(Measurement row) {
    return row.metric().equals(Metric.COST) && row.unit().equals("ns/B");
  }

  /** Operations that were measured under other flags only, with the gap of each. */
  Map<String, Gap> missing() {
    Map<String, Gap> missing = new TreeMap<>();
    others.stream()
        .filter(JvmFlags::isCost)
        .forEach(
            r ->
                missing.putIfAbsent(
                    r.operation(),
                    Gap.ofOperation(
                        r.operation(),
                        Gap.Kind.OPERATION_UNDER_OTHER_FLAGS,
                        r.operation(),
                        r.jvmFlagsHash(),
                        r.rawFile(),
                        deciding.operation(),
                        deciding.jvmFlagsHash(),
                        r.suite())));
    rows.stream().filter(JvmFlags::isCost).forEach(r -> missing.remove(r.operation()));
    return missing;
  }

  Optional<Gap> leftOut() {
    TreeSet<String> operations = new TreeSet<>();
    others.forEach(r -> operations.add(r.operation()));
    return operations.isEmpty()
        ? Optional.empty()
        : Optional.of(
            Gap.of(
                Gap.Kind.OTHER_JVM_FLAGS_LEFT_OUT,
                deciding.operation(),
                String.join(", ", operations)));
  }
}
