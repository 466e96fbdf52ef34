package io.corebound.records.run;

import io.corebound.records.format.CsvFiles;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.units.CoreboundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.commons.csv.CSVRecord;

/**
 * Samples as CSV. An hour of a host is hundreds of thousands of lines; plain ones are read and
 * written without an object a cell, others by {@link CsvFiles}.
 */
final class SamplesCsv {
  private static final String TIME = "time_s";
  private static final String DEVICE = "device";
  private static final int BLOCK = 1 << 16;

  private SamplesCsv() {}

  /* writing */

  static void write(Samples samples, OutputStream out) throws IOException {
    List<String> columns = new ArrayList<>(List.of(TIME, DEVICE));
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
    try (InputStream in = Files.newInputStream(file)) {
      Optional<Table> plain = new Reader(file, in).table();
      if (plain.isPresent()) {
        return plain.get();
      }
    } catch (IOException e) {
      throw StructuredFiles.damaged(StructuredFiles.unreadable(file, e));
    }
    return any(file);
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
        throw CsvFiles.notANumber(file, record.getRecordNumber() + 1, e);
      }
    }
    return new Table(metrics, rows.build());
  }

  private static final class Reader {
    /** So many digits are always below 2^53. */
    private static final int MOST_DIGITS = 15;

    private static final double[] POWERS = Column.powers(MOST_DIGITS);

    private final Path file;
    private final InputStream in;
    private final List<byte[]> names = new ArrayList<>();
    private byte[] text = new byte[BLOCK];
    private SampleRows.Builder rows;
    private int columns;

    /** The line is from here to its end; what was read of the file goes on to the limit. */
    private int at;

    private int end;
    private int limit;

    Reader(Path file, InputStream in) {
      this.file = file;
      this.in = in;
    }

    /** Empty where the file is not plain: ASCII without quotes, with the usual first columns. */
    Optional<Table> table() throws IOException {
      if (!line() || !isPlain()) {
        return Optional.empty();
      }
      List<String> header =
          Arrays.asList(new String(text, at, end - at, StandardCharsets.US_ASCII).split(",", -1));
      columns = header.size();
      if (columns < 2
          || end == limit
          || !header.get(0).equals(TIME)
          || !header.get(1).equals(DEVICE)) {
        return Optional.empty();
      }
      rows = new SampleRows.Builder(columns - 2, BLOCK);
      double[] values = new double[columns - 2];
      int[] ends = new int[columns];
      int guess = 0;
      for (long number = 2; next(); number++) {
        if (!isPlain()) {
          return Optional.empty();
        }
        split(ends, number);
        guess = row(ends, values, guess, number);
      }
      return Optional.of(new Table(List.copyOf(header.subList(2, columns)), rows.build()));
    }

    private boolean next() throws IOException {
      at = Math.min(end + 1, limit);
      return line();
    }

    /** Finds the end of the line that begins here; false behind the last one. */
    private boolean line() throws IOException {
      end = at;
      while (true) {
        while (end < limit && text[end] != '\n') {
          end++;
        }
        if (end < limit || !more()) {
          return at < limit;
        }
      }
    }

    private boolean more() throws IOException {
      System.arraycopy(text, at, text, 0, limit - at);
      limit -= at;
      end -= at;
      at = 0;
      if (limit == text.length) {
        text = Arrays.copyOf(text, 2 * limit);
      }
      int read = in.read(text, limit, text.length - limit);
      limit += Math.max(0, read);
      return read > 0;
    }

    /** What is beyond ASCII may be no text at all, which CsvFiles says. */
    private boolean isPlain() {
      for (int i = at; i < end; i++) {
        if (text[i] < 0 || text[i] == '"' || text[i] == '\r') {
          return false;
        }
      }
      return true;
    }

    private int row(int[] ends, double[] values, int guess, long number) {
      try {
        double timeS = number(at, ends[0]);
        int device = device(ends[0] + 1, ends[1], guess);
        for (int i = 0; i < values.length; i++) {
          int start = ends[i + 1] + 1;
          values[i] = start == ends[i + 2] ? Double.NaN : number(start, ends[i + 2]);
        }
        rows.add(timeS, device, values);
        return device + 1;
      } catch (NumberFormatException e) {
        throw CsvFiles.notANumber(file, number, e);
      }
    }

    /** Ends of the cells of the line. */
    private void split(int[] ends, long line) {
      int cells = 0;
      for (int i = at; i < end; i++) {
        if (text[i] == ',') {
          if (cells < columns) {
            ends[cells] = i;
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
