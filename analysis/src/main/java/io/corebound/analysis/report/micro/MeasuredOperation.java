package io.corebound.analysis.report.micro;

import io.corebound.analysis.page.Figures;
import io.corebound.records.run.Measurement;
import io.corebound.records.run.Measurement.Metric;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The figures of one variant of an operation.
 *
 * @param variant what was measured
 * @param variants every variant of this operation that was measured, itself among them
 * @param rows its rows of {@code measurements.csv}
 */
public record MeasuredOperation(Variant variant, List<Variant> variants, List<Measurement> rows) {
  /** The sum over every process. */
  private static final String ALL = "all";

  /** The whole machine's CPU beside that of the processes: a check, no part of the sum. */
  private static final String MACHINE = "machine";

  /** The metric of a codec that tells how small it makes data. */
  static final String RATIO = "ratio";

  private static final Set<String> WHOLE = Set.of(ALL, "wall");
  private static final double LITTLE = 0.01;

  /** Whether a cost can be relied on, by its interval over forks. */
  enum Stability {
    STABLE("stable"),
    UNSTABLE("unstable"),
    UNKNOWN("cannot be judged");

    private final String words;

    Stability(String words) {
      this.words = words;
    }

    String words() {
      return words;
    }
  }

  /**
   * What a process takes for each byte.
   *
   * @param process whose
   * @param userNs core-nanoseconds a byte in user mode
   * @param systemNs and in the kernel
   */
  record Share(String process, double userNs, double systemNs) {
    double ns() {
      return userNs + systemNs;
    }
  }

  public String id() {
    return variant.operation();
  }

  /** The operation, with what tells this variant from the others that were measured. */
  String label() {
    String words = variant.amongst(variants).inWords();
    return words.isEmpty() ? id() : id() + " (" + words + ")";
  }

  /** MB/s on the wall clock. */
  Optional<Measurement> rate() {
    return find(Metric.RATE, "MB/s", WHOLE)
        .or(
            () ->
                rows.stream()
                    .filter(m -> m.metric().equals(Metric.RATE) && m.unit().equals("MB/s"))
                    .findFirst());
  }

  /** Records, or elements, a second on the wall clock. */
  Optional<Measurement> recordsRate() {
    return find("records_rate", "records/s", WHOLE);
  }

  /** Core-nanoseconds a byte over every process. */
  public Optional<Measurement> cost() {
    return find(Metric.COST, "ns/B", Set.of(ALL));
  }

  /** Core-nanoseconds a byte over every process, in the cheapest batch. */
  Optional<Measurement> leastCost() {
    return find(Metric.COST_MIN, "ns/B", Set.of(ALL));
  }

  /** Core-nanoseconds a record over every process. */
  public Optional<Measurement> costPerRecord() {
    return find(Metric.COST_PER_RECORD, "ns/record", Set.of(ALL));
  }

  /** Core-seconds that the first batch in a fresh JVM takes beyond the warm cost. */
  Optional<Measurement> coldCost() {
    return find(Metric.COLD_COST, "core-s", Set.of(ALL));
  }

  /** Bytes allocated a byte. */
  Optional<Measurement> allocation() {
    return find("allocation", "B/B", Set.of("benchmark"));
  }

  /**
   * Bytes before compression over those after it, {@code compression ratio 2.40}; empty for what is
   * no codec.
   */
  String ratioInWords() {
    return find(RATIO, RATIO, WHOLE)
        .map(m -> "compression ratio " + Figures.number(m.value()))
        .orElse("");
  }

  private Optional<Measurement> find(String metric, String unit, Set<String> processes) {
    return rows.stream()
        .filter(m -> m.metric().equals(metric) && m.unit().equals(unit))
        .filter(m -> processes.contains(m.process()))
        .findFirst();
  }

  /** Disk and network are no operations of a core. */
  boolean isProbe() {
    return id().startsWith("disk.") || id().startsWith("network.") || id().startsWith("memory.");
  }

  /** A whole task holds other operations. */
  boolean isWholeTask() {
    return id().startsWith("task.") || id().startsWith("word-count.");
  }

  /**
   * A value of one to eight bytes has a high cost a byte whatever is done with it: what counts is
   * its cost an element.
   */
  boolean isSingleValue() {
    return id().matches("(de)?serialize\\..*") && SerializeFigures.TYPES.contains(type());
  }

  private String type() {
    return id().substring(id().indexOf('.') + 1);
  }

  /** How much one batch is, in records or bytes; 0 where that is no parameter. */
  double batch() {
    String size = variant.parameter("records");
    try {
      return Double.parseDouble(size.isEmpty() ? variant.parameter("bytes") : size);
    } catch (NumberFormatException e) {
      return 0;
    }
  }

  /** Cores that it keeps busy at its rate; NaN where either figure is missing. */
  double coresBusy() {
    return value(cost()) * value(rate()) / 1e3;
  }

  /** Cores that a device of this rate needs to be kept busy with this operation. */
  public double coresFor(double mbPerS) {
    return value(cost()) * mbPerS / 1e3;
  }

  /** What one core does in MB/s; NaN without a cost. */
  public double oneCoreMbPerS() {
    double cost = value(cost());
    return cost > 0 ? 1e3 / cost : Double.NaN;
  }

  /**
   * The cost by process, in the order of the file. A daemon's share below {@link #LITTLE} is its
   * heartbeats and is left out.
   */
  List<Share> shares() {
    Set<String> processes = new LinkedHashSet<>();
    rows.stream().filter(MeasuredOperation::isShare).forEach(m -> processes.add(m.process()));
    List<Share> shares = new ArrayList<>();
    for (String process : processes) {
      shares.add(new Share(process, share(process, "cost_user"), share(process, "cost_system")));
    }
    double sum = shares.stream().mapToDouble(Share::ns).sum();
    shares.removeIf(s -> s.ns() < LITTLE * sum);
    return shares;
  }

  private static boolean isShare(Measurement m) {
    return m.metric().startsWith("cost_")
        && (m.metric().equals("cost_user") || m.metric().equals("cost_system"))
        && m.unit().equals("ns/B")
        && !m.process().equals(MACHINE);
  }

  private double share(String process, String metric) {
    return rows.stream()
        .filter(m -> isShare(m) && m.process().equals(process) && m.metric().equals(metric))
        .mapToDouble(Measurement::value)
        .sum();
  }

  /** The cost whose interval says whether it can be relied on, whatever its unit. */
  Optional<Measurement> judged() {
    return Measurement.judged(rows);
  }

  /** Half the interval of the cost as a share of its mean; NaN where there is no interval. */
  public double halfWidth() {
    return judged().map(Measurement::relativeHalfWidth).orElse(Double.NaN);
  }

  /** Whether the cost can be relied on; where no interval is shown, it cannot be judged. */
  Stability stability() {
    double halfWidth = halfWidth();
    if (judged().flatMap(Measurement::interval).isEmpty() || Double.isNaN(halfWidth)) {
      return Stability.UNKNOWN;
    }
    return halfWidth > Measurement.STABLE ? Stability.UNSTABLE : Stability.STABLE;
  }

  /** The value, or NaN. */
  public static double value(Optional<Measurement> measurement) {
    return measurement.map(Measurement::value).orElse(Double.NaN);
  }

  /** {@code 1.2 to 1.4}, or nothing. */
  static String interval(Optional<Measurement> measurement) {
    return measurement.map(m -> Figures.interval(m, 1)).orElse("");
  }
}
