package io.corebound.microbench;

import java.util.Locale;

/**
 * Which bytes an operation counts. A record of TeraSort is 100 B of payload, 102 B serialized and
 * 104 B in an IFile: a cost per byte is meaningless without them.
 */
public enum ByteBase {
  /** The user's data: keys and values without framing. */
  PAYLOAD,
  SERIALIZED,
  /** As an IFile holds them before compression, with its record framing. */
  IFILE,
  WIRE,
  FILE,
  TEXT;

  private static final String PREFIX = "B of ";

  /** The unit of the figure {@code bytes} in JMH's JSON, for instance {@code B of payload}. */
  String unit() {
    return PREFIX + name().toLowerCase(Locale.ROOT);
  }
}
