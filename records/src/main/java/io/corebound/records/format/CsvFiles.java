package io.corebound.records.format;

import de.siegmar.fastcsv.reader.CsvCallbackHandler;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.CsvRecordHandler;
import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.Refuse;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

/** The one reader and writer of CSV: a header line, commas, RFC 4180 quotes, lines ended by LF. */
public final class CsvFiles {
  private CsvFiles() {}

  /** Writes a table, whole or not at all. Each row has one cell a column; null is an empty cell. */
  public static void write(Path file, List<String> columns, List<List<?>> rows) {
    AtomicFiles.write(file, toText(columns, rows));
  }

  public static String toText(List<String> columns, List<List<?>> rows) {
    StringWriter text = new StringWriter();
    try (CsvWriter writer = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(text)) {
      writer.writeRecord(columns);
      for (List<?> row : rows) {
        Refuse.when(
            row.size() != columns.size(),
            "a row of %s cells in a table of %s columns",
            row.size(),
            columns.size());
        writer.writeRecord(row.stream().map(cell -> Objects.toString(cell, "")).toList());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  /** A cell that is not the first of its line, quoted where it has to be. */
  public static String cell(String text) {
    String line = toText(List.of("", text), List.of());
    return line.substring(1, line.length() - 1);
  }

  /**
   * A row of a table.
   *
   * @param line of the file, from 1
   * @param cells by the names of their columns, in the order of the file
   */
  public record Row(long line, Map<String, String> cells) {
    public String get(String column) {
      return cells.get(column);
    }
  }

  /** Reads a table of the named columns, in any order; refuses another with file and line. */
  public static List<Row> read(Path file, List<String> columns) {
    return read(file, columns, columns);
  }

  /** As {@link #read(Path, List)}, or a table of the columns that older files have. */
  public static List<Row> read(Path file, List<String> columns, List<String> older) {
    List<CsvRecord> lines = new ArrayList<>();
    parse(file, columns, CsvRecordHandler.of(), lines::add);
    List<String> names = lines.isEmpty() ? List.of() : lines.get(0).getFields();
    boolean old = older.stream().anyMatch(c -> names.contains(c) && !columns.contains(c));
    requireColumns(file, old ? older : columns, names);
    return lines.stream().skip(1).map(line -> row(file, names, line)).toList();
  }

  /** As {@link #read(Path, List)}, but for the numbers of the lines. */
  public static List<Map<String, String>> readRows(Path file, List<String> columns) {
    return read(file, columns).stream().map(Row::cells).toList();
  }

  private static Row row(Path file, List<String> names, CsvRecord line) {
    requireCells(file, line.getStartingLineNumber(), line.getFieldCount(), names.size());
    Map<String, String> cells = new LinkedHashMap<>();
    for (int i = 0; i < names.size(); i++) {
      cells.put(names.get(i), line.getField(i));
    }
    return new Row(line.getStartingLineNumber(), cells);
  }

  /** Refuses a table that lacks a column, or has one twice. */
  public static void requireColumns(Path file, List<String> columns, List<String> names) {
    List<String> missing = columns.stream().filter(c -> !names.contains(c)).toList();
    if (!missing.isEmpty()) {
      Spreadsheet.refuse(file, columns);
      throw damaged("%s line 1: no column %s", file, String.join(", ", missing));
    }
    for (String name : names) {
      if (names.indexOf(name) != names.lastIndexOf(name)) {
        throw damaged("%s line 1: two columns are named '%s'", file, name);
      }
    }
  }

  /** Refuses a line that has not a cell for each column. */
  public static void requireCells(Path file, long line, int cells, int columns) {
    if (cells != columns) {
      throw damaged("%s line %s: has %s cells; the header has %s", file, line, cells, columns);
    }
  }

  private static CoreboundException damaged(String sentence, Object... values) {
    return StructuredFiles.damaged(CoreboundException.invalidInput(sentence, values));
  }

  /** Hands on line after line, the header too; refuses what is no CSV. */
  public static <T> void parse(
      Path file, List<String> columns, CsvCallbackHandler<T> handler, Consumer<T> each) {
    try (Reader reader = withoutMark(Files.newBufferedReader(file));
        CsvReader<T> lines =
            CsvReader.builder()
                .skipEmptyLines(false)
                .allowExtraFields(true)
                .allowMissingFields(true)
                .allowUnclosedQuote(false)
                .build(handler, reader)) {
      lines.forEach(each);
    } catch (CsvParseException e) {
      // what a handler throws comes as its cause
      if (e.getCause() instanceof CoreboundException refused) {
        throw refused;
      }
      Spreadsheet.refuse(file, columns);
      Throwable reason = e.getCause() == null ? e : e.getCause();
      throw damaged("%s: cannot be read: %s", file, reason.getMessage());
    } catch (UncheckedIOException e) {
      throw StructuredFiles.damaged(unreadable(file, e.getCause()));
    } catch (IOException e) {
      throw StructuredFiles.damaged(unreadable(file, e));
    }
  }

  private static CoreboundException unreadable(Path file, IOException e) {
    return e instanceof CharacterCodingException
        ? StructuredFiles.notText(file)
        : StructuredFiles.unreadable(file, e);
  }

  /** A byte order mark at the beginning says nothing about a text in UTF-8. */
  private static Reader withoutMark(BufferedReader reader) throws IOException {
    reader.mark(1);
    if (reader.read() != StructuredFiles.BYTE_ORDER_MARK) {
      reader.reset();
    }
    return reader;
  }

  /** The error for a cell that is to be a number and is not. */
  public static CoreboundException notANumber(Path file, long line, NumberFormatException e) {
    return damaged(
        "%s line %s: not a number: %s%s",
        file,
        line,
        e.getMessage(),
        Spreadsheet.hasDecimalComma(e.getMessage())
            ? ", with a decimal comma as spreadsheets write it"
            : "");
  }

  /** Whether the last line of a file that corebound wrote has lost its end, and more perhaps. */
  public static boolean isCutOff(Path file) {
    try (SeekableByteChannel channel = Files.newByteChannel(file)) {
      long size = channel.size();
      if (size == 0) {
        return false;
      }
      ByteBuffer last = ByteBuffer.allocate(1);
      channel.position(size - 1).read(last);
      return last.get(0) != '\n';
    } catch (IOException e) {
      throw StructuredFiles.unreadable(file, e);
    }
  }
}
