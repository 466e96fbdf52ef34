package io.corebound.collectors.sampler;

import io.corebound.records.run.Samples;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Core-seconds out of percentages of cores. */
public final class CpuTime {
  private static final List<String> BUSY =
      List.of("user_percent", "nice_percent", "system_percent", "irq_percent", "soft_percent");

  /** sar's timestamps have whole seconds, so either end may lack a sample for this long. */
  private static final double TOLERANCE_S = 1.5;

  private CpuTime() {}

  /**
   * Core-seconds that a whole machine was busy: user, nice, system and interrupts. A sample holds
   * for the time since the one before it; one that is partly inside counts by that part. Up to 1.5
   * s without samples at either end are taken to be as busy as the rest.
   *
   * @return NaN when the samples do not cover the time; 0 when it has no length
   * @throws IllegalArgumentException when the end is before the start, or the samples are not of
   *     {@code sar-cpu}
   */
  public static double busyCoreSeconds(Samples sarCpu, double startS, double endS, int cores) {
    if (!(endS >= startS)) {
      throw new IllegalArgumentException(
          "an end of %s before a start of %s".formatted(endS, startS));
    }
    for (String metric : BUSY) {
      if (sarCpu.indexOf(metric) < 0) {
        throw new IllegalArgumentException(sarCpu.source() + " has no metric " + metric);
      }
    }
    int[] busy = BUSY.stream().mapToInt(sarCpu::indexOf).toArray();
    // a sample without one of its figures is none
    List<Samples.Row> rows =
        sarCpu.rowsOf("all").stream().filter(row -> !Double.isNaN(sum(row, busy))).toList();
    if (rows.isEmpty() || startS == endS) {
      return rows.isEmpty() ? Double.NaN : 0;
    }
    Map<Double, Double> seconds = seconds(rows, startS, endS);
    if (seconds.isEmpty()) {
      return Double.NaN;
    }
    double percentSeconds = 0;
    for (Samples.Row row : rows) {
      // of two samples with the same time the first counts
      Double rowS = seconds.remove(row.timeS());
      percentSeconds += rowS == null ? 0 : sum(row, busy) * rowS;
    }
    return percentSeconds / 100 * cores;
  }

  /**
   * Core-seconds by role on one host, and of {@code machine}, which is all that it used. A sample
   * holds for the time since the one before it; one that is partly inside counts by that part. Up
   * to 1.5 s without samples at either end are taken to be as busy as the rest.
   *
   * @return empty when the samples do not cover the time
   */
  public static Map<String, Double> coreSecondsByRole(Samples roles, double startS, double endS) {
    Map<Double, Double> seconds = seconds(roles.rows(), startS, endS);
    if (seconds.isEmpty()) {
      return Map.of();
    }
    int[] both = {roles.indexOf("user_percent"), roles.indexOf("system_percent")};
    Map<String, Double> sums = new TreeMap<>();
    for (Samples.Row row : roles.rows()) {
      sums.merge(row.device(), sum(row, both) / 100 * seconds.get(row.timeS()), Double::sum);
    }
    sums.remove(CpuByRole.GAP);
    return sums;
  }

  private static double sum(Samples.Row row, int[] columns) {
    double sum = 0;
    for (int column : columns) {
      sum += row.values().get(column);
    }
    return sum;
  }

  /**
   * How long the sample of each time holds within an interval; what has no sample is shared out.
   * The first sample's length, which is not recorded, is taken to be that of the second.
   */
  private static Map<Double, Double> seconds(List<Samples.Row> rows, double startS, double endS) {
    double[] timesS = rows.stream().mapToDouble(Samples.Row::timeS).sorted().distinct().toArray();
    if (timesS.length == 0 || !(endS > startS)) {
      return Map.of();
    }
    double fromS = timesS[0] - (timesS.length < 2 ? 1 : timesS[1] - timesS[0]);
    if (startS < fromS - TOLERANCE_S || endS > timesS[timesS.length - 1] + TOLERANCE_S) {
      return Map.of();
    }
    Map<Double, Double> seconds = new HashMap<>();
    double coveredS = 0;
    for (double timeS : timesS) {
      double overlapS = Math.max(0, Math.min(endS, timeS) - Math.max(startS, fromS));
      seconds.put(timeS, overlapS);
      coveredS += overlapS;
      fromS = timeS;
    }
    double share = (endS - startS) / coveredS;
    seconds.replaceAll((timeS, overlapS) -> overlapS * share);
    return coveredS > 0 ? seconds : Map.of();
  }
}
