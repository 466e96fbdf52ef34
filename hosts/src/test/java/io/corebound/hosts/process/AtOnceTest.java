package io.corebound.hosts.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.corebound.records.units.CoreboundException;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 30, unit = TimeUnit.SECONDS)
class AtOnceTest {
  private static final List<String> THREE = List.of("a", "b", "c");

  private final Collection<String> done = new ConcurrentLinkedQueue<>();

  /** Ends only when all of them have begun. */
  private AtOnce.Work<String> meeting() {
    CountDownLatch all = new CountDownLatch(THREE.size());
    return item -> {
      all.countDown();
      all.await();
      done.add(item);
    };
  }

  @Test
  void allAreWorkedOnAtTheSameTime() throws Exception {
    AtOnce.each(THREE, meeting());
    assertThat(done).containsExactlyInAnyOrderElementsOf(THREE);
  }

  @Test
  void failureOfOneIsToldWhenTheOthersHaveEnded() {
    assertThatThrownBy(
            () ->
                AtOnce.each(
                    THREE,
                    item -> {
                      if (item.equals("a")) {
                        throw new IllegalArgumentException("no a");
                      }
                      Thread.sleep(200);
                      done.add(item);
                    }))
        .hasMessage("no a");
    assertThat(done).containsExactlyInAnyOrder("b", "c");
  }

  @Test
  void allThatFailedAreTold() {
    assertThatThrownBy(
            () ->
                AtOnce.each(
                    THREE,
                    item -> {
                      if (!item.equals("b")) {
                        throw CoreboundException.missing("no " + item);
                      }
                    }))
        .hasMessage("no a; no c");
  }

  @Test
  void interruptEndsTheWorkAndWaitsForItsEnd() {
    Thread caller = Thread.currentThread();
    CountDownLatch begun = new CountDownLatch(THREE.size());
    assertThatThrownBy(
            () ->
                AtOnce.each(
                    THREE,
                    item -> {
                      begun.countDown();
                      if (item.equals("a")) {
                        begun.await();
                        caller.interrupt();
                      }
                      try {
                        Thread.sleep(60_000);
                      } finally {
                        done.add(item);
                      }
                    }))
        .isInstanceOf(InterruptedException.class);
    assertThat(done).containsExactlyInAnyOrderElementsOf(THREE);
  }

  @Test
  void interruptDoesNotEndWhatGoesToItsEnd() {
    Thread.currentThread().interrupt();
    AtOnce.eachToItsEnd(THREE, done::add);
    assertThat(Thread.interrupted()).as("the thread's status").isTrue();
    assertThat(done).containsExactlyInAnyOrderElementsOf(THREE);
  }
}
