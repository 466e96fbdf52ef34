package io.corebound.memory.shuffle;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.corebound.memory.block.Block;
import io.corebound.memory.block.BlockPool;
import io.corebound.memory.block.BlockQueues;
import io.corebound.memory.block.MemoryBudget;
import io.corebound.memory.job.JobFailure;
import io.corebound.memory.transport.Listener;
import io.corebound.memory.transport.Transport;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Exchanges of workers that are threads here, over real sockets. */
@Timeout(60)
class ShuffleTest {
  private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();
  private static final byte[] SECRET = "sixteen bytes !!".getBytes(UTF_8);

  private final Transport transport = Transport.of("tcp");
  private final List<Listener> listeners = new ArrayList<>();
  private final ExecutorService threads = Executors.newCachedThreadPool();

  /** A worker with a block for each partition that names both. */
  private final class Node {
    private final BlockQueues queues;
    private final BlockPool pool = new BlockPool(new MemoryBudget(1 << 26), 1 << 10);
    private final Shuffle shuffle;

    private Node(int rank, List<Peer> peers, int partitions, Duration silence) {
      queues = new BlockQueues(partitions);
      shuffle =
          new Shuffle(
              new Peers(rank, peers, SECRET),
              new Network(transport, listeners.get(rank), silence),
              queues,
              pool);
    }

    private void push(int partition, String text) {
      byte[] bytes = text.getBytes(UTF_8);
      queues.push(partition, new Block(bytes, bytes.length, 1));
    }

    private List<String> texts(int partition) {
      List<String> texts = new ArrayList<>();
      for (Block b = queues.pop(partition); b != null; b = queues.pop(partition)) {
        texts.add(new String(b.bytes(), 0, b.length(), UTF_8));
      }
      Collections.sort(texts);
      return texts;
    }
  }

  private List<Peer> peers(int workers) throws IOException {
    List<Peer> peers = new ArrayList<>();
    for (int rank = 0; rank < workers; rank++) {
      listeners.add(transport.listen(LOOPBACK));
      peers.add(new Peer(rank, LOOPBACK.getHostAddress(), listeners.get(rank).port(), 100 + rank));
    }
    return peers;
  }

  private List<Node> nodes(int workers, int partitions) throws IOException {
    List<Peer> peers = peers(workers);
    List<Node> nodes = new ArrayList<>();
    for (int rank = 0; rank < workers; rank++) {
      nodes.add(new Node(rank, peers, partitions, Duration.ofSeconds(20)));
    }
    return nodes;
  }

  @AfterEach
  void end() throws IOException {
    threads.shutdownNow();
    for (Listener listener : listeners) {
      listener.close();
    }
  }

  private static void check(List<Node> nodes, int partitions, int blocks) {
    for (int partition = 0; partition < partitions; partition++) {
      List<String> expected = new ArrayList<>();
      for (int rank = 0; rank < nodes.size(); rank++) {
        for (int block = 0; block < blocks; block++) {
          expected.add("%s of %s for %s".formatted(block, rank, partition));
        }
      }
      Collections.sort(expected);
      assertThat(nodes.get(partition % nodes.size()).texts(partition)).isEqualTo(expected);
    }
  }

