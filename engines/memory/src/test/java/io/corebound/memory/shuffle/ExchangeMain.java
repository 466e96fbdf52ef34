package io.corebound.memory.shuffle;

import io.corebound.memory.block.Block;
import io.corebound.memory.block.BlockPool;
import io.corebound.memory.block.BlockQueues;
import io.corebound.memory.block.MemoryBudget;
import io.corebound.memory.transport.Listener;
import io.corebound.memory.transport.Transport;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.zip.CRC32C;

/**
 * Exchanges the same blocks by a transport and by both patterns, workers being threads. Prints the
 * pattern, the bytes that went between workers, and the sum of the checksums of all blocks that
 * each partition has in the end; and on a line of its own how fast they went.
 */
public final class ExchangeMain {
  private static final int PARTITIONS = 7;
  private static final int FEW_BLOCKS = 6;
  private static final int MOST_BYTES = 200_000;

  private final List<Peer> peers = new ArrayList<>();
  private final List<Listener> listeners = new ArrayList<>();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Transport transport;
  private final int workers;
  private final int blocks;

  private ExchangeMain(Transport transport, InetAddress own, int workers, int blocks)
      throws Exception {
    this.transport = transport;
    this.workers = workers;
    this.blocks = blocks;
    for (int rank = 0; rank < workers; rank++) {
      listeners.add(transport.listen(own));
      peers.add(new Peer(rank, own.getHostAddress(), listeners.get(rank).port(), rank));
    }
  }

  /**
   * Arguments: transport, an own address, number of workers; blocks of a partition of a worker
   * (default 6), each of 100 kB in the mean, and how often all is done (1).
   */
  public static void main(String[] arguments) throws Exception {
    ExchangeMain exchange =
        new ExchangeMain(
            Transport.of(arguments[0]),
            InetAddress.getByName(arguments[1]),
            Integer.parseInt(arguments[2]),
            arguments.length > 3 ? Integer.parseInt(arguments[3]) : FEW_BLOCKS);
    int times = arguments.length > 4 ? Integer.parseInt(arguments[4]) : 1;
    for (int i = 0; i < times; i++) {
      exchange.run("fully-connected");
      exchange.run("pairwise");
    }
    System.exit(0);
  }

  private void run(String pattern) throws Exception {
    List<BlockQueues> queues = new ArrayList<>();
    List<Shuffle> shuffles = new ArrayList<>();
    for (int rank = 0; rank < workers; rank++) {
      BlockQueues own = new BlockQueues(PARTITIONS);
      queues.add(own);
      BlockPool pool =
          new BlockPool(new MemoryBudget(4L * MOST_BYTES * PARTITIONS * blocks * workers), 1 << 17);
      shuffles.add(
          new Shuffle(
              new Peers(rank, peers, new byte[16]),
              new Network(transport, listeners.get(rank), Duration.ofSeconds(60)),
              own,
              pool));
      fill(own, rank);
      own.finish();
    }
    long startNs = System.nanoTime();
    long bytes = pattern.equals("pairwise") ? pairwise(shuffles) : fullyConnected(shuffles);
    double seconds = (System.nanoTime() - startNs) / 1e9;
    System.out.printf("%s %s %x%n", pattern, bytes, checksum(queues));
    System.out.printf("  %.0f MB/s between all workers%n", bytes / 1e6 / seconds);
  }

  private void fill(BlockQueues queues, int rank) {
    Random random = new Random(rank);
    for (int block = 0; block < blocks * PARTITIONS; block++) {
      byte[] bytes = new byte[1 + random.nextInt(MOST_BYTES)];
      random.nextBytes(bytes);
      queues.push(block % PARTITIONS, new Block(bytes, bytes.length, 1));
    }
  }

  private long fullyConnected(List<Shuffle> shuffles) throws Exception {
    List<Callable<Long>> all = new ArrayList<>();
    for (Shuffle shuffle : shuffles) {
      all.add(
          () -> {
            shuffle.serve();
            return 0L;
          });
      all.add(shuffle::fetch);
    }
    return sum(all);
  }

  private long pairwise(List<Shuffle> shuffles) throws Exception {
    long bytes = 0;
    for (int step : Pairing.steps(workers)) {
      List<Callable<Long>> all = new ArrayList<>();
      for (Shuffle shuffle : shuffles) {
        all.add(() -> shuffle.exchange(step));
      }
      bytes += sum(all);
    }
    return bytes;
  }

  private long sum(List<Callable<Long>> all) throws Exception {
    long bytes = 0;
    for (Future<Long> one : threads.invokeAll(all)) {
      bytes += one.get();
    }
    return bytes;
  }

  private long checksum(List<BlockQueues> queues) {
    long sum = 0;
    for (int partition = 0; partition < PARTITIONS; partition++) {
      BlockQueues own = queues.get(partition % workers);
      for (Block b = own.pop(partition); b != null; b = own.pop(partition)) {
        CRC32C checksum = new CRC32C();
        checksum.update(partition);
        checksum.update(b.bytes(), 0, b.length());
        sum += checksum.getValue();
      }
    }
    return sum;
  }
}
