package io.corebound.analysis.theory;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A part of a document that a test writes, between two lines that mark it. */
final class WrittenPart {
  private WrittenPart() {}

  /** Asserts that it is this text; with {@code -Dkept.rewrite=true} writes it first. */
  static void assertIs(String text, Path page, String begin, String end) throws IOException {
    String whole = Files.readString(page);
    String before = whole.substring(0, whole.indexOf(begin) + begin.length());
    String after = whole.substring(whole.indexOf(end));
    if (Boolean.getBoolean("kept.rewrite")) {
      Files.writeString(page, before + text + after);
    }
    assertThat(Files.readString(page)).isEqualTo(before + text + after);
  }
}
