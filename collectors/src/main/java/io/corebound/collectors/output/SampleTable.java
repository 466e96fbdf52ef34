package io.corebound.collectors.output;

import io.corebound.records.run.Samples;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The samples of one source while a tool's text is read. Every figure of every collector passes
 * here: one that cannot be ({@link Possible}) is noted, and NaN in its row.
 */
public final class SampleTable {
  private final String source;
  private final List<String> metrics;
  private final NotUnderstood notes;
  private final Samples.Builder rows;
  private double whole = Possible.PERCENT;
  private boolean signed;

  public SampleTable(String host, String source, List<String> metrics, NotUnderstood notes) {
    this.source = source;
    this.metrics = metrics;
    this.notes = notes;
    this.rows = new Samples.Builder(host, source, metrics);
  }

  /** From now on percentages are those of one CPU, of which there are so many. */
  public void inPercentOfOneOf(int cpus) {
    whole = Possible.PERCENT * cpus;
  }

  /** The figures are differences, which may be below zero. */
  public SampleTable signed() {
    signed = true;
    return this;
  }

  public void add(double timeS, String device, double... figures) {
    double[] possible = new double[figures.length];
    for (int i = 0; i < figures.length; i++) {
      possible[i] = isPossible(i, device, figures[i]) ? figures[i] : Double.NaN;
    }
    rows.add(timeS, device, possible);
  }

  public void add(Samples.Row row) {
    add(row.timeS(), row.device(), figures(row));
  }

  /** Adds rows that are sums of each other: all or, where a figure cannot be, none of them. */
  public void addAllOrNone(List<Samples.Row> together) {
    if (together.stream().allMatch(this::isPossible)) {
      together.forEach(this::add);
    }
  }

  private boolean isPossible(Samples.Row row) {
    double[] figures = figures(row);
    return IntStream.range(0, figures.length)
        .allMatch(i -> isPossible(i, row.device(), figures[i]));
  }

  /** Notes what is not. */
  private boolean isPossible(int metric, String device, double figure) {
    double largest = Possible.largest(metrics.get(metric), whole);
    boolean impossible = figure > largest || figure < (signed ? -largest : 0);
    if (impossible) {
      notes.add("%s: '%s' of %s is %s".formatted(source, metrics.get(metric), device, figure));
    }
    return !impossible;
  }

  private static double[] figures(Samples.Row row) {
    return row.values().stream().mapToDouble(v -> v).toArray();
  }

  public Samples samples() {
    return rows.build();
  }
}
