package io.corebound.hosts;

import io.corebound.hosts.ledger.Deletion;
import io.corebound.hosts.machine.Jdk;
import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.LocalHost;
import io.corebound.hosts.process.RunningProgram;
import io.corebound.hosts.ssh.SshHost;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * An sshd of the test's own, on a free loopback port, with its own keys and configuration: behind
 * the names {@code node}, {@code worker1}, {@code worker2} and {@code master} is this machine. It
 * is the real one, or a library's where none is installed. Tests of several modules compile it; it
 * is in the package of hosts because only tests use another client than the user's.
 */
public final class LoopbackSshd implements AutoCloseable {
  /** Why tests that need it are skipped. */
  public static final String MISSING = "no ssh on this machine (Debian's package: openssh-client)";

  private static final Path INSTALLED = Path.of("/usr/sbin/sshd");
  private static final boolean REAL =
      Files.isExecutable(INSTALLED) && !"library".equals(System.getProperty("corebound.test.sshd"));

  private static final Path SCRIPT = Path.of("../hosts/src/test/shared/start").toAbsolutePath();
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final int PORTS = 5;

  private final LocalHost host;
  private final Path folder;
  private final RunningProgram server;

  private LoopbackSshd(LocalHost host, Path folder, RunningProgram server) {
    this.host = host;
    this.folder = folder;
    this.server = server;
  }

  /** Whether there is a client. */
  public static boolean available() {
    return LocalHost.find("ssh", System.getenv("PATH"), null).isPresent();
  }

  /**
   * The program that serves, which takes sshd's options.
   *
   * @param folder in which it is made where it is a library's
   */
  public static Path program(Path folder) throws IOException {
    if (REAL) {
      return INSTALLED;
    }
    Path program =
        Files.writeString(
            folder.resolve("library-sshd"),
            """
            #!/bin/sh
            exec '%s' -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xmx128m -cp '%s' %s "$@"
            """
                .formatted(
                    Jdk.own().java(),
                    System.getProperty("java.class.path"),
                    LibrarySshd.class.getName()));
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    return program;
  }

  /**
   * Starts one, in a folder that it makes.
   *
   * @param lines of sshd_config(5) beside its own
   */
  public static LoopbackSshd start(LocalHost host, Path folder, String... lines) throws Exception {
    for (int left = PORTS; ; left--) {
      Files.createDirectory(folder);
      int port = freePort();
      RunningProgram server = serve(host, folder, port, lines);
      long deadline = System.nanoTime() + LIMIT.toNanos();
      while (server.isAlive() && !listens(port) && System.nanoTime() < deadline) {
        Thread.sleep(50);
      }
      if (server.isAlive() && listens(port)) {
        return new LoopbackSshd(host, folder, server);
      }
      server.stop(Duration.ofSeconds(2));
      String said = Files.readString(folder.resolve("err"));
      if (left == 0 || !said.contains("in use")) {
        throw new AssertionError("no sshd: " + said);
      }
      // another program was given the port meanwhile
      Deletion.of(folder);
    }
  }

  private static RunningProgram serve(LocalHost host, Path folder, int port, String... lines)
      throws IOException {
    List<String> arguments = new ArrayList<>(List.of(SCRIPT.toString(), folder.toString()));
    arguments.addAll(List.of(Integer.toString(port), program(folder).toString()));
    arguments.addAll(List.of(lines));
    return host.start(
        Command.of(Duration.ofMinutes(10), arguments.toArray(String[]::new)),
        folder.resolve("out"),
        folder.resolve("err"));
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

  /** With it on the PATH of a process, {@code ssh node} reaches the server. */
  public void reachableBy(ProcessBuilder builder) {
    String bin = client().getParent().toString();
    builder.environment().merge("PATH", bin + ":", (path, first) -> first + path);
  }

  /** Ends the connections that there are, as a node that goes away does. */
  public void cutConnections() {
    if (!REAL) {
      cutThoseOfTheLibrarys();
      return;
    }
    ProcessHandle.of(server.pid()).stream()
        .flatMap(ProcessHandle::descendants)
        .filter(p -> p.info().command().orElse("").contains("sshd"))
        .filter(p -> p.parent().stream().noneMatch(parent -> parent.pid() == server.pid()))
        .forEach(ProcessHandle::destroyForcibly);
  }

  private void cutThoseOfTheLibrarys() {
    try {
      Path asked = Files.createFile(folder.resolve(LibrarySshd.CUT));
      long deadline = System.nanoTime() + LIMIT.toNanos();
      while (Files.exists(asked) && System.nanoTime() < deadline) {
        LockSupport.parkNanos(20_000_000);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What was there before any test of this JVM is not ours. */
  private static final List<Path> BEFORE = folders();

  /** Folders that a connection has made on the node and not removed. */
  public static List<Path> left() {
    return folders().stream().filter(folder -> !BEFORE.contains(folder)).toList();
  }

  private static List<Path> folders() {
    try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
      return files
          .filter(file -> file.getFileName().toString().matches("corebound-[A-Za-z0-9]{8}"))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Must be called: sshd writes over the environment that carries the run's mark. */
  @Override
  public void close() {
    server.stop(Duration.ofSeconds(2));
  }
}
