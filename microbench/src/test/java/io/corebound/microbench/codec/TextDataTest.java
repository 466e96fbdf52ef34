package io.corebound.microbench.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TextDataTest {
  private static final byte[] TEXT = "one\n\nthree\n".getBytes(StandardCharsets.US_ASCII);

  @ParameterizedTest
  @CsvSource({
    "1, 1, 'one|'",
    "4, 1, 'one|'",
    "5, 2, 'one||'",
    "11, 3, 'one||three|'",
    "12, 4, 'one||three|one|'",
    "23, 7, 'one||three|one||three|one|'"
  })
  void wholeLinesAreAddedUntilThereIsEnough(long least, long lines, String expected)
      throws Exception {
    TextData data = new TextData(TEXT, least);
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    data.write(written);
    assertThat(written.toString(StandardCharsets.US_ASCII)).isEqualTo(expected.replace('|', '\n'));
    assertThat(data.records()).isEqualTo(lines);
    assertThat(data.bytes()).isEqualTo(written.size());
  }
}
