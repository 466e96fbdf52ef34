package io.corebound.collectors.sampler;

import io.corebound.records.run.Samples;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Core-seconds out of percentages of cores. */
public final class CpuTime {
  private static final List<String> BUSY =
      List.of("user_percent", "nice_percent", "system_percent", "irq_percent", "soft_percent");

  /** sar's timestamps have whole seconds: so much at either end may have no sample. */
  private static final double TOLERANCE_S = 1.5;

  private CpuTime() {}

  /**
   * Core-seconds that a whole machine was busy: user, nice, system and interrupts. A sample holds
   * for the time since the one before it; one that is partly inside counts by that part. Up to 1.5
   * s without samples at either end are taken to be as busy as the rest.
   *
   * @param sarCpu samples {@code sar-cpu}, of which the device {@code all} is used
   * @param startS start, in seconds since the epoch
   * @param endS end, in seconds since the epoch
   * @param cores logical CPUs of the machine
   * @return NaN when the samples do not cover the time; 0 when it has no length
   * @throws IllegalArgumentException when the end is before the start, or the samples are not of
   *     {@code sar-cpu}
   */
  public static double busyCoreSeconds(Samples sarCpu, double startS, double endS, int cores) {
    if (!(endS >= startS)) {
      throw new IllegalArgumentException("an end of " + endS + " before a start of " + startS);
    }
    int[] columns = BUSY.stream().mapToInt(sarCpu::indexOf).toArray();
    for (int i = 0; i < columns.length; i++) {
      if (columns[i] < 0) {
        throw new IllegalArgumentException(sarCpu.source() + " has no metric " + BUSY.get(i));
      }
    }
    List<Samples.Row> rows =
        sarCpu.rows().stream()
            .filter(row -> row.device().equals("all"))
            .sorted(Comparator.comparingDouble(Samples.Row::timeS))
            .toList();
    if (rows.isEmpty()) {
      return Double.NaN;
    }
    return sum(rows, columns, startS, endS) * cores;
  }

  /**
   * Core-seconds by role on one host, and of {@code machine}, which is all that it used. A sample
   * holds for the time since the one before it; one that is partly inside counts by that part. Up
   * to 1.5 s without samples at either end are taken to be as busy as the rest.
   *
   * @param roles samples {@code roles} of {@link CpuByRole}
   * @param startS start, in seconds since the epoch
   * @param endS end, after the start
   * @return empty when the samples do not cover the time
   */
  public static Map<String, Double> coreSecondsByRole(Samples roles, double startS, double endS) {
    double[] looksS = roles.rows().stream().mapToDouble(Samples.Row::timeS).distinct().toArray();
    if (looksS.length == 0 || !(endS > startS)) {
      return Map.of();
    }
    double firstS = looksS[0] - (looksS.length < 2 ? 1 : looksS[1] - looksS[0]);
    if (startS < firstS - TOLERANCE_S || endS > looksS[looksS.length - 1] + TOLERANCE_S) {
      return Map.of();
    }
    Map<Double, Double> shared = new HashMap<>();
    double fromS = firstS;
    for (double lookS : looksS) {
      shared.put(lookS, Math.max(0, Math.min(endS, lookS) - Math.max(startS, fromS)));
      fromS = lookS;
    }
    double coveredS = shared.values().stream().mapToDouble(s -> s).sum();
    int user = roles.indexOf("user_percent");
    int system = roles.indexOf("system_percent");
    Map<String, Double> sums = new TreeMap<>();
    for (Samples.Row row : roles.rows()) {
      double cores = (row.values().get(user) + row.values().get(system)) / 100;
      sums.merge(
          row.device(), cores * shared.get(row.timeS()) / coveredS * (endS - startS), Double::sum);
    }
    sums.remove(CpuByRole.GAP);
    return coveredS > 0 ? sums : Map.of();
  }

  private static double sum(List<Samples.Row> rows, int[] columns, double startS, double endS) {
    double first = rows.get(0).timeS() - firstLength(rows);
    double last = rows.get(rows.size() - 1).timeS();
    if (startS == endS) {
      return 0;
    }
    if (startS < first - TOLERANCE_S || endS > last + TOLERANCE_S) {
      return Double.NaN;
    }
    double covered = 0;
    double busy = 0;
    double from = first;
    for (Samples.Row row : rows) {
      double overlap = Math.min(endS, row.timeS()) - Math.max(startS, from);
      if (overlap > 0) {
        covered += overlap;
        busy += overlap * busyFraction(row, columns);
      }
      from = row.timeS();
    }
    return covered == 0 ? Double.NaN : busy / covered * (endS - startS);
  }

  /** What nobody recorded: the first sample's length, taken to be that of the second. */
  private static double firstLength(List<Samples.Row> rows) {
    return rows.size() < 2 ? 1 : rows.get(1).timeS() - rows.get(0).timeS();
  }

  private static double busyFraction(Samples.Row row, int[] columns) {
    double percent = 0;
    for (int column : columns) {
      percent += row.values().get(column);
    }
    return percent / 100;
  }
}
