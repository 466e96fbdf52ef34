package io.corebound.analysis.report.micro;

import io.corebound.analysis.page.Block;
import io.corebound.analysis.page.Block.Cell;
import io.corebound.analysis.page.Block.Column;
import io.corebound.analysis.page.Block.Row;
import io.corebound.analysis.page.Figures;
import io.corebound.records.run.Measurement;
import io.corebound.records.run.Measurement.Metric;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Costs that were fitted over several sizes: so much a record, so much a byte, so much a log. */
final class FitsTable {
  private static final Set<String> KNOWN =
      Set.of(
          Metric.FIT_NS_PER_RECORD,
          Metric.FIT_NS_PER_BYTE,
          Metric.FIT_NS_PER_LOG2,
          Metric.FIT_COLD_CORE_S,
          Metric.FIT_WORST_RESIDUAL);

  private FitsTable() {}

  /** Empty where the run has no fits. */
  static Optional<Block> of(MeasuredOperations operations) {
    if (operations.fits().isEmpty()) {
      return Optional.empty();
    }
    List<Variant> all = List.copyOf(operations.fits().keySet());
    List<Row> rows = new ArrayList<>();
    operations.fits().forEach((variant, fits) -> rows.add(row(variant, all, fits)));
    return Optional.of(
        new Block.Table(
            "fits-table",
            "Cost by size",
            "What was measured in several sizes, as a sum of terms. To price a record of your own:"
                + " the figure per record plus its bytes x the figure per byte; the logarithmic"
                + " term is what each doubling of the records in a spill, or of the segments merged"
                + " at once, adds to a record. The worst residual is how far the fit misses the"
                + " worst of its points: beyond 10 % it describes this operation badly.",
            List.of(
                Column.text("Operation"),
                Column.number("per record", "core-ns"),
                Column.number("per byte", "core-ns"),
                Column.number("per record and log₂", "core-ns"),
                Column.number("whole task, no data", "core-s"),
                Column.number("Worst residual", ""),
                Column.number("Points", "")),
            rows));
  }

  private static Row row(Variant variant, List<Variant> all, List<Measurement> fits) {
    List<Variant> same =
        all.stream().filter(v -> v.operation().equals(variant.operation())).toList();
    String others =
        fits.stream()
            .filter(m -> !KNOWN.contains(m.metric()))
            .map(m -> m.metric() + " " + Figures.number(m.value()) + " " + m.unit())
            .collect(Collectors.joining(", "));
    String words = variant.amongst(same).inWords();
    return Row.of(
        Cell.code(variant.operation())
            .withNote(words + (words.isEmpty() || others.isEmpty() ? "" : "; ") + others),
        figure(fits, Metric.FIT_NS_PER_RECORD),
        figure(fits, Metric.FIT_NS_PER_BYTE),
        figure(fits, Metric.FIT_NS_PER_LOG2),
        figure(fits, Metric.FIT_COLD_CORE_S),
        Cell.text(Figures.percent(MeasuredOperation.value(find(fits, Metric.FIT_WORST_RESIDUAL)))),
        Cell.text(String.valueOf(fits.get(0).n())));
  }

  private static Cell figure(List<Measurement> fits, String metric) {
    Optional<Measurement> fit = find(fits, metric);
    return Cell.number(MeasuredOperation.value(fit)).withNote(MeasuredOperation.interval(fit));
  }

  private static Optional<Measurement> find(List<Measurement> fits, String metric) {
    return fits.stream().filter(m -> m.metric().equals(metric)).findFirst();
  }
}
