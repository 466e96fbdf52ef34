package io.corebound.app.sweep;

import io.corebound.app.micro.CollectorsCost;
import io.corebound.app.run.Stages;
import io.corebound.cluster.job.Cluster;
import io.corebound.records.config.ClusterFile;
import io.corebound.records.run.CellResult;
import io.corebound.records.run.State;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.DataSize;
import io.corebound.terasortrunner.workload.TeraSort;
import java.util.stream.Collectors;

/** Runs the job itself, with collectors attached. */
final class TeraSortStage {
  private final Stages stages;
  private final ClusterFile fitted;

  TeraSortStage(Stages stages, ClusterFile fitted) {
    this.stages = stages;
    this.fitted = fitted;
  }

  String run(Cluster cluster, String name, DataSize data) throws InterruptedException {
    CellResult cell =
        new TeraSort(cluster, fitted, stages.workspace().host(), stages.record().directory())
            .run(name, data, CollectorsCost.ofJobs(), this::show);
    if (cell.state() != State.OK) {
      throw CoreboundException.failed(cell.reason());
    }
    return cell.stages().stream()
        .map(j -> String.format("%s %.1f s", j.name(), j.elapsedS()))
        .collect(Collectors.joining(", "));
  }

  private void show(String job, int mapPercent, int reducePercent) {
    stages.progress().step(job, done(job, mapPercent, reducePercent));
  }

  /** How much of a cell lies behind, roughly, from 0 to 1. */
  static double done(String job, int mapPercent, int reducePercent) {
    double ofJob = (mapPercent + reducePercent) / 200.0;
    return switch (job) {
      case "warm-up" -> 0;
      case "teragen" -> 0.2 * mapPercent / 100.0;
      case "terasort" -> 0.2 + 0.6 * ofJob;
      default -> 0.8 + 0.2 * ofJob;
    };
  }
}
