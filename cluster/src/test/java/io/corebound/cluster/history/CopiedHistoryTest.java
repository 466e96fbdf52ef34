package io.corebound.cluster.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.corebound.records.history.Doubt;
import io.corebound.records.history.HistoryJob;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.ExitStatus;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Histories after copies that changed them: as text, joined, compressed, cut. */
class CopiedHistoryTest {
  private static final Path HISTORIES = Path.of("src/test/resources/histories");
  private static final Path JSON = HISTORIES.resolve("2.6-teragen.jhist");
  private static final Path BINARY = HISTORIES.resolve("3.5.0-terasort.jhist");

  @TempDir Path folder;

  private Path written(byte[]... parts) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.write(part);
    }
    return Files.write(folder.resolve("job.jhist"), all.toByteArray());
  }

  private static byte[] bytes(Path file) throws IOException {
    return Files.readAllBytes(file);
  }

  private static byte[] gzip(byte[] bytes) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    try (OutputStream gzip = new GZIPOutputStream(all)) {
      gzip.write(bytes);
    }
    return all.toByteArray();
  }

  private void isRead(Path original) {
    HistoryJob whole = HistoryFile.read(original);
    assertThat(HistoryFile.read(folder.resolve("job.jhist")))
        .isEqualTo(whole.withFile("job.jhist"));
  }

  private static void refuses(Path file, String message) {
    assertThatThrownBy(() -> HistoryFile.read(file))
        .isInstanceOfSatisfying(
            CoreboundException.class,
            e -> assertThat(e.status()).isEqualTo(ExitStatus.INVALID_INPUT))
        .hasMessageStartingWith(file.toString())
        .hasMessageContaining(message)
        .hasMessageNotContaining("\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\r\n", "\r", " \n"})
  void otherLineEndsAreRead(String end) throws Exception {
    written(Files.readString(JSON).replace("\n", end).getBytes(StandardCharsets.UTF_8));
    isRead(JSON);
  }

  @Test
  void byteOrderMarkAndGzipAreRead() throws Exception {
    byte[] mark = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};
    for (Path original : new Path[] {JSON, BINARY}) {
      written(mark, bytes(original));
      isRead(original);
      written(gzip(bytes(original)));
      isRead(original);
    }
    String text = Files.readString(JSON).replace("\n", "\r\n");
    written(mark, text.getBytes(StandardCharsets.UTF_8));
    isRead(JSON);
  }

  @Test
  void binaryEventsCopiedAsTextAreNamed() throws Exception {
    String text = Files.readString(BINARY, StandardCharsets.ISO_8859_1).replace("\n", "\r\n");
    refuses(
        written(text.getBytes(StandardCharsets.ISO_8859_1)), " line 1: ends with CR LF: it was");
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTF-16", "UTF-16LE", "UTF-16BE"})
  void wideTextIsNamed(String charset) throws Exception {
    refuses(written(Files.readString(JSON).getBytes(Charset.forName(charset))), "is in UTF-16");
  }

  @Test
  void secondHistoryOfAFileIsNamedByItsLineOrByte() throws Exception {
    byte[] json = bytes(JSON);
    byte[] binary = bytes(BINARY);
    long lines = Files.readString(JSON).lines().count();
    refuses(written(json, json), "a second history begins at line %s: split".formatted(lines + 1));
    refuses(written(json, binary), "begins at line %s: split".formatted(lines + 1));
    refuses(
        written(
            json, Files.readString(JSON).replace("\n", "\r\n").getBytes(StandardCharsets.UTF_8)),
        "begins at line %s: split".formatted(lines + 1));
    refuses(
        written(binary, binary),
        "second history begins after byte %s: split".formatted(binary.length));
    refuses(written(binary, json), "begins after byte %s: split".formatted(binary.length));
    byte[] mark = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};
    refuses(
        written(mark, binary, binary),
        "begins after byte %s: split".formatted(mark.length + binary.length));
    byte[] carriage = Files.readString(JSON).replace("\n", "\r").getBytes(StandardCharsets.UTF_8);
    refuses(written(carriage, carriage), "begins at line %s: split".formatted(lines + 1));
    refuses(written(gzip(json), gzip(json)), "begins at line %s: split".formatted(lines + 1));
  }

  /** What a master that died left, and the whole one of the next. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void secondHistoryBehindACutOneIsNamedToo(boolean text) throws Exception {
    byte[] whole = bytes(text ? JSON : BINARY);
    for (int length = whole.length / 2; length < whole.length - 2; length += 997) {
      byte[] cut = Arrays.copyOf(whole, length);
      refuses(written(cut, whole), "a second history begins");
    }
  }

  @Test
  void cutGzipIsACutHistory() throws Exception {
    for (Path original : new Path[] {JSON, BINARY}) {
      byte[] packed = gzip(bytes(original));
      HistoryJob part = HistoryFile.read(written(Arrays.copyOf(packed, packed.length - 300)));
      assertThat(part.doubts()).extracting(Doubt::kind).contains(Doubt.Kind.CUT);
      assertThat(part.identity()).isEqualTo(HistoryFile.read(original).identity());
    }
    // within the header of gzip, and behind it
    for (int length : new int[] {2, 9, 15}) {
      refuses(written(Arrays.copyOf(gzip(bytes(JSON)), length)), "job.jhist: is cut");
    }
  }

  @Test
  void compressedHistoriesOfAFolderAreFound() throws Exception {
    Files.write(folder.resolve("job.jhist.gz"), gzip(bytes(JSON)));
    assertThat(HistoryFile.in(folder).histories()).containsExactly(folder.resolve("job.jhist.gz"));
  }
}
