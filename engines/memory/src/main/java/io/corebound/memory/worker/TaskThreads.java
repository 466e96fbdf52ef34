package io.corebound.memory.worker;

import io.corebound.memory.job.JobFailure;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;

/** Threads of a worker. What any of them throws goes to one place, at once. */
final class TaskThreads {
  /** Work that may fail. */
  interface Work {
    void run() throws Exception;
  }

  private final Consumer<Throwable> failed;

  /**
   * None yet.
   *
   * @param failed gets what a thread throws, in that thread
   */
  TaskThreads(Consumer<Throwable> failed) {
    this.failed = failed;
  }

  Group group() {
    return new Group();
  }

  /** Threads that are waited for together. */
  final class Group {
    private final Map<String, Thread> threads = new LinkedHashMap<>();
    private volatile boolean lost;

    void start(String name, Work work) {
      Thread thread = new Thread(() -> run(work), name);
      thread.setDaemon(true);
      threads.put(name, thread);
      thread.start();
    }

    // errors too: a worker that is out of memory must say so
    private void run(Work work) {
      try {
        work.run();
      } catch (Throwable t) {
        lost = true;
        tell(t);
      }
    }

    private void tell(Throwable thrown) {
      try {
        failed.accept(thrown);
      } catch (Throwable t) {
        // nobody would end this process, which has no memory left to say why
        Runtime.getRuntime().halt(JobFailure.LACKS);
      }
    }

    /** Waits for one to end; never returns once one has failed, since the process will end. */
    void await(String name) throws InterruptedException {
      threads.get(name).join();
      if (lost) {
        new CountDownLatch(1).await();
      }
    }

    void awaitAll() throws InterruptedException {
      for (String name : threads.keySet()) {
        await(name);
      }
    }
  }
}
