package io.corebound.hosts.process;

import io.corebound.records.units.CoreboundException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Does the same for several hosts at once, so that many take no longer than the slowest. */
public final class AtOnce {
  private static final long LONGEST_S = 120;

  private AtOnce() {}

  /** What is done for one item; when it fails the others go on. */
  @FunctionalInterface
  public interface Work<T> {
    void on(T item) throws InterruptedException;
  }

  /**
   * Works on all and waits for all.
   *
   * @throws CoreboundException with all messages of those that failed, and the exit status of the
   *     first
   * @throws InterruptedException when the calling thread is interrupted; all work has been
   *     interrupted as well and has ended
   */
  public static <T> void each(List<T> items, Work<T> work) throws InterruptedException {
    if (items.size() < 2) {
      for (T item : items) {
        work.on(item);
      }
      return;
    }
    ExecutorService threads = Executors.newCachedThreadPool();
    try {
      List<Callable<Void>> calls = new ArrayList<>();
      for (T item : items) {
        calls.add(
            () -> {
              work.on(item);
              return null;
            });
      }
      refuse(threads.invokeAll(calls));
    } finally {
      threads.shutdownNow();
      Uninterrupted.run(() -> threads.awaitTermination(LONGEST_S, TimeUnit.SECONDS));
    }
  }

  private static void refuse(List<Future<Void>> ended) throws InterruptedException {
    List<CoreboundException> failures = new ArrayList<>();
    for (Future<Void> one : ended) {
      try {
        one.get();
      } catch (ExecutionException e) {
        if (e.getCause() instanceof CoreboundException known) {
          failures.add(known);
        } else {
          throw e.getCause() instanceof RuntimeException unknown
              ? unknown
              : new IllegalStateException(e.getCause());
        }
      }
    }
    if (!failures.isEmpty()) {
      throw failures.size() == 1 ? failures.get(0) : CoreboundException.of(failures);
    }
  }

  /** The same, but waits for all even when interrupted, which only sets the thread's status. */
  public static <T> void eachToItsEnd(List<T> items, Consumer<T> work) {
    ExecutorService threads = Executors.newCachedThreadPool();
    try {
      CompletableFuture.allOf(
              items.stream()
                  .map(item -> CompletableFuture.runAsync(() -> work.accept(item), threads))
                  .toArray(CompletableFuture<?>[]::new))
          .join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException known ? known : e;
    } finally {
      threads.shutdown();
    }
  }
}
