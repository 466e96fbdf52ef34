package io.corebound.memory.pingpong;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.corebound.memory.job.JobFailure;
import io.corebound.memory.transport.Link;
import io.corebound.memory.transport.Listener;
import io.corebound.memory.transport.Transport;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Both sides as threads, over real sockets. */
@Timeout(60)
class RoundTripsTest {
  private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();
  private static final byte[] SECRET = "sixteen bytes !!".getBytes(UTF_8);

  private final Transport transport = Transport.of("tcp");
  private Listener listener;
  private RoundTrips client;
  private FutureTask<Void> server;

  @BeforeEach
  void connect() throws IOException {
    listener = transport.listen(LOOPBACK);
    server =
        new FutureTask<>(
            () -> {
              try (RoundTrips trips = new RoundTrips(transport, accepted())) {
                trips.answer(SECRET);
              }
              return null;
            });
    Thread thread = new Thread(server);
    thread.setDaemon(true);
    thread.start();
    client =
        new RoundTrips(
            transport, transport.connect(new InetSocketAddress(LOOPBACK, listener.port())));
  }

  private Link accepted() throws IOException, InterruptedException {
    Link link = listener.accept();
    while (link == null) {
      Thread.sleep(5);
      link = listener.accept();
    }
    return link;
  }

  @AfterEach
  void close() throws IOException {
    client.close();
    listener.close();
  }

  @Test
  void roundsOfAllSizesLastAsLongAsTheyShallAndTheServerEndsWithItsPeer() throws Exception {
    client.greet(SECRET);
    for (int bytes : new int[] {1, 1000, 1 << 20, RoundTrips.LARGEST}) {
      RoundTrips.Round round = client.measure(bytes, 0.05);
      assertThat(round.bytes()).isEqualTo(bytes);
      assertThat(round.trips()).isPositive();
      assertThat(round.seconds()).isGreaterThanOrEqualTo(0.05);
      // two threads, each at most as long as the round
      assertThat(round.coreSeconds()).isPositive().isLessThan(2.1 * round.seconds() + 0.1);
    }
    client.close();
    assertThatCode(() -> server.get(10, TimeUnit.SECONDS)).doesNotThrowAnyException();
  }

  @Test
  void smallMessagesComeBackFarMoreOftenThanLargeOnes() throws Exception {
    client.greet(SECRET);
    int small = client.measure(1, 0.1).trips();
    assertThat(small).isGreaterThan(10 * client.measure(RoundTrips.LARGEST, 0.1).trips());
  }

  @Test
  void strangerIsSentAway() throws Exception {
    client.greet("sixteen bytes ??".getBytes(UTF_8));
    assertThatCode(() -> server.get(10, TimeUnit.SECONDS)).hasCauseInstanceOf(JobFailure.class);
    assertThatExceptionOfType(IOException.class).isThrownBy(() -> client.measure(1, 1));
  }
}
