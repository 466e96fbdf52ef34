package io.corebound.app.micro;

import io.corebound.analysis.pages.page.TextReport;
import io.corebound.app.run.Terminal;
import io.corebound.microbenchrunner.jmh.Catalogue;
import io.corebound.microbenchrunner.jmh.MicroPlan;
import io.corebound.microbenchrunner.suite.ExpectedTime;
import io.corebound.records.format.CsvFiles;
import io.corebound.records.format.Records;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** {@code corebound micro --list}: what can be measured, and how long it takes. */
public final class SuiteList {
  private SuiteList() {}

  /**
   * A class of benchmarks, its operations separated by blanks; 0 s where the profile leaves it out.
   */
  public record Line(
      String suite,
      String benchmark,
      String operations,
      boolean cluster,
      long expectedS,
      String question) {
    private Stream<String> lines(int width) {
      return Stream.concat(
          TextReport.wrapped("  ", question, width).stream(),
          TextReport.wrapped("    ", operations, width).stream());
    }
  }

  /** The lines of the named suites; with no name those of all, the ones outside the plan too. */
  public static List<Line> of(MicroChoice choice, List<String> named) {
    MicroPlan plan = choice.plan();
    Catalogue catalogue = choice.catalogue();
    boolean copiesNeedHdfs = plan.contention().stream().anyMatch(MicroPlan.Entry::hdfs);
    List<Line> lines = new ArrayList<>();
    for (String suite : catalogue.suites()) {
      if (!named.isEmpty() && !named.contains(suite)) {
        continue;
      }
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
                          b.hdfs() || suite.equals(Catalogue.CONTENTION) && copiesNeedHdfs,
                          chosen ? seconds : 0,
                          b.question())));
    }
    return lines;
  }

  public static String csv(List<Line> lines) {
    return CsvFiles.toText(
        Records.columns(Line.class),
        lines.stream().<List<?>>map(l -> List.copyOf(Records.components(l).values())).toList());
  }

  public static String text(List<Line> lines, MicroChoice choice) {
    Map<String, List<Line>> suites =
        lines.stream()
            .collect(Collectors.groupingBy(Line::suite, LinkedHashMap::new, Collectors.toList()));
    StringBuilder text = new StringBuilder();
    suites.forEach(
        (suite, its) -> {
          long seconds = its.get(0).expectedS();
          String time = seconds == 0 ? "not in this choice" : "about " + seconds + " s";
          boolean cluster = its.stream().anyMatch(Line::cluster);
          text.append(
              "%-11s %s%s%n".formatted(suite, time, cluster ? ", needs the local cluster" : ""));
          its.stream()
              .flatMap(l -> l.lines(Terminal.width()))
              .forEach(line -> text.append(line).append(System.lineSeparator()));
        });
    long all = Math.round(ExpectedTime.of(choice.plan(), MicroWork.cpus()));
    return text.append("%nabout %s s in all%n".formatted(all)).toString();
  }
}
