package io.corebound.analysis.report;

import io.corebound.analysis.report.Block.Cell;
import io.corebound.analysis.report.Block.Column;
import io.corebound.analysis.report.Block.Row;
import io.corebound.records.Measurement;
import io.corebound.records.Measurement.Metric;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The measured operations: rate, cost by process, cold cost; then every other figure. */
final class MicroSection {
  private static final Set<String> TOTALS = Set.of("all", "wall");

  /** The whole machine's CPU beside that of the processes: a check, no part of the sum. */
  private static final String MACHINE = "machine";

  private static final double LITTLE = 0.01;

  private static final String COST_USER = "cost_user";
  private static final String COST_SYSTEM = "cost_system";

  private MicroSection() {}

  /** What is measured together and shown in one row. */
  private record Key(String suite, String operation, Map<String, String> parameters, int threads) {
    static Key of(Measurement m) {
      return new Key(m.suite(), m.operation(), new TreeMap<>(m.parameters()), m.threads());
    }

    String variant() {
      List<String> parts = new ArrayList<>();
      parameters.forEach((name, value) -> parts.add(name + " " + value));
      if (threads > 1) {
        parts.add(threads + " at once");
      }
      return String.join(", ", parts);
    }

    /** The operation, with what tells it apart from the other variants that were measured. */
    String label(Set<Key> all) {
      List<Key> variants = all.stream().filter(k -> k.operation.equals(operation)).toList();
      Map<String, String> differing = new TreeMap<>(parameters);
      differing
          .entrySet()
          .removeIf(
              p ->
                  variants.stream()
                      .allMatch(k -> p.getValue().equals(k.parameters.get(p.getKey()))));
      boolean sameThreads = variants.stream().allMatch(k -> k.threads == threads);
      String variant = new Key(suite, operation, differing, sameThreads ? 1 : threads).variant();
      return variant.isEmpty() ? operation : operation + " (" + variant + ")";
    }
  }

  static List<Block> blocks(RunContents contents) {
    if (contents.measurements().isEmpty()) {
      return List.of(
          Block.Notice.missing("No operation was measured: " + ReportModel.why(contents)));
    }
    Map<Key, List<Measurement>> byKey =
        contents.measurements().stream()
            .sorted(Comparator.comparing(MicroSection::isProbe))
            .collect(Collectors.groupingBy(Key::of, LinkedHashMap::new, Collectors.toList()));
    List<Block> blocks = new ArrayList<>();
    blocks.add(
        new Block.Paragraph(
            "An operation has two figures that are never mixed up: its rate on the wall clock with"
                + " one thread, and its cost in core-time, summed over every process that it makes"
                + " work. The prediction uses costs only."));
    blocks.add(ratesChart(byKey));
    blocks.add(costsChart(byKey));
    blocks.add(operationsTable(byKey));
    List<Measurement> others =
        contents.measurements().stream().filter(m -> !inOperationsTable(m)).toList();
    if (!others.isEmpty()) {
      blocks.add(otherTable(others));
    }
    return blocks;
  }

  private static boolean inOperationsTable(Measurement m) {
    return switch (m.metric()) {
      case Metric.RATE -> m.unit().equals("MB/s");
      case Metric.COST -> m.unit().equals("ns/B") && m.process().equals("all");
      case COST_USER, COST_SYSTEM -> m.unit().equals("ns/B") && !m.process().equals(MACHINE);
      case "records_rate" -> m.unit().equals("records/s");
      case Metric.COLD_COST -> m.unit().equals("core-s") && m.process().equals("all");
      default -> false;
    };
  }

  private static Optional<Measurement> find(
      List<Measurement> measurements, String metric, Set<String> processes) {
    return measurements.stream()
        .filter(m -> inOperationsTable(m) && m.metric().equals(metric))
        .filter(m -> processes.contains(m.process()))
        .findFirst();
  }

