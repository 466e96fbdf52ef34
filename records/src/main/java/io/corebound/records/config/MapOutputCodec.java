package io.corebound.records.config;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Codecs of the map output, by the names that files use, with Hadoop's class of each. */
public enum MapOutputCodec {
  none(null),
  snappy("SnappyCodec"),
  lz4("Lz4Codec"),
  gzip("GzipCodec"),
  /** Works where Hadoop's native library is there. */
  zstd("ZStandardCodec");

  private static final String PACKAGE = "org.apache.hadoop.io.compress.";

  private final String simpleName;

  MapOutputCodec(String simpleName) {
    this.simpleName = simpleName;
  }

  /** The class's full name; empty where map output is not compressed. */
  public Optional<String> hadoopClass() {
    return Optional.ofNullable(simpleName).map(PACKAGE::concat);
  }

  public static List<String> names() {
    return Stream.of(values()).map(Enum::name).toList();
  }
}
