package io.corebound.analysis.pages.report.micro;

import io.corebound.analysis.theory.JvmFlags;
import io.corebound.records.run.Measurement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Every operation that a run measured, in the order of {@code measurements.csv}: the first variant
 * of an operation is the one that the model takes.
 *
 * @param all one entry a variant, probes included
 */
public record MeasuredOperations(List<MeasuredOperation> all) {

  public static MeasuredOperations of(List<Measurement> measurements) {
    Function<Measurement, Variant> variants = variants(measurements);
    Map<Variant, List<Measurement>> byVariant =
        measurements.stream()
            // earlier versions fitted costs over several variants
            .filter(m -> !m.metric().startsWith("fit_"))
            .collect(Collectors.groupingBy(variants, LinkedHashMap::new, Collectors.toList()));
    Map<String, List<Variant>> byId =
        byVariant.keySet().stream().collect(Collectors.groupingBy(Variant::operation));
    List<MeasuredOperation> all = new ArrayList<>();
    byVariant.forEach(
        (variant, rows) ->
            all.add(new MeasuredOperation(variant, byId.get(variant.operation()), rows)));
    return new MeasuredOperations(List.copyOf(all));
  }

  /**
   * The variant that a row belongs to. Where an operation was measured with several JVM flags those
   * of tasks count, which predictions are made of: one that is only compared may have been compiled
   * otherwise.
   */
  static Function<Measurement, Variant> variants(List<Measurement> all) {
    List<Measurement> flagged = all.stream().filter(m -> !m.jvmFlagsHash().isEmpty()).toList();
    String ofTasks = JvmFlags.deciding(flagged).map(Measurement::jvmFlagsHash).orElse("");
    Map<Variant, String> counting = new HashMap<>();
    for (Measurement m : flagged) {
      counting.merge(
          Variant.of(m, ""),
          m.jvmFlagsHash(),
          // with a user's flags neither is that of containers; profiles list the model's first
          (one, other) -> other.equals(ofTasks) ? other : one);
    }
    return m -> {
      Variant variant = Variant.of(m, "");
      String hash = m.jvmFlagsHash();
      return hash.isEmpty() || hash.equals(counting.get(variant)) ? variant : Variant.of(m, hash);
    };
  }

  /** Whether operations were compiled in different ways that the command line did not choose. */
  boolean differInFlags(List<String> commandLine) {
    long different =
        costs().stream()
            // a lever's are its own
            .filter(cost -> !cost.isUnderLever())
            .map(Measurement::jvmFlagsHash)
            .filter(hash -> !hash.isEmpty())
            .distinct()
            .count();
    return different > 1
        && commandLine.stream().noneMatch(a -> a.contains("BackgroundCompilation"));
  }

  /** Every cost a byte of an operation, of all its variants. */
  List<Measurement> costs() {
    return all.stream()
        .filter(o -> !o.isProbe())
        .flatMap(o -> o.find(Quantity.COST).stream())
        .toList();
  }

  /** Variants that figures take: one copy at a time, flags of tasks where there are others. */
  private Stream<MeasuredOperation> counting() {
    return all.stream().filter(o -> o.variant().threads() == 1 && o.variant().counts());
  }

  /** Variants of an operation that figures take and that have a rate or a cost a byte. */
  List<MeasuredOperation> named(String id) {
    return counting()
        .filter(o -> o.id().equals(id) && (o.has(Quantity.RATE) || o.has(Quantity.COST)))
        .toList();
  }

  /** The first variant of every operation that has a cost a byte, the highest cost first. */
  List<MeasuredOperation> costliest() {
    Map<String, MeasuredOperation> first = new LinkedHashMap<>();
    counting().filter(o -> o.has(Quantity.COST)).forEach(o -> first.putIfAbsent(o.id(), o));
    return first.values().stream()
        .sorted(Comparator.comparingDouble(o -> -o.value(Quantity.COST)))
        .toList();
  }
}