  private static Optional<Measurement> rate(List<Measurement> measurements) {
    return find(measurements, Metric.RATE, TOTALS)
        .or(
            () ->
                measurements.stream()
                    .filter(m -> inOperationsTable(m) && m.metric().equals(Metric.RATE))
                    .findFirst());
  }

  private static Block ratesChart(Map<Key, List<Measurement>> byKey) {
    List<Map.Entry<String, Double>> rates = new ArrayList<>();
    byKey.forEach(
        (key, rows) ->
            rate(rows)
                .filter(r -> !isProbe(r))
                .ifPresent(r -> rates.add(Map.entry(key.label(byKey.keySet()), r.value()))));
    rates.sort(Map.Entry.<String, Double>comparingByValue().reversed());
    return Charts.orMissing(
        Chart.bars(
            "rates-chart",
            "Rate of one thread",
            "On the wall clock, warm. The slowest operations at the bottom are the ones that hold a"
                + " job up, weighted by how often it takes them.",
            "MB/s",
            rates.stream().map(Map.Entry::getKey).toList(),
            List.of(
                new Chart.Series(
                    "rate",
                    "measured",
                    "",
                    false,
                    List.of(),
                    rates.stream().map(e -> Charts.orNull(e.getValue())).toList()))),
        "no rate was measured.");
  }

  /** Disk and network are no operations of a core. */
  private static boolean isProbe(Measurement m) {
    return m.operation().startsWith("disk.") || m.operation().startsWith("network.");
  }

  private static Block costsChart(Map<Key, List<Measurement>> byKey) {
    List<Key> keys =
        byKey.entrySet().stream()
            .filter(e -> !costs(e.getValue()).isEmpty())
            .sorted(
                Comparator.comparingDouble(
                    e -> -costs(e.getValue()).values().stream().mapToDouble(v -> v).sum()))
            .map(Map.Entry::getKey)
            .toList();
    List<String> processes =
        keys.stream().flatMap(k -> costs(byKey.get(k)).keySet().stream()).distinct().toList();
    List<Chart.Series> series =
        processes.stream()
            .map(
                process ->
                    new Chart.Series(
                        process,
                        "",
                        "cost",
                        false,
                        List.of(),
                        keys.stream()
                            .map(k -> costs(byKey.get(k)).get(process))
                            .map(v -> v == null ? null : Charts.orNull(v))
                            .toList()))
            .toList();
    return Charts.orMissing(
        Chart.bars(
            "costs-chart",
            "Cost by process",
            "Core-nanoseconds a byte, warm: what the benchmark's own JVM takes, and what it makes"
                + " the daemons take.",
            "core-ns/B",
            keys.stream().map(k -> k.label(byKey.keySet())).toList(),
            series),
        "no cost was measured.");
  }

  /**
   * Cost by process, user and system; the total stands where no process is told apart. A daemon's
   * share below {@link #LITTLE} is its heartbeats and is left out.
   */
  private static Map<String, Double> costs(List<Measurement> measurements) {
    Map<String, Double> costs = new LinkedHashMap<>();
    measurements.stream()
        .filter(m -> inOperationsTable(m))
        .filter(m -> m.metric().equals(COST_USER) || m.metric().equals(COST_SYSTEM))
        .forEach(m -> costs.merge(m.process(), m.value(), Double::sum));
    double sum = costs.values().stream().mapToDouble(v -> v).sum();
    costs.values().removeIf(v -> v < LITTLE * sum);
    if (costs.isEmpty()) {
      find(measurements, Metric.COST, Set.of("all"))
          .ifPresent(m -> costs.put(m.process(), m.value()));
    }
    return costs;
  }

