package io.corebound.analysis.pages.report.micro;

import io.corebound.analysis.pages.page.Block.Cell;
import io.corebound.analysis.pages.page.Figures;
import io.corebound.records.run.Measurement;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The figures of one variant of an operation.
 *
 * @param variants every variant of this operation that was measured, this one included
 */
record MeasuredOperation(Variant variant, List<Variant> variants, List<Measurement> rows) {
  /** Figures of the whole: the sum over all processes, and the wall clock. */
  static final Set<String> WHOLE = Set.of("all", "wall");

  /** The process name of the machine's whole CPU time: a check, not part of the sum. */
  static final String MACHINE = "machine";

  private static final Pattern SINGLE_VALUE =
      Pattern.compile("(de)?serialize\\.(boolean|byte|short|int|vint|long|vlong|float|double)");

  /** A smaller share of the cost is a daemon's heartbeats. */
  private static final double SMALLEST_SHARE = 0.01;

  /** Whether a cost is reliable, by its confidence interval over forks. */
  enum Stability {
    STABLE,
    UNSTABLE,
    UNKNOWN
  }

  /** Core-nanoseconds a byte that a process takes in user mode and in the kernel. */
  record Share(String process, double userNs, double systemNs) {
    double ns() {
      return userNs + systemNs;
    }
  }

  public String id() {
    return variant.operation();
  }

  /** What distinguishes it from the other variants that were measured; may be empty. */
  public String difference() {
    return variant.amongst(variants).inWords();
  }

  /** The operation and its {@link #difference()}. */
  String label() {
    return difference().isEmpty() ? id() : "%s (%s)".formatted(id(), difference());
  }

  Optional<Measurement> find(Quantity quantity) {
    List<Measurement> found = rows.stream().filter(quantity::isOf).toList();
    return found.stream()
        .filter(m -> WHOLE.contains(m.process()))
        .findFirst()
        .or(() -> found.stream().findFirst());
  }

  /** As {@link #find(Quantity)}, by its name. */
  public Optional<Measurement> find(String quantity) {
    return find(Quantity.valueOf(quantity));
  }

  /** As {@link #value(Quantity)}, by its name. */
  public double value(String quantity) {
    return value(Quantity.valueOf(quantity));
  }

  boolean has(Quantity quantity) {
    return find(quantity).isPresent();
  }

  /** NaN where it was not measured. */
  double value(Quantity quantity) {
    return find(quantity).map(Measurement::value).orElse(Double.NaN);
  }

  /** The value over its confidence interval. */
  Cell cell(Quantity quantity) {
    return cell(find(quantity), 1);
  }

  static Cell cell(Optional<Measurement> measurement, double scale) {
    return Cell.number(measurement.map(m -> m.value() / scale).orElse(Double.NaN))
        .withNote(measurement.map(m -> Figures.interval(m, scale)).orElse(""));
  }

  /** The notes that say something, {@code compression ratio 2.40} the last of them. */
  public String notes(List<String> notes) {
    Stream<String> ratio =
        find(Quantity.COMPRESSION).stream()
            .map(m -> "compression ratio " + Figures.number(m.value()));
    return Stream.concat(notes.stream(), ratio)
        .filter(note -> !note.isEmpty())
        .collect(Collectors.joining("; "));
  }

  /** Disk, network and memory, which are not operations of a core. */
  boolean isProbe() {
    return id().matches("(disk|network|memory)\\..*");
  }

  /** A whole task contains other operations. */
  public boolean isWholeTask() {
    return rows.stream().anyMatch(m -> m.suite().equals("task"));
  }

  /** A value of one to eight bytes costs much a byte; what counts is its cost an element. */
  boolean isSingleValue() {
    return SINGLE_VALUE.matcher(id()).matches();
  }

  /** The size of one batch, in records or bytes; 0 where no parameter says it. */
  double batch() {
    String size = variant.parameters().getOrDefault("records", variant.parameter("bytes"));
    return size.matches("[0-9]{1,18}") ? Double.parseDouble(size) : 0;
  }

  /** Cores that it keeps busy at its own rate; NaN where either figure is missing. */
  double coresBusy() {
    return coresFor(value(Quantity.RATE));
  }

  /** Cores that it takes to keep a device of this rate busy. */
  public double coresFor(double mbPerS) {
    return value(Quantity.COST) * mbPerS / 1e3;
  }

  /** The rate of one core in MB/s; NaN without a cost. */
  public double oneCoreMbPerS() {
    double cost = value(Quantity.COST);
    return cost > 0 ? 1e3 / cost : Double.NaN;
  }

  /** The cost by process, in the order of the file. */
  List<Share> shares() {
    Set<String> processes = new LinkedHashSet<>();
    rows.stream().filter(MeasuredOperation::isShare).forEach(m -> processes.add(m.process()));
    List<Share> shares = new ArrayList<>();
    for (String process : processes) {
      shares.add(new Share(process, share(process, "cost_user"), share(process, "cost_system")));
    }
    double sum = shares.stream().mapToDouble(Share::ns).sum();
    shares.removeIf(s -> s.ns() < SMALLEST_SHARE * sum);
    return shares;
  }

  /** {@code benchmark 0.640, datanode 0.480}. */
  public String sharesInWords() {
    return shares().stream()
        .map(s -> s.process() + " " + Figures.number(s.ns()))
        .collect(Collectors.joining(", "));
  }

  static boolean isShare(Measurement m) {
    return Set.of("cost_user", "cost_system").contains(m.metric())
        && m.unit().equals("ns/B")
        && !m.process().equals(MACHINE);
  }

  private double share(String process, String metric) {
    return rows.stream()
        .filter(m -> isShare(m) && m.process().equals(process) && m.metric().equals(metric))
        .mapToDouble(Measurement::value)
        .sum();
  }

  /** Core-nanoseconds a byte of some processes; NaN where these were not measured apart. */
  double sum(Predicate<Share> processes, ToDoubleFunction<Share> part) {
    return shares().stream()
        .filter(processes)
        .map(part::applyAsDouble)
        .reduce(Double::sum)
        .orElse(Double.NaN);
  }

  /** The cost whose interval says whether the operation is stable, whatever its unit. */
  public Optional<Measurement> judged() {
    return Measurement.judged(rows);
  }

  /** Half the interval of that cost as a fraction of its mean; NaN where there is no interval. */
  public double halfWidth() {
    return judged().map(Measurement::relativeHalfWidth).orElse(Double.NaN);
  }

  public Stability stability() {
    if (judged().flatMap(Measurement::interval).isEmpty() || Double.isNaN(halfWidth())) {
      return Stability.UNKNOWN;
    }
    return halfWidth() > Measurement.STABLE ? Stability.UNSTABLE : Stability.STABLE;
  }
}
