package io.corebound.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** An sshd of the test's own: a free loopback port, its own keys, its own configuration. */
final class LoopbackSshd {
  static final String MISSING =
      "no sshd or ssh on this machine (Debian's packages: openssh-server, openssh-client)";

  private static final Path SCRIPT = Path.of("src/test/sshd/start").toAbsolutePath();
  private static final Duration LIMIT = Duration.ofSeconds(20);

  private final RunningProgram server;
  private final Path client;

  private LoopbackSshd(RunningProgram server, Path client) {
    this.server = server;
    this.client = client;
  }

  static boolean available() {
    return Files.isExecutable(Path.of("/usr/sbin/sshd"))
        && LocalHost.find("ssh", System.getenv("PATH"), null).isPresent();
  }

  /** With lines of sshd_config(5) beside its own. */
  static LoopbackSshd start(LocalHost host, Path folder, String... lines) throws Exception {
    int port = freePort();
    List<String> arguments =
        new ArrayList<>(List.of(SCRIPT.toString(), folder.toString(), String.valueOf(port)));
    arguments.addAll(List.of(lines));
    RunningProgram server =
        host.start(
            new Command(arguments, Map.of(), null, Duration.ofMinutes(10)),
            folder.resolve("sshd.out"),
            folder.resolve("sshd.err"));
    await(server, port, folder.resolve("sshd.err"));
    return new LoopbackSshd(server, folder.resolve("bin/ssh"));
  }

  /** The real client, with the test's configuration in place of the user's. */
  Path client() {
    return client;
  }

  /** Must be called: sshd writes over the environment that carries the run's mark. */
  void stop() {
    server.stop(Duration.ofSeconds(2));
  }

  /** Ends the processes that serve connections, as a node that goes away does. */
  void cutConnections() {
    ProcessHandle.of(server.pid()).stream()
        .flatMap(ProcessHandle::descendants)
        .filter(p -> p.info().command().orElse("").contains("sshd"))
        .filter(p -> p.parent().stream().noneMatch(q -> q.pid() == server.pid()))
        .forEach(ProcessHandle::destroyForcibly);
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static void await(RunningProgram server, int port, Path err) throws Exception {
    long deadline = System.nanoTime() + LIMIT.toNanos();
    while (true) {
      try (Socket socket = new Socket()) {
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 500);
        return;
      } catch (IOException e) {
        assertThat(server.isAlive()).as(Files.readString(err)).isTrue();
        assertThat(System.nanoTime()).isLessThan(deadline);
        Thread.sleep(50);
      }
    }
  }
}
