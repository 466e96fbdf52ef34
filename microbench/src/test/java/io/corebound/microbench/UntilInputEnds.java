package io.corebound.microbench;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;

/** Runs another main class, and ends with whoever started it: at the end of its input. */
public final class UntilInputEnds {
  private UntilInputEnds() {}

  /** Takes the class's name and its arguments. */
  public static void main(String[] arguments) throws ReflectiveOperationException {
    Thread watch = new Thread(UntilInputEnds::haltAtEnd);
    watch.setDaemon(true);
    watch.start();
    Class.forName(arguments[0])
        .getMethod("main", String[].class)
        .invoke(null, (Object) Arrays.copyOfRange(arguments, 1, arguments.length));
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
