package io.corebound.hosts;

import io.corebound.hosts.ledger.Deletion;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.sshd.server.Environment;
import org.apache.sshd.server.ExitCallback;
import org.apache.sshd.server.channel.ChannelSession;
import org.apache.sshd.server.command.Command;

/**
 * A program of {@link LibrarySshd}, in the surroundings that sshd(8) gives it: a session and an
 * environment of its own. It is never signalled. Its channel ends when nobody holds its output open
 * any more; when the channel ends first, its input is at the end and its output is closed.
 */
final class LibraryProgram implements Command {
  private static final String PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

  private final String command;
  private final String forced;
  private InputStream fromClient;
  private OutputStream toClient;
  private OutputStream errorsToClient;
  private ExitCallback exit;
  private InputStream out;
  private InputStream err;

  /**
   * What is run.
   *
   * @param command of the client
   * @param forced what is run in its place; may be null
   */
  LibraryProgram(String command, String forced) {
    this.command = command;
    this.forced = forced;
  }

  @Override
  public void setInputStream(InputStream in) {
    fromClient = in;
  }

  @Override
  public void setOutputStream(OutputStream stream) {
    toClient = stream;
  }

  @Override
  public void setErrorStream(OutputStream stream) {
    errorsToClient = stream;
  }

  @Override
  public void setExitCallback(ExitCallback callback) {
    exit = callback;
  }

  @Override
  public void start(ChannelSession channel, Environment environment) throws IOException {
    // Java's own pipes end with the program, even where another program holds them open
    Path pipes = Files.createTempDirectory("library-sshd-");
    Path outPipe = pipes.resolve("out");
    Path errPipe = pipes.resolve("err");
    String user = System.getProperty("user.name");
    Path home = Path.of(System.getProperty("user.home"));
    List<String> words =
        new ArrayList<>(
            List.of("setsid", "env", "-i", "PATH=" + PATH, "HOME=" + home, "USER=" + user));
    words.addAll(List.of("LOGNAME=" + user, "SHELL=/bin/sh", "SSH_ORIGINAL_COMMAND=" + command));
    words.addAll(List.of("sh", "-c", forced == null ? command : forced));
    try {
      new ProcessBuilder("mkfifo", outPipe.toString(), errPipe.toString()).start().waitFor();
      // each open waits for the other end's
      Thread opening = new Thread(() -> open(outPipe, errPipe));
      opening.start();
      Process process =
          new ProcessBuilder(words)
              .directory(home.toFile())
              .redirectOutput(outPipe.toFile())
              .redirectError(errPipe.toFile())
              .start();
      opening.join();
      copying(fromClient, process.getOutputStream(), true);
      Thread outCopy = copying(out, toClient, false);
      Thread errCopy = copying(err, errorsToClient, false);
      new Thread(() -> end(process, outCopy, errCopy)).start();
    } catch (InterruptedException e) {
      throw new IOException("interrupted", e);
    } finally {
      Deletion.of(pipes);
    }
  }

  private void open(Path outPipe, Path errPipe) {
    try {
      out = Files.newInputStream(outPipe);
      err = Files.newInputStream(errPipe);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Thread copying(InputStream from, OutputStream to, boolean closes) {
    Thread copying =
        new Thread(
            () -> {
              LibrarySshd.copy(from, to);
              if (closes) {
                close(to);
              }
            });
    copying.start();
    return copying;
  }

  private void end(Process process, Thread outCopy, Thread errCopy) {
    try {
      int status = process.waitFor();
      outCopy.join();
      errCopy.join();
      exit.onExit(status);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void close(AutoCloseable stream) {
    try {
      stream.close();
    } catch (Exception e) {
      // it was closed by the other side
    }
  }

  @Override
  public void destroy(ChannelSession channel) {
    close(fromClient);
    close(out);
    close(err);
  }
}
