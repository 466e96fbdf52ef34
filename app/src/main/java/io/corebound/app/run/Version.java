package io.corebound.app.run;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;

/** Version and commit of this corebound, written into the jar by the build. */
public final class Version {
  private Version() {}

  public static String version() {
    return property("version");
  }

  /** The Hadoop that the local cluster runs. */
  public static String hadoop() {
    return property("hadoop");
  }

  /** The Spark that engines of kind {@code spark} are. */
  public static String spark() {
    return property("spark");
  }

  private static String property(String name) {
    try (InputStream in = Version.class.getResourceAsStream("version.properties")) {
      Properties properties = new Properties();
      properties.load(in);
      return properties.getProperty(name);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
