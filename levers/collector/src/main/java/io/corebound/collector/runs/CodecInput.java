package io.corebound.collector.runs;

import org.apache.hadoop.conf.Configurable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.DefaultCodec;
import org.apache.hadoop.io.compress.GzipCodec;
import org.apache.hadoop.io.compress.Lz4Codec;
import org.apache.hadoop.io.compress.SnappyCodec;

/**
 * How much a codec may be given at once without a change of its output. Hadoop's {@code
 * IFile.Writer} gives it single pieces: bytes of lengths, keys, values. {@code
 * BlockCompressorStream} ends a block before the piece that would not fit in it. Zlib's output does
 * not depend on the pieces. Any other codec gets the pieces as they are.
 */
final class CodecInput {
  private static final int ANY = 1 << 17;

  private CodecInput() {}

  /** Bytes of whole pieces that may be gathered; 0 for none. */
  static int mostGathered(CompressionCodec codec) {
    if (codec == null) {
      return ANY;
    }
    Class<?> name = codec.getClass();
    if (name == SnappyCodec.class) {
      int buffer =
          conf(codec)
              .getInt(
                  CommonConfigurationKeys.IO_COMPRESSION_CODEC_SNAPPY_BUFFERSIZE_KEY,
                  CommonConfigurationKeys.IO_COMPRESSION_CODEC_SNAPPY_BUFFERSIZE_DEFAULT);
      return buffer - (buffer / 6 + 32);
    }
    if (name == Lz4Codec.class) {
      int buffer =
          conf(codec)
              .getInt(
                  CommonConfigurationKeys.IO_COMPRESSION_CODEC_LZ4_BUFFERSIZE_KEY,
                  CommonConfigurationKeys.IO_COMPRESSION_CODEC_LZ4_BUFFERSIZE_DEFAULT);
      return buffer - (buffer / 255 + 16);
    }
    return name == DefaultCodec.class || name == GzipCodec.class ? ANY : 0;
  }

  private static Configuration conf(CompressionCodec codec) {
    return ((Configurable) codec).getConf();
  }
}
