package io.corebound.microbench;

import java.io.IOException;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * Starts a main class of this module in another JVM, with this JVM's class path and path of native
 * libraries. Input is always made in a child: making it here would load and compile the classes
 * that are about to be measured cold.
 */
public final class ChildJvm {
  private static final List<String> QUICK_START =
      Arrays.asList("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

  private ChildJvm() {}

  /**
   * Prepares the start of a main class with the flags of the daemons that corebound starts; its
   * errors go to this JVM's standard error.
   */
  public static ProcessBuilder daemon(Class<?> main, String... arguments) {
    List<String> flags = new ArrayList<>(QUICK_START);
    flags.add("-Xmx512m");
    return of(flags, main, arguments);
  }

  /** Prepares the start of a main class that is not measured, so it is set to start quickly. */
  public static ProcessBuilder quick(Class<?> main, String... arguments) {
    return of(QUICK_START, main, arguments);
  }

  /** Prepares the start of a main class; its errors go to this JVM's standard error. */
  public static ProcessBuilder of(Class<?> main, String... arguments) {
    return of(Collections.emptyList(), main, arguments);
  }

  private static ProcessBuilder of(List<String> flags, Class<?> main, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Paths.get(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(flags);
    command.add("-Djava.library.path=" + System.getProperty("java.library.path", ""));
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(main.getName());
    Collections.addAll(command, arguments);
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
  }

  /** Runs a main class of {@link #quick} to its end. */
  public static void run(Class<?> main, String... arguments)
      throws IOException, InterruptedException {
    Process process =
        quick(main, arguments).redirectOutput(ProcessBuilder.Redirect.INHERIT).start();
    try {
      process.getOutputStream().close();
      int status = process.waitFor();
      if (status != 0) {
        throw new IOException(
            String.format(
                "%s %s ended with exit status %s",
                main.getSimpleName(), Arrays.toString(arguments), status));
      }
    } finally {
      process.destroy();
    }
  }
}
