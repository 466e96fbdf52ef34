package io.corebound.analysis.report.micro;

import io.corebound.records.run.Measurement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which JVM flags a run's operations were measured with. What predictions are made of has exactly
 * those of tasks, what is only compared has one more; where the same was measured with both, the
 * figures stay apart and those with the flags of tasks count.
 */
final class JvmFlags {
  /** The first of these that a run has tells the flags of tasks, as it does for predictions. */
  private static final List<String> TELLING =
      List.of("start.container", "task.map", "task.reduce", "contention", "sort");

  /** Whoever sets this sets it for all operations alike. */
  private static final String COMPILATION = "BackgroundCompilation";

  private final Map<Variant, String> counting;

  private JvmFlags(Map<Variant, String> counting) {
    this.counting = counting;
  }

  static JvmFlags of(List<Measurement> all) {
    List<Measurement> flagged = all.stream().filter(m -> !m.jvmFlagsHash().isEmpty()).toList();
    String ofTasks =
        TELLING.stream()
            .flatMap(id -> flagged.stream().filter(m -> m.operation().equals(id)))
            .map(Measurement::jvmFlagsHash)
            .findFirst()
            .orElse("");
    Map<Variant, String> counting = new HashMap<>();
    for (Measurement m : flagged) {
      counting.merge(
          Variant.of(m),
          m.jvmFlagsHash(),
          // with flags of the user neither is that of containers; profiles have the model's first
          (one, other) -> other.equals(ofTasks) ? other : one);
    }
    return new JvmFlags(counting);
  }

  /** Whose figure a row is. */
  Variant variant(Measurement m) {
    Variant variant = Variant.of(m);
    String hash = m.jvmFlagsHash();
    return hash.isEmpty() || hash.equals(counting.get(variant)) ? variant : variant.under(hash);
  }

  /**
   * That operations were not all compiled alike; nothing where they were.
   *
   * @param commandLine of the run
   */
  static Optional<String> difference(MeasuredOperations operations, List<String> commandLine) {
    long different =
        operations.costs().stream()
            .map(Measurement::jvmFlagsHash)
            .filter(hash -> !hash.isEmpty())
            .distinct()
            .count();
    boolean chosen = commandLine.stream().anyMatch(a -> a.contains(COMPILATION));
    return different < 2 || chosen
        ? Optional.empty()
        : Optional.of(
            "Operations that are only compared were compiled in the foreground"
                + " (-XX:-BackgroundCompilation), which gives every fork the same code; what"
                + " predictions are made of was compiled in the background, as tasks are. The two"
                + " have different jvm_flags_hashes.");
  }
}
