package io.corebound.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** A host called {@code node} that is this machine behind a real sshd of the test's own. */
final class LoopbackNode {
  static final String MISSING = "no sshd on this machine (Debian's package: openssh-server)";

  private static final Duration LIMIT = Duration.ofSeconds(20);

  private final Path folder;
  private final Process server;

  private LoopbackNode(Path folder, Process server) {
    this.folder = folder;
    this.server = server;
  }

  static boolean available() {
    return Files.isExecutable(Path.of("/usr/sbin/sshd"));
  }

  /** Starts the server, in a folder that it makes. */
  static LoopbackNode start(Path folder) throws Exception {
    Files.createDirectory(folder);
    int port;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    Process server =
        new ProcessBuilder(
                Corebound.ROOT.resolve("hosts/src/test/shared/start").toString(),
                folder.toString(),
                Integer.toString(port))
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("log").toFile())
            .start();
    long end = System.nanoTime() + LIMIT.toNanos();
    while (!listens(port)) {
      if (!server.isAlive() || System.nanoTime() > end) {
        throw new AssertionError("no sshd: " + Files.readString(folder.resolve("log")));
      }
      Thread.sleep(50);
    }
    return new LoopbackNode(folder, server);
  }

  private static boolean listens(int port) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  /** With it on the PATH, {@code ssh node} reaches the server. */
  void reachableBy(ProcessBuilder builder) {
    builder.environment().merge("PATH", folder.resolve("bin") + ":", (path, bin) -> bin + path);
  }

  /** Ends the processes that serve connections, as a node that goes away does. */
  void cutConnections() {
    server
        .descendants()
        .filter(p -> p.info().command().orElse("").contains("sshd"))
        .filter(p -> p.parent().stream().noneMatch(q -> q.pid() == server.pid()))
        .forEach(ProcessHandle::destroyForcibly);
  }

  /** What was there before any test of this JVM is not ours. */
  private static final List<Path> BEFORE = folders();

  /** Folders that a connection has made on the node and not removed. */
  static List<Path> left() {
    return folders().stream().filter(f -> !BEFORE.contains(f)).toList();
  }

  private static List<Path> folders() {
    try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
      return files
          .filter(f -> f.getFileName().toString().matches("corebound-[A-Za-z0-9]{8}"))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Ends the server. */
  void stop() throws InterruptedException {
    server.destroy();
    server.waitFor();
  }
}
