package io.corebound.app.sweep;

import io.corebound.analysis.model.Machine;
import io.corebound.app.run.Stages;
import io.corebound.microbenchrunner.suite.SpeedProbe;
import io.corebound.records.run.Measurement;
import io.corebound.records.units.CoreboundException;
import io.corebound.terasortrunner.sweep.SweepCell;
import io.corebound.terasortrunner.sweep.SweepRequest;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * Predicts a cell once more right before its jobs, for the machine's speed then, of measured
 * operations and a small TeraSort in one JVM alone.
 */
final class CellSpeed {
  /**
   * A speed is the mean of so many rounds: one alone strays by a tenth, more than the machine does.
   */
  private static final int ROUNDS = 3;

  private final Stages stages;
  private final SweepRequest sweep;
  private final List<Measurement> operations;
  private final SpeedProbe probe;
  private final Deque<List<Double>> rounds = new ArrayDeque<>();

  private CellSpeed(
      Stages stages, SweepRequest sweep, List<Measurement> operations, SpeedProbe probe) {
    this.stages = stages;
    this.sweep = sweep;
    this.operations = operations;
    this.probe = probe;
  }

  /**
   * Empty where nothing is predicted, where the speed was not measured with the operations, or that
   * run no longer exists.
   */
  static Optional<CellSpeed> of(Stages stages, SweepRequest sweep, SpeedProbe probe) {
    if (sweep.predictedCells().isEmpty()) {
      return Optional.empty();
    }
    try {
      List<Measurement> operations =
          SweepPredictions.operations(sweep, stages.record().measurements());
      return factor(operations, List.of(1.0))
          .map(known -> new CellSpeed(stages, sweep, operations, probe));
    } catch (CoreboundException e) {
      // a sweep that is resumed has its predictions from before all jobs
      stages.progress().say("no predictions at the machine's speed: " + e.getMessage());
      return Optional.empty();
    }
  }

  private static Optional<Double> factor(List<Measurement> operations, List<Double> coreS) {
    return Machine.of("operations", operations).speedFactor(coreS);
  }

  void predict(SweepCell cell) throws InterruptedException {
    do {
      rounds.add(probe.round(cell.name() + "-" + (rounds.size() + 1)));
    } while (rounds.size() < ROUNDS);
    while (rounds.size() > ROUNDS) {
      rounds.remove();
    }
    double factor =
        factor(operations, rounds.stream().flatMap(List::stream).toList()).orElseThrow();
    stages
        .record()
        .freezeAtSpeed(
            cell.name(),
            SweepPredictions.atSpeed(stages.record().directory(), sweep, operations, cell, factor));
  }
}
