package io.corebound.records.run;

import io.corebound.records.format.AtomicFiles;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.DoubleUnaryOperator;
import java.util.function.UnaryOperator;

/**
 * What one collector saw on one host: {@code samples/<host>/<source>.csv}.
 *
 * @param source collector and what it looked at: {@code sar-cpu}, {@code iostat} ...
 * @param metrics one name a metric, its unit at the end ({@code user_percent}, {@code
 *     read_mb_per_s})
 */
public record Samples(String host, String source, List<String> metrics, List<Row> rows) {

  public Samples {
    metrics = List.copyOf(metrics);
    rows = SampleRows.copyOf(source, rows, metrics.size());
  }

  /**
   * One sample, the mean over the interval that ends at {@code timeS}, of a device, a CPU, a
   * process or {@code all}; NaN where the tool gave none.
   */
  public record Row(double timeS, String device, List<Double> values) {
    public Row {
      values = List.copyOf(values);
    }
  }

  /** Rows that come one after the other, kept in few bytes from the beginning. */
  public static final class Builder {
    private final String host;
    private final String source;
    private final List<String> metrics;
    private final SampleRows.Builder rows;

    public Builder(String host, String source, List<String> metrics) {
      this.host = host;
      this.source = source;
      this.metrics = List.copyOf(metrics);
      this.rows = new SampleRows.Builder(metrics.size(), 1);
    }

    /** A row with one value a metric, as {@link Row} has it; the array is copied. */
    public void add(double timeS, String device, double[] values) {
      rows.add(timeS, device, values);
    }

    public int size() {
      return rows.size();
    }

    /** What was added until now. */
    public Samples build() {
      return new Samples(host, source, metrics, rows.build());
    }
  }

  /** The same with other times and names of devices. */
  public Samples with(DoubleUnaryOperator time, UnaryOperator<String> device) {
    return new Samples(host, source, metrics, compact().with(time, device));
  }

  /** Every time once, in order. */
  public double[] timesS() {
    return compact().timesS();
  }

  /** Writes {@code <folder>/<host>/<source>.csv}, whole or not at all. */
  public Path write(Path folder) {
    Path file = folder.resolve(host).resolve(source + ".csv");
    AtomicFiles.write(file, out -> SamplesCsv.write(this, out));
    return file;
  }

  /** Reads {@code <folder>/<host>/<source>.csv}; refuses a broken one with file and line. */
  public static Samples read(Path file) {
    SamplesCsv.Table table = SamplesCsv.read(file);
    String name = file.getFileName().toString();
    return new Samples(
        file.toAbsolutePath().getParent().getFileName().toString(),
        name.substring(0, name.length() - ".csv".length()),
        table.metrics(),
        table.rows());
  }

  /** Column of a metric; -1 when there is none of that name. */
  public int indexOf(String metric) {
    return metrics.indexOf(metric);
  }

  /** Every device, in order of first appearance. */
  public List<String> devices() {
    return compact().devices();
  }

  /** The rows of a device, in order; empty when it is not there. */
  public DeviceRows rowsOf(String device) {
    DeviceRows rowsOf = byDevice().get(device);
    return rowsOf == null ? new DeviceRows(compact(), new int[0]) : rowsOf;
  }

  /** The rows of every device, the devices in order of first appearance. */
  public Map<String, DeviceRows> byDevice() {
    SampleRows all = compact();
    int[][] numbers = all.rowsByDevice();
    Map<String, DeviceRows> byDevice = new LinkedHashMap<>();
    for (int i = 0; i < numbers.length; i++) {
      byDevice.put(all.devices().get(i), new DeviceRows(all, numbers[i]));
    }
    return byDevice;
  }

  /** Time of the earliest row, in seconds since the Unix epoch; empty when there is none. */
  public OptionalDouble earliestS() {
    double earliestS = compact().earliestS();
    return Double.isNaN(earliestS) ? OptionalDouble.empty() : OptionalDouble.of(earliestS);
  }

  SampleRows compact() {
    return (SampleRows) rows;
  }
}
