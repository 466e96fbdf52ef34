package io.corebound.microbench;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Prints what {@link Measures} says of every benchmark class, one a line, fields separated by tabs:
 * suite, class, operations (separated by blanks), {@code hdfs} or {@code -}, {@link
 * Measures#localBytes}, {@link Measures#hdfsBytes}, question, how many benchmark methods the class
 * has, and JMH's parameters with their default values ({@code codec=none,snappy seed=0}).
 */
public final class ListBenchmarks {
  private static final String PACKAGE = ListBenchmarks.class.getPackage().getName();

  private ListBenchmarks() {}

  public static void main(String[] arguments) throws ClassNotFoundException {
    print(System.out);
  }

  static void print(PrintStream out) throws ClassNotFoundException {
    for (Map.Entry<String, List<BenchmarkListEntry>> methods : benchmarks().entrySet()) {
      String name = methods.getKey();
      Measures measures = measures(name);
      out.println(
          String.join(
              "\t",
              suite(name),
              simpleName(name),
              String.join(" ", measures.value()),
              measures.hdfs() ? "hdfs" : "-",
              Double.toString(measures.localBytes()),
              Double.toString(measures.hdfsBytes()),
              measures.question(),
              Integer.toString(methods.getValue().size()),
              parameters(methods.getValue())));
    }
  }

  /** Prints for a person, suite by suite, what each class measures. */
  static void printReadable(PrintStream out) throws ClassNotFoundException {
    String suite = "";
    for (String name : classes()) {
      if (!suite(name).equals(suite)) {
        suite = suite(name);
        out.println(suite);
      }
      Measures measures = measures(name);
      out.println("  " + simpleName(name) + (measures.hdfs() ? ", needs an HDFS" : ""));
      out.println("    " + measures.question());
      out.println("    " + String.join(" ", measures.value()));
    }
  }

  private static Measures measures(String className) throws ClassNotFoundException {
    Measures measures =
        Class.forName(className, false, ListBenchmarks.class.getClassLoader())
            .getAnnotation(Measures.class);
    if (measures == null) {
      throw new OneLineException(className + " does not say what it measures: it lacks @Measures");
    }
    return measures;
  }

  private static String parameters(List<BenchmarkListEntry> methods) {
    Map<String, String> parameters = new TreeMap<>();
    for (BenchmarkListEntry method : methods) {
      method
          .getParams()
          .orElse(Collections.emptyMap())
          .forEach((name, values) -> parameters.put(name, name + "=" + String.join(",", values)));
    }
    return String.join(" ", parameters.values());
  }

  static Set<String> classes() {
    return benchmarks().keySet();
  }

  /** All benchmark methods of this module, by class, in order. */
  private static Map<String, List<BenchmarkListEntry>> benchmarks() {
    Map<String, List<BenchmarkListEntry>> benchmarks = new TreeMap<>();
    for (BenchmarkListEntry benchmark :
        BenchmarkList.defaultList()
            .getAll(
                OutputFormatFactory.createFormatInstance(System.out, VerboseMode.SILENT),
                Collections.emptyList())) {
      String method = benchmark.getUsername();
      benchmarks
          .computeIfAbsent(method.substring(0, method.lastIndexOf('.')), c -> new ArrayList<>())
          .add(benchmark);
    }
    return benchmarks;
  }

  private static String simpleName(String className) {
    return className.substring(className.lastIndexOf('.') + 1);
  }

  static String suite(String className) {
    String name = className.substring(PACKAGE.length() + 1);
    return name.substring(0, name.indexOf('.'));
  }
}
