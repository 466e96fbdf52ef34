package io.corebound.hosts;

import io.corebound.hosts.ledger.MachineLock;
import java.nio.file.Path;

/** Takes a lock, says so, and is then killed. */
public final class LockOwner {
  private LockOwner() {}

  public static void main(String[] args) throws Exception {
    MachineLock lock = MachineLock.take(Path.of(args[0]), "results/run-1");
    System.out.println("taken");
    Thread.sleep(60_000);
    lock.close();
  }
}
