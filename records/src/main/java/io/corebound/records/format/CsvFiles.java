package io.corebound.records.format;

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
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVPrinter;
import org.apache.commons.csv.CSVRecord;

/** The one reader and writer of CSV: a header line, commas, RFC 4180 quotes, lines ended by LF. */
public final class CsvFiles {
  private static final CSVFormat FORMAT =
      CSVFormat.RFC4180.builder().setRecordSeparator("\n").get();

  private CsvFiles() {}

  /** Writes a table, whole or not at all. Each row has one cell a column; null is an empty cell. */
  public static void write(Path file, List<String> columns, List<List<?>> rows) {
    AtomicFiles.write(file, toText(columns, rows));
  }

  public static String toText(List<String> columns, List<List<?>> rows) {
    StringWriter text = new StringWriter();
    try (CSVPrinter printer = new CSVPrinter(text, FORMAT)) {
      printer.printRecord(columns);
      for (List<?> row : rows) {
        Refuse.when(
            row.size() != columns.size(),
            "a row of %s cells in a table of %s columns",
            row.size(),
            columns.size());
        printer.printRecord(row);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  /** A cell that is not the first of its line, quoted where it has to be. */
  public static String cell(String text) {
    return FORMAT.format("", text).substring(FORMAT.format("", "").length());
  }

  /** Reads a table of the named columns, in any order; refuses another with file and line. */
  public static List<CSVRecord> read(Path file, List<String> columns) {
    try {
      return table(file, columns);
    } catch (CoreboundException e) {
      throw StructuredFiles.damaged(e);
    }
  }

  /** As {@link #read}, each row by the names of its columns. */
  public static List<Map<String, String>> readRows(Path file, List<String> columns) {
    return read(file, columns).stream().map(CSVRecord::toMap).toList();
  }

  private static List<CSVRecord> table(Path file, List<String> columns) {
    try (Reader reader = withoutMark(Files.newBufferedReader(file));
        CSVParser parser =
            FORMAT.builder().setHeader().setSkipHeaderRecord(true).get().parse(reader)) {
      List<String> missing =
          columns.stream().filter(c -> !parser.getHeaderNames().contains(c)).toList();
      if (!missing.isEmpty()) {
        Spreadsheet.refuse(file, columns);
        throw CoreboundException.invalidInput(
            "%s line 1: no column %s", file, missing.stream().collect(Collectors.joining(", ")));
      }
      List<CSVRecord> records = parser.getRecords();
      for (CSVRecord record : records) {
        if (!record.isConsistent()) {
          throw CoreboundException.invalidInput(
              "%s line %s: has %s cells; the header has %s",
              file, record.getRecordNumber() + 1, record.size(), parser.getHeaderNames().size());
        }
      }
      return records;
    } catch (CharacterCodingException e) {
      throw StructuredFiles.notText(file);
    } catch (UncheckedIOException e) {
      throw e.getCause() instanceof CharacterCodingException
          ? StructuredFiles.notText(file)
          : unreadable(file, e);
    } catch (IllegalArgumentException | IllegalStateException e) {
      Spreadsheet.refuse(file, columns);
      throw unreadable(file, e);
    } catch (IOException e) {
      throw unreadable(file, e);
    }
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
    return StructuredFiles.damaged(
        CoreboundException.invalidInput(
            "%s line %s: not a number: %s%s",
            file,
            line,
            e.getMessage(),
            Spreadsheet.hasDecimalComma(e.getMessage())
                ? ", with a decimal comma as spreadsheets write it"
                : ""));
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
      throw unreadable(file, e);
    }
  }

  /** Includes what commons-csv reports about an invalid header. */
  private static CoreboundException unreadable(Path file, Exception e) {
    return e instanceof IOException io
        ? StructuredFiles.unreadable(file, io)
        : CoreboundException.invalidInput("%s: cannot be read: %s", file, e.getMessage());
  }
}