  private static Block operationsTable(Map<Key, List<Measurement>> byKey) {
    List<Row> rows = new ArrayList<>();
    byKey.forEach(
        (key, measurements) -> {
          Optional<Measurement> rate = rate(measurements);
          Map<String, Double> costs = costs(measurements);
          if (rate.isPresent() || !costs.isEmpty()) {
            rows.add(operationRow(key, measurements, rate, costs));
          }
        });
    return new Block.Table(
        "operations-table",
        "Operations",
        "Below each figure stands its confidence interval over n forks or tool runs (95 % unless"
            + " measurements.csv says otherwise). Cold is what the first batch in a fresh JVM takes beyond the warm cost. Processes"
            + " below 1 % of a cost are not named.",
        List.of(
            Column.text("Operation"),
            Column.text("of bytes"),
            Column.number("Rate", "MB/s"),
            Column.number("Records", "10⁶/s"),
            Column.number("Cost", "core-ns/B"),
            Column.text("by process"),
            Column.number("Cold", "core-s"),
            Column.number("n", ""),
            Column.text("Raw")),
        rows);
  }

  private static Row operationRow(
      Key key,
      List<Measurement> measurements,
      Optional<Measurement> rate,
      Map<String, Double> costs) {
    Optional<Measurement> cost = find(measurements, Metric.COST, Set.of("all"));
    Optional<Measurement> cold = find(measurements, Metric.COLD_COST, Set.of("all"));
    Measurement any = cost.or(() -> rate).orElse(measurements.get(0));
    double total =
        cost.map(Measurement::value)
            .orElse(
                costs.isEmpty() ? Double.NaN : costs.values().stream().mapToDouble(v -> v).sum());
    String byProcess =
        costs.entrySet().stream()
            .filter(e -> !TOTALS.contains(e.getKey()))
            .map(e -> e.getKey() + " " + Figures.number(e.getValue()))
            .collect(Collectors.joining(", "));
    return Row.of(
        Cell.code(key.operation()).withNote(key.variant()),
        Cell.text(any.byteBase()),
        Cell.number(rate.map(Measurement::value).orElse(Double.NaN)).withNote(interval(rate)),
        Cell.number(
            find(measurements, "records_rate", TOTALS)
                .map(m -> m.value() / 1e6)
                .orElse(Double.NaN)),
        Cell.number(total).withNote(interval(cost)),
        Cell.text(byProcess),
        Cell.number(cold.map(Measurement::value).orElse(Double.NaN)),
        Cell.text(String.valueOf(any.n())),
        raw(any));
  }

  private static String interval(Optional<Measurement> measurement) {
    return measurement
        .filter(m -> !Double.isNaN(m.ciLow()) && !Double.isNaN(m.ciHigh()))
        .map(m -> Figures.range(m.ciLow(), m.ciHigh()))
        .orElse("");
  }

  private static Block otherTable(List<Measurement> measurements) {
    List<Row> rows =
        measurements.stream()
            .map(
                m ->
                    Row.of(
                        Cell.code(m.operation()),
                        Cell.text(Key.of(m).variant()),
                        Cell.text(m.process()),
                        Cell.text(m.metric().replace('_', ' ')),
                        Cell.number(m.value()),
                        Cell.text(m.unit()),
                        Cell.text(m.byteBase()),
                        Cell.text(Figures.range(m.ciLow(), m.ciHigh())),
                        Cell.text(String.valueOf(m.n())),
                        raw(m)))
            .toList();
    return new Block.Details(
        "Every other figure: start-up, idle cluster, contention, other units ("
            + Words.count(rows.size(), "row")
            + ")",
        List.of(
            new Block.Table(
                "other-table",
                "Other figures",
                "As measurements.csv has them, rounded.",
                List.of(
                    Column.text("Operation"),
                    Column.text("Variant"),
                    Column.text("Process"),
                    Column.text("Metric"),
                    Column.number("Value", ""),
                    Column.text("Unit"),
                    Column.text("of bytes"),
                    Column.number("Interval", ""),
                    Column.number("n", ""),
                    Column.text("Raw")),
                rows)));
  }

  private static Cell raw(Measurement m) {
    return m.rawFile().isBlank() ? Cell.text("") : Cell.file("raw", m.rawFile());
  }
}
