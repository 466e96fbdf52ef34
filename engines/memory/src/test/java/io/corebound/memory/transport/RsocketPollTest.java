package io.corebound.memory.transport;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What needs the library and no device. */
class RsocketPollTest {
  private static final long HOUR_MS = TimeUnit.HOURS.toMillis(1);
  private static final int LIMIT_S = 20;

  private static final Poll.Ready NOBODY =
      new Poll.Ready() {
        @Override
        public void accepting(Listener listener) {
          throw new AssertionError("nobody listens");
        }

        @Override
        public void ready(Link link, boolean readable, boolean writable) {
          throw new AssertionError("there is no link");
        }

        @Override
        public void failed(Link link, IOException cause) {
          throw new AssertionError("there is no link");
        }
      };

  @BeforeAll
  static void library() {
    try {
      Rdmacm.load();
    } catch (LinkageError e) {
      abort("needs %s (Debian's package librdmacm1)".formatted(Rdmacm.LIBRARY));
    }
  }

  private static FutureTask<Void> wait(Poll poll, long millis) {
    FutureTask<Void> wait =
        new FutureTask<>(
            () -> {
              poll.await(millis, NOBODY);
              return null;
            });
    Thread thread = new Thread(wait);
    // one that hangs is in native code
    thread.setDaemon(true);
    thread.start();
    return wait;
  }

  private static void ends(FutureTask<Void> wait) {
    assertThatCode(() -> wait.get(LIMIT_S, TimeUnit.SECONDS)).doesNotThrowAnyException();
  }

  @Test
  void waitEndsInTimeOrWhenWokenHoweverTheOnesBeforeEnded() throws Exception {
    try (Poll poll = new RsocketPoll()) {
      for (int i = 0; i < 3; i++) {
        ends(wait(poll, 1));
        FutureTask<Void> woken = wait(poll, HOUR_MS);
        Thread.sleep(50);
        poll.wake();
        ends(woken);
      }
    }
  }

  @Test
  void waitsOfSeveralThreadsEndEachForItself() throws Exception {
    try (Poll one = new RsocketPoll();
        Poll other = new RsocketPoll()) {
      for (int i = 0; i < 3; i++) {
        FutureTask<Void> woken = wait(other, HOUR_MS);
        ends(wait(one, 20));
        Thread.sleep(50);
        other.wake();
        ends(woken);
      }
    }
  }
}
