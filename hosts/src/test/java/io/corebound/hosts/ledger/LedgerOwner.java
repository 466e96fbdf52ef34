package io.corebound.hosts.ledger;

import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.LocalHost;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * What {@code LedgerTest} kills: a process that has written down, and made, a folder and a process.
 */
final class LedgerOwner {
  private LedgerOwner() {}

  public static void main(String[] args) throws Exception {
    Ledger ledger = Ledger.open(Path.of(args[0]), args[1]);
    Path data = ledger.folder(Path.of(args[2]));
    Files.writeString(data.resolve("block"), "data");
    new LocalHost(args[1], "here")
        .start(
            Command.of(Duration.ofSeconds(100), "sleep", "90"),
            data.resolve("out"),
            data.resolve("err"));
    System.out.println("made");
    Thread.sleep(60_000);
  }
}
