package io.corebound.analysis.report;

import io.corebound.analysis.bound.BoundSeconds;
import io.corebound.analysis.page.Block;
import io.corebound.analysis.page.Figures;
import io.corebound.analysis.page.TextReport;
import io.corebound.analysis.report.cell.CellSummary;
import io.corebound.analysis.report.cell.CommandVerdict;
import io.corebound.analysis.report.cell.IntervalVerdict;
import io.corebound.analysis.report.cell.SideBySide;
import io.corebound.analysis.report.sweep.Combination;
import io.corebound.analysis.report.sweep.Sweep;
import io.corebound.analysis.report.sweep.SweepWords;
import io.corebound.records.run.State;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The essence of the report in some twenty lines of plain text. */
public final class TerminalSummary {
  private static final int WIDTH = TextReport.WIDTH;
  private static final int MOST = 10;

  private TerminalSummary() {}

  /**
   * Lays the summary out, lines of at most {@value #WIDTH} characters but for paths and reasons.
   *
   * @param reportHtml where the whole report is
   */
  public static String render(ReportModel model, Path reportHtml) {
    List<String> lines = new ArrayList<>();
    lines.add(model.headline());
    for (Block.Notice alarm : model.alarms()) {
      lines.addAll(wrapped("  ! ", alarm.text() + " " + String.join("; ", alarm.items())));
    }
    model.micro().ifPresent(micro -> lines.addAll(TextReport.lines(micro.inShort())));
    model.probed().ifPresent(probed -> lines.addAll(probed.toText().lines().toList()));
    model.sweep().ifPresent(sweep -> lines.addAll(sweep(sweep)));
    for (CellSummary cell : model.sweep().isPresent() ? List.<CellSummary>of() : model.cells()) {
      lines.add("");
      lines.addAll(cell.command().map(TerminalSummary::command).orElseGet(() -> cell(cell)));
    }
    lines.add("");
    boolean measured =
        !model.cells().isEmpty() || model.micro().isPresent() || model.probed().isPresent();
    if (model.manifest().state() != State.OK || !measured) {
      lines.addAll(wrapped("", "What was measured is in the report; what was not says why."));
    }
    lines.add("Report: " + reportHtml);
    return String.join("\n", lines) + "\n";
  }

  private static List<String> command(CommandVerdict command) {
    List<String> lines = new ArrayList<>();
    command.hosts().stream()
        .findFirst()
        .ifPresent(own -> lines.addAll(seconds(own, !command.others().isEmpty())));
    command.longestInWords().ifPresent(longest -> lines.addAll(wrapped("", longest)));
    if (command.started()) {
      command.others().stream()
          .limit(MOST)
          .forEach(
              host -> lines.addAll(wrapped("", host.host() + ": " + CommandVerdict.inShort(host))));
      if (command.others().size() > MOST) {
        lines.add(command.others().size() - MOST + " more hosts are in the report.");
      }
    }
    lines.addAll(wrapped("", command.sentence()));
    command.result().without().forEach(w -> lines.addAll(wrapped("", "Measured without " + w)));
    return lines;
  }

  private static List<String> seconds(BoundSeconds host, boolean named) {
    List<String> lines = new ArrayList<>();
    lines.add(
        String.format(
                Locale.ROOT,
                "%-10s %9s %7s  %s",
                "Bound by",
                "s",
                "share",
                named ? host.host() : "")
            .strip());
    host.secondsByBound()
        .forEach(
            (bound, seconds) ->
                lines.add(
                    String.format(
                            Locale.ROOT,
                            "%-10s %9s %7s  %s",
                            bound.word(),
                            Figures.number(seconds),
                            Figures.percent(seconds / host.lengthS()),
                            host.what(bound))
                        .stripTrailing()));
    return lines;
  }

  private static List<String> sweep(Sweep sweep) {
    List<String> lines = new ArrayList<>();
    int longest = sweep.combinations().stream().mapToInt(c -> c.name().length()).max().orElse(0);
    String row = "%-" + Math.max(32, longest) + "s %3s %8s %16s %9s %8s  %s";
    boolean variants = sweep.combinations().stream().anyMatch(c -> !c.variant().isEmpty());
    lines.add("");
    lines.add(
        String.format(
            Locale.ROOT,
            row,
            "Storage / network" + (variants ? " / variant" : ""),
            "n",
            "time (s)",
            "spread",
            "pred.",
            "error",
            "bound by"));
    for (Combination combination : sweep.combinations()) {
      List<Double> times = combination.timesS();
      lines.add(
          String.format(
                  Locale.ROOT,
                  row,
                  combination.name(),
                  times.size(),
                  Figures.number(combination.medianS()),
                  times.size() < 2
                      ? Figures.NONE
                      : Figures.range(times.get(0), times.get(times.size() - 1)),
                  Figures.number(combination.predictedS()),
                  Figures.difference(combination.error()),
                  combination
                      .median()
                      .flatMap(CellSummary::mainBound)
                      .map(io.corebound.analysis.bound.Bound::word)
                      .orElse(""))
              .stripTrailing());
    }
    for (Sweep part : sweep.parts()) {
      List<String> said = new ArrayList<>(SweepWords.ofTimes(part));
      said.addAll(SweepWords.ofBounds(part));
      if (!part.variant().isEmpty() && !said.isEmpty()) {
        lines.add(part.variant() + ":");
      }
      said.forEach(s -> lines.addAll(wrapped("", s)));
    }
    return lines;
  }

  private static List<String> cell(CellSummary cell) {
    List<String> lines = new ArrayList<>();
    lines.add(
        String.format(
            Locale.ROOT,
            "%-13s %-9s %-12s %22s   %22s",
            "Interval",
            "Bound by",
            "",
            "core-s pred./meas.",
            "time (s) pred./meas."));
    for (SideBySide.Line line : cell.comparison().intervals()) {
      lines.add(line(cell, line));
    }
    lines.add(line(cell, cell.comparison().total()));
    if (cell.verdicts().isEmpty()) {
      lines.addAll(wrapped("", "Not measured: " + cell.whyUnmeasured()));
    } else {
      lines.addAll(wrapped("", Headline.boundsInWords(cell)));
    }
    Headline.help(cell).ifPresent(help -> lines.addAll(wrapped("", help)));
    return lines;
  }

  private static String line(CellSummary cell, SideBySide.Line line) {
    IntervalVerdict verdict =
        cell.verdicts().stream().filter(v -> v.name().equals(line.name())).findFirst().orElse(null);
    return String.format(
            Locale.ROOT,
            "%-13s %-9s %-12s %22s   %22s",
            line.name(),
            verdict == null ? "" : verdict.bound().word(),
            verdict == null ? "" : "(" + verdict.sureness() + ")",
            pair(line.coreS()),
            pair(line.timeS()))
        .stripTrailing();
  }

  private static String pair(SideBySide.Pair pair) {
    return Figures.number(pair.predicted())
        + " / "
        + Figures.number(pair.measured())
        + String.format(Locale.ROOT, " %8s", Figures.difference(pair.error()));
  }

  static List<String> wrapped(String indent, String text) {
    return TextReport.wrapped(indent, text, WIDTH);
  }
}
