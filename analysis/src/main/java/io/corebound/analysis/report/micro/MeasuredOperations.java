package io.corebound.analysis.report.micro;

import io.corebound.records.run.Measurement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
    JvmFlags flags = JvmFlags.of(measurements);
    Map<Variant, List<Measurement>> byVariant =
        measurements.stream()
            // earlier versions fitted costs over several variants
            .filter(m -> !m.metric().startsWith("fit_"))
            .collect(
                Collectors.groupingBy(flags::variant, LinkedHashMap::new, Collectors.toList()));
    Map<String, List<Variant>> byId =
        byVariant.keySet().stream().collect(Collectors.groupingBy(Variant::operation));
    List<MeasuredOperation> all = new ArrayList<>();
    byVariant.forEach(
        (variant, rows) ->
            all.add(new MeasuredOperation(variant, byId.get(variant.operation()), rows)));
    return new MeasuredOperations(List.copyOf(all));
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
