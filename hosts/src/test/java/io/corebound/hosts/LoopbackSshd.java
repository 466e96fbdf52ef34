package io.corebound.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;

/** An sshd of the test's own: a free loopback port, its own keys, its own configuration. */
final class LoopbackSshd {
  static final String MISSING =
      "no sshd or ssh on this machine (Debian's packages: openssh-server, openssh-client)";

  private static final Path SSHD = Path.of("/usr/sbin/sshd");

  /** Where a root's sshd gives up its privileges; its service would make it. */
  private static final Path EMPTY = Path.of("/run/sshd");

  private static final Duration LIMIT = Duration.ofSeconds(20);

  private final RunningProgram server;
  private final Path client;
  private final boolean madeEmpty;

  private LoopbackSshd(RunningProgram server, Path client, boolean madeEmpty) {
    this.server = server;
    this.client = client;
    this.madeEmpty = madeEmpty;
  }

  static boolean available() {
    return Files.isExecutable(SSHD)
        && LocalHost.find("ssh", System.getenv("PATH"), null).isPresent();
  }

  static LoopbackSshd start(LocalHost host, Path folder) throws Exception {
    boolean made = System.getProperty("user.name").equals("root") && !Files.exists(EMPTY);
    if (made) {
      Files.createDirectory(EMPTY);
    }
    for (String key : List.of("host", "user")) {
      String file = folder.resolve(key).toString();
      assertThat(
              host.run(Command.of(LIMIT, "ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", file))
                  .ok())
          .isTrue();
    }
    Path keys = Files.copy(folder.resolve("user.pub"), folder.resolve("authorized_keys"));
    int port = freePort();
    Path settings = folder.resolve("sshd_config");
    Files.writeString(
        settings,
        """
        Port %d
        ListenAddress 127.0.0.1
        HostKey %s
        AuthorizedKeysFile %s
        PidFile none
        StrictModes no
        UsePAM no
        PasswordAuthentication no
        PermitRootLogin prohibit-password
        """
            .formatted(port, folder.resolve("host"), keys));
    RunningProgram server =
        host.start(
            Command.of(
                Duration.ofMinutes(10), SSHD.toString(), "-D", "-e", "-f", settings.toString()),
            folder.resolve("sshd.out"),
            folder.resolve("sshd.err"));
    await(server, port, folder.resolve("sshd.err"));
    return new LoopbackSshd(server, client(folder, port), made);
  }

  /** A user's configuration is given by a file, since ssh reads the one in the home folder. */
  private static Path client(Path folder, int port) throws IOException {
    Path settings = folder.resolve("ssh_config");
    Files.writeString(
        settings,
        """
        Host node
          HostName 127.0.0.1
          Port %d
          IdentityFile %s
          IdentitiesOnly yes
          StrictHostKeyChecking no
          UserKnownHostsFile /dev/null
          LogLevel ERROR
        """
            .formatted(port, folder.resolve("user")));
    String ssh = LocalHost.find("ssh", System.getenv("PATH"), null).orElseThrow().toString();
    Path bin = Files.createDirectory(folder.resolve("bin"));
    Path wrapper = bin.resolve("ssh");
    Files.writeString(wrapper, "#!/bin/sh\nexec " + ssh + " -F " + settings + " \"$@\"\n");
    Files.setPosixFilePermissions(wrapper, PosixFilePermissions.fromString("rwxr-xr-x"));
    return wrapper;
  }

  /** The real client, with the test's configuration in place of the user's. */
  Path client() {
    return client;
  }

  /** Must be called: sshd writes over the environment that carries the run's mark. */
  void stop() throws IOException {
    server.stop(Duration.ofSeconds(2));
    if (madeEmpty) {
      Files.deleteIfExists(EMPTY);
    }
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
