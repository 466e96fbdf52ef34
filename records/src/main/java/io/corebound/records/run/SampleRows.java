package io.corebound.records.run;

import io.corebound.records.units.Refuse;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.RandomAccess;
import java.util.TreeSet;
import java.util.function.DoubleUnaryOperator;
import java.util.function.UnaryOperator;

/**
 * Rows of samples, kept column by column: an hour of a hundred hosts, seventeen million rows, fits
 * into half a gigabyte.
 */
final class SampleRows extends AbstractList<Samples.Row> implements RandomAccess {
  private final Column times;
  private final List<String> devices;
  private final Column deviceNumbers;
  private final Column[] columns;
  private final int size;
  private final double earliestS;

  private SampleRows(Builder builder) {
    builder.keep();
    size = builder.size;
    earliestS = size == 0 ? Double.NaN : builder.earliestS;
    times = Column.of(builder.keptTimes, Builder.SHIFT);
    devices = List.copyOf(builder.numbers.keySet());
    deviceNumbers = Column.of(builder.keptNumbers, Builder.SHIFT);
    columns = builder.kept.stream().map(k -> Column.of(k, Builder.SHIFT)).toArray(Column[]::new);
  }

  /** The same rows; refuses one without one value a metric. */
  static SampleRows copyOf(String source, List<Samples.Row> rows, int metrics) {
    if (rows instanceof SampleRows same && (same.columns.length == metrics || same.isEmpty())) {
      return same;
    }
    Builder builder = new Builder(metrics, rows.size());
    double[] values = new double[metrics];
    for (Samples.Row row : rows) {
      Refuse.when(
          row.values().size() != metrics,
          "%s: a row of %s values for %s metrics",
          source,
          row.values().size(),
          metrics);
      for (int i = 0; i < metrics; i++) {
        values[i] = row.values().get(i);
      }
      builder.add(row.timeS(), row.device(), values);
    }
    return builder.build();
  }

  /** The same with other times and names; rows of names that become one are its rows then. */
  SampleRows with(DoubleUnaryOperator time, UnaryOperator<String> name) {
    Builder builder = new Builder(columns.length, size);
    double[] values = new double[columns.length];
    List<String> names = devices.stream().map(name).toList();
    for (int row = 0; row < size; row++) {
      for (int i = 0; i < values.length; i++) {
        values[i] = value(row, i);
      }
      builder.add(time.applyAsDouble(timeS(row)), names.get(deviceNumber(row)), values);
    }
    return builder.build();
  }

  /** Every time once, in order. */
  double[] timesS() {
    NavigableSet<Double> distinct = new TreeSet<>();
    double before = Double.NaN;
    for (int row = 0; row < size; row++) {
      double timeS = timeS(row);
      if (timeS != before) {
        distinct.add(timeS);
        before = timeS;
      }
    }
    return distinct.stream().mapToDouble(Double::doubleValue).toArray();
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public Samples.Row get(int index) {
    Double[] values = new Double[columns.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = columns[i].get(index);
    }
    return new Samples.Row(timeS(index), device(index), Arrays.asList(values));
  }

  double timeS(int row) {
    return times.get(row);
  }

  /** The earliest time; NaN when there are no rows. */
  double earliestS() {
    return earliestS;
  }

  String device(int row) {
    return devices.get(deviceNumber(row));
  }

  /** Place of a row's device in {@link #devices}. */
  int deviceNumber(int row) {
    return (int) deviceNumbers.get(row);
  }

  double value(int row, int column) {
    return columns[column].get(row);
  }

  Column times() {
    return times;
  }

  Column column(int column) {
    return columns[column];
  }

  /** Every device, in order of first appearance. */
  List<String> devices() {
    return devices;
  }

  /** Numbers of the rows of each device, in order: one array a device of {@link #devices}. */
  int[][] rowsByDevice() {
    int[] counts = new int[devices.size()];
    for (int row = 0; row < size; row++) {
      counts[deviceNumber(row)]++;
    }
    int[][] numbers = new int[counts.length][];
    for (int device = 0; device < counts.length; device++) {
      numbers[device] = new int[counts[device]];
      counts[device] = 0;
    }
    for (int row = 0; row < size; row++) {
      int device = deviceNumber(row);
      numbers[device][counts[device]++] = row;
    }
    return numbers;
  }

  /** Rows that come one after the other: what is full is kept in few bytes at once. */
  static final class Builder {
    private static final int SHIFT = 14;
    private static final int MOST = 1 << SHIFT;

    private final double[][] columns;
    private final List<List<Column>> kept = new ArrayList<>();
    private final List<Column> keptTimes = new ArrayList<>();
    private final List<Column> keptNumbers = new ArrayList<>();
    private final Map<String, Integer> numbers = new LinkedHashMap<>();
    private double[] times;
    private double[] deviceNumbers;
    private double earliestS = Double.POSITIVE_INFINITY;
    private int size;

    /** Of the rows that have not been kept yet. */
    private int filled;

    Builder(int metrics, int expected) {
      int capacity = Math.min(MOST, Math.max(1, expected));
      columns = new double[metrics][capacity];
      for (int i = 0; i < metrics; i++) {
        kept.add(new ArrayList<>());
      }
      times = new double[capacity];
      deviceNumbers = new double[capacity];
    }

    /** The number of a device; a new one is entered. */
    int number(String device) {
      Integer known = numbers.get(device);
      if (known == null) {
        known = numbers.size();
        numbers.put(device, known);
      }
      return known;
    }

    void add(double timeS, String device, double[] values) {
      add(timeS, number(device), values);
    }

    void add(double timeS, int deviceNumber, double[] values) {
      if (filled == MOST) {
        keep();
      } else if (filled == times.length) {
        int capacity = Math.min(MOST, 2 * filled);
        times = Arrays.copyOf(times, capacity);
        deviceNumbers = Arrays.copyOf(deviceNumbers, capacity);
        for (int i = 0; i < columns.length; i++) {
          columns[i] = Arrays.copyOf(columns[i], capacity);
        }
      }
      times[filled] = timeS;
      deviceNumbers[filled] = deviceNumber;
      for (int i = 0; i < columns.length; i++) {
        columns[i][filled] = values[i];
      }
      earliestS = Math.min(earliestS, timeS);
      filled++;
      size++;
    }

    private void keep() {
      if (filled > 0) {
        keptTimes.add(Column.of(times, filled));
        keptNumbers.add(Column.of(deviceNumbers, filled));
        for (int i = 0; i < columns.length; i++) {
          kept.get(i).add(Column.of(columns[i], filled));
        }
        filled = 0;
      }
    }

    int size() {
      return size;
    }

    SampleRows build() {
      return new SampleRows(this);
    }
  }
}
