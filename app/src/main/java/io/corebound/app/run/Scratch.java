package io.corebound.app.run;

import io.corebound.hosts.ledger.Ledger;
import io.corebound.hosts.process.Guard;
import io.corebound.hosts.process.LocalHost;
import java.nio.file.Path;
import java.time.Duration;

/** Programs of this machine and a short folder for sockets, which live as long as a command. */
public final class Scratch implements AutoCloseable {
  private static final Duration GRACE = Duration.ofSeconds(2);
  private final LocalHost host;

  /** Ends what was started when corebound cannot: after kill -9. */
  private final Guard guard;

  private final Ledger ledger;
  private final Path folder;

  /** Makes it; {@code kind} begins its name in the ledger. */
  public Scratch(Installation installation, String kind) {
    String id = Workspace.newId(kind);
    host = new LocalHost(id, "localhost");
    ledger = Ledger.open(installation.ledger(), id);
    guard = host.guard();
    folder = ledger.folder(Path.of(System.getProperty("java.io.tmpdir"), "corebound-" + id));
  }

  public LocalHost host() {
    return host;
  }

  public Path folder() {
    return folder;
  }

  @Override
  public void close() {
    host.stopAll(GRACE).forEach(line -> System.err.println("corebound: " + line));
    guard.close();
    ledger.remove(folder);
    ledger.close();
  }
}
