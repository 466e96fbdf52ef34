package io.corebound.microbench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
  void oneCopyWorksOnceBesideTheOthersAndOnceAlone() throws Exception {
    Rendezvous paired = Rendezvous.parse(directory + ":2:0", "sort");
    Rendezvous other = Rendezvous.parse(directory + ":2", "sort");
    CompletableFuture<Void> first = CompletableFuture.runAsync(() -> await(other, "other"));
    await(paired, "paired");
    first.get(10, TimeUnit.SECONDS);

    CompletableFuture<Void> alone = CompletableFuture.runAsync(() -> await(paired, "paired"));
    assertThatThrownBy(() -> alone.get(100, TimeUnit.MILLISECONDS))
        .as("while the other one works")
        .isInstanceOf(TimeoutException.class);
    CompletableFuture<Void> second = CompletableFuture.runAsync(() -> await(other, "other"));
    alone.get(10, TimeUnit.SECONDS);
    await(paired, "paired");
    assertThat(second).as("the other one waits while one is alone, again").isNotDone();
    await(paired, "paired");
    second.get(10, TimeUnit.SECONDS);
  }

  @ParameterizedTest
  @CsvSource({"2, 2", "2, 4", "3, 4", "4, 8"})
  void everyCopyComesToItsEndAfterAnEvenNumberOfPairs(int copies, int pairs) throws Exception {
    int before = 3;
    List<CompletableFuture<Void>> all = new ArrayList<>();
    for (int copy = 0; copy < copies; copy++) {
      String name = "copy-" + copy;
      int iterations = before + (copy == 0 ? 2 : 1) * pairs;
      Rendezvous rendezvous =
          Rendezvous.parse(directory + ":" + copies + (copy == 0 ? ":" + before : ""), "sort");
      all.add(
          CompletableFuture.runAsync(
              () -> IntStream.range(0, iterations).forEach(i -> await(rendezvous, name)),
              task -> new Thread(task).start()));
    }
    CompletableFuture.allOf(all.toArray(CompletableFuture[]::new)).get(20, TimeUnit.SECONDS);
  }

  /** The runner's ContentionTest has the same. */
  @Test
  void whichOfAPairIsAloneTakesTurns() {
    assertThat(IntStream.range(0, 11).filter(i -> Rendezvous.alone(i, 3)))
        .containsExactly(4, 5, 8, 9);
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
