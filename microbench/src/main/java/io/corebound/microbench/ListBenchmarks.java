package io.corebound.microbench;

import java.io.PrintStream;
import java.util.Collections;
import java.util.TreeSet;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Prints what {@link Measures} says of every benchmark class, one a line, fields separated by tabs:
 * suite, class, operations (separated by blanks), {@code hdfs} or {@code -}, {@link
 * Measures#localBytes}, {@link Measures#hdfsBytes}, question.
 */
public final class ListBenchmarks {
  private static final String PACKAGE = ListBenchmarks.class.getPackage().getName();

  private ListBenchmarks() {}

  /**
   * Prints the list.
   *
   * @param arguments none
   * @throws ClassNotFoundException when JMH's list names a class that is not on the class path
   */
  public static void main(String[] arguments) throws ClassNotFoundException {
    print(System.out);
  }

  static void print(PrintStream out) throws ClassNotFoundException {
    for (String name : classes()) {
      Class<?> benchmark = Class.forName(name, false, ListBenchmarks.class.getClassLoader());
      Measures measures = benchmark.getAnnotation(Measures.class);
      if (measures == null) {
        throw new OneLineException(name + " does not say what it measures: it lacks @Measures");
      }
      out.println(
          String.join(
              "\t",
              suite(name),
              benchmark.getSimpleName(),
              String.join(" ", measures.value()),
              measures.hdfs() ? "hdfs" : "-",
              Double.toString(measures.localBytes()),
              Double.toString(measures.hdfsBytes()),
              measures.question()));
    }
  }

  /** All benchmark classes of this module, in order. */
  static TreeSet<String> classes() {
    TreeSet<String> classes = new TreeSet<>();
    for (BenchmarkListEntry benchmark :
        BenchmarkList.defaultList()
            .getAll(
                OutputFormatFactory.createFormatInstance(System.out, VerboseMode.SILENT),
                Collections.emptyList())) {
      String method = benchmark.getUsername();
      classes.add(method.substring(0, method.lastIndexOf('.')));
    }
    return classes;
  }

  /** The suite of a class: its sub-package. */
  static String suite(String className) {
    String name = className.substring(PACKAGE.length() + 1);
    return name.substring(0, name.indexOf('.'));
  }
}
