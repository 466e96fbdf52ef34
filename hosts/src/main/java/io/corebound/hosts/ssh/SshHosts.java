package io.corebound.hosts.ssh;

import io.corebound.hosts.process.AtOnce;
import io.corebound.hosts.process.LocalHost;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.ExitStatus;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** Hosts that are connected to at once; each connection stays open until all are closed. */
public final class SshHosts implements AutoCloseable {
  private final LocalHost here;
  private final Set<String> names;
  private final Client client;
  private final Consumer<SshHost> look;
  private final Path folder;
  private final AtomicInteger opened = new AtomicInteger();
  private final Map<String, SshHost> connections = new ConcurrentHashMap<>();

  /** How to connect. */
  @FunctionalInterface
  public interface Client {
    /** By the user's own ssh. */
    Client OWN = (here, name, folder) -> SshHost.open(here, name, folder, SshHost.GRACE);

    /** Connects to a host of this name; {@code folder} is this connection's alone. */
    SshHost open(LocalHost here, String name, Path folder) throws InterruptedException;
  }

  /**
   * Hosts that are not connected to yet.
   *
   * @param names of the hosts, each as an {@link io.corebound.records.config.SshDestination} names
   *     it
   * @param folder of these hosts alone, for the connections' sockets: its path must be short
   * @param look what is done on each host as soon as it is connected, by threads of several hosts
   */
  public SshHosts(
      LocalHost here,
      Collection<String> names,
      Path folder,
      Client client,
      Consumer<SshHost> look) {
    this.here = here;
    this.names = new LinkedHashSet<>(names);
    this.folder = folder;
    this.client = client;
    this.look = look;
  }

  /**
   * Connects to all.
   *
   * @throws CoreboundException (missing) with the reasons, when hosts cannot be reached or looked
   *     at; (invalid input) when a name cannot be a host
   */
  public void connect() throws InterruptedException {
    try {
      connect(List.copyOf(names));
    } catch (CoreboundException e) {
      throw e.status() == ExitStatus.FAILED ? CoreboundException.missing(e.getMessage()) : e;
    }
  }

  private void connect(List<String> targets) throws InterruptedException {
    AtOnce.each(
        targets,
        name -> {
          Path own = folder.resolve(Integer.toString(opened.getAndIncrement()));
          try {
            Files.createDirectory(own);
          } catch (IOException e) {
            throw new UncheckedIOException("cannot make the folder " + own + ": " + e, e);
          }
          SshHost connection = client.open(here, name, own);
          connections.put(name, connection);
          look.accept(connection);
        });
  }

  /** Connects again to those that were lost, and says whether there was one. */
  public boolean renew() throws InterruptedException {
    List<String> lost =
        names.stream()
            .filter(n -> !connections.containsKey(n) || connections.get(n).lost().isPresent())
            .toList();
    for (String name : lost) {
      SshHost gone = connections.remove(name);
      if (gone != null) {
        gone.close();
      }
    }
    connect(lost);
    return !lost.isEmpty();
  }

  /** The connection to one of them, lost or not. */
  public SshHost connection(String name) {
    return connections.get(name);
  }

  /** Closes the connections; what was started on the hosts has ended then. */
  @Override
  public void close() {
    AtOnce.eachToItsEnd(List.copyOf(connections.values()), SshHost::close);
    connections.clear();
  }
}
