package io.corebound.microbench.parse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.corebound.microbench.KeptInput;
import io.corebound.microbench.Measured;
import io.corebound.microbench.OneLineException;
import io.corebound.microbench.corpus.Corpus;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.ChecksumException;
import org.apache.hadoop.io.Text;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openjdk.jmh.infra.Blackhole;

/** What the benchmarks see is what the JDK's own split sees in the file. */
@ExtendWith(KeptInput.class)
final class ParseBenchmarksTest {
  private static final int BYTES = 300_000;

  @TempDir private Path folder;
  private final List<String> seen = new ArrayList<>();

  @BeforeEach
  void forgetOtherFigures() {
    Measured.figures();
  }

  @ParameterizedTest
  @CsvSource({"buffered-reader, 1", "text-input-format, 2", "text-input-format-string, 1"})
  void everyLineIsRead(String reader, int passes) throws Exception {
    ParseLinesBenchmark benchmark = lines(reader, passes, Corpus.OWN);
    long count = benchmark.lines(null);
    String text = Files.readString(benchmark.file.file);
    benchmark.close();
    assertThat(seen).isEqualTo(List.of(text.repeat(passes).split("\n")));
    assertThat(count).isEqualTo(seen.size());
    assertThat(Measured.figures())
        .containsEntry("parse.lines|records", (long) seen.size())
        .containsEntry(
            "parse.lines|bytes", (long) text.getBytes(StandardCharsets.UTF_8).length * passes);
  }

  @ParameterizedTest
  @CsvSource({"buffered-reader, 2", "text-input-format, 1"})
  void everyWordOfEveryLineIsSplitOff(String reader, int passes) throws Exception {
    ParseLinesTokensBenchmark benchmark =
        new ParseLinesTokensBenchmark() {
          @Override
          void consume(String word, Blackhole blackhole) {
            seen.add(word);
          }
        };
    benchmark.reader = reader;
    benchmark.bytes = BYTES;
    benchmark.passes = passes;
    benchmark.corpus = Corpus.OWN;
    benchmark.prepare();
    long count = benchmark.tokens(null);
    String text = Files.readString(benchmark.file.file).repeat(passes);
    benchmark.close();
    assertThat(seen).isEqualTo(List.of(text.split("[ \t\n\r\f]+")));
    assertThat(count).isEqualTo(seen.size());
    Map<String, Long> figures = Measured.figures();
    assertThat(figures)
        .containsEntry("parse.lines-tokens|tokens", (long) seen.size())
        .containsEntry("parse.lines-tokens|records", (long) text.split("\n").length)
        .containsEntry(
            "parse.lines-tokens|bytes", (long) text.getBytes(StandardCharsets.UTF_8).length);
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "3, 2"})
  void stringsAreSplitUntilABatchIsDone(int strings, int passes) throws Exception {
    ParseTokensBenchmark benchmark = tokens("none", strings);
    benchmark.passes = passes;
    benchmark.prepare();
    String[] texts = benchmark.texts;
    benchmark.tokens(null);
    benchmark.close();
    assertThat(texts).hasSize(strings).doesNotHaveDuplicates();
    List<String> expected = new ArrayList<>();
    long bytes = 0;
    long split = 0;
    while (bytes < BYTES * passes) {
      String text = texts[(int) (split % strings)];
      assertThat(text.getBytes(StandardCharsets.UTF_8).length).isBetween(230, 256);
      expected.addAll(List.of(text.split(" +")));
      bytes += text.getBytes(StandardCharsets.UTF_8).length;
      split++;
    }
    assertThat(seen).isEqualTo(expected);
    assertThat(Measured.figures())
        .containsEntry("parse.tokens|records", split)
        .containsEntry("parse.tokens|bytes", bytes)
        .containsEntry("parse.tokens|tokens", (long) expected.size());
  }

  @Test
  void usersOwnTextIsRead() throws Exception {
    Path own = Files.writeString(folder.resolve("own.txt"), "\u65e5\u672c one\ntwo\n");
    ParseLinesBenchmark benchmark = lines("text-input-format", 1, own.toString());
    benchmark.lines(null);
    benchmark.close();
    assertThat(seen)
        .hasSizeGreaterThan(20_000)
        .startsWith("\u65e5\u672c one", "two", "\u65e5\u672c one");
  }

  @ParameterizedTest
  @CsvSource({"text-input-format", "text-input-format-string"})
  void textInputFormatNoticesAFlippedByte(String reader) throws Exception {
    ParseLinesBenchmark benchmark = lines(reader, 1, Corpus.OWN);
    Path file = benchmark.file.file;
    byte[] text = Files.readAllBytes(file);
    text[text.length / 2] ^= 1;
    Files.write(file, text);
    assertThatThrownBy(() -> benchmark.lines(null)).isInstanceOf(ChecksumException.class);
    text[text.length / 2] ^= 1;
    Files.write(file, text);
    benchmark.close();
  }

  @Test
  void unknownReadersAndTooManyStringsAreRefused() throws Exception {
    ParseLinesBenchmark benchmark = lines("none", 1, Corpus.OWN);
    assertThatThrownBy(() -> benchmark.lines(null))
        .isInstanceOf(OneLineException.class)
        .hasMessageContaining("reader: unknown reader 'none'; give one of buffered-reader, ");
    benchmark.close();
    assertThatThrownBy(tokens("buffered-reader", 1)::prepare)
        .hasMessage("reader: unknown reader 'buffered-reader'; give one of none");
    assertThatThrownBy(tokens("none", 2000)::prepare)
        .isInstanceOf(OneLineException.class)
        .hasMessageContaining("strings: 2000 is not between 1 and 1167");
  }

  private ParseLinesBenchmark lines(String reader, int passes, String corpus)
      throws IOException, InterruptedException {
    ParseLinesBenchmark benchmark =
        new ParseLinesBenchmark() {
          @Override
          void consume(String line, Blackhole blackhole) {
            seen.add(line);
          }

          @Override
          void consume(Text line, Blackhole blackhole) {
            seen.add(line.toString());
          }
        };
    benchmark.reader = reader;
    benchmark.bytes = BYTES;
    benchmark.passes = passes;
    benchmark.corpus = corpus;
    benchmark.prepare();
    return benchmark;
  }

  private ParseTokensBenchmark tokens(String reader, int strings) {
    ParseTokensBenchmark benchmark =
        new ParseTokensBenchmark() {
          @Override
          void consume(String word, Blackhole blackhole) {
            seen.add(word);
          }
        };
    benchmark.reader = reader;
    benchmark.bytes = BYTES;
    benchmark.passes = 1;
    benchmark.strings = strings;
    benchmark.corpus = Corpus.OWN;
    return benchmark;
  }
}
