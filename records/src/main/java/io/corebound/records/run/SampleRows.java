package io.corebound.records.run;

import io.corebound.records.units.Refuse;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.RandomAccess;

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
    size = builder.size;
    earliestS = Arrays.stream(builder.times, 0, size).min().orElse(Double.NaN);
    times = Column.of(builder.times, size);
    devices = List.copyOf(builder.numbers.keySet());
    deviceNumbers = Column.of(builder.deviceNumbers, size);
    columns = new Column[builder.columns.length];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = Column.of(builder.columns[i], size);
      // from now on it is not needed twice
      builder.columns[i] = null;
    }
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

  static final class Builder {
    private final double[][] columns;
    private final Map<String, Integer> numbers = new LinkedHashMap<>();
    private double[] times;
    private double[] deviceNumbers;
    private int size;

    Builder(int metrics, int expected) {
      int capacity = Math.max(1, expected);
      columns = new double[metrics][capacity];
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
      if (size == times.length) {
        int capacity = 2 * size;
        times = Arrays.copyOf(times, capacity);
        deviceNumbers = Arrays.copyOf(deviceNumbers, capacity);
        for (int i = 0; i < columns.length; i++) {
          columns[i] = Arrays.copyOf(columns[i], capacity);
        }
      }
      times[size] = timeS;
      deviceNumbers[size] = deviceNumber;
      for (int i = 0; i < columns.length; i++) {
        columns[i][size] = values[i];
      }
      size++;
    }

    SampleRows build() {
      return new SampleRows(this);
    }
  }
}
