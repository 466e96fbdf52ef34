package io.corebound.cluster.history;

import io.corebound.records.history.HistoryJob.Format;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;

/**
 * What a history begins with.
 *
 * @param format the form of its events, which the first line names
 * @param schema that of its events, the second line
 */
record Preamble(Format format, String schema) {
  private static final String JSON = "Avro-Json";
  private static final String BINARY = "Avro-Binary";
  private static final byte[] GZIP = {0x1f, (byte) 0x8b};
  private static final byte[] BYTE_ORDER_MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

  /** A line of Hadoop 0.20 or 1.x ({@code org.apache.hadoop.mapred.JobHistory}). */
  private static final Pattern LINES =
      Pattern.compile("(Meta|Jobtracker|Job|Task|MapAttempt|ReduceAttempt) [A-Z_]+=\".*");

  private static final int LONGEST_SCHEMA = 1 << 20;
  private static final int SHOWN = 40;

  /** The bytes of a file behind gzip and a byte order mark, where it has them. */
  static BufferedInputStream plain(InputStream file) throws IOException {
    BufferedInputStream in = unzipped(file);
    skipMark(in);
    return in;
  }

  private static BufferedInputStream unzipped(InputStream file) throws IOException {
    BufferedInputStream in = new BufferedInputStream(file);
    return begins(in, GZIP) ? new BufferedInputStream(new GZIPInputStream(in)) : in;
  }

  /** Skips a byte order mark, and returns its length; 0 for none. */
  private static int skipMark(BufferedInputStream in) throws IOException {
    int length = begins(in, BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0;
    in.skipNBytes(length);
    return length;
  }

  private static boolean begins(BufferedInputStream in, byte[] octets) throws IOException {
    in.mark(octets.length);
    boolean begins = Arrays.equals(in.readNBytes(octets.length), octets);
    in.reset();
    return begins;
  }

  /**
   * Reads the first two lines; LF, CR LF or CR ends them.
   *
   * @throws BrokenHistory when they are not those of a history of Hadoop 0.21 or newer
   */
  static Preamble read(BufferedInputStream in) throws IOException {
    String first = line(in, SHOWN);
    boolean carriage = first.endsWith("\r");
    if (first.indexOf('\0') >= 0) {
      throw new BrokenHistory(
          "is in UTF-16, as PowerShell writes what a command prints; copy it by hdfs dfs -get");
    }
    if (LINES.matcher(first.stripTrailing()).matches()) {
      throw new BrokenHistory(
          "is a history of Hadoop 0.20 or 1.x, which is not supported; give one of 2.x or 3.x");
    }
    Format format =
        switch (first.stripTrailing()) {
          case JSON -> Format.JSON;
          case BINARY -> Format.AVRO;
          default ->
              throw new BrokenHistory(
                  "line 1: is no job history, as it begins with '%s', not with %s or %s;"
                      + " name a .jhist",
                  first.replaceAll("[^ -~]", "?"), JSON, BINARY);
        };
    if (format == Format.AVRO && carriage) {
      throw new BrokenHistory(
          "line 1: ends with CR LF: it was copied as text, which changes binary events;"
              + " copy it again byte for byte");
    }
    return new Preamble(format, line(in, LONGEST_SCHEMA));
  }

  /** The next line, or its beginning, with the CR that ends it but not the LF. */
  private static String line(BufferedInputStream in, int longest) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    int octet = in.read();
    while (octet >= 0 && octet != '\n' && line.size() < longest) {
      line.write(octet);
      if (octet == '\r') {
        in.mark(1);
        if (in.read() != '\n') {
          in.reset();
        }
        break;
      }
      octet = in.read();
    }
    return line.toString(StandardCharsets.UTF_8);
  }

  /**
   * Where a second history begins in a file that several were joined to: by its line for JSON,
   * counted from 1, by the bytes before it otherwise, out of gzip and with a byte order mark. LF,
   * CR LF or CR ends a line.
   */
  static OptionalLong second(InputStream file, Format format) throws IOException {
    try (BufferedInputStream in = unzipped(file)) {
      int first = skipMark(in);
      byte[] last = new byte[SHOWN];
      long at = first;
      long line = 1;
      int before = -1;
      for (int octet = in.read(); octet >= 0; octet = in.read()) {
        if (octet == '\r' || octet == '\n' && before != '\r') {
          int header = header(last, at);
          if (header > 0 && at - header > first) {
            return OptionalLong.of(format == Format.JSON ? line : at - header);
          }
          line++;
        }
        last[(int) (at % SHOWN)] = (byte) octet;
        at++;
        before = octet;
      }
      return OptionalLong.empty();
    }
  }

  /** How long the first line of a history is that ends the last bytes; 0 for none. */
  private static int header(byte[] last, long at) {
    int to = (int) (at % SHOWN);
    String text =
        new String(last, to, SHOWN - to, StandardCharsets.ISO_8859_1)
            + new String(last, 0, to, StandardCharsets.ISO_8859_1);
    String line = text.stripTrailing();
    int more = text.length() - line.length();
    return line.endsWith(JSON)
        ? JSON.length() + more
        : line.endsWith(BINARY) ? BINARY.length() + more : 0;
  }
}
