package io.corebound.analysis.report;

import io.corebound.analysis.bound.Bound;
import io.corebound.analysis.bound.Disagreement;
import io.corebound.analysis.page.Block;
import io.corebound.analysis.page.Figures;
import io.corebound.analysis.page.Page.Tile;
import io.corebound.analysis.page.Words;
import io.corebound.analysis.report.cell.CellSummary;
import io.corebound.analysis.report.cell.CommandVerdict;
import io.corebound.analysis.report.cell.Frozen;
import io.corebound.analysis.report.cell.RunContents;
import io.corebound.analysis.report.cell.SideBySide;
import io.corebound.analysis.report.micro.MicroFindings;
import io.corebound.analysis.report.sweep.Combination;
import io.corebound.analysis.report.sweep.Sweep;
import io.corebound.analysis.report.sweep.SweepWords;
import io.corebound.records.run.CellResult;
import io.corebound.records.run.RunManifest;
import io.corebound.records.run.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The first lines of the report: the answer, or what went wrong. */
final class Headline {
  private Headline() {}

  static String headline(
      RunContents contents, List<CellSummary> cells, Optional<MicroFindings> micro) {
    Optional<String> ofSweep = Sweep.of(cells).flatMap(Headline::ofSweep);
    if (ofSweep.isPresent()) {
      return ofSweep.get();
    }
    if (contents.manifest().state() == State.FAILED) {
      return "This run failed";
    }
    if (micro.isPresent()) {
      return micro.get().headline();
    }
    Optional<CommandVerdict> command =
        cells.stream().flatMap(c -> c.command().stream()).findFirst();
    if (command.isPresent()) {
      return command.get().headline();
    }
    List<CellSummary> measured = cells.stream().filter(c -> c.mainBound().isPresent()).toList();
    if (measured.isEmpty() && cells.stream().anyMatch(c -> c.job().isPresent())) {
      return "Jobs were measured; what bound them is not known without samples of the collectors";
    }
    if (measured.isEmpty()) {
      return cells.stream().anyMatch(c -> c.prediction().isPresent())
          ? "A prediction without a measurement"
          : "No job was measured";
    }
    CellSummary first = measured.get(0);
    return first.jobInWords()
        + (first.mainBound().get() == Bound.WAITING
            ? " mostly waits"
            : " is bound by " + first.mainBound().get().inSentence());
  }

  /** Of the first variant that was measured; the lead has the others. */
  private static Optional<String> ofSweep(Sweep sweep) {
    return sweep.parts().stream()
        .flatMap(part -> SweepWords.headline(part).map(part::title).stream())
        .findFirst();
  }

  private static String leads(Sweep sweep) {
    List<Sweep> parts = sweep.parts().stream().filter(p -> !p.measured().isEmpty()).toList();
    return parts.stream()
        .map(p -> (p.variant().isEmpty() ? "" : p.variant() + ": ") + SweepWords.lead(p))
        .collect(Collectors.joining(" "));
  }

  static String lead(List<CellSummary> cells, Optional<MicroFindings> micro) {
    if (micro.isPresent()) {
      return micro.get().lead();
    }
    Optional<Sweep> sweep = Sweep.of(cells).filter(s -> !s.measured().isEmpty());
    if (sweep.isPresent()) {
      return leads(sweep.get());
    }
    List<String> sentences = new ArrayList<>();
    for (CellSummary cell : cells) {
      cell.command().ifPresent(command -> sentences.add(command.sentence()));
      if (!cell.verdicts().isEmpty()) {
        sentences.add((cells.size() > 1 ? cell.name() + ": " : "") + boundsInWords(cell));
        help(cell).ifPresent(sentences::add);
      }
    }
    if (sentences.isEmpty()) {
      sentences.add("What was measured is shown below; what was not says why.");
    }
    return String.join(" ", sentences);
  }

  /** {@code By its samples, map and reduce are bound by the CPU, overhead by waiting.} */
  static String boundsInWords(CellSummary cell) {
    List<String> parts = new ArrayList<>();
    for (Bound bound : Bound.values()) {
      List<String> names =
          cell.verdicts().stream()
              .filter(v -> v.bound() == bound && v.elapsedS() > 0)
              .map(v -> v.name() + " (" + Figures.number(v.elapsedS()) + " s)")
              .toList();
      if (!names.isEmpty()) {
        boolean one = names.size() == 1;
        parts.add(
            Words.list(names)
                + switch (bound) {
                  case WAITING -> one ? " mostly waits" : " mostly wait";
                  case UNKNOWN -> one ? " was too short to tell" : " were too short to tell";
                  default -> (one ? " is" : " are") + " bound by " + bound.inSentence();
                });
      }
    }
    return Words.capital(String.join("; ", parts)) + ".";
  }

  /** What would help most, by the model. */
  static Optional<String> help(CellSummary cell) {
    return cell.levers().stream()
        .findFirst()
        .filter(lever -> lever.savedS() > 0)
        .map(
            lever ->
                "What would help most, by the model: "
                    + lever.change()
                    + (lever.note().isEmpty() ? "" : " (" + lever.note() + ")")
                    + ", which saves at most "
                    + Figures.number(lever.savedS())
                    + " s"
                    + cell.prediction()
                        .filter(p -> p.totalS() != null)
                        .map(p -> " of the predicted " + Figures.number(p.totalS()) + " s")
                        .orElse("")
                    + ".");
  }

