package io.corebound.analysis.pages.report;

import io.corebound.analysis.pages.page.Block;
import io.corebound.analysis.pages.page.Figures;
import io.corebound.analysis.pages.page.Page.Tile;
import io.corebound.analysis.pages.page.Sentences;
import io.corebound.analysis.pages.page.Words;
import io.corebound.analysis.pages.report.cell.CellSummary;
import io.corebound.analysis.pages.report.cell.CommandVerdict;
import io.corebound.analysis.pages.report.cell.Frozen;
import io.corebound.analysis.pages.report.cell.IntervalVerdict;
import io.corebound.analysis.pages.report.cell.SideBySide;
import io.corebound.analysis.pages.report.engine.EngineSweep;
import io.corebound.analysis.pages.report.engine.EngineWords;
import io.corebound.analysis.pages.report.micro.MicroFindings;
import io.corebound.analysis.pages.report.sweep.Combination;
import io.corebound.analysis.pages.report.sweep.Sweep;
import io.corebound.analysis.pages.report.sweep.SweepWords;
import io.corebound.analysis.pages.report.sweep.UnitsSection;
import io.corebound.analysis.study.bound.Disagreement;
import io.corebound.analysis.study.score.FixedCost;
import io.corebound.records.run.Bound;
import io.corebound.records.run.CellResult;
import io.corebound.records.run.PredictedChange;
import io.corebound.records.run.Prediction;
import io.corebound.records.run.RunContents;
import io.corebound.records.run.RunManifest;
import io.corebound.records.run.State;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The first lines of the report: the answer, or what went wrong. */
final class Headline {
  /** The sentences of a report. */
  static final Sentences SAY = Sentences.of(Headline.class, "report");

  /** More sentences would not be read. */
  private static final int MOST_ANSWERS = 4;

  private Headline() {}

  static String headline(
      RunContents contents, List<CellSummary> cells, Optional<MicroFindings> micro) {
    Optional<EngineSweep> engines = Sweep.of(cells).flatMap(EngineSweep::of);
    if (engines.isPresent()) {
      return EngineWords.headline(engines.get());
    }
    // of the first variant that was measured; the lead has the others
    Optional<String> ofSweep =
        Sweep.of(cells).stream()
            .flatMap(sweep -> sweep.parts().stream())
            .flatMap(part -> SweepWords.headline(part).map(part::title).stream())
            .findFirst();
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
    Optional<CellSummary> bound = cells.stream().filter(c -> c.mainBound().isPresent()).findFirst();
    return SAY.say(
        "headline: bound, job, measured, predicted",
        bound.flatMap(CellSummary::mainBound).orElse(null),
        bound.map(CellSummary::jobInWords).orElse(""),
        cells.stream().anyMatch(c -> c.job().isPresent()),
        cells.stream().anyMatch(c -> c.prediction().isPresent()));
  }

  static String lead(List<CellSummary> cells, Optional<MicroFindings> micro) {
    if (micro.isPresent()) {
      return micro.get().lead();
    }
    Optional<Sweep> sweep = Sweep.of(cells).filter(s -> !s.measured().isEmpty());
    if (sweep.isPresent()) {
      return String.join(" ", leads(sweep.get()));
    }
    List<String> sentences = new ArrayList<>();
    for (CellSummary cell : cells) {
      cell.command().ifPresent(command -> sentences.add(command.sentence()));
      if (!cell.verdicts().isEmpty()) {
        sentences.add((cells.size() > 1 ? cell.name() + ": " : "") + boundsInWords(cell));
        help(cell).ifPresent(sentences::add);
      }
    }
    return sentences.isEmpty() ? SAY.say("nothing") : String.join(" ", sentences);
  }

  /** Intervals that one thing bounds. */
  private record Group(Bound bound, List<String> names) {}

  /** {@code Map (24.0 s) is bound by the CPU; overhead (5.00 s) mostly waits.} */
  private static String boundsInWords(CellSummary cell) {
    List<Group> groups = new ArrayList<>();
    for (Bound bound : Bound.values()) {
      List<String> names =
          cell.verdicts().stream()
              .filter(v -> v.bound() == bound && v.elapsedS() > 0)
              .map(v -> "%s (%s s)".formatted(v.name(), Figures.number(v.elapsedS())))
              .toList();
      if (!names.isEmpty()) {
        groups.add(new Group(bound, names));
      }
    }
    return Words.capital(SAY.say("bounds", "groups", groups));
  }

  /**
   * What bounds a measured job, how sure that is, what part of it is fixed cost, and what would
   * help most; empty where no bound is known.
   */
  static Optional<String> answer(String name, CellSummary cell) {
    return cell.mainBound().map(bound -> answer(name, cell, bound));
  }

  private static String answer(String name, CellSummary cell, Bound bound) {
    List<IntervalVerdict> bounded =
        cell.verdicts().stream().filter(v -> v.bound() == bound).toList();
    return SAY.say(
        "answer: name, bound, share, sureness, fixed, change, total",
        name,
        bound,
        bounded.stream().mapToDouble(IntervalVerdict::shareOfJob).sum(),
        bounded.stream()
            .max(Comparator.comparingDouble(IntervalVerdict::elapsedS))
            .map(IntervalVerdict::sureness)
            .orElse(""),
        cell.prediction()
            .filter(p -> p.totalS() != null)
            .map(p -> FixedCost.shareOf(p, cell.result().orElseThrow().intervals()))
            .orElse(Double.NaN),
        change(cell).orElse(null),
        cell.prediction().map(Prediction::totalS).orElse(null));
  }

