package io.corebound.microbench;

import java.io.PrintStream;
import java.util.Arrays;
import java.util.Collection;
import java.util.TreeSet;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.NoBenchmarksException;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * Runs a suite, which is a sub-package, by its name, and ends with a table that a person can read:
 * what JMH's own main class does, given the right pattern and the profiler.
 */
public final class RunSuite {
  private static final String PACKAGE = RunSuite.class.getPackage().getName();

  private RunSuite() {}

  /**
   * Runs a suite and ends the JVM: with status 0 when all went well, 1 when a benchmark failed, 2
   * when there is no such suite or JMH does not know an option.
   *
   * @param arguments the suite's name, or {@code all}; then JMH's own options
   */
  public static void main(String[] arguments) {
    System.exit(run(arguments, System.out, System.err));
  }

  private static int run(String[] arguments, PrintStream out, PrintStream err) {
    String suite = arguments.length == 0 ? "" : arguments[0];
    try {
      CommandLineOptions options =
          new CommandLineOptions(
              Arrays.copyOfRange(arguments, Math.min(1, arguments.length), arguments.length));
      String pattern =
          suite.equals("all") ? "^\\Q" + PACKAGE + ".\\E" : "^\\Q" + PACKAGE + "." + suite + ".\\E";
      Collection<RunResult> results =
          new Runner(
                  new OptionsBuilder()
                      .parent(options)
                      .include(pattern)
                      .addProfiler(OperationProfiler.class)
                      .shouldFailOnError(true)
                      .build())
              .run();
      out.println();
      new Summary(results).print(out);
      return 0;
    } catch (NoBenchmarksException e) {
      err.println("there is no suite '" + suite + "'; give one of " + suites() + ", or all");
      return 2;
    } catch (CommandLineOptionException e) {
      err.println("JMH's options: " + e.getMessage());
      return 2;
    } catch (RunnerException e) {
      err.println("the suite " + suite + " failed; the reason is above (<failure>)");
      return 1;
    }
  }

  private static Collection<String> suites() {
    Collection<String> suites = new TreeSet<>();
    for (String name : ListBenchmarks.classes()) {
      suites.add(ListBenchmarks.suite(name));
    }
    return suites;
  }
}
