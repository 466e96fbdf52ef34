package io.corebound.cli;

import io.corebound.records.DataSize;
import picocli.CommandLine.TypeConversionException;

/** How words of the command line become values. */
final class Converters {
  private Converters() {}

  static DataSize dataSize(String text) {
    try {
      return DataSize.parse(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }
}
