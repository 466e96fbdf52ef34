package io.corebound.analysis.report.micro;

import io.corebound.records.run.Measurement;
import io.corebound.records.run.Measurement.Metric;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Every operation that a run measured, each variant apart, in the order of {@code
 * measurements.csv}: the first variant of an operation is the one that the model takes.
 *
 * @param all the operations and probes
 * @param fits rows that were fitted to several variants and are none themselves, by what was fitted
 */
public record MeasuredOperations(
    List<MeasuredOperation> all, Map<Variant, List<Measurement>> fits) {
  private static boolean isFit(Measurement m) {
    return m.metric().startsWith("fit_") && !m.metric().equals(Metric.FIT_RESIDUAL);
  }

  public static MeasuredOperations of(List<Measurement> measurements) {
    JvmFlags flags = JvmFlags.of(measurements);
    Map<Variant, List<Measurement>> byVariant =
        byVariant(measurements.stream().filter(m -> !isFit(m)), flags);
    Map<String, List<Variant>> byId =
        byVariant.keySet().stream().collect(Collectors.groupingBy(Variant::operation));
    List<MeasuredOperation> all = new ArrayList<>();
    byVariant.forEach(
        (variant, rows) ->
            all.add(new MeasuredOperation(variant, byId.get(variant.operation()), rows)));
    return new MeasuredOperations(
        List.copyOf(all),
        byVariant(measurements.stream().filter(MeasuredOperations::isFit), flags));
  }

  private static Map<Variant, List<Measurement>> byVariant(
      Stream<Measurement> rows, JvmFlags flags) {
    return rows.collect(
        Collectors.groupingBy(flags::variant, LinkedHashMap::new, Collectors.toList()));
  }

  /** Every cost a byte of an operation, of all its variants. */
  List<Measurement> costs() {
    return all.stream().filter(o -> !o.isProbe()).flatMap(o -> o.cost().stream()).toList();
  }

  /** Variants of an operation with one copy at a time that have a rate or a cost a byte. */
  List<MeasuredOperation> named(String id) {
    return all.stream()
        .filter(o -> o.id().equals(id) && o.variant().threads() == 1)
        .filter(o -> o.variant().counts())
        .filter(o -> o.rate().isPresent() || o.cost().isPresent())
        .toList();
  }

  /** The first variant of every operation that has a cost a byte, the dearest first. */
  List<MeasuredOperation> costliest() {
    Map<String, MeasuredOperation> first = new LinkedHashMap<>();
    all.stream()
        .filter(o -> o.cost().isPresent() && o.variant().threads() == 1)
        .filter(o -> o.variant().counts())
        .forEach(o -> first.putIfAbsent(o.id(), o));
    return first.values().stream()
        .sorted(Comparator.comparingDouble(o -> -o.cost().orElseThrow().value()))
        .toList();
  }

  /**
   * One variant for each name, in order of first appearance: that with the largest batch, as small
   * ones are only there to fit a line through.
   *
   * @param name what of a variant a figure tells apart; empty for a variant that is not in it
   */
  static Map<String, MeasuredOperation> largest(
      List<MeasuredOperation> variants, Function<MeasuredOperation, Optional<String>> name) {
    Map<String, MeasuredOperation> chosen = new LinkedHashMap<>();
    for (MeasuredOperation variant : variants) {
      name.apply(variant)
          .ifPresent(
              n ->
                  chosen.merge(
                      n, variant, (one, other) -> other.batch() > one.batch() ? other : one));
    }
    return chosen;
  }
}
