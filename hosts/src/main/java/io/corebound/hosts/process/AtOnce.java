package io.corebound.hosts.process;

import io.corebound.records.units.CoreboundException;
import java.util.ArrayList;
import java.util.List;
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

  /** What is done for one of them. */
  @FunctionalInterface
  public interface Work<T> {
    /**
     * Works on one.
     *
     * @throws CoreboundException when it fails; the others go on
     * @throws InterruptedException when it was interrupted
     */
    void on(T item) throws InterruptedException;
  }

  /**
   * Works on all and waits for all.
   *
   * @throws CoreboundException with what all that failed say, and the exit status of the first
   * @throws InterruptedException when the calling thread is interrupted; so is all work then, and
   *     it has ended
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
      List<Future<?>> all = new ArrayList<>();
      for (T item : items) {
        all.add(
            threads.submit(
                () -> {
                  work.on(item);
                  return null;
                }));
      }
      List<RuntimeException> failures = new ArrayList<>();
      for (Future<?> one : all) {
        RuntimeException why = await(one);
        if (why != null) {
          failures.add(why);
        }
      }
      refuse(failures);
    } finally {
      threads.shutdownNow();
      awaitEnd(threads);
    }
  }

  private static void refuse(List<RuntimeException> failures) {
    List<CoreboundException> known = new ArrayList<>();
    for (RuntimeException failure : failures) {
      if (!(failure instanceof CoreboundException said)) {
        throw failure;
      }
      known.add(said);
    }
    if (!known.isEmpty()) {
      throw known.size() == 1 ? known.get(0) : CoreboundException.of(known);
    }
  }

  /** The same to the end of all; an interrupt changes nothing but the thread's status. */
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

  private static RuntimeException await(Future<?> one) throws InterruptedException {
    try {
      one.get();
      return null;
    } catch (ExecutionException e) {
      return e.getCause() instanceof RuntimeException known
          ? known
          : new IllegalStateException(e.getCause());
    }
  }

  private static void awaitEnd(ExecutorService threads) {
    boolean interrupted = Thread.interrupted();
    try {
      threads.awaitTermination(LONGEST_S, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      interrupted = true;
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
