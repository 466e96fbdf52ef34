package io.corebound.records.run;

import de.siegmar.fastcsv.reader.AbstractBaseCsvCallbackHandler;
import io.corebound.records.format.CsvFiles;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import tools.jackson.core.io.NumberInput;

/**
 * Samples as CSV. An hour of a host is hundreds of thousands of lines, which are read and written
 * without an object a figure.
 */
final class SamplesCsv {
  private static final String TIME = "time_s";
  private static final String DEVICE = "device";
  private static final List<String> REQUIRED = List.of(TIME, DEVICE);
  private static final int BLOCK = 1 << 16;

  /** Rows that there is room for from the start. */
  private static final int EXPECTED = 1 << 10;

  private SamplesCsv() {}

  /* writing */

  static void write(Samples samples, OutputStream out) throws IOException {
    List<String> columns = new ArrayList<>(REQUIRED);
    columns.addAll(samples.metrics());
    SampleRows rows = samples.compact();
    Writer writer = new Writer();
    writer.bytes(CsvFiles.toText(columns, List.of()).getBytes(StandardCharsets.UTF_8));
    byte[][] devices =
        rows.devices().stream()
            .map(d -> CsvFiles.cell(d).getBytes(StandardCharsets.UTF_8))
            .toArray(byte[][]::new);
    for (int row = 0; row < rows.size(); row++) {
      writer.number(rows.times(), row);
      writer.one(',');
      writer.bytes(devices[rows.deviceNumber(row)]);
      for (int column = 0; column < samples.metrics().size(); column++) {
        writer.one(',');
        writer.number(rows.column(column), row);
      }
      writer.one('\n');
      if (writer.length > BLOCK) {
        writer.flushTo(out);
      }
    }
    writer.flushTo(out);
  }

  private static final class Writer {
    /** Digits of a long, a sign and a point. */
    private static final int LONGEST = 24;

    private byte[] buffer = new byte[2 * BLOCK];
    private int length;
    private final byte[] digits = new byte[LONGEST];

    void flushTo(OutputStream out) throws IOException {
      out.write(buffer, 0, length);
      length = 0;
    }

    private void room(int more) {
      if (length + more > buffer.length) {
        buffer = Arrays.copyOf(buffer, Math.max(length + more, 2 * buffer.length));
      }
    }

    void one(char character) {
      room(1);
      buffer[length++] = (byte) character;
    }

    void bytes(byte[] text) {
      room(text.length);
      System.arraycopy(text, 0, buffer, length, text.length);
      length += text.length;
    }

    /** The shortest text that is read as this figure, or Java's own; nothing for NaN. */
    void number(Column column, int row) {
      double figure = column.get(row);
      if (Double.isNaN(figure)) {
        return;
      }
      int decimals = column.decimals(row);
      if (decimals < 0) {
        bytes(Double.toString(figure).getBytes(StandardCharsets.US_ASCII));
        return;
      }
      long whole = column.whole(row);
      while (decimals > 0 && whole % 10 == 0) {
        whole /= 10;
        decimals--;
      }
      decimal(whole, decimals);
    }

    private void decimal(long whole, int decimals) {
      long left = Math.abs(whole);
      int at = LONGEST;
      int written = 0;
      while (left > 0 || written <= decimals) {
        if (written == decimals && decimals > 0) {
          digits[--at] = '.';
        }
        digits[--at] = (byte) ('0' + left % 10);
        left /= 10;
        written++;
      }
      room(LONGEST + 1);
      if (whole < 0) {
        buffer[length++] = '-';
      }
      System.arraycopy(digits, at, buffer, length, LONGEST - at);
      length += LONGEST - at;
    }
  }

  /* reading */

  /** What a file holds: names of the columns after time and device, and the rows. */
  record Table(List<String> metrics, SampleRows rows) {}

  static Table read(Path file) {
    Reader reader = new Reader(file);
    CsvFiles.parse(file, REQUIRED, reader, line -> {});
    return reader.table();
  }

  /** Keeps the cells of a line as figures, as they come. */
  private static final class Reader extends AbstractBaseCsvCallbackHandler<Boolean> {
    private static final int TIME_PLACE = -1;
    private static final int DEVICE_PLACE = -2;

    private final Path file;
    private final List<String> columns = new ArrayList<>();
    private SampleRows.Builder rows;
    private double timeS;
    private String device;
    private double[] values;

    /** Where a column's figure goes: its place among the values, or one of these. */
    private int[] places;

    Reader(Path file) {
      this.file = file;
    }

    @Override
    protected void handleField(int column, char[] text, int from, int length, boolean quoted) {
      if (rows == null) {
        columns.add(new String(text, from, length));
      } else if (column < places.length) {
        switch (places[column]) {
          case DEVICE_PLACE -> device = new String(text, from, length);
          case TIME_PLACE -> timeS = number(text, from, length);
          default -> values[places[column]] = length == 0 ? Double.NaN : number(text, from, length);
        }
      }
    }

    @Override
    protected Boolean buildRecord() {
      if (rows == null) {
        header();
      } else {
        CsvFiles.requireCells(file, getStartingLineNumber(), getFieldCount(), places.length);
        rows.add(timeS, device, values);
      }
      return true;
    }

    private void header() {
      CsvFiles.requireColumns(file, REQUIRED, columns);
      places = new int[columns.size()];
      int metrics = 0;
      for (int i = 0; i < places.length; i++) {
        places[i] =
            switch (columns.get(i)) {
              case TIME -> TIME_PLACE;
              case DEVICE -> DEVICE_PLACE;
              default -> metrics++;
            };
      }
      values = new double[metrics];
      rows = new SampleRows.Builder(metrics, EXPECTED);
    }

    /** JSON's numbers fast, and what else Java writes for one. */
    private double number(char[] text, int from, int length) {
      try {
        return NumberInput.parseDouble(text, from, length, true);
      } catch (NumberFormatException notJson) {
        try {
          return Double.parseDouble(new String(text, from, length));
        } catch (NumberFormatException e) {
          throw CsvFiles.notANumber(file, getStartingLineNumber(), e);
        }
      }
    }

    Table table() {
      if (rows == null) {
        // an empty file has no line, and so none of the columns
        header();
      }
      List<String> metrics = new ArrayList<>(columns);
      metrics.removeAll(REQUIRED);
      return new Table(metrics, rows.build());
    }
  }
}
