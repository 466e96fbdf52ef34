package io.corebound.microbench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RendezvousTest {
  @TempDir private Path directory;

  @Test
  void copiesWaitForEachOtherBeforeEveryIteration() throws Exception {
    Rendezvous first = Rendezvous.parse(directory + ":2", "sort");
    Rendezvous second = Rendezvous.parse(directory + ":2", "sort");
    for (int iteration = 0; iteration < 2; iteration++) {
      CompletableFuture<Void> waiting = CompletableFuture.runAsync(() -> await(first, "first"));
      assertThatThrownBy(() -> waiting.get(100, TimeUnit.MILLISECONDS))
          .isInstanceOf(TimeoutException.class);
      await(second, "second");
      waiting.get(10, TimeUnit.SECONDS);
    }
  }

  @Test
  void oneCopyWorksInPairsOnceAloneAndOnceBesideTheOthers() throws Exception {
    // both meet, then: alone, beside; beside, alone
    Rendezvous paired = Rendezvous.parse(directory + ":2:1", "sort");
    Rendezvous other = Rendezvous.parse(directory + ":2", "sort");
    CompletableFuture<Void> waiting = CompletableFuture.runAsync(() -> await(other, "other"));
    await(paired, "paired");
    waiting.get(10, TimeUnit.SECONDS);

    CompletableFuture<Void> alone = CompletableFuture.runAsync(() -> await(paired, "paired"));
    assertThatThrownBy(() -> alone.get(100, TimeUnit.MILLISECONDS))
        .as("while the other one works")
        .isInstanceOf(TimeoutException.class);
    CompletableFuture<Void> second = CompletableFuture.runAsync(() -> await(other, "other"));
    alone.get(10, TimeUnit.SECONDS);
    assertThat(second).as("the other one waits").isNotDone();
    await(paired, "paired");
    second.get(10, TimeUnit.SECONDS);

    CompletableFuture<Void> third = CompletableFuture.runAsync(() -> await(other, "other"));
    assertThatThrownBy(() -> third.get(100, TimeUnit.MILLISECONDS))
        .isInstanceOf(TimeoutException.class);
    await(paired, "paired");
    third.get(10, TimeUnit.SECONDS);
  }

  @Test
  void whichOfAPairIsAloneTakesTurns() {
    assertThat(IntStream.range(0, 11).filter(i -> Rendezvous.alone(i, 3)))
        .containsExactly(3, 6, 7, 10);
    assertThat(IntStream.range(0, 11).filter(i -> Rendezvous.alone(i, Integer.MAX_VALUE)))
        .isEmpty();
  }

  @Test
  void copiesOfOtherBenchmarksAreNotWaitedFor() throws Exception {
    await(Rendezvous.parse(directory + ":1", "sort"), "first");
    await(Rendezvous.parse(directory + ":1", "merge"), "first");
    assertThat(directory.resolve("sort/0/first")).exists();
    assertThat(directory.resolve("merge/0/first")).exists();
  }

  @Test
  void nobodyWaitsWithoutTheProperty() {
    assertThat(Rendezvous.parse("", "sort")).isNull();
  }

  @Test
  void wrongPropertyIsNamedInOneLine() {
    assertThatThrownBy(() -> Rendezvous.parse("directory", "sort"))
        .isInstanceOf(OneLineException.class)
        .hasMessage(
            "corebound.rendezvous: 'directory' is not DIRECTORY:COPIES or DIRECTORY:COPIES:FIRST");
  }

  private static void await(Rendezvous rendezvous, String copy) {
    try {
      rendezvous.await(copy);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
