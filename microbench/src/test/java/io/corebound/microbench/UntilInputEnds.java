package io.corebound.microbench;

import java.io.IOException;
import java.io.OutputStream;

/**
 * Runs another main class, and ends with the process that started it: at the end of its input. The
 * class is named in the environment, so that collectors of a test beside this one do not count it
 * as one of their daemons.
 */
public final class UntilInputEnds {
  /** Variable of the environment that has the class's name. */
  static final String MAIN = "UNTIL_INPUT_ENDS";

  private UntilInputEnds() {}

  /** Takes the class's arguments. */
  public static void main(String[] arguments) throws ReflectiveOperationException {
    Thread watch = new Thread(UntilInputEnds::haltAtEnd);
    watch.setDaemon(true);
    watch.start();
    Class.forName(System.getenv(MAIN))
        .getMethod("main", String[].class)
        .invoke(null, (Object) arguments);
  }

  private static void haltAtEnd() {
    try {
      System.in.transferTo(OutputStream.nullOutputStream());
    } catch (IOException e) {
      // as good as the end
    }
    Runtime.getRuntime().halt(0);
  }
}
