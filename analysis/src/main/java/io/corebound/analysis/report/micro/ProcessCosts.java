package io.corebound.analysis.report.micro;

import io.corebound.analysis.page.Chart;
import io.corebound.analysis.page.Charts;
import io.corebound.analysis.report.micro.MeasuredOperation.Share;
import java.util.ArrayList;
import java.util.List;

/** Costs as stacked bars: each process that works, user and system time apart. */
final class ProcessCosts {
  private ProcessCosts() {}

  /** Core-nanoseconds a byte, which is core-seconds a GB; one value an operation. */
  static List<Chart.Series> series(List<MeasuredOperation> operations) {
    List<String> processes =
        operations.stream()
            .flatMap(o -> o.shares().stream())
            .map(Share::process)
            .distinct()
            .toList();
    List<Chart.Series> series = new ArrayList<>();
    for (String process : processes) {
      series.add(series(operations, process, true));
      series.add(series(operations, process, false));
    }
    List<Double> whole =
        operations.stream()
            .map(
                o -> o.shares().isEmpty() ? Charts.orNull(MeasuredOperation.value(o.cost())) : null)
            .toList();
    if (whole.stream().anyMatch(java.util.Objects::nonNull)) {
      series.add(Chart.Series.bars("processes not told apart", "cost", whole));
    }
    return series;
  }

  private static Chart.Series series(
      List<MeasuredOperation> operations, String process, boolean user) {
    return Chart.Series.bars(
        process + (user ? ", user" : ", system"),
        "cost",
        operations.stream()
            .map(
                o ->
                    o.shares().stream()
                        .filter(s -> s.process().equals(process))
                        .findFirst()
                        .map(s -> Charts.orNull(user ? s.userNs() : s.systemNs()))
                        .orElse(null))
            .toList());
  }
}
