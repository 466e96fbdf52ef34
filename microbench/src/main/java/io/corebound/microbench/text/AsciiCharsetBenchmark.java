package io.corebound.microbench.text;

import io.corebound.microbench.Measures;
import org.openjdk.jmh.annotations.Param;

/**
 * What does it cost to encode and decode strings by the charset ASCII? Paper: figure 13 (ASCII).
 * Left out: Japanese text, which this charset cannot encode, and {@code Text}, which is always
 * UTF-8; the parameters have one value each, so that results are named like those of {@link
 * Utf8Benchmark}.
 */
@Measures(
    value = {"text.encode", "text.decode"},
    question = "What does it cost to encode and decode strings by the charset ASCII?")
public class AsciiCharsetBenchmark extends CharsetBenchmark {
  @Param("ascii")
  String charset;

  @Param("ascii")
  Content content;

  @Param("string")
  Through through;

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
}