  private static String inWords(Disagreement two) {
    return "%s on %s moved %s MB/s by iostat and %s MB/s by sar, means over the same %d seconds"
        .formatted(
            two.device(),
            two.host(),
            Figures.number(two.iostatMbPerS()),
            Figures.number(two.sarMbPerS()),
            two.seconds());
  }

  static List<Block.Notice> alarms(RunContents contents, List<CellSummary> cells) {
    RunManifest manifest = contents.manifest();
    List<Block.Notice> alarms = new ArrayList<>();
    switch (manifest.state()) {
      case FAILED -> alarms.add(Block.Notice.alarm("FAILED: " + contents.why()));
      case PARTIAL ->
          alarms.add(
              Block.Notice.alarm("PARTIAL: some of this run did not end well: " + contents.why()));
      case RUNNING ->
          alarms.add(
              Block.Notice.alarm(
                  "NOT ENDED: the run was under way, or was interrupted without a word, when this"
                      + " report was made."));
      case SKIPPED -> alarms.add(Block.Notice.alarm("SKIPPED: " + contents.why()));
      case OK -> {}
    }
    Optional<Sweep> sweep = Sweep.of(cells);
    sweep.ifPresent(s -> alarms.addAll(others(contents, s)));
    for (CellSummary cell : cells) {
      cell.result()
          .filter(r -> sweep.isEmpty() && r.state() != State.OK)
          .filter(r -> r.reason().isBlank() || !manifest.reason().contains(r.reason()))
          .ifPresent(r -> alarms.add(Block.Notice.alarm(notOk(r))));
      List<String> failedChecks =
          cell.result().map(CellResult::checks).orElse(List.of()).stream()
              .filter(c -> !c.passed())
              .map(c -> c.name() + ": " + c.detail())
              .toList();
      if (!failedChecks.isEmpty()) {
        alarms.add(
            new Block.Notice(
                "alarm", "The result of " + cell.name() + " is not valid:", failedChecks));
      }
      List<String> disagreements =
          Disagreement.among(cell.samples()).stream().map(Headline::inWords).toList();
      if (!disagreements.isEmpty()) {
        alarms.add(
            new Block.Notice(
                "alarm",
                "Two collectors disagree in "
                    + cell.name()
                    + ". What is said of these disks, and what bounds by them, may be wrong:",
                disagreements));
      }
      Frozen.of(contents, cell).alarm().ifPresent(a -> alarms.add(Block.Notice.alarm(a)));
    }
    if (!contents.unreadable().isEmpty()) {
      alarms.add(
          new Block.Notice(
              "alarm", "Files of this run that could not be read:", contents.unreadable()));
    }
    return alarms;
  }

  private static List<Block.Notice> others(RunContents contents, Sweep sweep) {
    List<String> others = SweepWords.others(contents, sweep);
    return others.isEmpty()
        ? List.of()
        : List.of(
            new Block.Notice(
                "alarm",
                Words.count(sweep.others().size(), "cell")
                    + (sweep.others().size() == 1 ? " is" : " are")
                    + " not in the figures:",
                others));
  }

  private static String notOk(CellResult cell) {
    return "Cell "
        + cell.cell()
        + " is "
        + cell.state()
        + ": "
        + (cell.reason().isBlank()
            ? "its record does not say why."
            : Words.sentence(cell.reason()));
  }

  static List<Tile> tiles(List<CellSummary> cells) {
    Optional<Sweep> sweep = Sweep.of(cells).filter(s -> s.measured().size() > 1);
    if (sweep.isPresent()) {
      return tiles(sweep.get());
    }
    if (cells.size() != 1) {
      return List.of();
    }
    if (cells.get(0).command().isPresent()) {
      return cells.get(0).command().get().tiles();
    }
    SideBySide.Line total = cells.get(0).comparison().total();
    List<Tile> tiles = new ArrayList<>();
    add(tiles, "Measured time", "s", total.timeS().measured(), "submission to finish");
    add(
        tiles,
        "Predicted time",
        "s",
        total.timeS().predicted(),
        "error " + Figures.difference(total.timeS().error()));
    add(tiles, "Measured CPU", "core-s", total.coreS().measured(), "the whole machine");
    add(
        tiles,
        "Predicted CPU",
        "core-s",
        total.coreS().predicted(),
        "error " + Figures.difference(total.coreS().error()));
    return tiles;
  }

  private static List<Tile> tiles(Sweep sweep) {
    List<Tile> tiles = new ArrayList<>();
    if (sweep.parts().size() == 1) {
      fastestAndSlowest(tiles, sweep);
    }
    double error = SweepWords.medianError(sweep);
    if (!Double.isNaN(error)) {
      tiles.add(
          new Tile("Error of the predictions", Figures.percent(error), "median of the times'"));
    }
    return tiles;
  }

  private static void fastestAndSlowest(List<Tile> tiles, Sweep sweep) {
    Combination fastest = SweepWords.fastest(sweep).orElseThrow();
    Combination slowest = SweepWords.slowest(sweep).orElseThrow();
    add(tiles, "Fastest", "s", fastest.medianS(), fastest.name());
    add(tiles, "Slowest", "s", slowest.medianS(), slowest.name());
    tiles.add(
        new Tile(
            "Slowest over fastest",
            "× " + Figures.number(slowest.medianS() / fastest.medianS()),
            "of the elapsed time"));
  }

  private static void add(List<Tile> tiles, String name, String unit, double value, String note) {
    if (!Double.isNaN(value)) {
      tiles.add(
          new Tile(
              name,
              Figures.number(value) + " " + unit,
              note.endsWith(Figures.NONE) ? "not measured" : note));
    }
  }
}