  private static void fill(Node node, int rank, int partitions, int from, int to) {
    for (int block = from; block < to; block++) {
      for (int partition = 0; partition < partitions; partition++) {
        node.push(partition, "%s of %s for %s".formatted(block, rank, partition));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"2, 2", "2, 5", "3, 7", "4, 4", "4, 2", "5, 11"})
  void allBlocksArriveWhileMapsRun(int workers, int partitions) throws Exception {
    List<Node> nodes = nodes(workers, partitions);
    List<Future<Long>> exchanges = new ArrayList<>();
    for (Node node : nodes) {
      exchanges.add(
          threads.submit(
              () -> {
                node.shuffle.serve();
                return 0L;
              }));
      Callable<Long> fetching = node.shuffle::fetch;
      exchanges.add(threads.submit(fetching));
    }
    for (int rank = 0; rank < workers; rank++) {
      fill(nodes.get(rank), rank, partitions, 0, 3);
    }
    Thread.sleep(50);
    if (partitions >= workers) {
      assertThat(exchanges).as("no end before the maps have ended").noneMatch(Future::isDone);
    }
    for (int rank = 0; rank < workers; rank++) {
      fill(nodes.get(rank), rank, partitions, 3, 20);
      nodes.get(rank).queues.finish();
    }
    long bytes = 0;
    for (Future<Long> exchange : exchanges) {
      bytes += exchange.get();
    }
    assertThat(bytes).isPositive();
    check(nodes, partitions, 20);
  }

  @ParameterizedTest
  @CsvSource({"2, 2", "2, 5", "2, 1", "3, 7", "4, 4", "4, 2", "5, 11", "6, 6"})
  void allBlocksArriveStepByStep(int workers, int partitions) throws Exception {
    List<Node> nodes = nodes(workers, partitions);
    for (int rank = 0; rank < workers; rank++) {
      fill(nodes.get(rank), rank, partitions, 0, 20);
      nodes.get(rank).queues.finish();
    }
    for (int step : Pairing.steps(workers)) {
      List<Callable<Long>> exchanges = new ArrayList<>();
      for (Node node : nodes) {
        exchanges.add(() -> node.shuffle.exchange(step));
      }
      for (Future<Long> exchange : threads.invokeAll(exchanges)) {
        exchange.get();
      }
    }
    check(nodes, partitions, 20);
  }

  /** Rank 1 is not a worker but what the test makes of it; rank 0 exchanges with it. */
  private JobFailure failureOf(Callable<?> exchange) throws Exception {
    Future<?> future = threads.submit(exchange);
    try {
      future.get();
    } catch (ExecutionException e) {
      assertThat(e).hasCauseInstanceOf(JobFailure.class);
      JobFailure failure = (JobFailure) e.getCause();
      assertThat(failure.blamed()).isEqualTo(1);
      assertThat(failure).hasMessageContaining("worker 1").hasMessageContaining("pid 101");
      return failure;
    }
    throw new AssertionError("no failure");
  }

  private Node against(ServerSocket other, Duration silence) throws IOException {
    List<Peer> peers = peers(1);
    peers.add(new Peer(1, LOOPBACK.getHostAddress(), other.getLocalPort(), 101));
    return new Node(0, peers, 2, silence);
  }

  private void answer(ServerSocket other, byte[] answer, boolean closes) {
    threads.submit(
        () -> {
          Socket socket = other.accept();
          socket.getInputStream().readNBytes(Frame.HEADER);
          socket.getOutputStream().write(answer);
          if (closes) {
            socket.close();
          }
          return socket;
        });
  }

  @Test
  void aPeerThatSendsGarbageIsNamed() throws Exception {
    try (ServerSocket other = new ServerSocket(0, 5, LOOPBACK)) {
      answer(other, "HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(UTF_8), false);
      Node node = against(other, Duration.ofSeconds(20));
      assertThat(failureOf(node.shuffle::fetch)).hasMessageContaining("no frame");
    }
  }

  @Test
  void aPeerThatSendsWhatWasNotAskedForIsNamed() throws Exception {
    try (ServerSocket other = new ServerSocket(0, 5, LOOPBACK)) {
      answer(other, Frame.of(Frame.Kind.END, 1, 0).header(), false);
      Node node = against(other, Duration.ofSeconds(20));
      assertThat(failureOf(node.shuffle::fetch)).hasMessageContaining("END of partition 1");
    }
  }

  @Test
  void aPeerThatClosesBeforeItsEndNoticesIsNamed() throws Exception {
    try (ServerSocket other = new ServerSocket(0, 5, LOOPBACK)) {
      answer(other, Frame.of(Frame.Kind.WAIT, 0, 0).header(), true);
      Node node = against(other, Duration.ofSeconds(20));
      failureOf(node.shuffle::fetch);
    }
  }

  @Test
  void aPeerThatSaysNothingIsNamed() throws Exception {
    try (ServerSocket other = new ServerSocket(0, 5, LOOPBACK)) {
      Node node = against(other, Duration.ofSeconds(1));
      assertThat(failureOf(node.shuffle::fetch)).hasMessageContaining("said nothing for 1 s");
    }
  }

  @Test
  void aPeerThatIsNotThereIsNamed() throws Exception {
    ServerSocket other = new ServerSocket(0, 5, LOOPBACK);
    Node node = against(other, Duration.ofSeconds(20));
    other.close();
    assertThat(failureOf(node.shuffle::fetch)).hasMessageContaining("cannot be reached");
  }

  @Test
  void aPeerThatNeverConnectsIsNamed() throws Exception {
    List<Node> nodes = nodes(2, 2);
    Node patient =
        new Node(
            0,
            List.of(
                new Peer(0, LOOPBACK.getHostAddress(), listeners.get(0).port(), 100),
                new Peer(1, LOOPBACK.getHostAddress(), listeners.get(1).port(), 101)),
            2,
            Duration.ofSeconds(1));
    assertThat(nodes).hasSize(2);
    Callable<Void> serving =
        () -> {
          patient.shuffle.serve();
          return null;
        };
    assertThat(failureOf(serving)).hasMessageContaining("not connected for 1 s");
  }

  @Test
  void strangersAreSentAwayAndChangeNothing() throws Exception {
    List<Node> nodes = nodes(2, 2);
    fill(nodes.get(0), 0, 2, 0, 1);
    fill(nodes.get(1), 1, 2, 0, 1);
    Future<Void> serving =
        threads.submit(
            () -> {
              nodes.get(0).shuffle.serve();
              return null;
            });
    try (Socket garbage = new Socket(LOOPBACK, listeners.get(0).port());
        Socket guess = new Socket(LOOPBACK, listeners.get(0).port())) {
      garbage.getOutputStream().write("GET / HTTP/1.1\r\nHost: somebody\r\n\r\n".getBytes(UTF_8));
      byte[] wrong = new byte[SECRET.length];
      Frame hello = new Frame(Frame.Kind.HELLO, 0, 1, wrong, wrong.length);
      guess.getOutputStream().write(hello.header());
      guess.getOutputStream().write(wrong);
      assertThat(isClosed(garbage)).isTrue();
      assertThat(isClosed(guess)).isTrue();
    }
    nodes.get(0).queues.finish();
    nodes.get(1).queues.finish();
    Future<Void> other =
        threads.submit(
            () -> {
              nodes.get(1).shuffle.serve();
              return null;
            });
    assertThat(nodes.get(1).shuffle.fetch()).isEqualTo("0 of 0 for 1".length());
    nodes.get(0).shuffle.fetch();
    serving.get();
    other.get();
    check(nodes, 2, 1);
  }

  private static boolean isClosed(Socket socket) throws IOException {
    try {
      return socket.getInputStream().read() < 0;
    } catch (SocketException e) {
      return true;
    }
  }

  @Test
  void rsocketIsRefusedWithoutADevice() {
    assertThatExceptionOfType(JobFailure.class)
        .isThrownBy(() -> Transport.of("rsocket"))
        .withMessageContaining("--transport tcp")
        .satisfies(e -> assertThat(e.status()).isEqualTo(JobFailure.LACKS));
    assertThatExceptionOfType(JobFailure.class)
        .isThrownBy(() -> Transport.of("udp"))
        .satisfies(e -> assertThat(e.status()).isEqualTo(JobFailure.WRONG));
  }
}
