package io.corebound.microbench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
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
        .hasMessage("corebound.rendezvous: 'directory' is not DIRECTORY:COPIES");
  }

  private static void await(Rendezvous rendezvous, String copy) {
    try {
      rendezvous.await(copy);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
