package io.corebound.memory.worker;

import io.corebound.memory.block.Block;
import io.corebound.memory.block.BlockPool;
import io.corebound.memory.block.BlockQueues;
import io.corebound.memory.block.BlockWriter;
import io.corebound.memory.block.MemoryBudget;
import io.corebound.memory.block.NoRoomException;
import io.corebound.memory.control.ControlLink;
import io.corebound.memory.control.Message;
import io.corebound.memory.control.Message.MapCounts;
import io.corebound.memory.control.Message.ReduceCounts;
import io.corebound.memory.hadoop.HadoopFunctions;
import io.corebound.memory.job.Api;
import io.corebound.memory.job.JobFailure;
import io.corebound.memory.job.JobSpec;
import io.corebound.memory.job.Pattern;
import io.corebound.memory.lean.LeanFunctions;
import io.corebound.memory.lean.LeanJobs;
import io.corebound.memory.shuffle.Peers;
import io.corebound.memory.shuffle.Shuffle;
import io.corebound.memory.task.Functions;
import io.corebound.memory.task.HadoopJob;
import io.corebound.memory.task.Maps;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.util.ReflectionUtils;

/** A worker's part of one run: its maps, its side of the shuffle, its reduces. */
final class WorkerRun {
  private static final int MOST_BLOCK_BYTES = (1 << 20) - 64;
  private static final int LEAST_BLOCK_BYTES = 1 << 15;
  private static final long MOST_TABLE_BYTES = 1 << 29;
  private static final String REMEDY = "give workers more memory (-Xmx) or the job more partitions";

  private final ControlLink control;
  private final JobSpec spec;
  private final Peers peers;
  private final int threads;
  private final TaskThreads running;
  private final MemoryBudget budget;
  private final BlockQueues queues;
  private final BlockPool pool;
  private final Functions functions;
  private final Shuffle shuffle;
  private final BlockingQueue<Message> splits = new LinkedBlockingQueue<>();
  private final BlockingQueue<Message> orders = new LinkedBlockingQueue<>();
  private final Usage before = Usage.now();

  WorkerRun(Message.Start start, WorkerNode node, ControlLink control, TaskThreads running)
      throws IOException {
    this.control = control;
    this.running = running;
    spec = JobSpec.of(start.job());
    threads = node.threads();
    peers = new Peers(node.rank(), start.peers(), start.secret());
    budget = new MemoryBudget(node.budgetBytes());
    int reduces = spec.sizes().reduces();
    queues = new BlockQueues(reduces);
    long blockBytes = budget.limit() / (8L * threads * reduces);
    pool =
        new BlockPool(
            budget, (int) Math.max(LEAST_BLOCK_BYTES, Math.min(MOST_BLOCK_BYTES, blockBytes)));
    long tableBytes = Math.min(MOST_TABLE_BYTES, budget.limit() / (4L * threads));
    Job job = HadoopJob.of(spec);
    functions =
        spec.api() == Api.HADOOP
            ? new HadoopFunctions(job, budget, pool, tableBytes)
            : new LeanFunctions(
                LeanJobs.of(spec.workload()), job, start.boundaries(), budget, pool, tableBytes);
    shuffle = new Shuffle(peers, node.network(spec.wire().silence()), queues, pool);
  }

  /** An answer to {@link Message.WantSplit}. */
  void split(Message answer) {
    splits.add(answer);
  }

  /** A step of the shuffle, or its end. */
  void order(Message order) {
    orders.add(order);
  }

  /** All of it, to the message that tells the master so. */
  void run() throws Exception {
    boolean overlaps = spec.wire().pattern() == Pattern.FULLY_CONNECTED && peers.count() > 1;
    AtomicLong fetched = new AtomicLong();
    TaskThreads.Group exchange = running.group();
    if (overlaps) {
      exchange.start("shuffle-server", shuffle::serve);
      exchange.start("shuffle-client", () -> fetched.set(shuffle.fetch()));
    }
    control.send(new Message.Mapped(maps()));
    if (overlaps) {
      exchange.await("shuffle-client");
    }
    if (spec.wire().pattern() == Pattern.FULLY_CONNECTED) {
      control.send(new Message.Shuffled(0, fetched.get()));
    } else {
      steps();
    }
    long largest =
        IntStream.of(Peers.partitions(peers.self(), peers.count(), queues.partitions()))
            .mapToLong(queues::bytes)
            .max()
            .orElse(0);
    Functions.Written written = reduces();
    exchange.awaitAll();
    Usage usage = Usage.now().since(before);
    control.send(
        new Message.Reduced(
            new ReduceCounts(
                written.records(),
                written.bytes(),
                usage.cpuS(),
                usage.gcS(),
                budget.peak(),
                largest)));
  }

