package io.corebound.analysis.model;

import io.corebound.records.run.Measurement;
import io.corebound.records.run.Measurement.Metric;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Measured operations as they cost at another minute, when the machine is faster or slower: all
 * work is dearer by one factor, the ratio of what a small TeraSort in one JVM takes then to what it
 * took while they were measured. What waits stays as long as it was.
 */
public final class MachineSpeedNow {
  /** Of core-seconds, alone or over bytes, records or seconds. */
  private static final Set<String> UNITS_OF_WORK =
      Set.of("core-s", "core-s/s", "ns/B", "ns/record");

  /** Times in which nearly nothing works. */
  private static final Set<String> WAITS =
      Set.of("turnaround_wall", "maps_end_to_first_reduce_wall", "last_task_to_finish_wall");

  /** Holds the ApplicationMaster's work, and waiting. */
  private static final String SUBMIT_TO_FIRST_MAP = "submit_to_first_map_wall";

  private MachineSpeedNow() {}

  /**
   * How much dearer all work is.
   *
   * @param measured operations, among them how fast the machine was meanwhile
   * @param coreS what the same small TeraSort takes now, in core-seconds, a figure each
   * @return the factor; nothing where the speed was not measured then, or not now
   */
  public static Optional<Double> factor(List<Measurement> measured, List<Double> coreS) {
    return measured.stream()
        .filter(m -> m.operation().equals(Metric.SPEED) && m.metric().equals(Metric.LOCAL_SORT))
        .map(Measurement::value)
        .filter(then -> then > 0 && !coreS.isEmpty())
        .map(then -> coreS.stream().mapToDouble(c -> c).average().orElseThrow() / then)
        .findFirst();
  }

  /** The same operations with all work so much dearer. */
  public static List<Measurement> times(List<Measurement> measured, double factor) {
    return measured.stream().map(m -> times(m, factor, measured)).toList();
  }

  private static Measurement times(Measurement m, double factor, List<Measurement> all) {
    if (m.metric().equals(SUBMIT_TO_FIRST_MAP)) {
      return with(m, 1, (factor - 1) * masterS(all));
    }
    boolean work =
        UNITS_OF_WORK.contains(m.unit())
            || m.metric().endsWith("_wall") && !WAITS.contains(m.metric());
    return work && !m.metric().equals(Metric.LOCAL_SORT) ? with(m, factor, 0) : m;
  }

  /** Seconds of the ApplicationMaster's work until the first map, on the cores that it had. */
  private static double masterS(List<Measurement> all) {
    return all.stream()
        .filter(m -> m.metric().equals(Metric.SUBMIT_TO_FIRST_MAP_COST))
        .min(Comparator.comparingInt(m -> m.parameters().size()))
        .map(
            m ->
                m.value()
                    / Math.min(StartFigures.PARALLELISM, Math.max(1, MeasuredMachine.cores(m))))
        .orElse(0.0);
  }

  private static Measurement with(Measurement m, double factor, double more) {
    double value = m.value() * factor + more;
    double half = m.half() * factor;
    return new Measurement(
        m.suite(),
        m.operation(),
        m.parameters(),
        m.process(),
        m.threads(),
        m.metric(),
        m.unit(),
        m.byteBase(),
        value,
        more == 0 ? m.ciLow() * factor : value - half,
        more == 0 ? m.ciHigh() * factor : value + half,
        m.confidence(),
        m.n(),
        m.jvmFlagsHash(),
        m.rawFile());
  }
}
