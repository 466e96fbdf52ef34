package io.corebound.records.run;

import io.corebound.records.format.CsvFiles;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.units.CoreboundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.csv.CSVRecord;

/**
 * Samples as CSV. An hour of a host is hundreds of thousands of lines; plain ones are read and
 * written without an object a cell, others by {@link CsvFiles}.
 */
final class SamplesCsv {
  private static final String TIME = "time_s";
  private static final String DEVICE = "device";

  private SamplesCsv() {}

  /* writing */

  static byte[] toBytes(Samples samples) {
    List<String> columns = new ArrayList<>(List.of(TIME, DEVICE));
    columns.addAll(samples.metrics());
    SampleRows rows = samples.compact();
    Writer writer = new Writer(40 + rows.size() * (20 + 6 * samples.metrics().size()));
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
    }
    return Arrays.copyOf(writer.buffer, writer.length);
  }

  private static final class Writer {
    /** Digits of a long, a sign and a point. */
    private static final int LONGEST = 24;

    private byte[] buffer;
    private int length;
    private final byte[] digits = new byte[LONGEST];

    Writer(int expected) {
      buffer = new byte[expected];
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
      int decimals = column.decimals();
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
    byte[] text;
    try {
      text = Files.readAllBytes(file);
    } catch (IOException e) {
      throw StructuredFiles.damaged(StructuredFiles.unreadable(file, e));
    }
    int header = indexOf(text, '\n', 0);
    List<String> columns =
        Arrays.asList(new String(text, 0, header, StandardCharsets.UTF_8).split(",", -1));
    boolean usual =
        columns.size() >= 2 && columns.get(0).equals(TIME) && columns.get(1).equals(DEVICE);
    if (!usual || header == text.length || !isPlain(text)) {
      return any(file);
    }
    return new Table(
        List.copyOf(columns.subList(2, columns.size())),
        new Reader(file, text, columns.size()).rows(header + 1));
  }

  /** ASCII without quotes; what is beyond it may be no text at all, which CsvFiles says. */
  private static boolean isPlain(byte[] text) {
    for (byte b : text) {
      if (b < 0 || b == '"' || b == '\r') {
        return false;
      }
    }
    return true;
  }

  private static int indexOf(byte[] text, char wanted, int from) {
    int at = from;
    while (at < text.length && text[at] != wanted) {
      at++;
    }
    return at;
  }

  /** Any CSV with these columns, in any order. */
  private static Table any(Path file) {
    List<CSVRecord> table = CsvFiles.read(file, List.of(TIME, DEVICE));
    List<String> metrics =
        table.isEmpty()
            ? List.of()
            : table.get(0).getParser().getHeaderNames().stream()
                .filter(c -> !c.equals(TIME) && !c.equals(DEVICE))
                .toList();
    SampleRows.Builder rows = new SampleRows.Builder(metrics.size(), table.size());
    double[] values = new double[metrics.size()];
    for (CSVRecord record : table) {
      try {
        for (int i = 0; i < values.length; i++) {
          String cell = record.get(metrics.get(i));
          values[i] = cell.isEmpty() ? Double.NaN : Double.parseDouble(cell);
        }
        rows.add(Double.parseDouble(record.get(TIME)), record.get(DEVICE), values);
      } catch (NumberFormatException e) {
        throw notANumber(file, record.getRecordNumber() + 1, e);
      }
    }
    return new Table(metrics, rows.build());
  }

  private static CoreboundException notANumber(Path file, long line, NumberFormatException e) {
    return StructuredFiles.damaged(
        CoreboundException.invalidInput(
            "%s line %s: not a number: %s", file, line, e.getMessage()));
  }

  private static final class Reader {
    /** So many digits are always below 2^53. */
    private static final int MOST_DIGITS = 15;

    private static final double[] POWERS = Column.powers(MOST_DIGITS);

    private final Path file;
    private final byte[] text;
    private final int columns;
    private final SampleRows.Builder rows;
    private final List<byte[]> names = new ArrayList<>();
    private int at;

    Reader(Path file, byte[] text, int columns) {
      this.file = file;
      this.text = text;
      this.columns = columns;
      int lines = 0;
      for (byte b : text) {
        lines += b == '\n' ? 1 : 0;
      }
      rows = new SampleRows.Builder(columns - 2, lines);
    }

    SampleRows rows(int from) {
      at = from;
      double[] values = new double[columns - 2];
      int[] ends = new int[columns];
      int guess = 0;
      for (long line = 2; at < text.length; line++) {
        split(ends, line);
        try {
          double timeS = number(at, ends[0]);
          int device = device(ends[0] + 1, ends[1], guess);
          for (int i = 0; i < values.length; i++) {
            int start = ends[i + 1] + 1;
            values[i] = start == ends[i + 2] ? Double.NaN : number(start, ends[i + 2]);
          }
          rows.add(timeS, device, values);
          guess = device + 1;
        } catch (NumberFormatException e) {
          throw notANumber(file, line, e);
        }
        at = ends[columns - 1] + 1;
      }
      return rows.build();
    }

    /** Ends of the cells of the line that begins here. */
    private void split(int[] ends, long line) {
      int cells = 0;
      int end = at;
      for (; end < text.length && text[end] != '\n'; end++) {
        if (text[end] == ',') {
          if (cells < columns) {
            ends[cells] = end;
          }
          cells++;
        }
      }
      if (cells < columns) {
        ends[cells] = end;
      }
      cells++;
      if (cells != columns) {
        throw StructuredFiles.damaged(
            CoreboundException.invalidInput(
                "%s line %s: has %s cells; the header has %s", file, line, cells, columns));
      }
    }

    /** The devices of a sample come in the same order again and again. */
    private int device(int from, int to, int guess) {
      int likely = guess < names.size() ? guess : 0;
      if (!names.isEmpty()
          && Arrays.equals(text, from, to, names.get(likely), 0, names.get(likely).length)) {
        return likely;
      }
      String name = new String(text, from, to - from, StandardCharsets.UTF_8);
      int number = rows.number(name);
      if (number == names.size()) {
        names.add(Arrays.copyOfRange(text, from, to));
      }
      return number;
    }

    /** The nearest double: digits below 2^53 by a power of ten are one division away from it. */
    private double number(int from, int to) {
      int i = from;
      boolean negative = i < to && text[i] == '-';
      i += negative ? 1 : 0;
      long digits = 0;
      int count = 0;
      int point = -1;
      for (; i < to; i++) {
        int digit = text[i] - '0';
        if (digit >= 0 && digit <= 9) {
          digits = 10 * digits + digit;
          count++;
        } else if (text[i] == '.' && point < 0) {
          point = i;
        } else {
          count = 0;
          break;
        }
      }
      if (count == 0 || count > MOST_DIGITS) {
        return Double.parseDouble(new String(text, from, to - from, StandardCharsets.UTF_8));
      }
      double value = digits / POWERS[point < 0 ? 0 : to - point - 1];
      return negative ? -value : value;
    }
  }
}
