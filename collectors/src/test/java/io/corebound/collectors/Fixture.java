package io.corebound.collectors;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Real output of a tool; README.md beside it says where it comes from. */
public final class Fixture {
  private Fixture() {}

  public static String text(String name) {
    try (InputStream stream = Fixture.class.getResourceAsStream(name)) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
