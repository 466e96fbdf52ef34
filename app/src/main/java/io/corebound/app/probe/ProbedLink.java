package io.corebound.app.probe;

import io.corebound.app.run.Installation;
import io.corebound.app.run.RemoteNode;
import io.corebound.app.run.Workspace;
import io.corebound.collectors.probe.Link;
import io.corebound.collectors.probe.TransportProbe.Side;
import io.corebound.hosts.lab.LabNetwork;
import io.corebound.hosts.machine.AllowedCpus;
import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.Outcome;
import io.corebound.hosts.ssh.SshHost;
import io.corebound.records.config.EngineFile;
import io.corebound.records.config.NetworkFile;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.DataRate;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;

/**
 * The link that is probed, and how its ends start the engine in memory; what was made for it is
 * removed with it.
 */
public final class ProbedLink implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final Duration TRANSFER = Duration.ofMinutes(10);
  private static final String SERVER = "node1";
  private static final String CLIENT = "node2";

  /** What ends what was made, the last first. */
  private final Deque<Runnable> ends = new ArrayDeque<>();

  private Link link;
  private Side server;
  private Side client;

  private ProbedLink() {}

  /**
   * Where its ends are: both on this machine's loopback where neither is named.
   *
   * @param host of the user's, reached by ssh, to which this machine's link leads; null for none
   * @param networkName of what two nodes of a lab are joined by; null for none
   * @param network its file
   */
  public record Where(String host, String networkName, NetworkFile network) {
    public static final Where LOOPBACK = new Where(null, null, null);
  }

  /** Makes it; the folders and processes of the workspace serve. */
  static ProbedLink open(Where where, Installation installation, Workspace workspace)
      throws InterruptedException {
    ProbedLink made = new ProbedLink();
    boolean whole = false;
    try {
      made.make(where, installation, workspace);
      whole = true;
      return made;
    } finally {
      if (!whole) {
        made.close();
      }
    }
  }

  private void make(Where where, Installation installation, Workspace workspace)
      throws InterruptedException {
    client = here(installation);
    server = client;
    if (where.host() != null) {
      toHost(where.host(), installation, workspace);
    } else if (where.network() != null) {
      inLab(where, workspace);
    } else {
      link = Link.loopback(workspace.host());
    }
  }

  private void inLab(Where where, Workspace workspace) {
    LabNetwork lab = LabNetwork.make(workspace.host(), workspace.ledger(), List.of(SERVER, CLIENT));
    ends.push(lab::close);
    int cores = Math.max(1, AllowedCpus.ofThisProcess().size() / 2);
    DataRate rate = where.network().scaledTo(cores).rate();
    lab.shape(rate);
    String name =
        "%s to %s, %s at %s".formatted(CLIENT, SERVER, where.networkName(), rate.display());
    link = new Link(lab.node(SERVER), lab.node(CLIENT), lab.address(SERVER), name);
  }

  private static Side here(Installation installation) {
    return new Side(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        String.join(":", installation.engineClassPath(EngineFile.MEMORY)));
  }

  /** From this machine to a host, at which the engine is unpacked. */
  private void toHost(String target, Installation installation, Workspace workspace)
      throws InterruptedException {
    // a socket's path is short
    String name = "corebound-ssh-" + workspace.host().runId();
    Path folder = workspace.ledger().folder(Path.of(System.getProperty("java.io.tmpdir"), name));
    ends.push(() -> workspace.ledger().remove(folder));
    SshHost shell = SshHost.open(workspace.host(), target, folder, SshHost.GRACE);
    ends.push(shell::close);
    server = sent(shell, installation, workspace, folder);
    link =
        new Link(
            shell, workspace.host(), RemoteNode.address(shell), "this machine to " + shell.name());
  }

  private static Side sent(
      SshHost shell, Installation installation, Workspace workspace, Path folder)
      throws InterruptedException {
    RemoteNode node = RemoteNode.of(shell);
    if (node.java().isEmpty()) {
      throw CoreboundException.missing(
          "%s: Java 17 or newer is missing; install one there", shell.name());
    }
    Path archive = folder.resolve("engine.tar");
    List<String> tar = new ArrayList<>(List.of("tar", "-chf", archive.toString()));
    List<Path> files = installation.engineFiles(EngineFile.MEMORY);
    tar.addAll(List.of("-C", installation.root().toString()));
    files.forEach(file -> tar.add(file.toString()));
    Outcome packed = workspace.host().run(new Command(tar, Map.of(), null, LIMIT));
    if (!packed.ok()) {
      throw CoreboundException.failed("cannot pack the engine: %s", packed.lastWords());
    }
    shell.send(archive, TRANSFER);
    return new Side(
        node.java() + "/bin/java",
        "%1$s/%2$s:%1$s/%3$s/*".formatted(shell.folder(), files.get(0), files.get(1)));
  }

  Link link() {
    return link;
  }

  Side server() {
    return server;
  }

  Side client() {
    return client;
  }

  /** Ends all, also where one of them fails. */
  @Override
  public void close() {
    if (!ends.isEmpty()) {
      try {
        ends.pop().run();
      } finally {
        close();
      }
    }
  }
}
