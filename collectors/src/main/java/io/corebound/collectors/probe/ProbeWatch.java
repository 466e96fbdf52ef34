package io.corebound.collectors.probe;

import io.corebound.hosts.process.Host;
import io.corebound.hosts.process.Watch;
import io.corebound.hosts.process.Watched;
import io.corebound.hosts.process.WrappedHost;
import io.corebound.hosts.ssh.SshHost;
import io.corebound.records.run.Measurement.Metric;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * Knows of each run of one figure of a probe what others did meanwhile: the CPU time that they took
 * ({@link Watch}), and the bytes that they moved on what is probed. Where either disturbed, the run
 * is measured once more, and the quieter one counts; what disturbed all the same is in the figure's
 * parameters. Where no traffic is known ({@link Traffic#NONE}), as beside messages, only the CPU
 * time is.
 */
final class ProbeWatch {
  /** Others disturb beyond this share of the probe's own bytes. */
  private static final double LIMIT = 0.05;

  private final Watch watch;
  private final Traffic traffic;
  private final List<Watched<Run<?>>> kept = new ArrayList<>();

  /**
   * What one run gave.
   *
   * @param name that its files have
   */
  record Kept<T>(String name, T result) {}

  /**
   * The same beside what others did.
   *
   * @param share of others' bytes over the probe's own
   */
  private record Run<T>(Kept<T> kept, double share) {}

  /** Of a figure that a host measures; the CPU time of others is known of this machine only. */
  ProbeWatch(Watch watch, Host host, Traffic traffic) {
    this.watch = isHere(host) ? watch : watch.blinded();
    this.traffic = traffic;
  }

  private static boolean isHere(Host host) {
    return host instanceof WrappedHost wrapped
        ? isHere(wrapped.host())
        : !(host instanceof SshHost);
  }

  /**
   * Measures as many runs as the budget says, whose files have a name and the run's number.
   *
   * @param bytes that the probe itself moved in one; 0 where it does not say so
   */
  <T> List<Kept<T>> runs(
      String name, ProbeBudget budget, Function<String, T> attempt, ToDoubleFunction<T> bytes) {
    List<Kept<T>> runs = new ArrayList<>();
    for (int i = 1; i <= budget.runs(); i++) {
      runs.add(quieter("%s-%s".formatted(name, i), attempt, bytes));
    }
    return runs;
  }

  /**
   * Measures a run, whose files have a name.
   *
   * @param bytes that the probe itself moved in it; 0 where it does not say so
   */
  <T> Kept<T> quieter(String name, Function<String, T> attempt, ToDoubleFunction<T> bytes) {
    return quieter(name, () -> {}, attempt, bytes);
  }

  /**
   * The same.
   *
   * @param ready called before each attempt; what is moved in it is nobody's
   */
  <T> Kept<T> quieter(
      String name, Runnable ready, Function<String, T> attempt, ToDoubleFunction<T> bytes) {
    Watched<Run<T>> run =
        watch.quieter(
            name,
            which -> {
              ready.run();
              OptionalDouble before = traffic.bytes();
              T result = attempt.apply(which);
              double own = bytes.applyAsDouble(result);
              double share = traffic.share(before, traffic.bytes(), own);
              return new Run<>(new Kept<>(which, result), share);
            },
            w -> Math.max(w.others().disturbance(), w.measured().share() / LIMIT));
    kept.add(new Watched<>(run.measured(), run.others()));
    return run.measured().kept();
  }

  /** A figure's parameters, and among them what disturbed it, on average over its runs. */
  Map<String, String> among(Map<String, String> parameters) {
    Map<String, String> all = new TreeMap<>(parameters);
    double cores = mean(w -> w.others().disturbance());
    if (cores > 1) {
      double mean = mean(w -> w.others().allCores());
      all.put(Metric.OTHERS_CORES, String.format(Locale.ROOT, "%.2f", mean));
    }
    double share = mean(w -> w.measured().share());
    if (share > LIMIT) {
      all.put(Metric.OTHERS_PERCENT, String.format(Locale.ROOT, "%.0f", 100 * share));
    }
    return all;
  }

  private double mean(ToDoubleFunction<Watched<Run<?>>> figure) {
    return kept.stream().mapToDouble(figure).average().orElse(0);
  }
}
