package io.corebound.microbenchrunner.watch;

import io.corebound.hosts.process.OtherLoad;
import io.corebound.hosts.process.Watch;
import io.corebound.hosts.process.Watched;
import io.corebound.microbenchrunner.jmh.Catalogue;
import io.corebound.records.format.CsvFiles;
import io.corebound.records.run.Measurement;
import io.corebound.records.run.Measurement.Metric;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.units.Mean;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/**
 * Knows of everything that is measured what other programs took of the machine meanwhile. What they
 * disturbed is measured once more where time allows, and the quieter one counts.
 */
public final class OthersWatch {
  /**
   * How far core time may be off beside others that keep all other cores busy: standard deviation
   * of its logarithm (docs/intervals.md).
   */
  private static final double BESIDE_BUSY_CORES = 0.1;

  private static final String ALL = "all";
  private static final int MOST_PROGRAMS = 3;
  private static final double NAMED_CORES = 0.01;

  private final Supplier<Supplier<OtherLoad>> others;
  private final Watch watch;
  private final int cpus;
  private final List<String> names = new ArrayList<>();
  private final List<OtherLoad> loads = new ArrayList<>();

  /**
   * Nothing measured yet.
   *
   * @param others begins to watch them; what is returned says what they took since, or since it
   *     said so last
   * @param cpus of this machine
   * @param seconds for what is measured once more; null for as long as it takes
   */
  public OthersWatch(Supplier<Supplier<OtherLoad>> others, int cpus, Integer seconds) {
    this.others = others;
    this.watch = new Watch(others, seconds);
    this.cpus = cpus;
  }

  /** What others take from now on, whatever is measured. */
  public OthersSum sum() {
    return new OthersSum(others.get());
  }

  /** Measures once, or twice where others disturbed it; the quieter of the two. */
  public <T> Watched<T> quieter(String name, Watch.Attempt<T, InterruptedException> attempt)
      throws InterruptedException {
    Watched<T> kept = watch.quieter(name, attempt);
    names.add(name);
    loads.add(kept.others());
    return kept;
  }

  /** How far figures may be off by what others took; 0 below the limit. */
  private double deviation(OtherLoad load) {
    return load.disturbs()
        ? BESIDE_BUSY_CORES * Math.min(1, load.allCores() / Math.max(1, cpus - 1))
        : 0;
  }

  /**
   * What others took while anything was measured: all of them, the programs that took most, and how
   * far figures may be off by it. Nothing where nothing was measured.
   */
  public List<Measurement> rows(RunDirectory run) {
    OtherLoad sum = loads.stream().reduce(OtherLoad.NONE, OtherLoad::plus);
    if (!(sum.seconds() > 0)) {
      return List.of();
    }
    Path file = run.rawFolder().resolve("micro").resolve("others.csv");
    write(file);
    String raw = run.relative(file);
    List<Measurement> rows = new ArrayList<>();
    rows.add(row(ALL, Metric.OTHERS_COST, "core-s/s", sum.cores(), raw));
    Map<String, Double> named = new TreeMap<>(sum.coreS());
    named.put("steal", sum.stolenS());
    named.entrySet().stream()
        .filter(program -> program.getValue() >= NAMED_CORES * sum.seconds())
        .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
        .limit(MOST_PROGRAMS)
        .forEach(
            program ->
                rows.add(
                    row(
                        program.getKey(),
                        Metric.OTHERS_COST,
                        "core-s/s",
                        program.getValue() / sum.seconds(),
                        raw)));
    rows.add(row(ALL, Metric.DISTURBED, "ratio", mean(l -> l.disturbs() ? 1 : 0, sum), raw));
    rows.add(row(ALL, Metric.DISTURBANCE, "ratio", mean(this::deviation, sum), raw));
    return rows;
  }

  private double mean(ToDoubleFunction<OtherLoad> figure, OtherLoad sum) {
    return loads.stream().mapToDouble(l -> figure.applyAsDouble(l) * l.seconds()).sum()
        / sum.seconds();
  }

  private void write(Path file) {
    List<List<?>> rows = new ArrayList<>();
    for (int i = 0; i < loads.size(); i++) {
      OtherLoad load = loads.get(i);
      rows.add(List.of(names.get(i), load.seconds(), load.cores(), load.stolenCores(), most(load)));
    }
    CsvFiles.write(
        file, List.of("measured", "seconds", "others_cores", "stolen_cores", "most_by"), rows);
  }

  private static String most(OtherLoad load) {
    return load.coreS().entrySet().stream()
        .max(Map.Entry.comparingByValue())
        .map(Map.Entry::getKey)
        .orElse("");
  }

  private Measurement row(String process, String metric, String unit, double value, String raw) {
    return new Measurement(
        Catalogue.CONTENTION,
        Metric.OTHERS,
        Map.of(),
        process,
        1,
        metric,
        unit,
        "",
        Mean.alone(value, loads.size()),
        "",
        raw);
  }
}
