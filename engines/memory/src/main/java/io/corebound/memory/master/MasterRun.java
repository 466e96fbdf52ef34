package io.corebound.memory.master;

import io.corebound.memory.control.Message;
import io.corebound.memory.job.JobFailure;
import io.corebound.memory.job.JobSpec;
import io.corebound.memory.job.Pattern;
import io.corebound.memory.result.RunResult;
import io.corebound.memory.shuffle.Pairing;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import org.apache.hadoop.mapreduce.InputSplit;

/** One run of a job: hands out splits, orders the steps of the shuffle, and keeps the time. */
final class MasterRun {
  private static final int SECRET_BYTES = 16;
  private static final long TICK_MS = 250;

  private final JobSpec spec;
  private final WorkerLinks workers;
  private final Plan plan;
  private final Timeline timeline;
  private final SplitQueue splits;
  private final IntConsumer progress;
  private int reducedWorkers;

  /**
   * A run.
   *
   * @param progress gets the share of splits that were handed out, then that of workers that have
   *     reduced, in percent: from 0 to 100, then from 100 to 200
   */
  MasterRun(JobSpec spec, WorkerLinks workers, Plan plan, Timeline timeline, IntConsumer progress)
      throws IOException, InterruptedException {
    this.spec = spec;
    this.workers = workers;
    this.plan = plan;
    this.timeline = timeline;
    this.progress = progress;
    splits = new SplitQueue(nodes(plan.inputSplits()));
  }

  private static List<List<String>> nodes(List<InputSplit> splits)
      throws IOException, InterruptedException {
    List<List<String>> nodes = new ArrayList<>();
    for (InputSplit split : splits) {
      nodes.add(List.of(split.getLocations()));
    }
    return nodes;
  }

  /** Runs it to the end; throws {@link JobFailure} when a worker fails. */
  RunResult run() throws IOException, InterruptedException {
    byte[] secret = new byte[SECRET_BYTES];
    new SecureRandom().nextBytes(secret);
    double start = timeline.now();
    workers.sendAll(new Message.Start(spec.toMap(), plan.boundaries(), workers.peers(), secret));
    if (spec.wire().pattern() == Pattern.PAIRWISE) {
      untilAllMapped();
      for (int step : Pairing.steps(workers.count())) {
        step(step);
      }
      for (int rank = 0; rank < workers.count(); rank++) {
        timeline.shuffled(rank);
      }
      workers.sendAll(new Message.Reduce());
    } else {
      int links = workers.count() * (workers.count() - 1);
      timeline.step(0, start, links, untilAllShuffled());
    }
    untilAllReduced();
    plan.commitOutput();
    return timeline.end(splits.size(), splits.local());
  }

  private void untilAllMapped() throws IOException, InterruptedException {
    int mapped = 0;
    while (mapped < workers.count()) {
      WorkerLinks.Said said = next();
      if (said.message() instanceof Message.Mapped) {
        mapped++;
      }
    }
  }

  private void step(int step) throws IOException, InterruptedException {
    double start = timeline.now();
    workers.sendAll(new Message.Step(step));
    long bytes = 0;
    int ready = 0;
    while (ready < workers.count()) {
      WorkerLinks.Said said = next();
      if (said.message() instanceof Message.Shuffled shuffled) {
        bytes += shuffled.bytes();
        ready++;
      }
    }
    timeline.step(step, start, Pairing.links(workers.count()), bytes);
  }

  private long untilAllShuffled() throws IOException, InterruptedException {
    long bytes = 0;
    int ready = 0;
    while (ready < workers.count()) {
      WorkerLinks.Said said = next();
      if (said.message() instanceof Message.Shuffled shuffled) {
        timeline.shuffled(said.rank());
        bytes += shuffled.bytes();
        ready++;
      }
    }
    return bytes;
  }

  private void untilAllReduced() throws IOException, InterruptedException {
    while (reducedWorkers < workers.count()) {
      next();
    }
  }

  /** The next message, after what is due whenever it comes has been done. */
  private WorkerLinks.Said next() throws IOException, InterruptedException {
    WorkerLinks.Said said = null;
    while (said == null) {
      said = workers.next(TICK_MS);
    }
    int rank = said.rank();
    if (said.message() instanceof Message.WantSplit) {
      timeline.wantedSplit(rank);
      handOut(rank);
    } else if (said.message() instanceof Message.Mapped mapped) {
      timeline.mapped(rank, mapped.counts());
    } else if (said.message() instanceof Message.Reduced reduced) {
      timeline.reduced(rank, reduced.counts());
      reducedWorkers++;
      progress.accept(100 + 100 * reducedWorkers / workers.count());
    }
    return said;
  }

  private void handOut(int rank) throws IOException {
    int split = splits.take(workers.hello(rank).node(), workers.peer(rank).host());
    if (split < 0) {
      workers.send(rank, new Message.NoMoreSplits());
    } else {
      workers.send(rank, Plan.message(split, plan.inputSplits().get(split)));
      progress.accept(100 - 100 * splits.left() / splits.size());
    }
  }
}
