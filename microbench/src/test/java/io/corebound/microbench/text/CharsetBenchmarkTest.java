package io.corebound.microbench.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.io.Text;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.openjdk.jmh.infra.Blackhole;

final class CharsetBenchmarkTest {
  private static final int STRINGS = 2_000;

  private final ByteArrayOutputStream encoded = new ByteArrayOutputStream();
  private final StringBuilder decoded = new StringBuilder();

  static Stream<Arguments> variants() {
    return Stream.of(
        Arguments.of("ascii", Content.ascii, CharsetBenchmark.Through.string),
        Arguments.of("utf-8", Content.ascii, CharsetBenchmark.Through.string),
        Arguments.of("utf-8", Content.japanese, CharsetBenchmark.Through.string),
        Arguments.of("utf-8", Content.ascii, CharsetBenchmark.Through.text),
        Arguments.of("utf-8", Content.japanese, CharsetBenchmark.Through.text));
  }

  @ParameterizedTest
  @MethodSource("variants")
  void encodedStringsAreTheText(String charset, Content content, CharsetBenchmark.Through through)
      throws Exception {
    CharsetBenchmark benchmark = benchmark(charset, content, through);
    benchmark.encode(null);
    assertThat(strictly(encoded.toByteArray(), charset)).isEqualTo(expected(benchmark));
  }

  @ParameterizedTest
  @MethodSource("variants")
  void decodedStringsAreTheText(String charset, Content content, CharsetBenchmark.Through through)
      throws Exception {
    CharsetBenchmark benchmark = benchmark(charset, content, through);
    benchmark.decode(null);
    assertThat(decoded.toString()).isEqualTo(expected(benchmark));
  }

  @ParameterizedTest
  @EnumSource(Content.class)
  void textIsReadFromAStreamAndWrittenToOne(Content content) throws Exception {
    CharsetBenchmark benchmark = benchmark("utf-8", content, CharsetBenchmark.Through.stream);
    benchmark.decode(null);
    assertThat(decoded.toString()).isEqualTo(expected(benchmark));

    benchmark.encode(null);
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(encoded.toByteArray()));
    StringBuilder written = new StringBuilder();
    while (in.available() > 0) {
      written.append(Text.readString(in));
    }
    assertThat(written.toString()).isEqualTo(expected(benchmark));
  }

  @ParameterizedTest
  @EnumSource(Content.class)
  void piecesAreTheTextInOrderAndFillTheirLength(Content content) throws Exception {
    String text = new String(content.bytes(), StandardCharsets.UTF_8);
    assertThat(text).startsWith(String.join("", content.pieces(100)));
    for (String piece : content.pieces(100)) {
      assertThat(piece.getBytes(StandardCharsets.UTF_8).length).isBetween(98, 100);
    }
  }

  @Test
  void asciiTextIsAscii() throws Exception {
    assertThat(Content.ascii.bytes()).hasSize(148_460).matches(CharsetBenchmarkTest::isAscii);
  }

  @Test
  void japaneseTextIsJapanese() throws Exception {
    byte[] bytes = Content.japanese.bytes();
    String text = strictly(bytes, "utf-8");
    long japanese =
        text.codePoints()
            .filter(
                c ->
                    Character.UnicodeScript.of(c) == Character.UnicodeScript.HAN
                        || Character.UnicodeScript.of(c) == Character.UnicodeScript.HIRAGANA
                        || Character.UnicodeScript.of(c) == Character.UnicodeScript.KATAKANA)
            .count();
    assertThat(bytes).hasSize(264_991);
    assertThat(japanese / (double) text.length()).isGreaterThan(0.85);
  }

  @Test
  void lengthThatHoldsNotEveryCharacterIsRefused() {
    Utf8Benchmark benchmark = new Utf8Benchmark();
    benchmark.length = 3;
    assertThatThrownBy(benchmark::prepare).hasMessageContaining("length: 3");
  }

  private CharsetBenchmark benchmark(
      String charset, Content content, CharsetBenchmark.Through through) throws Exception {
    CharsetBenchmark benchmark =
        new CharsetBenchmark() {
          @Override
          String charset() {
            return charset;
          }

          @Override
          Content content() {
            return content;
          }

          @Override
          Through through() {
            return through;
          }

          @Override
          void consume(byte[] result, int size, Blackhole blackhole) {
            encoded.write(result, 0, size);
          }

          @Override
          void consume(String result, Blackhole blackhole) {
            decoded.append(result);
          }
        };
    benchmark.length = 256;
    benchmark.bytes = 1;
    benchmark.prepare();
    benchmark.bytes =
        IntStream.range(0, STRINGS)
            .map(
                i ->
                    benchmark.strings[i % benchmark.strings.length].getBytes(StandardCharsets.UTF_8)
                        .length)
            .sum();
    return benchmark;
  }

  private static String expected(CharsetBenchmark benchmark) {
    return IntStream.range(0, STRINGS)
        .mapToObj(i -> benchmark.strings[i % benchmark.strings.length])
        .collect(Collectors.joining());
  }

  /** Decodes; a byte that the charset does not know is an error instead of a replacement. */
  private static String strictly(byte[] bytes, String charset) throws CharacterCodingException {
    return Charset.forName(charset.equals("ascii") ? "US-ASCII" : charset)
        .newDecoder()
        .onMalformedInput(CodingErrorAction.REPORT)
        .onUnmappableCharacter(CodingErrorAction.REPORT)
        .decode(ByteBuffer.wrap(bytes))
        .toString();
  }

  private static boolean isAscii(byte[] bytes) {
    return IntStream.range(0, bytes.length).allMatch(i -> bytes[i] >= 0);
  }
}
