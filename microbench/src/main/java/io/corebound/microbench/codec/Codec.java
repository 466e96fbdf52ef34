package io.corebound.microbench.codec;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.Compressor;
import org.apache.hadoop.io.compress.Decompressor;
import org.apache.hadoop.io.compress.GzipCodec;
import org.apache.hadoop.io.compress.Lz4Codec;
import org.apache.hadoop.io.compress.SnappyCodec;
import org.apache.hadoop.io.compress.ZStandardCodec;
import org.apache.hadoop.util.ReflectionUtils;

/** Hadoop's codecs, by the names that operations have. */
public enum Codec {
  snappy(SnappyCodec.class),
  lz4(Lz4Codec.class),
  gzip(GzipCodec.class),
  zstd(ZStandardCodec.class);

  private static final String LZ4_FACTORY = "net.jpountz.lz4.LZ4Factory";

  private final Class<? extends CompressionCodec> type;

  Codec(Class<? extends CompressionCodec> type) {
    this.type = type;
  }

  /** Hadoop's codec with Hadoop's default settings, which are loaded, as a task's are. */
  CompressionCodec open() {
    Configuration configuration = new Configuration();
    configuration.size(); // a Configuration reads its files when it is first asked
    return ReflectionUtils.newInstance(type, configuration);
  }

  String implementation(Compressor compressor) {
    return implementation(compressor == null ? null : compressor.getClass());
  }

  String implementation(Decompressor decompressor) {
    return implementation(decompressor == null ? null : decompressor.getClass());
  }

  /**
   * Hadoop's own native code is there if the class declares native methods; since 3.3.1 Snappy and
   * LZ4 come from libraries of their own instead, and gzip, when native code is missing, from the
   * JDK's zlib.
   */
  private String implementation(Class<?> worker) {
    if (hasNativeMethods(worker)) {
      return "hadoop-native";
    }
    switch (this) {
      case snappy:
        return Boolean.getBoolean("org.xerial.snappy.purejava")
            ? "snappy-java-pure"
            : "snappy-java";
      case lz4:
        return "lz4-java-" + lz4Instance();
      case gzip:
        return "jdk-zlib";
      default:
        return worker == null ? "none" : worker.getSimpleName().toLowerCase(Locale.ROOT);
    }
  }

  private static boolean hasNativeMethods(Class<?> worker) {
    for (Class<?> type = worker;
        type != null && type != Object.class;
        type = type.getSuperclass()) {
      for (Method method : type.getDeclaredMethods()) {
        if (Modifier.isNative(method.getModifiers())) {
          return true;
        }
      }
    }
    return false;
  }

  /**
   * Which of its instances lz4-java hands out: {@code jni}, {@code javaunsafe} or {@code javasafe}.
   */
  private static String lz4Instance() {
    try {
      // for instance "LZ4Factory:JNI"
      String instance =
          Class.forName(LZ4_FACTORY).getMethod("fastestInstance").invoke(null).toString();
      return instance.substring(instance.indexOf(':') + 1).toLowerCase(Locale.ROOT);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("Hadoop's LZ4 works, but not by " + LZ4_FACTORY, e);
    }
  }
}
