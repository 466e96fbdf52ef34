package io.corebound.hosts;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A real sshd of the test's own, on a free loopback port, with its own keys and configuration:
 * behind the names {@code node}, {@code worker1}, {@code worker2} and {@code master} is this
 * machine. Tests of several modules compile it; it is in the package of hosts because only tests
 * use another client than the user's.
 */
public final class LoopbackSshd implements AutoCloseable {
  /** Why tests that need it are skipped. */
  public static final String MISSING =
      "no sshd or ssh on this machine (Debian's packages: openssh-server, openssh-client)";

  private static final Path SCRIPT = Path.of("../hosts/src/test/shared/start").toAbsolutePath();
  private static final Duration LIMIT = Duration.ofSeconds(20);

  private final LocalHost host;
  private final Path folder;
  private final RunningProgram server;

  private LoopbackSshd(LocalHost host, Path folder, RunningProgram server) {
    this.host = host;
    this.folder = folder;
    this.server = server;
  }

  /** Whether there are server and client. */
  public static boolean available() {
    return Files.isExecutable(Path.of("/usr/sbin/sshd"))
        && LocalHost.find("ssh", System.getenv("PATH"), null).isPresent();
  }

  /**
   * Starts one, in a folder that it makes.
   *
   * @param lines of sshd_config(5) beside its own
   */
  public static LoopbackSshd start(LocalHost host, Path folder, String... lines) throws Exception {
    Files.createDirectory(folder);
    int port = freePort();
    List<String> arguments =
        new ArrayList<>(List.of(SCRIPT.toString(), folder.toString(), Integer.toString(port)));
    arguments.addAll(List.of(lines));
    Path err = folder.resolve("err");
    RunningProgram server =
        host.start(
            Command.of(Duration.ofMinutes(10), arguments.toArray(String[]::new)),
            folder.resolve("out"),
            err);
    long deadline = System.nanoTime() + LIMIT.toNanos();
    while (!listens(port)) {
      if (!server.isAlive() || System.nanoTime() > deadline) {
        throw new AssertionError("no sshd: " + Files.readString(err));
      }
      Thread.sleep(50);
    }
    return new LoopbackSshd(host, folder, server);
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static boolean listens(int port) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  /** The real client, with the test's configuration in place of the user's. */
  public Path client() {
    return folder.resolve("bin/ssh");
  }

  /** Connects to {@code node}. */
  public SshHost open() throws Exception {
    return open(host, "node", Files.createTempDirectory(folder, "s"));
  }

  /**
   * Connects.
   *
   * @param target one of the names
   * @param scratch of the connection
   */
  public SshHost open(LocalHost here, String target, Path scratch) throws InterruptedException {
    return SshHost.open(here, client().toString(), target, scratch, SshHost.GRACE);
  }

  /** Ends the processes that serve connections, as a node that goes away does. */
  public void cutConnections() {
    ProcessHandle.of(server.pid()).stream()
        .flatMap(ProcessHandle::descendants)
        .filter(p -> p.info().command().orElse("").contains("sshd"))
        .filter(p -> p.parent().stream().noneMatch(q -> q.pid() == server.pid()))
        .forEach(ProcessHandle::destroyForcibly);
  }

  /** Must be called: sshd writes over the environment that carries the run's mark. */
  @Override
  public void close() {
    server.stop(Duration.ofSeconds(2));
  }
}
