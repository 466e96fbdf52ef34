package io.corebound.records;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.csv.CSVRecord;

/**
 * What one collector saw on one host: {@code samples/<host>/<source>.csv}.
 *
 * @param host the host's name
 * @param source collector and what it looked at: {@code sar-cpu}, {@code iostat} ...
 * @param metrics one name a metric, its unit at the end ({@code user_percent}, {@code
 *     read_mb_per_s})
 * @param rows in order of time
 */
public record Samples(String host, String source, List<String> metrics, List<Row> rows) {

  /** Refuses rows that do not have one value a metric. */
  public Samples {
    metrics = List.copyOf(metrics);
    rows = List.copyOf(rows);
    for (Row row : rows) {
      if (row.values().size() != metrics.size()) {
        throw new IllegalArgumentException(
            source
                + ": a row of "
                + row.values().size()
                + " values for "
                + metrics.size()
                + " metrics");
      }
    }
  }

  /**
   * One sample. A rate is the mean over the interval that ends at {@code timeS}.
   *
   * @param timeS end of the sample's interval, in seconds since the Unix epoch
   * @param device which device, CPU or process; {@code all} for the total
   * @param values one a metric; NaN where the tool gave none
   */
  public record Row(double timeS, String device, List<Double> values) {
    /** Copies the values. */
    public Row {
      values = List.copyOf(values);
    }
  }

  /** Writes {@code <folder>/<host>/<source>.csv}, whole or not at all. */
  public Path write(Path folder) {
    Path file = folder.resolve(host).resolve(source + ".csv");
    List<String> columns = new ArrayList<>(List.of("time_s", "device"));
    columns.addAll(metrics);
    List<List<?>> table = new ArrayList<>();
    for (Row row : rows) {
      List<Object> cells = new ArrayList<>();
      cells.add(row.timeS());
      cells.add(row.device());
      row.values().forEach(v -> cells.add(v.isNaN() ? "" : v));
      table.add(cells);
    }
    CsvFiles.write(file, columns, table);
    return file;
  }

  /**
   * Reads {@code <folder>/<host>/<source>.csv}.
   *
   * @throws CoreboundException (invalid input) that names the file and line
   */
  public static Samples read(Path file) {
    List<CSVRecord> table = CsvFiles.read(file, List.of("time_s", "device"));
    List<String> metrics =
        table.isEmpty()
            ? List.of()
            : table.get(0).getParser().getHeaderNames().stream()
                .filter(c -> !c.equals("time_s") && !c.equals("device"))
                .toList();
    List<Row> rows = new ArrayList<>();
    for (CSVRecord record : table) {
      try {
        List<Double> values =
            metrics.stream()
                .map(m -> record.get(m).isEmpty() ? Double.NaN : Double.valueOf(record.get(m)))
                .toList();
        rows.add(new Row(Double.parseDouble(record.get("time_s")), record.get("device"), values));
      } catch (NumberFormatException e) {
        throw CoreboundException.invalidInput(
            file + " line " + (record.getRecordNumber() + 1) + ": not a number: " + e.getMessage());
      }
    }
    String name = file.getFileName().toString();
    return new Samples(
        file.toAbsolutePath().getParent().getFileName().toString(),
        name.substring(0, name.length() - ".csv".length()),
        metrics,
        rows);
  }

  /** Column of a metric. */
  public int indexOf(String metric) {
    return metrics.indexOf(metric);
  }
}
