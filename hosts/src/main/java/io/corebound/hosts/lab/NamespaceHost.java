package io.corebound.hosts.lab;

import io.corebound.hosts.ledger.Ledger;
import io.corebound.hosts.ledger.NetworkNamespace;
import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.LocalHost;
import io.corebound.hosts.process.WrappedHost;
import io.corebound.records.units.CoreboundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A network namespace of this machine: its own interfaces, addresses and ports; processors, memory,
 * files and clock are this machine's. Programs enter it by {@code nsenter --net} (nsenter(1)). Not
 * by {@code ip netns exec}: that also makes a mount namespace, which keeps file systems mounted
 * that this machine has unmounted. Only root can enter a network namespace.
 */
public final class NamespaceHost extends WrappedHost implements AutoCloseable {
  private final String namespace;
  private final String name;

  /** Null where the namespace is not ours. */
  private final Ledger ledger;

  private NamespaceHost(LocalHost host, String namespace, String name, Ledger ledger) {
    super(host);
    this.namespace = namespace;
    this.name = name;
    this.ledger = ledger;
  }

  /**
   * Makes a network namespace of the run, noted in the ledger before it is made; its only interface
   * is the loopback, which is up. {@link #close} deletes it.
   *
   * @param name the host's name in records; letters, digits, {@code .}, {@code _} and {@code -}
   * @throws CoreboundException (missing) without root, (failed) when it cannot be made; nothing of
   *     it is left then
   */
  public static NamespaceHost make(LocalHost host, Ledger ledger, String name) {
    if (!name.matches("[A-Za-z0-9][A-Za-z0-9._-]*")) {
      throw new IllegalArgumentException("a host cannot have the name '%s'".formatted(name));
    }
    requireRoot();
    String namespace = "corebound-" + host.runId() + "-" + name;
    NetworkNamespace made = NetworkNamespace.named(namespace);
    if (made.there()) {
      throw CoreboundException.failed(
          "network namespace %1$s exists already; delete it with: ip netns delete %1$s"
              .formatted(namespace));
    }
    ledger.note(made);
    NamespaceHost there = new NamespaceHost(host, namespace, name, ledger);
    try {
      made.make(host);
      return there;
    } catch (CoreboundException e) {
      // an interrupt may end the command when its work is done
      throw e.undoing(there::close);
    }
  }

  /**
   * A network namespace that the user has made, and deletes.
   *
   * @throws CoreboundException (missing) without root, (invalid input) when there is none of that
   *     name
   */
  public static NamespaceHost of(LocalHost host, String namespace) {
    requireRoot();
    if (namespace.contains("/") || !NetworkNamespace.named(namespace).there()) {
      throw CoreboundException.invalidInput(
          "network namespace '%s' does not exist; 'ip netns' lists those that do"
              .formatted(namespace));
    }
    return new NamespaceHost(host, namespace, namespace, null);
  }

  private static void requireRoot() {
    if (!isRoot()) {
      throw CoreboundException.missing(
          "only root can make network namespaces; start corebound as root, or measure without"
              + " them");
    }
  }

  public static boolean isRoot() {
    try {
      return Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public String name() {
    return name;
  }

  /** The namespace, as {@code ip netns} lists it. */
  public String namespace() {
    return namespace;
  }

  @Override
  protected Command changed(Command command) {
    return LocalHost.behind(
        List.of("nsenter", "--net=" + NetworkNamespace.named(namespace).path(), "--"), command);
  }

  /** Ends what runs in a namespace of the run and deletes it; one that is not the run's stays. */
  @Override
  public void close() {
    if (ledger != null) {
      ledger.undo(NetworkNamespace.named(namespace));
    }
  }
}
