package io.corebound.cluster.control;

import io.corebound.cluster.control.ControlProcess.Answer;
import io.corebound.cluster.control.ControlProcess.Call;
import io.corebound.cluster.job.LogFile;
import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.Host;
import io.corebound.hosts.process.PipedProgram;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.units.CoreboundException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.InterruptedIOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/** Sends each call of a {@link DaemonControl} to the {@link ControlProcess}, over pipes. */
public final class PipedControl implements InvocationHandler {
  private static final Duration POLL = Duration.ofMillis(50);
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final Duration GRACE = Duration.ofSeconds(1);

  private final PipedProgram process;
  private final Path log;
  private final BooleanSupplier inVain;
  private final BlockingQueue<Answer> answers = new LinkedBlockingQueue<>();
  private long calls;

  private PipedControl(PipedProgram process, Path log, BooleanSupplier inVain) {
    this.process = process;
    this.log = log;
    this.inVain = inVain;
  }

  /**
   * Starts the control process. Every method of the result fails with a {@link CoreboundException}
   * once that process has ended.
   *
   * @param inVain whether to stop waiting for an answer because a daemon has ended
   */
  public static DaemonControl start(Host host, Command command, Path log, BooleanSupplier inVain) {
    PipedControl control = new PipedControl(host.converse(command, log), log, inVain);
    Thread reader = new Thread(control::readAnswers, "answers of the control process");
    reader.setDaemon(true);
    reader.start();
    return control.proxy();
  }

  private DaemonControl proxy() {
    Class<DaemonControl> type = DaemonControl.class;
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, this));
  }

  private void readAnswers() {
    try (BufferedReader output =
        new BufferedReader(new InputStreamReader(process.output(), StandardCharsets.UTF_8))) {
      for (String line = output.readLine(); line != null; line = output.readLine()) {
        try {
          answers.add(ControlProcess.read(StructuredFiles.parseJson(line), Answer.class));
        } catch (RuntimeException e) {
          // not an answer: a warning of the JVM
          continue;
        }
      }
    } catch (IOException e) {
      // it has ended, which the next call finds out
    }
  }

  @Override
  public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
    if (method.getDeclaringClass() == Object.class) {
      return switch (method.getName()) {
        case "equals" -> proxy == arguments[0];
        case "hashCode" -> hashCode();
        default -> "control over " + log;
      };
    }
    if (method.isDefault()) {
      return InvocationHandler.invokeDefault(proxy, method, arguments);
    }
    if (method.getName().equals("close")) {
      close();
      return null;
    }
    Answer answer = call(method.getName(), arguments == null ? new Object[0] : arguments);
    if (!answer.error().isEmpty()) {
      throw new IOException(answer.error());
    }
    return method.getReturnType() == void.class
        ? null
        : ControlProcess.read(answer.value(), method.getReturnType());
  }

  private synchronized Answer call(String method, Object[] arguments) throws IOException {
    Call call =
        new Call(++calls, method, Stream.of(arguments).map(StructuredFiles::toTree).toList());
    String line = StructuredFiles.toDenseJson(call) + "\n";
    try {
      process.input().write(line.getBytes(StandardCharsets.UTF_8));
      process.input().flush();
    } catch (IOException e) {
      throw ended(e);
    }
    long deadline = System.nanoTime() + LIMIT.toNanos();
    while (true) {
      boolean alive = process.isAlive();
      Answer answer = next();
      // an answer to an earlier call that was given up may come first
      if (answer != null && answer.id() == call.id()) {
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

  private Answer next() throws IOException {
    try {
      return answers.poll(POLL.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted during a call of the control process");
    }
  }

  private CoreboundException ended(IOException cause) {
    return CoreboundException.failed(
        "the control process has ended: %s; its log: %s"
            .formatted(LogFile.reason(LogFile.text(log)), log),
        cause);
  }

  private void close() {
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
