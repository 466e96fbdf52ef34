package io.corebound.hosts;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.sshd.common.SshConstants;
import org.apache.sshd.common.channel.Channel;
import org.apache.sshd.common.keyprovider.FileKeyPairProvider;
import org.apache.sshd.common.session.Session;
import org.apache.sshd.common.util.buffer.Buffer;
import org.apache.sshd.server.SshServer;
import org.apache.sshd.server.channel.ChannelSession;
import org.apache.sshd.server.channel.ChannelSessionFactory;
import org.apache.sshd.server.config.keys.AuthorizedKeysAuthenticator;

/**
 * What the tests need of sshd(8), by a library: for machines where none is installed. Of its
 * options it knows {@code -f} and {@code -i}, of sshd_config(5) the keywords that are read here.
 */
final class LibrarySshd {
  /** A file beside its key, made to ask for an end of all connections. */
  static final String CUT = "cut";

  private LibrarySshd() {}

  public static void main(String[] arguments) throws Exception {
    List<String> options = List.of(arguments);
    boolean standardStreams = options.contains("-i");
    if (standardStreams) {
      // the client's messages: sshd writes to the system's log
      System.setErr(new PrintStream(OutputStream.nullOutputStream(), false, UTF_8));
    }
    Map<String, String> settings = settings(Path.of(options.get(options.indexOf("-f") + 1)));
    SshServer server = SshServer.setUpDefaultServer();
    server.setHost(InetAddress.getLoopbackAddress().getHostAddress());
    server.setPort(standardStreams ? 0 : Integer.parseInt(settings.get("Port")));
    server.setKeyPairProvider(new FileKeyPairProvider(Path.of(settings.get("HostKey"))));
    server.setPublickeyAuthenticator(
        new AuthorizedKeysAuthenticator(Path.of(settings.get("AuthorizedKeysFile"))));
    String forced = settings.get("ForceCommand");
    server.setCommandFactory((channel, command) -> new LibraryProgram(command, forced));
    server.setChannelFactories(
        List.of(
            new ChannelSessionFactory() {
              @Override
              public Channel createChannel(Session session) {
                return new StatusFirst();
              }
            }));
    server.start();
    if (standardStreams) {
      serveStandardStreams(server.getPort());
      System.exit(0);
    }
    cutConnectionsWhenAsked(server, Path.of(settings.get("HostKey")).resolveSibling(CUT));
  }

  private static void cutConnectionsWhenAsked(SshServer server, Path asked) throws Exception {
    while (true) {
      Thread.sleep(20);
      if (Files.exists(asked)) {
        server.getActiveSessions().forEach(session -> session.close(true));
        Files.delete(asked);
      }
    }
  }

  /** As in sshd_config(5), the first of a keyword counts. */
  private static Map<String, String> settings(Path file) throws IOException {
    Map<String, String> settings = new HashMap<>();
    for (String line : Files.readAllLines(file)) {
      String[] keywordAndValue = line.split(" ", 2);
      settings.putIfAbsent(keywordAndValue[0], keywordAndValue[1]);
    }
    return settings;
  }

  private static void serveStandardStreams(int port) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      OutputStream toServer = socket.getOutputStream();
      InputStream in = System.in;
      new Thread(
              () -> {
                copy(in, toServer);
                System.exit(0);
              })
          .start();
      copy(socket.getInputStream(), new FileOutputStream(FileDescriptor.out));
    }
  }

  /** Until one end is closed, and then closes the source; every piece goes on at once. */
  static void copy(InputStream from, OutputStream to) {
    try (from) {
      byte[] buffer = new byte[32 << 10];
      for (int length = from.read(buffer); length >= 0; length = from.read(buffer)) {
        to.write(buffer, 0, length);
        to.flush();
      }
    } catch (IOException closed) {
      // by the other side, or with the connection
    }
  }

  /**
   * Says a program's status before the end of its output, as sshd does: a client closes the channel
   * at the end.
   */
  private static final class StatusFirst extends ChannelSession {
    @Override
    protected void closeShell(int status, boolean immediately) throws IOException {
      if (!isClosing()) {
        // RFC 4254, 6.10
        Buffer message = getSession().createBuffer(SshConstants.SSH_MSG_CHANNEL_REQUEST);
        message.putUInt(getRecipient());
        message.putString("exit-status");
        message.putBoolean(false);
        message.putUInt(status);
        writePacket(message);
        sendEof();
      }
      commandExitFuture.setClosed();
      close(immediately);
    }
  }
}
