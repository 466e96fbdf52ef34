package io.corebound.cluster.libraries;

import io.corebound.records.units.CoreboundException;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Facts in the jar {@code hadoop-common}.
 *
 * @param oldestJava feature release that its classes were compiled for
 */
record HadoopCommon(String version, int oldestJava) {
  static final String JAR = "hadoop-common";
  private static final String PROPERTIES = "common-version-info.properties";
  private static final String CLASS = "org/apache/hadoop/security/UserGroupInformation.class";

  /** Class file version 45 was Java 1.1's, and it grew by one with each (JVMS, table 4.1-A). */
  private static final int BEFORE_JAVA_1 = 44;

  private static final int CLASS_FILE_MAGIC = 0xCAFEBABE;

  /**
   * The first on a class path.
   *
   * @throws CoreboundException (invalid input) when there is none of Hadoop 3
   */
  static HadoopCommon on(List<String> classPath, Path home) {
    for (Path jar : ClassPathJars.named(classPath, JAR)) {
      try (ZipFile zip = new ZipFile(jar.toFile())) {
        ZipEntry properties = zip.getEntry(PROPERTIES);
        ZipEntry code = zip.getEntry(CLASS);
        // the jar of its tests lacks both
        if (properties != null && code != null) {
          String version = version(zip, properties);
          if (!version.startsWith("3.")) {
            throw CoreboundException.invalidInput(
                "%s: is Hadoop %s; corebound measures Hadoop 3".formatted(jar, version));
          }
          return new HadoopCommon(version, oldestJava(zip, code));
        }
      } catch (IOException e) {
        throw CoreboundException.invalidInput(
            "%s: cannot be read: %s".formatted(jar, e.getMessage()));
      }
    }
    throw CoreboundException.invalidInput(
        "%s: not a Hadoop installation: it has no %s-*.jar with Hadoop's version"
            .formatted(home, JAR));
  }

  private static String version(ZipFile zip, ZipEntry entry) throws IOException {
    Properties properties = new Properties();
    try (InputStream in = zip.getInputStream(entry)) {
      properties.load(in);
    }
    return properties.getProperty("version", "unknown");
  }

  private static int oldestJava(ZipFile zip, ZipEntry entry) throws IOException {
    try (DataInputStream in = new DataInputStream(zip.getInputStream(entry))) {
      if (in.readInt() != CLASS_FILE_MAGIC) {
        throw new IOException(entry.getName() + " is not a class file");
      }
      in.readUnsignedShort();
      return in.readUnsignedShort() - BEFORE_JAVA_1;
    }
  }
}
