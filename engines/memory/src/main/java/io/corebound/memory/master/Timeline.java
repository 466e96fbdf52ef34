package io.corebound.memory.master;

import io.corebound.memory.control.Message.MapCounts;
import io.corebound.memory.control.Message.ReduceCounts;
import io.corebound.memory.result.RunResult;
import io.corebound.memory.result.RunResult.StepResult;
import io.corebound.memory.result.RunResult.WorkerResult;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** When what happened in a run, by the master's clock, and how much. */
final class Timeline {
  private final long startMs = System.currentTimeMillis();
  private final long startNs = System.nanoTime();
  private final double[] mapStart;
  private final double[] mapEnd;
  private final double[] shuffled;
  private final double[] reduced;
  private final ReduceCounts[] reduces;
  private final List<StepResult> steps = new ArrayList<>();
  private MapCounts maps = MapCounts.NONE;

  Timeline(int workers) {
    mapStart = never(workers);
    mapEnd = never(workers);
    shuffled = never(workers);
    reduced = never(workers);
    reduces = new ReduceCounts[workers];
  }

  private static double[] never(int workers) {
    double[] moments = new double[workers];
    Arrays.fill(moments, Double.NaN);
    return moments;
  }

  /** Now, in seconds since 1970, by a clock that is not set in between. */
  double now() {
    return startMs / 1e3 + (System.nanoTime() - startNs) / 1e9;
  }

  void wantedSplit(int rank) {
    if (Double.isNaN(mapStart[rank])) {
      mapStart[rank] = now();
    }
  }

  void mapped(int rank, MapCounts counts) {
    mapEnd[rank] = now();
    maps = maps.plus(counts);
  }

  void shuffled(int rank) {
    shuffled[rank] = now();
  }

  void step(int step, double start, int links, long bytes) {
    steps.add(new StepResult(step, start, now(), links, bytes));
  }

  void reduced(int rank, ReduceCounts counts) {
    reduced[rank] = now();
    reduces[rank] = counts;
  }

  /** The run, which ends now. */
  RunResult end(int splits, int localSplits) {
    double start = startMs / 1e3;
    double finish = now();
    double mapsStart = Arrays.stream(mapStart).min().orElseThrow();
    double mapsEnd = latest(mapEnd);
    double allShuffled = Math.max(mapsEnd, latest(shuffled));
    double allReduced = Math.max(allShuffled, latest(reduced));
    return new RunResult(
        start,
        mapsStart,
        mapsEnd,
        allShuffled,
        allReduced,
        finish,
        finish - start,
        mapsEnd - mapsStart,
        allShuffled - mapsEnd,
        allReduced - allShuffled,
        finish - allReduced + mapsStart - start,
        splits,
        localSplits,
        maps.inputBytes(),
        maps.inputRecords() < 0 ? null : maps.inputRecords(),
        maps.outputRecords(),
        maps.blockRecords(),
        maps.blockBytes(),
        steps.stream().mapToLong(StepResult::bytes).sum(),
        Arrays.stream(reduces).mapToLong(ReduceCounts::outputRecords).sum(),
        Arrays.stream(reduces).mapToLong(ReduceCounts::outputBytes).sum(),
        steps,
        workers());
  }

  private static double latest(double[] moments) {
    return Arrays.stream(moments).max().orElseThrow();
  }

  private List<WorkerResult> workers() {
    List<WorkerResult> workers = new ArrayList<>();
    for (int rank = 0; rank < reduces.length; rank++) {
      workers.add(
          new WorkerResult(
              rank,
              reduces[rank].cpuS(),
              reduces[rank].gcS(),
              reduces[rank].peakBytes(),
              reduces[rank].largestPartition(),
              mapEnd[rank] - mapStart[rank],
              latest(mapEnd) - mapEnd[rank],
              shuffled[rank] - mapEnd[rank],
              reduced[rank] - shuffled[rank]));
    }
    return workers;
  }
}
