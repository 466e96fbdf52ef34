package io.corebound.app.micro;

import io.corebound.microbenchrunner.jmh.Catalogue;
import io.corebound.microbenchrunner.jmh.MicroPlan;
import io.corebound.microbenchrunner.suite.ExpectedTime;
import io.corebound.records.format.CsvFiles;
import io.corebound.records.format.StructuredFiles;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** {@code corebound micro --list}: what can be measured, and how long it takes. */
public final class SuiteList {
  /** How the list is printed. */
  public enum Format {
    TEXT,
    JSON,
    CSV
  }

  /**
   * A class of benchmarks.
   *
   * @param suite its suite
   * @param benchmark simple name; empty for what is measured without JMH
   * @param operations ids, separated by blanks
   * @param cluster whether it needs the local cluster
   * @param expectedS seconds of its suite under the profile; 0 when that has none of it
   * @param question the question that it answers
   */
  record Line(
      String suite,
      String benchmark,
      String operations,
      boolean cluster,
      long expectedS,
      String question) {}

  private SuiteList() {}

  /**
   * Prints the list.
   *
   * @param named the suites to list; empty lists all, also those that the plan leaves out
   */
  public static void print(
      Catalogue catalogue, List<String> named, MicroPlan plan, Format format, PrintWriter out) {
    List<Line> lines =
        lines(catalogue, plan).stream()
            .filter(line -> named.isEmpty() || named.contains(line.suite()))
            .toList();
    switch (format) {
      case JSON -> out.println(StructuredFiles.toJson(lines));
      case CSV ->
          out.print(CsvFiles.toText(columns(), lines.stream().map(SuiteList::cells).toList()));
      case TEXT -> text(lines, Math.round(ExpectedTime.of(plan, MicroWork.cpus())), out);
    }
    out.flush();
  }

  private static List<String> columns() {
    return List.of("suite", "benchmark", "operations", "cluster", "expected_s", "question");
  }

  private static List<?> cells(Line line) {
    return List.of(
        line.suite(),
        line.benchmark(),
        line.operations(),
        line.cluster(),
        line.expectedS(),
        line.question());
  }

  private static List<Line> lines(Catalogue catalogue, MicroPlan plan) {
    List<Line> lines = new ArrayList<>();
    for (String suite : catalogue.suites()) {
      long seconds = Math.round(ExpectedTime.ofSuite(plan, suite, MicroWork.cpus()));
      boolean chosen = plan.suites().contains(suite);
      catalogue.benchmarks().stream()
          .filter(b -> b.suite().equals(suite))
          .forEach(
              b ->
                  lines.add(
                      new Line(
                          suite,
                          b.name(),
                          String.join(" ", b.operations()),
                          b.hdfs() || suite.equals(Catalogue.CONTENTION) && copiesNeedHdfs(plan),
                          chosen ? seconds : 0,
                          b.question())));
    }
    return lines;
  }

  private static boolean copiesNeedHdfs(MicroPlan plan) {
    return plan.contention().stream().anyMatch(MicroPlan.Entry::hdfs);
  }

  private static void text(List<Line> lines, long all, PrintWriter out) {
    Map<String, List<Line>> suites = new LinkedHashMap<>();
    lines.forEach(line -> suites.computeIfAbsent(line.suite(), s -> new ArrayList<>()).add(line));
    for (Map.Entry<String, List<Line>> suite : suites.entrySet()) {
      long seconds = suite.getValue().get(0).expectedS();
      out.printf(
          Locale.ROOT,
          "%-11s %s%s%n",
          suite.getKey(),
          seconds == 0 ? "not in this choice" : "about " + seconds + " s",
          suite.getValue().stream().anyMatch(Line::cluster) ? ", needs the local cluster" : "");
      for (Line line : suite.getValue()) {
        out.printf("  %s%n    %s%n", line.question(), line.operations());
      }
    }
    out.printf("%nabout %d s in all%n", all);
  }
}
