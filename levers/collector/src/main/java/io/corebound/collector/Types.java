package io.corebound.collector;

import java.io.IOException;

/** The classes of keys and values, which a job names and its code must keep to. */
final class Types {
  private Types() {}

  /**
   * Refuses what is of another class.
   *
   * @throws IOException as Hadoop's own collector throws
   */
  static void require(String what, Class<?> expected, Object value) throws IOException {
    if (value.getClass() != expected) {
      throw new IOException(
          String.format(
              "Type mismatch in %s: expected %s, received %s",
              what, expected.getName(), value.getClass().getName()));
    }
  }
}
