package io.corebound.hosts;

import io.corebound.hosts.lab.NamespaceHost;
import io.corebound.hosts.ledger.Ledger;
import io.corebound.hosts.process.LocalHost;
import java.nio.file.Path;

/** What {@code NamespaceHostIT} kills: a process that has made a network namespace. */
public final class NamespaceOwner {
  private NamespaceOwner() {}

  public static void main(String[] args) throws Exception {
    LocalHost host = new LocalHost(args[1], "here");
    NamespaceHost node = NamespaceHost.make(host, Ledger.open(Path.of(args[0]), args[1]), "worker");
    System.out.println(node.namespace());
    Thread.sleep(60_000);
  }
}
