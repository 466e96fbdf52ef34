package io.corebound.analysis.pages.report.cell;

import io.corebound.analysis.study.bound.Sources;
import io.corebound.analysis.study.bound.Span;
import io.corebound.records.run.DeviceRows;
import io.corebound.records.run.Samples;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * CPU time by role on one host, out of the samples {@code roles}: what each role, all of the
 * machine ({@code machine}, by {@code /proc/stat}) and the {@code gap} between both used from one
 * look at the process table to the next. A role that no look had seen so far used nothing.
 */
public final class RoleCores {
  public static final String MACHINE = "machine";
  public static final String GAP = "gap";

  /** So much at either end of a time may have no sample: an interval and a late timer. */
  private static final double TOLERANCE_S = 1.5;

  private static final double PERCENT = 100;

  private final String host;

  /** When each look was; the first one is the look before the first sample. */
  private final double[] looksS;

  private final Map<String, double[]> cores = new HashMap<>();

  private RoleCores(Samples samples) {
    Map<String, DeviceRows> byDevice = samples.byDevice();
    DeviceRows all =
        byDevice.values().stream().max(Comparator.comparingInt(List::size)).orElseThrow();
    this.host = samples.host();
    this.looksS = new double[all.size() + 1];
    for (int i = 0; i < all.size(); i++) {
      looksS[i + 1] = all.timeS(i);
    }
    looksS[0] = looksS[1] - (all.size() > 1 ? looksS[2] - looksS[1] : 1);
    int user = samples.indexOf("user_percent");
    int system = samples.indexOf("system_percent");
    byDevice.forEach((role, rows) -> cores.put(role, aligned(rows, user, system)));
  }

  private double[] aligned(DeviceRows rows, int user, int system) {
    double[] aligned = new double[looks()];
    int look = 0;
    for (int i = 0; i < rows.size(); i++) {
      while (look < aligned.length && looksS[look + 1] < rows.timeS(i)) {
        look++;
      }
      if (look < aligned.length && looksS[look + 1] == rows.timeS(i)) {
        aligned[look] = (rows.value(i, user) + rows.value(i, system)) / PERCENT;
      }
    }
    return aligned;
  }

  /** The samples of roles, one a host that has any. */
  public static List<Samples> sources(List<Samples> samples) {
    return Sources.of(samples, Sources.ROLES).stream().filter(s -> !s.rows().isEmpty()).toList();
  }

  /** Of samples {@code roles} that have at least one row. */
  public static RoleCores of(Samples samples) {
    return new RoleCores(samples);
  }

  /** One a host that has samples of roles. */
  public static List<RoleCores> of(List<Samples> samples) {
    return sources(samples).stream().map(RoleCores::of).toList();
  }

  String host() {
    return host;
  }

  /** How many stretches of time from one look to the next there are. */
  public int looks() {
    return looksS.length - 1;
  }

  /** End of a stretch, in seconds since the epoch. */
  public double endS(int look) {
    return looksS[look + 1];
  }

  /** How many cores a role kept busy in a stretch. */
  public double cores(String role, int look) {
    double[] ofRole = cores.get(role);
    return ofRole == null ? 0 : ofRole[look];
  }

  /** The roles, without machine and gap, the one that used the most first. */
  public List<String> roles() {
    Map<String, Double> sum = new HashMap<>();
    cores.keySet().stream()
        .filter(role -> !role.equals(MACHINE) && !role.equals(GAP))
        .forEach(
            role ->
                sum.put(
                    role,
                    IntStream.range(0, looks())
                        .mapToDouble(i -> cores(role, i) * (looksS[i + 1] - looksS[i]))
                        .sum()));
    return sum.entrySet().stream()
        .sorted(
            Map.Entry.<String, Double>comparingByValue(Comparator.reverseOrder())
                .thenComparing(Map.Entry.comparingByKey()))
        .map(Map.Entry::getKey)
        .toList();
  }

  /**
   * Core-seconds over stretches of time. A look that is partly inside counts by that part; up to
   * 1.5 s without a sample at either end are taken to be as busy as the rest.
   *
   * @param role also {@link #MACHINE} or {@link #GAP}
   * @return NaN when the samples do not cover the time; 0 when it has no length
   */
  public double coreS(String role, List<Span> spans) {
    double lengthS = 0;
    double coveredS = 0;
    double coreS = 0;
    for (Span span : spans) {
      if (span.lengthS() == 0) {
        continue;
      }
      if (span.startS() < looksS[0] - TOLERANCE_S || span.endS() > looksS[looks()] + TOLERANCE_S) {
        return Double.NaN;
      }
      lengthS += span.lengthS();
      for (int i = 0; i < looks(); i++) {
        double sharedS = span.overlapS(looksS[i], looksS[i + 1]);
        coveredS += sharedS;
        coreS += sharedS > 0 ? sharedS * cores(role, i) : 0;
      }
    }
    if (lengthS == 0) {
      return 0;
    }
    return coveredS > 0 ? coreS / coveredS * lengthS : Double.NaN;
  }
}
