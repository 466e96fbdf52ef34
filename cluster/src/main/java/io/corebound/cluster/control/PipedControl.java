package io.corebound.cluster.control;

import io.corebound.cluster.job.ApplicationState;
import io.corebound.cluster.job.LogFile;
import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.Host;
import io.corebound.hosts.process.PipedProgram;
import io.corebound.records.units.CoreboundException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Has HDFS and YARN asked by the control process ({@link ControlMain}), over pipes. Every method
 * fails with a {@link CoreboundException} when that process has ended: it does not come back.
 */
public final class PipedControl implements Control {
  private static final Duration POLL = Duration.ofMillis(50);
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final Duration GRACE = Duration.ofSeconds(1);

  private final PipedProgram process;
  private final Path log;
  private final BooleanSupplier inVain;
  private final BlockingQueue<ControlAnswer> answers = new LinkedBlockingQueue<>();
  private long calls;

  private PipedControl(PipedProgram process, Path log, BooleanSupplier inVain) {
    this.process = process;
    this.log = log;
    this.inVain = inVain;
  }

  /**
   * Starts the control process.
   *
   * @param host where the cluster's addresses can be reached
   * @param command a JVM of {@link ControlMain}
   * @param log what it says beside its answers
   * @param inVain whether no answer is worth waiting for any more: a daemon has ended
   */
  public static PipedControl start(Host host, Command command, Path log, BooleanSupplier inVain) {
    PipedControl control = new PipedControl(host.converse(command, log), log, inVain);
    Thread reader = new Thread(control::readAnswers, "answers of the control process");
    reader.setDaemon(true);
    reader.start();
    return control;
  }

  private void readAnswers() {
    try (BufferedReader output =
        new BufferedReader(new InputStreamReader(process.output(), StandardCharsets.UTF_8))) {
      for (String line = output.readLine(); line != null; line = output.readLine()) {
        try {
          answers.add(ControlAnswer.of(line));
        } catch (RuntimeException e) {
          // the JVM's own word, such as a warning of HotSpot's
          continue;
        }
      }
    } catch (IOException e) {
      // it has ended: whoever waits for its answer finds that out
    }
  }

  private synchronized List<String> call(String method, String... arguments) throws IOException {
    long id = ++calls;
    String line = new ControlCall(id, method, List.of(arguments)).line() + "\n";
    try {
      process.input().write(line.getBytes(StandardCharsets.UTF_8));
      process.input().flush();
    } catch (IOException e) {
      throw ended(e);
    }
    ControlAnswer answer = await(id, method);
    if (!answer.error().isEmpty()) {
      throw new IOException(answer.error());
    }
    return answer.values();
  }

  private ControlAnswer await(long id, String method) throws IOException {
    long deadline = System.nanoTime() + LIMIT.toNanos();
    while (true) {
      boolean alive = process.isAlive();
      ControlAnswer answer = next();
      // one that nobody waited for any more comes before it
      if (answer != null && answer.id() == id) {
        return answer;
      }
      if (answer == null && !alive) {
        throw ended(null);
      }
      if (answer == null && inVain.getAsBoolean()) {
        throw new IOException("a daemon has ended");
      }
      if (System.nanoTime() > deadline) {
        throw new IOException(method + " had no answer after " + LIMIT.toSeconds() + " s");
      }
    }
  }

  private ControlAnswer next() throws IOException {
    try {
      return answers.poll(POLL.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while the control process was asked");
    }
  }

  private CoreboundException ended(IOException cause) {
    return CoreboundException.failed(
        "the control process has ended: " + LogFile.reason(LogFile.text(log)) + "; its log: " + log,
        cause);
  }

  private boolean yes(String method, String... arguments) throws IOException {
    return Boolean.parseBoolean(call(method, arguments).get(0));
  }

  @Override
  public boolean listens(String host, int port) throws IOException {
    return yes("listens", host, Integer.toString(port));
  }

  @Override
  public boolean hdfsReady(int dataNodes) throws IOException {
    return yes("hdfsReady", Integer.toString(dataNodes));
  }

  @Override
  public boolean yarnReady(int nodeManagers) throws IOException {
    return yes("yarnReady", Integer.toString(nodeManagers));
  }

  @Override
  public void reportBlocks() throws IOException {
    call("reportBlocks");
  }

  @Override
  public long bytesBesideFiles() throws IOException {
    return Long.parseLong(call("bytesBesideFiles").get(0));
  }

  @Override
  public void makeMemoryFolder(String folder) throws IOException {
    call("makeMemoryFolder", folder);
  }

  @Override
  public boolean exists(String path) throws IOException {
    return yes("exists", path);
  }

  @Override
  public Optional<String> newest(String folder, String beginning, String ending)
      throws IOException {
    return call("newest", folder, beginning, ending).stream().findFirst();
  }

  @Override
  public byte[] read(String file, long offset) throws IOException {
    return Base64.getDecoder().decode(call("read", file, Long.toString(offset)).get(0));
  }

  @Override
  public void delete(String folder) throws IOException {
    call("delete", folder);
  }

  @Override
  public ApplicationState state(String application) throws IOException {
    List<String> v = call("state", application);
    return new ApplicationState(
        Boolean.parseBoolean(v.get(0)), v.get(1), v.get(2), v.get(3), v.get(4), v.get(5));
  }

  @Override
  public void kill(String application) throws IOException {
    call("kill", application);
  }

  @Override
  public void close() {
    process.closeInput();
    boolean interrupted = Thread.interrupted();
    try {
      process.waitFor(GRACE);
    } catch (InterruptedException e) {
      interrupted = true;
    }
    process.stop(Duration.ZERO);
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
