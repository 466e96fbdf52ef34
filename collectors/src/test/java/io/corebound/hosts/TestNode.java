package io.corebound.hosts;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * A node that is this machine behind a real sshd on a free loopback port, with keys of its own; in
 * the package of hosts because only tests use another client than the user's.
 */
public final class TestNode implements AutoCloseable {
  private static final Path SCRIPT = Path.of("../hosts/src/test/sshd/start").toAbsolutePath();
  private static final Duration LIMIT = Duration.ofSeconds(20);

  private final LocalHost host;
  private final Path folder;
  private final RunningProgram server;

  private TestNode(LocalHost host, Path folder, RunningProgram server) {
    this.host = host;
    this.folder = folder;
    this.server = server;
  }

  /** Whether there are server and client; what is missing is Debian's package openssh-server. */
  public static boolean available() {
    return Files.isExecutable(Path.of("/usr/sbin/sshd"))
        && LocalHost.find("ssh", System.getenv("PATH"), null).isPresent();
  }

  /** Starts the server, in a folder that it makes. */
  public static TestNode start(LocalHost host, Path folder) throws Exception {
    Files.createDirectory(folder);
    int port;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    RunningProgram server =
        host.start(
            Command.of(Duration.ofMinutes(10), SCRIPT.toString(), folder.toString(), "" + port),
            folder.resolve("out"),
            folder.resolve("err"));
    long deadline = System.nanoTime() + LIMIT.toNanos();
    while (!listens(port)) {
      if (!server.isAlive() || System.nanoTime() > deadline) {
        throw new AssertionError("no sshd: " + Files.readString(folder.resolve("err")));
      }
      Thread.sleep(50);
    }
    return new TestNode(host, folder, server);
  }

  private static boolean listens(int port) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  /** Connects to it; the host is called {@code node}. */
  public SshHost open() throws Exception {
    Path scratch = Files.createTempDirectory(folder, "s");
    return SshHost.open(host, folder.resolve("bin/ssh").toString(), "node", scratch, SshHost.GRACE);
  }

  /** Ends the processes that serve connections, as a node that goes away does. */
  public void goAway() {
    ProcessHandle.of(server.pid()).stream()
        .flatMap(ProcessHandle::descendants)
        .filter(p -> p.info().command().orElse("").contains("sshd"))
        .filter(p -> p.parent().stream().noneMatch(q -> q.pid() == server.pid()))
        .forEach(ProcessHandle::destroyForcibly);
  }

  @Override
  public void close() {
    server.stop(Duration.ofSeconds(2));
  }
}
