package io.corebound.cli;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** Version and commit of this corebound, written into the jar by the build. */
final class Version implements IVersionProvider {
  /** The version, such as {@code 0.1.0}. */
  static String version() {
    return property("version");
  }

  @Override
  public String[] getVersion() {
    return new String[] {"corebound " + version() + ", Hadoop " + hadoop()};
  }

  /** The Hadoop that the local cluster runs. */
  static String hadoop() {
    return property("hadoop");
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