  /**
   * What a sweep came to, a paragraph each: over engines which is the fastest; over units of a disk
   * what limits each job; over few storage tiers the answer of each and how far the predictions
   * were off; else the times of each part that was measured.
   */
  static List<String> leads(Sweep sweep) {
    Optional<EngineSweep> engines = EngineSweep.of(sweep);
    if (engines.isPresent()) {
      return EngineWords.leads(engines.get());
    }
    List<String> units = UnitsSection.sentences(sweep);
    if (!units.isEmpty()) {
      return units;
    }
    List<Combination> measured = sweep.measured();
    if (measured.size() > MOST_ANSWERS || sweep.networks().size() > 1 || sweep.parts().size() > 1) {
      return sweep.parts().stream()
          .filter(p -> !p.measured().isEmpty())
          .map(p -> (p.variant().isEmpty() ? "" : p.variant() + ": ") + SweepWords.lead(p))
          .toList();
    }
    List<String> answers = new ArrayList<>();
    measured.forEach(c -> c.median().flatMap(m -> answer(c.name(), m)).ifPresent(answers::add));
    answers.add(SweepWords.predictions(sweep));
    answers.removeIf(String::isEmpty);
    return answers;
  }

  /** What would help most, by the model. */
  static Optional<String> help(CellSummary cell) {
    Double totalS = cell.prediction().map(Prediction::totalS).orElse(null);
    return change(cell).map(c -> SAY.say("help: change, total", c, totalS));
  }

  private static Optional<PredictedChange> change(CellSummary cell) {
    return cell.prediction().stream()
        .flatMap(p -> p.changes().stream())
        .findFirst()
        .filter(c -> c.savedS() > 0);
  }

  static List<Block.Notice> alarms(RunContents contents, List<CellSummary> cells) {
    RunManifest manifest = contents.manifest();
    List<Block.Notice> alarms = new ArrayList<>();
    if (manifest.state() != State.OK) {
      alarms.add(
          Block.Notice.alarm(SAY.say("state: state, why", manifest.state(), contents.why())));
    }
    Optional<Sweep> sweep = Sweep.of(cells);
    sweep.ifPresent(
        s ->
            add(
                alarms,
                SAY.say("others", "cells", s.others().size()),
                SweepWords.others(contents, s)));
    for (CellSummary cell : cells) {
      cell.result()
          .filter(r -> sweep.isEmpty() && r.state() != State.OK)
          .filter(r -> r.reason().isBlank() || !manifest.reason().contains(r.reason()))
          .ifPresent(r -> alarms.add(Block.Notice.alarm(SAY.say("notOk", "cell", r))));
      List<String> failedChecks =
          cell.result().map(CellResult::checks).orElse(List.of()).stream()
              .filter(c -> !c.passed())
              .map(c -> c.name() + ": " + c.detail())
              .toList();
      add(alarms, "The result of %s is not valid:".formatted(cell.name()), failedChecks);
      List<String> disagreements =
          Disagreement.among(cell.samples()).stream()
              .map(two -> SAY.say("disagreement", "two", two))
              .toList();
      add(alarms, SAY.say("disagreeing", "cell", cell.name()), disagreements);
      Frozen.of(contents, cell).alarm().ifPresent(a -> alarms.add(Block.Notice.alarm(a)));
    }
    add(alarms, "Files of this run that could not be read:", contents.unreadable());
    return alarms;
  }

  private static void add(List<Block.Notice> alarms, String text, List<String> items) {
    if (!items.isEmpty()) {
      alarms.add(new Block.Notice("alarm", text, items));
    }
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
    add(tiles, "Predicted time", "s", total.timeS().predicted(), error(total.timeS()));
    add(tiles, "Measured CPU", "core-s", total.coreS().measured(), "the whole machine");
    add(tiles, "Predicted CPU", "core-s", total.coreS().predicted(), error(total.coreS()));
    return tiles;
  }

  private static String error(SideBySide.Pair pair) {
    return Double.isNaN(pair.error())
        ? "not measured"
        : "error " + Figures.difference(pair.error());
  }

  private static List<Tile> tiles(Sweep sweep) {
    List<Tile> tiles = new ArrayList<>();
    if (sweep.parts().size() == 1) {
      Combination fastest = SweepWords.fastest(sweep);
      Combination slowest = SweepWords.slowest(sweep);
      add(tiles, "Fastest", "s", fastest.medianS(), fastest.name());
      add(tiles, "Slowest", "s", slowest.medianS(), slowest.name());
      String factor = "× " + Figures.number(slowest.medianS() / fastest.medianS());
      tiles.add(new Tile("Slowest over fastest", factor, "of the elapsed time"));
    }
    double error = SweepWords.medianError(sweep);
    if (!Double.isNaN(error)) {
      tiles.add(
          new Tile("Error of the predictions", Figures.percent(error), "median of the times'"));
    }
    return tiles;
  }

  private static void add(List<Tile> tiles, String name, String unit, double value, String note) {
    if (!Double.isNaN(value)) {
      tiles.add(new Tile(name, Figures.number(value) + " " + unit, note));
    }
  }
}
