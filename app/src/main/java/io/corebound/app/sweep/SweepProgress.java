package io.corebound.app.sweep;

import io.corebound.app.run.Stages;
import io.corebound.records.run.CellResult;
import io.corebound.records.run.State;
import io.corebound.terasortrunner.sweep.Sweep;
import io.corebound.terasortrunner.sweep.SweepCell;
import io.corebound.terasortrunner.sweep.SweepRequest;
import java.util.Locale;
import java.util.stream.Collectors;

final class SweepProgress implements Sweep.Listener {
  private final Stages stages;
  private final SweepRequest request;
  private String counted = "";

  SweepProgress(Stages stages, SweepRequest request) {
    this.stages = stages;
    this.request = request;
  }

  @Override
  public void begin(SweepCell cell, int done, int all) {
    counted = "cell " + (done + 1) + " of " + all;
    stages.progress().stage(cell.name());
    stages.record().begin(cell.name());
    stages.progress().step(counted + ": cluster", 0);
  }

  @Override
  public void progress(SweepCell cell, String job, int mapPercent, int reducePercent) {
    String percent = " (map %s %%, reduce %s %%)".formatted(mapPercent, reducePercent);
    stages
        .progress()
        .step(counted + ": " + job, percent, done(cell, job, mapPercent, reducePercent));
  }

  @Override
  public void waits(SweepCell cell, String job, String state) {
    stages
        .progress()
        .step(
            "%s: %s waits for a container, %s in YARN".formatted(counted, job, state),
            done(cell, job, 0, 0));
  }

  private double done(SweepCell cell, String job, int mapPercent, int reducePercent) {
    return request.runs(cell).done(job, mapPercent, reducePercent);
  }

  @Override
  public void end(SweepCell cell, CellResult result) {
    stages.record().end(cell.name(), result.state(), result.reason());
    stages
        .progress()
        .finished(
            result.state() == State.OK
                ? counted + ": " + times(result)
                : counted + " FAILED: " + result.reason());
  }

  /** The jobs of a cell with their times. */
  static String times(CellResult cell) {
    return cell.stages().stream()
        .filter(j -> j.state() == State.OK)
        .map(j -> String.format(Locale.ROOT, "%s %.1f s", j.name(), j.elapsedS()))
        .collect(Collectors.joining(", "));
  }
}
