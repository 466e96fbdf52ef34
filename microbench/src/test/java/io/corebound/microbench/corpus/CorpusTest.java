package io.corebound.microbench.corpus;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.corebound.microbench.LocalDirectory;
import io.corebound.microbench.OneLineException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.compress.BZip2Codec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class CorpusTest {
  private static final String TEXT = "Ein Pfad f\u00fchrt.\nZum Ziel.\nDas Ziel.\n";

  @TempDir private Path folder;
  private LocalDirectory directory;

  @BeforeEach
  void open() throws IOException {
    directory = LocalDirectory.open();
  }

  @AfterEach
  void close() throws IOException {
    directory.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"t.gz", "t.bz2"})
  void fileOfSeveralStreamsIsReadToItsEnd(String name) throws Exception {
    Path file = Files.write(folder.resolve(name), packed(name, "one\n"));
    Files.write(file, packed(name, "two\n"), java.nio.file.StandardOpenOption.APPEND);
    assertThat(text(8, file)).isEqualTo("one\ntwo\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"t.txt", "t.log", "t.gz", "t.txt.bz2"})
  void plainTextIsTakenAsItIs(String name) throws Exception {
    Path file = Files.write(folder.resolve(name), packed(name, "\ufeffone  two\r\n\r\nthr\u00e9e"));
    assertThat(text(18, file)).isEqualTo("one  two\nthr\u00e9e\n");
  }

  @Test
  void lineOfAMillionBytesIsBroken() throws Exception {
    String words = "\u65e5\u672c ".repeat(100_000) + "\u8a9e".repeat(100_000);
    Path file = Files.writeString(folder.resolve("long.txt"), words);
    String text = text(2_000_000, file);
    String once =
        text.substring(0, text.indexOf('\n', text.indexOf("\u8a9e".repeat(10)) + 310_000));
    assertThat(once).startsWith("\u65e5\u672c \u65e5\u672c");
    assertThat(text.split("\n")).allMatch(line -> line.getBytes(UTF_8).length <= 256);
    int next = text.indexOf("\u8a9e\n\u65e5\u672c ");
    assertThat(text.substring(0, next + 1).replaceAll("[ \n]", ""))
        .isEqualTo(words.replace(" ", ""));
  }

  @Test
  void textIsRepeatedUpToWholeLines() throws Exception {
    Path file = Files.writeString(folder.resolve("t.txt"), "abc\nde\n");
    assertThat(text(7 * 20_000 + 6, file)).isEqualTo("abc\nde\n".repeat(20_000) + "abc\n");
  }

  @Test
  void ownTextIsWikipediasAndInShortLines() throws Exception {
    try (InputStream in =
        new GZIPInputStream(Corpus.class.getResourceAsStream("enwiki-2016.txt.gz"))) {
      String own = new String(in.readAllBytes(), UTF_8);
      int bytes = 3_000_000;
      assertThat(own.getBytes(UTF_8)).hasSize(Corpus.OWN_BYTES);
      assertThat(text(bytes, Corpus.OWN))
          .startsWith(own)
          .startsWith("Anarchism is a political philosophy");
      assertThat(own.split("\n")).allMatch(line -> line.getBytes(UTF_8).length <= 256);
      assertThat(own).doesNotContain("[[", "<ref", "&nbsp;");
    }
  }

  @Test
  void everyArticleIsNamed() throws Exception {
    try (InputStream in = Corpus.class.getResourceAsStream("enwiki-2016-articles.tsv")) {
      List<String> articles = new String(in.readAllBytes(), UTF_8).lines().toList();
      assertThat(articles).hasSize(106).allMatch(line -> line.matches("[0-9]{9}\t.+"));
    }
  }

  @Test
  void wordsAreThoseThatBlanksAndLineEndsSeparate() throws Exception {
    Path file = Corpus.file(directory, 100_000, "");
    String[] words = Files.readString(file).split("[ \n]+");
    assertThat(Corpus.words(file).stream().map(word -> new String(word, UTF_8)).toList())
        .isEqualTo(List.of(words));
  }

  @Test
  void fileIsMadeOnce() throws Exception {
    Path file = Corpus.file(directory, 10_000, "");
    Files.setLastModifiedTime(file, java.nio.file.attribute.FileTime.fromMillis(1_000_000));
    assertThat(Corpus.file(directory, 10_000, Corpus.OWN)).isEqualTo(file);
    assertThat(Files.getLastModifiedTime(file).toMillis()).isEqualTo(1_000_000);
    try (var left = Files.list(file.getParent().getParent())) {
      assertThat(left).containsExactly(file.getParent());
    }
  }

  @Test
  void missingAndEmptyFilesAreRefused() throws Exception {
    for (Path file : List.of(folder, folder.resolve("none.txt"))) {
      fileIsRefused(file, "file " + file + " does not exist; name a text file");
    }
    Path empty = Files.createFile(folder.resolve("empty.txt"));
    fileIsRefused(empty, empty + " is empty");
  }

  @Test
  void whatTheOtherJvmRefusesIsOneLineToo() throws Exception {
    Path blank = Files.writeString(folder.resolve("blank.txt"), " \n\n");
    fileIsRefused(blank, blank + " has no text");
    try (var left = Files.list(directory.resolve("."))) {
      assertThat(left).isEmpty();
    }
  }

  private void fileIsRefused(Path file, String reason) {
    assertThatThrownBy(() -> Corpus.file(directory, 1_000_000, file.toString()))
        .isInstanceOf(OneLineException.class)
        .hasMessage("corpus: " + reason);
  }

  @Test
  void dumpIsRefused() throws Exception {
    Path dump = Files.writeString(folder.resolve("d.XML"), "<mediawiki/>");
    fileIsRefused(dump, dump + " is not plain text; extract its text first");
  }

  @ParameterizedTest
  @ValueSource(strings = {"d.txt.gz", "d.txt.bz2"})
  void cutAndDamagedFilesAreRefused(String name) throws Exception {
    byte[] whole = packed(name, "Zum Weg.\n".repeat(300));
    Path file = folder.resolve(name);
    String reason = ".*" + name + " are cut off or damaged .*; fetch the file again";
    refuses(Files.write(file, Arrays.copyOf(whole, whole.length * 2 / 3)), reason);
    refuses(Files.writeString(file, "this was never compressed"), reason);
  }

  @Test
  void whatIsNotUtf8IsRefusedWithItsLine() throws Exception {
    byte[] latin = "one\ntwo\nthr\u00e9e\n".getBytes(java.nio.charset.StandardCharsets.ISO_8859_1);
    refuses(Files.write(folder.resolve("l.txt"), latin), ".*l.txt line 3: not UTF-8; .*");
  }

  @Test
  void textThatDoesNotFitIsRefusedBeforeItIsWritten() throws Exception {
    // 2^60 B with 4 for every 512, and the text that is repeated
    assertThatThrownBy(() -> Corpus.file(directory, 1L << 60, Corpus.OWN))
        .isInstanceOf(OneLineException.class)
        .hasMessageMatching(
            ".*: 1161928703\\.86 GB are needed and \\d+\\.\\d\\d GB are free; make room, or .*");
    // as much again as a user's text may have
    Path own = Files.writeString(folder.resolve("own.txt"), TEXT);
    assertThatThrownBy(() -> Corpus.file(directory, 1L << 60, own.toString()))
        .isInstanceOf(OneLineException.class)
        .hasMessageContaining(": 2314850208.47 GB are needed and ");
    assertThatThrownBy(() -> Corpus.file(directory, Long.MAX_VALUE, own.toString()))
        .isInstanceOf(OneLineException.class)
        .hasMessageContaining(" GB are needed and ");
    try (var left = Files.list(directory.resolve("."))) {
      assertThat(left).isEmpty();
    }
  }

  @Test
  void lessThanALineIsRefused() {
    assertThatThrownBy(() -> make(10, Corpus.OWN))
        .isInstanceOf(OneLineException.class)
        .hasMessage("bytes: 10 are fewer than the text's first line has");
  }

  private void refuses(Path file, String reason) {
    assertThatThrownBy(() -> make(1_000_000, file.toString()))
        .isInstanceOf(OneLineException.class)
        .message()
        .matches("corpus: " + reason);
  }

  private String text(int bytes, Object corpus) throws Exception {
    return Files.readString(make(bytes, corpus.toString()));
  }

  /** As {@link Corpus#file} does, without a JVM of its own. */
  private Path make(int bytes, String corpus) throws IOException {
    Path made = directory.resolve("made");
    CorpusFile.make(corpus, bytes, made);
    return made.resolve(Corpus.FILE);
  }

  private static byte[] packed(String name, String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out = packing(name.toLowerCase(java.util.Locale.ROOT), bytes)) {
      out.write(text.getBytes(UTF_8));
    }
    return bytes.toByteArray();
  }

  private static OutputStream packing(String name, OutputStream out) throws IOException {
    if (name.endsWith(".gz")) {
      return new GZIPOutputStream(out);
    }
    if (name.endsWith(".bz2")) {
      BZip2Codec codec = new BZip2Codec();
      codec.setConf(new Configuration(false));
      return codec.createOutputStream(out);
    }
    return out;
  }
}
