package io.corebound.analysis.study.bound;

import io.corebound.analysis.Sentences;
import io.corebound.records.run.CommandResult.WatchedHost;
import io.corebound.records.run.Samples;
import java.util.List;
import java.util.Optional;

/**
 * How busy the CPUs were that programs on a host may use, second by second. A CPU without a sample
 * in a second counts for nothing in it; where none of them has any, all that was sampled serves.
 */
final class CoreUse {
  private static final String ALL = "all";
  private static final double PERCENT = 100;

  private final PerSecond perSecond;
  private final WatchedHost host;
  private final double[] busy;
  private final double[] fullest;
  private final double[] ioWait;
  private final int[] sampled;

  CoreUse(PerSecond perSecond, WatchedHost host) {
    this.perSecond = perSecond;
    this.host = host;
    busy = new double[perSecond.count()];
    fullest = new double[perSecond.count()];
    ioWait = new double[perSecond.count()];
    sampled = new int[perSecond.count()];
    List<String> devices = perSecond.devices(Sources.CPU);
    if (without(host, devices).size() < host.cpus().size()) {
      host.cpus().forEach(cpu -> add(String.valueOf(cpu), 1));
    } else {
      int others = (int) devices.stream().filter(d -> !d.equals(ALL)).count();
      add(ALL, others == 0 ? host.cpus().size() : others);
    }
  }

  private void add(String device, int cpus) {
    double[] idle = perSecond.sum(Sources.CPU, device, "idle_percent");
    double[] waiting = perSecond.sum(Sources.CPU, device, "iowait_percent");
    for (int i = 0; i < busy.length; i++) {
      double share = 1 - (idle[i] + waiting[i]) / PERCENT;
      if (!Double.isNaN(share)) {
        busy[i] += cpus * share;
        fullest[i] = Math.max(fullest[i], share);
        ioWait[i] += cpus * waiting[i] / PERCENT;
        sampled[i] += cpus;
      }
    }
  }

  /** Share of the time of all cores that may be used; NaN in a second without a sample. */
  double share(int second) {
    return busy[second] / Math.min(host.cores(), sampled[second]);
  }

  /** The same of the fullest single core. */
  double fullest(int second) {
    return fullest[second];
  }

  /** Core-seconds idle while a task of that core waited for I/O. */
  double ioWait(int second) {
    return ioWait[second];
  }

  private static List<Integer> without(WatchedHost host, List<String> devices) {
    return host.cpus().stream().filter(cpu -> !devices.contains(String.valueOf(cpu))).toList();
  }

  /** What a verdict lacks for want of a CPU's samples, in a sentence; empty when nothing. */
  static Optional<String> lacking(List<Samples> samples, WatchedHost host) {
    List<String> devices =
        samples.stream()
            .filter(s -> s.host().equals(host.name()) && s.source().equals(Sources.CPU))
            .flatMap(s -> s.devices().stream())
            .toList();
    List<Integer> without = without(host, devices);
    if (devices.isEmpty() || without.isEmpty()) {
      return Optional.empty();
    }
    String key =
        without.size() < host.cpus().size() ? "bound.cpus-without-samples" : "bound.no-cpu-sampled";
    return Optional.of(
        Sentences.of(key, without.size(), host.cpus().size(), host.name(), without.get(0)));
  }
}
