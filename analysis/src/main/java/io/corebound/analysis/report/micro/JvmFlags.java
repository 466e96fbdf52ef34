package io.corebound.analysis.report.micro;

import io.corebound.records.run.Measurement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The JVM flags that count where an operation was measured with several: those of tasks, which
 * predictions are made of. An operation that is only compared may have been compiled otherwise.
 */
record JvmFlags(Map<Variant, String> counting) {
  /** The first of these that a run has shows the flags of tasks; predictions use the same list. */
  private static final List<String> OF_TASKS =
      List.of("start.container", "task.map", "task.reduce", "contention", "sort");

  static JvmFlags of(List<Measurement> all) {
    List<Measurement> flagged = all.stream().filter(m -> !m.jvmFlagsHash().isEmpty()).toList();
    String ofTasks =
        OF_TASKS.stream()
            .flatMap(id -> flagged.stream().filter(m -> m.operation().equals(id)))
            .map(Measurement::jvmFlagsHash)
            .findFirst()
            .orElse("");
    Map<Variant, String> counting = new HashMap<>();
    for (Measurement m : flagged) {
      counting.merge(
          Variant.of(m, ""),
          m.jvmFlagsHash(),
          // with a user's flags neither is that of containers; profiles list the model's first
          (one, other) -> other.equals(ofTasks) ? other : one);
    }
    return new JvmFlags(counting);
  }

  /** The variant that a row belongs to. */
  Variant variant(Measurement m) {
    Variant variant = Variant.of(m, "");
    String hash = m.jvmFlagsHash();
    return hash.isEmpty() || hash.equals(counting.get(variant)) ? variant : Variant.of(m, hash);
  }

  /** Whether operations were compiled in different ways that the command line did not choose. */
  static boolean differ(MeasuredOperations operations, List<String> commandLine) {
    long different =
        operations.costs().stream()
            .map(Measurement::jvmFlagsHash)
            .filter(hash -> !hash.isEmpty())
            .distinct()
            .count();
    return different > 1
        && commandLine.stream().noneMatch(a -> a.contains("BackgroundCompilation"));
  }
}
