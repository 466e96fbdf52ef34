package io.corebound.collector;

import java.io.IOException;
import java.security.PrivilegedExceptionAction;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.hadoop.mapreduce.task.reduce.ExceptionReporter;
import org.apache.hadoop.security.UserGroupInformation;

/** A thread for merges, one after the other. What goes wrong in one fails the task. */
final class MergeThread {
  /** A merge. */
  interface Merging {
    void run() throws IOException;
  }

  private final ExecutorService thread;
  private final ExceptionReporter failures;

  /** Has the key of encrypted files; newer JDKs do not hand it on to a thread. */
  private final UserGroupInformation user;

  private int unfinished;

  MergeThread(String name, ExceptionReporter failures) throws IOException {
    this.failures = failures;
    user = UserGroupInformation.getCurrentUser();
    thread =
        Executors.newSingleThreadExecutor(
            work -> {
              Thread made = new Thread(work, name);
              made.setDaemon(true);
              return made;
            });
  }

  /** Runs a merge when all before it have ended. */
  synchronized void start(Merging merging) {
    unfinished++;
    thread.execute(() -> run(merging));
  }

  private void run(Merging merging) {
    try {
      user.doAs(
          (PrivilegedExceptionAction<Void>)
              () -> {
                merging.run();
                return null;
              });
    } catch (Throwable e) {
      // a full disk is an Error, for one
      failures.reportException(e);
    } finally {
      ended();
    }
  }

  private synchronized void ended() {
    unfinished--;
    notifyAll();
  }

  /** Waits until all merges have ended that were started. */
  synchronized void awaitAll() throws InterruptedException {
    while (unfinished > 0) {
      wait();
    }
  }

  /** Waits for all merges, and ends the thread. */
  void close() throws InterruptedException {
    awaitAll();
    thread.shutdown();
  }
}