  private MapCounts maps() throws Exception {
    Queue<MapCounts> counts = new ConcurrentLinkedQueue<>();
    TaskThreads.Group members = running.group();
    for (int thread = 0; thread < threads; thread++) {
      members.start("map-" + thread, () -> counts.add(mapThread()));
    }
    members.awaitAll();
    queues.finish();
    return counts.stream().reduce(MapCounts.NONE, MapCounts::plus);
  }

  private MapCounts mapThread() throws Exception {
    BlockWriter out = new BlockWriter(queues, pool);
    try (Maps maps = functions.maps(out)) {
      while (true) {
        control.send(new Message.WantSplit());
        if (!(splits.take() instanceof Message.Split split)) {
          break;
        }
        maps.map(read(split), split.number());
      }
      Maps.Counts counts = maps.counts();
      return new MapCounts(
          counts.inputBytes(),
          counts.inputRecords(),
          counts.outputRecords(),
          out.takeRecords(),
          out.takeBytes());
    }
  }

  private static InputSplit read(Message.Split split) throws IOException, ClassNotFoundException {
    InputSplit made =
        ReflectionUtils.newInstance(Class.forName(split.type()).asSubclass(InputSplit.class), null);
    DataInputBuffer in = new DataInputBuffer();
    in.reset(split.split(), split.split().length);
    ((Writable) made).readFields(in);
    return made;
  }

  private void steps() throws IOException, InterruptedException {
    while (orders.take() instanceof Message.Step step) {
      control.send(new Message.Shuffled(step.step(), shuffle.exchange(step.step())));
    }
  }

  private Functions.Written reduces() throws Exception {
    Queue<Integer> partitions = new ConcurrentLinkedQueue<>();
    IntStream.of(Peers.partitions(peers.self(), peers.count(), queues.partitions()))
        .forEach(partitions::add);
    AtomicLong records = new AtomicLong();
    AtomicLong bytes = new AtomicLong();
    TaskThreads.Group members = running.group();
    for (int thread = 0; thread < Math.min(threads, partitions.size()); thread++) {
      members.start(
          "reduce-" + thread,
          () -> {
            for (Integer next = partitions.poll(); next != null; next = partitions.poll()) {
              Functions.Written written = reduce(next);
              records.addAndGet(written.records());
              bytes.addAndGet(written.bytes());
            }
          });
    }
    members.awaitAll();
    return new Functions.Written(records.get(), bytes.get());
  }

  private Functions.Written reduce(int partition) throws Exception {
    long bytes = queues.bytes(partition);
    try {
      return functions.reduce(partition, blocks(partition));
    } catch (NoRoomException | OutOfMemoryError e) {
      throw JobFailure.lacks(
          "partition %s with %,d bytes does not fit the memory of %s: %s; %s",
          partition, bytes, peers.all().get(peers.self()), reason(e), REMEDY);
    }
  }

  private List<Block> blocks(int partition) {
    List<Block> all = new ArrayList<>();
    for (Block block = queues.pop(partition); block != null; block = queues.pop(partition)) {
      all.add(block);
    }
    return all;
  }

  /** Why a run failed, for the master. */
  Message.Failed failure(Throwable thrown) {
    if (thrown instanceof JobFailure failure) {
      return new Message.Failed(failure.status(), failure.blamed(), failure.getMessage());
    }
    if (thrown instanceof NoRoomException || thrown instanceof OutOfMemoryError) {
      int largest = queues.largest();
      return new Message.Failed(
          JobFailure.LACKS,
          JobFailure.NOBODY,
          String.format(
              Locale.ROOT,
              "the job does not fit the memory of %s: %s; of its partitions %s is the largest with %,d bytes; %s",
              peers.all().get(peers.self()),
              reason(thrown),
              largest,
              queues.bytes(largest),
              REMEDY));
    }
    return new Message.Failed(
        JobFailure.FAILED,
        JobFailure.NOBODY,
        "%s: %s".formatted(peers.all().get(peers.self()), JobFailure.line(thrown)));
  }

  private static String reason(Throwable thrown) {
    return thrown instanceof NoRoomException ? thrown.getMessage() : "its heap is full";
  }
}
