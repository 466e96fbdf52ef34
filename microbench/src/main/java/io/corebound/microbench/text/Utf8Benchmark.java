package io.corebound.microbench.text;

import io.corebound.microbench.Measures;
import org.openjdk.jmh.annotations.Param;

/**
 * What does it cost to encode and decode strings in UTF-8, of characters of one byte and of three,
 * and what more when Hadoop's {@code Text} does it? Paper: figure 13 (UTF-8), whose text names the
 * chain stream, Text, String.
 */
@Measures(
    value = {"text.encode", "text.decode"},
    question = "What does it cost to encode and decode strings in UTF-8?")
public class Utf8Benchmark extends CharsetBenchmark {
  @Param("utf-8")
  String charset;

  @Param({"ascii", "japanese"})
  Content content;

  @Param({"string", "text"})
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
