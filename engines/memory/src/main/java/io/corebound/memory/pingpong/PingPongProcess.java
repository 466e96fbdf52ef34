package io.corebound.memory.pingpong;

import io.corebound.memory.control.Message;
import io.corebound.memory.job.JobFailure;
import io.corebound.memory.job.Options;
import io.corebound.memory.transport.Link;
import io.corebound.memory.transport.Listener;
import io.corebound.memory.transport.Poll;
import io.corebound.memory.transport.Transport;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Locale;
import java.util.Set;

/** Either end: one sends messages back for as long as it lives, the other measures and ends. */
public final class PingPongProcess {
  private static final Set<String> OPTIONS =
      Set.of("listen", "peer", "transport", "sizes", "seconds");
  private static final long TICK_MS = 1000;

  private PingPongProcess() {}

  /**
   * Serves, or measures.
   *
   * @return exit status
   */
  public static int run(String[] arguments) throws IOException {
    Options options = new Options(arguments, OPTIONS);
    Transport transport = Transport.of(options.text("transport", "tcp"));
    if (options.text("listen", "").isEmpty()) {
      return measure(options, transport);
    }
    return serve(transport, options.own("listen"));
  }

  private static int serve(Transport transport, InetAddress own) throws IOException {
    Deque<Link> links = new ArrayDeque<>();
    try (Listener listener = transport.listen(own);
        Poll poll = transport.poll()) {
      poll.watch(listener);
      System.out.println(listener.port());
      while (true) {
        poll.await(TICK_MS, accepting(links));
        while (!links.isEmpty()) {
          answer(transport, links.remove());
        }
      }
    }
  }

  private static Poll.Ready accepting(Deque<Link> links) {
    return new Poll.Ready() {
      @Override
      public void accepting(Listener listener) throws IOException {
        for (Link link = listener.accept(); link != null; link = listener.accept()) {
          links.add(link);
        }
      }

      @Override
      public void ready(Link link, boolean readable, boolean writable) {
        // a link has a poll of its own
      }

      @Override
      public void failed(Link link, IOException cause) {
        // a link has a poll of its own
      }
    };
  }

  /** Whatever a peer does, the next one is served. */
  private static void answer(Transport transport, Link link) {
    try (RoundTrips trips = new RoundTrips(transport, link)) {
      trips.answer(secret());
    } catch (IOException | JobFailure e) {
      System.err.println(JobFailure.line(e));
    }
  }

  private static int measure(Options options, Transport transport) throws IOException {
    int seconds = options.number("seconds", 1);
    int[] sizes = sizes(options.text("sizes"));
    try (RoundTrips trips = new RoundTrips(transport, transport.connect(options.address("peer")))) {
      trips.greet(secret());
      for (int bytes : sizes) {
        RoundTrips.Round round = trips.measure(bytes, seconds);
        System.out.println(
            String.format(
                Locale.ROOT,
                "%s %s %.9f %.9f",
                round.bytes(),
                round.trips(),
                round.seconds(),
                round.coreSeconds()));
      }
    }
    return 0;
  }

  private static byte[] secret() {
    return Message.secret().getBytes(StandardCharsets.US_ASCII);
  }

  private static int[] sizes(String words) {
    try {
      int[] sizes = Arrays.stream(words.split(",", -1)).mapToInt(Integer::parseInt).toArray();
      if (Arrays.stream(sizes).allMatch(size -> size >= 1 && size <= RoundTrips.LARGEST)) {
        return sizes;
      }
    } catch (NumberFormatException e) {
      // said below
    }
    throw JobFailure.wrong(
        "--sizes %s: must be numbers of bytes from 1 to %s, such as 1,1024",
        words, RoundTrips.LARGEST);
  }
}
