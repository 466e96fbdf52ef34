package io.corebound.microbench;

import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import org.openjdk.jmh.Main;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * Runs suites (sub-packages) by name, as JMH's main class does with the right pattern and the
 * profiler, and prints a readable table at the end. Options for a list or for help measure nothing.
 */
public final class RunSuite {
  private static final String PACKAGE = RunSuite.class.getPackage().getName();
  private static final String ALL = "all";
  private static final String LIST = "list";

  private RunSuite() {}

  /**
   * Runs suites and ends the JVM: with status 0 when all went well, 1 when a benchmark failed, 2
   * for an unknown suite, or an option that JMH refuses.
   */
  public static void main(String[] arguments) throws ClassNotFoundException, IOException {
    System.exit(run(arguments, System.out, System.err));
  }

  static int run(String[] arguments, PrintStream out, PrintStream err)
      throws ClassNotFoundException, IOException {
    List<String> names = new ArrayList<>();
    int options = 0;
    while (options < arguments.length && !arguments[options].startsWith("-")) {
      names.addAll(Arrays.asList(arguments[options++].split(",")));
    }
    for (String name : names) {
      if (!name.equals(ALL) && !name.equals(LIST) && !suites().contains(name)) {
        err.println("unknown suite '" + name + "'" + nearest(name));
        return 2;
      }
    }
    if (names.contains(LIST)) {
      ListBenchmarks.printReadable(out);
      return 0;
    }
    List<String> ofJmh = new ArrayList<>();
    for (String name : names) {
      ofJmh.add("^\\Q" + PACKAGE + "." + (name.equals(ALL) ? "" : name + ".") + "\\E");
    }
    ofJmh.addAll(Arrays.asList(arguments).subList(options, arguments.length));
    try {
      run(ofJmh.toArray(new String[0]), out);
      return 0;
    } catch (CommandLineOptionException e) {
      err.println("JMH's options: " + e.getMessage());
      return 2;
    } catch (RunnerException e) {
      err.println("the suites " + names + " failed; the reason is above (<failure>)");
      return 1;
    }
  }

  private static void run(String[] ofJmh, PrintStream out)
      throws CommandLineOptionException, RunnerException, IOException {
    CommandLineOptions options = new CommandLineOptions(ofJmh);
    if (onlyAsks(options)) {
      Main.main(ofJmh);
      return;
    }
    Options chosen =
        new OptionsBuilder()
            .parent(options)
            .addProfiler(OperationProfiler.class)
            .shouldFailOnError(true)
            .build();
    Collection<RunResult> results = new Runner(chosen).run();
    out.println();
    new Summary(results).print(out);
  }

  /** Whether JMH's main class only prints something with these options. */
  private static boolean onlyAsks(CommandLineOptions options) {
    return options.shouldHelp()
        || options.shouldList()
        || options.shouldListWithParams()
        || options.shouldListProfilers()
        || options.shouldListResultFormats();
  }

  /** The suite with the most similar name, and all suites. */
  private static String nearest(String word) {
    String best = Collections.max(suites(), Comparator.comparingInt(name -> common(name, word)));
    return String.format(
        "%s Suites: %s, or all; 'list' says what each measures",
        common(best, word) * 2 >= word.length() ? "; did you mean '" + best + "'?" : "",
        String.join(", ", suites()));
  }

  private static int common(String a, String b) {
    int[][] length = new int[a.length() + 1][b.length() + 1];
    for (int i = 1; i <= a.length(); i++) {
      for (int j = 1; j <= b.length(); j++) {
        length[i][j] =
            a.charAt(i - 1) == b.charAt(j - 1)
                ? length[i - 1][j - 1] + 1
                : Math.max(length[i - 1][j], length[i][j - 1]);
      }
    }
    return length[a.length()][b.length()];
  }

  private static Collection<String> suites() {
    Collection<String> suites = new TreeSet<>();
    for (String name : ListBenchmarks.classes()) {
      suites.add(ListBenchmarks.suite(name));
    }
    return suites;
  }
}
