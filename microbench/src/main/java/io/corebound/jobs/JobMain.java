package io.corebound.jobs;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.mapreduce.util.ConfigUtil;

/**
 * Runs the main class of any job with settings of Hadoop's over those of the cluster. The class
 * need not be a {@code Tool}: each {@code Configuration} that it makes has them.
 */
public final class JobMain {
  private static final String SETTINGS = "corebound-job.xml";

  /** The class path has no such main class. */
  public static final class NoMainClassException extends IOException {
    private static final long serialVersionUID = 1;

    NoMainClassException(String name, String jar) {
      super(
          String.format(
              "there is no main class %s in %s", name, jar.isEmpty() ? "the class path" : jar));
    }
  }

  private JobMain() {}

  /** Arguments: {@code -D name=value} as often as needed, the main class, and its arguments. */
  public static void main(String[] arguments) throws Throwable {
    Configuration settings = new Configuration(false);
    int at = 0;
    while (at + 1 < arguments.length && arguments[at].equals("-D")) {
      String[] pair = arguments[at + 1].split("=", 2);
      settings.set(pair[0], pair[1]);
      at += 2;
    }
    List<String> all = Arrays.asList(arguments);
    run(settings, "", all.get(at), all.subList(at + 1, all.size()));
  }

  /**
   * Runs a main class to its end, which may be that of the JVM.
   *
   * @param jar with its classes, as a path; empty where the class path has them
   * @throws NoMainClassException when the class or its main method is missing
   */
  public static void run(
      Configuration settings, String jar, String mainClass, List<String> arguments)
      throws Throwable {
    Path resources = Files.createTempDirectory("corebound-job-");
    resources.toFile().deleteOnExit();
    Path file = resources.resolve(SETTINGS);
    file.toFile().deleteOnExit();
    try (OutputStream out = Files.newOutputStream(file)) {
      settings.writeXml(out);
    }
    List<URL> urls = new ArrayList<>();
    urls.add(resources.toUri().toURL());
    if (!jar.isEmpty()) {
      urls.add(Paths.get(jar).toUri().toURL());
    }
    ClassLoader loader =
        new URLClassLoader(urls.toArray(new URL[0]), JobMain.class.getClassLoader());
    Thread.currentThread().setContextClassLoader(loader);
    // Hadoop's defaults first: the last one counts
    HdfsConfiguration.init();
    ConfigUtil.loadResources();
    Configuration.addDefaultResource(SETTINGS);
    try {
      Class.forName(mainClass, true, loader)
          .getMethod("main", String[].class)
          .invoke(null, (Object) arguments.toArray(new String[0]));
    } catch (ClassNotFoundException | NoSuchMethodException e) {
      throw new NoMainClassException(mainClass, jar);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
