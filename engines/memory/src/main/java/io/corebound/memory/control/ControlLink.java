package io.corebound.memory.control;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;

/**
 * Messages between the master and a worker. Each side says that it lives once a second; one that
 * says nothing for longer than {@code silence} is held for dead. One thread receives; any may send.
 */
public final class ControlLink implements Closeable {
  private static final long BEAT_MS = 1000;

  private final Socket socket;
  private final DataInputStream in;
  private final OutputStream out;
  private final Duration silence;

  /** The messages of a connected socket. */
  public ControlLink(Socket socket, Duration silence) throws IOException {
    this.socket = socket;
    this.silence = silence;
    socket.setTcpNoDelay(true);
    socket.setSoTimeout((int) silence.toMillis());
    in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
    out = socket.getOutputStream();
    Thread beat = new Thread(this::beat, "control-beat");
    beat.setDaemon(true);
    beat.start();
  }

  private void beat() {
    try {
      while (!socket.isClosed()) {
        send(new Message.Alive());
        Thread.sleep(BEAT_MS);
      }
    } catch (IOException | InterruptedException e) {
      // the receiver sees that the link is gone
    }
  }

  public void send(Message message) throws IOException {
    byte[] bytes = Messages.bytes(message);
    synchronized (out) {
      out.write(bytes);
    }
  }

  /**
   * The next message but {@link Message.Alive}.
   *
   * @throws IOException whose message says how the other side ended
   */
  public Message receive() throws IOException {
    try {
      Message message = Messages.read(in);
      while (message instanceof Message.Alive) {
        message = Messages.read(in);
      }
      return message;
    } catch (EOFException e) {
      throw new IOException("closed the connection", e);
    } catch (SocketTimeoutException e) {
      throw new IOException("has said nothing for %s s".formatted(silence.toSeconds()), e);
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
