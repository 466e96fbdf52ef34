package io.corebound.analysis.report;

import io.corebound.records.Measurement;
import io.corebound.records.Measurement.Metric;
import io.corebound.records.RunManifest;
import io.corebound.records.State;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What the micro suites measured, in plain text: one line an operation and its parameters. */
public final class MicroSummary {
  private static final String ALL = "all";

  /** Suites whose figures are no costs a byte. */
  private static final Set<String> WITHOUT_BYTES = Set.of("contention", "idle", "start");

  private MicroSummary() {}

  /**
   * Lays the summary out.
   *
   * @param manifest how the run ended
   * @param rows all measurements of the run
   * @param reportHtml where the whole report is
   */
  public static String render(RunManifest manifest, List<Measurement> rows, Path reportHtml) {
    List<String> lines = new ArrayList<>();
    List<Measurement> costs =
        rows.stream()
            .filter(r -> r.metric().equals(Metric.COST) && r.process().equals(ALL))
            .filter(r -> r.unit().equals("ns/B"))
            .toList();
    if (!costs.isEmpty()) {
      lines.add(
          String.format("%-58s %10s %14s %8s", "Operation", "MB/s", "core-s per GB", "± (95 %)"));
      costs.forEach(cost -> lines.add(line(cost, rows, costs)));
      lines.add("");
    }
    rows.stream()
        .filter(r -> WITHOUT_BYTES.contains(r.suite()) && !r.metric().startsWith("fit_"))
        .forEach(r -> lines.add(other(r)));
    lines.addAll(stability(costs));
    if (manifest.state() != State.OK) {
      lines.add("Not whole: " + manifest.reason());
    }
    lines.add("Report: " + reportHtml);
    return String.join("\n", lines);
  }

  private static String line(Measurement cost, List<Measurement> rows, List<Measurement> costs) {
    Optional<Measurement> rate =
        rows.stream()
            .filter(
                r ->
                    r.metric().equals(Metric.RATE)
                        && r.operation().equals(cost.operation())
                        && r.parameters().equals(cost.parameters()))
            .findFirst();
    return String.format(
        Locale.ROOT,
        "%-58s %10s %14.3f %8s",
        name(cost, costs),
        rate.map(r -> String.format(Locale.ROOT, "%.1f", r.value())).orElse("-"),
        // ns a byte are s a GB
        cost.value(),
        cost.n() < 2
            ? "1 fork"
            : String.format(Locale.ROOT, "%.1f %%", 100 * cost.relativeHalfWidth()));
  }

  private static String other(Measurement row) {
    String parameters =
        row.parameters().entrySet().stream()
            .map(p -> " " + p.getKey() + "=" + p.getValue())
            .collect(Collectors.joining());
    return String.format(
        Locale.ROOT,
        "%s%s%s: %s %.3g %s",
        row.operation(),
        parameters,
        row.threads() > 1 ? ", " + row.threads() + " at once" : "",
        row.metric(),
        row.value(),
        row.unit());
  }

  /** The operation with those of its parameters that vary in this run. */
  private static String name(Measurement cost, List<Measurement> costs) {
    Map<String, String> parameters = new TreeMap<>(cost.parameters());
    parameters
        .keySet()
        .removeIf(
            key ->
                costs.stream()
                        .filter(c -> c.operation().equals(cost.operation()))
                        .map(c -> String.valueOf(c.parameters().get(key)))
                        .distinct()
                        .count()
                    == 1);
    return cost.operation()
        + parameters.entrySet().stream()
            .map(p -> " " + p.getKey() + "=" + p.getValue())
            .collect(Collectors.joining());
  }

  private static List<String> stability(List<Measurement> costs) {
    TreeSet<String> unstable = new TreeSet<>();
    TreeSet<String> unknown = new TreeSet<>();
    for (Measurement cost : costs) {
      if (cost.n() < 2) {
        unknown.add(name(cost, costs));
      } else if (cost.relativeHalfWidth() > Measurement.STABLE) {
        unstable.add(name(cost, costs));
      }
    }
    List<String> lines = new ArrayList<>();
    if (!unstable.isEmpty()) {
      lines.add("Unstable, the interval is wider than ± 5 %: " + String.join("; ", unstable) + ".");
    }
    if (!unknown.isEmpty()) {
      lines.add(
          "From a single fork, so that their stability is not known: "
              + String.join("; ", unknown)
              + ".");
    }
    return lines;
  }
}
