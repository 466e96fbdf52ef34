package io.corebound.cluster.control;

import io.corebound.cluster.job.ApplicationState;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.hadoop.conf.Configuration;

/**
 * The control process: asks HDFS and YARN from where their addresses can be reached, as the user
 * that it runs as. It reads a {@link ControlCall} a line from its standard input and writes a
 * {@link ControlAnswer} a line to its standard output, one after the other; it ends when its input
 * does, also in the middle of a call.
 */
public final class ControlMain {
  private final Control control;

  private ControlMain(Control control) {
    this.control = control;
  }

  /**
   * Answers until the input ends.
   *
   * @param arguments Hadoop's configuration files
   * @throws IOException when the input cannot be read
   */
  public static void main(String[] arguments) throws IOException {
    // whatever else is printed must not come between the answers
    PrintStream answers = System.out;
    System.setOut(System.err);
    Configuration configuration = new Configuration();
    for (String file : arguments) {
      configuration.addResource(new org.apache.hadoop.fs.Path(Path.of(file).toUri()));
    }
    ControlMain main = new ControlMain(new DirectControl(configuration));
    ExecutorService worker = Executors.newSingleThreadExecutor();
    try (BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        ControlCall call = ControlCall.of(line);
        worker.execute(() -> answers.println(main.answer(call).line()));
      }
    } finally {
      // nothing that still tries to reach a daemon holds it up
      Runtime.getRuntime().halt(0);
    }
  }

  private ControlAnswer answer(ControlCall call) {
    try {
      return new ControlAnswer(call.id(), values(call.method(), call.arguments()), "");
    } catch (IOException | RuntimeException | LinkageError | OutOfMemoryError e) {
      String message = e.getMessage();
      return new ControlAnswer(
          call.id(), List.of(), message == null || message.isBlank() ? e.toString() : message);
    }
  }

  private List<String> values(String method, List<String> a) throws IOException {
    return switch (method) {
      case "listens" -> text(control.listens(a.get(0), Integer.parseInt(a.get(1))));
      case "hdfsReady" -> text(control.hdfsReady(Integer.parseInt(a.get(0))));
      case "yarnReady" -> text(control.yarnReady(Integer.parseInt(a.get(0))));
      case "reportBlocks" -> {
        control.reportBlocks();
        yield List.of();
      }
      case "bytesBesideFiles" -> List.of(Long.toString(control.bytesBesideFiles()));
      case "makeMemoryFolder" -> {
        control.makeMemoryFolder(a.get(0));
        yield List.of();
      }
      case "exists" -> text(control.exists(a.get(0)));
      case "newest" -> control.newest(a.get(0), a.get(1), a.get(2)).stream().toList();
      case "read" ->
          List.of(
              Base64.getEncoder().encodeToString(control.read(a.get(0), Long.parseLong(a.get(1)))));
      case "delete" -> {
        control.delete(a.get(0));
        yield List.of();
      }
      case "state" -> state(control.state(a.get(0)));
      case "kill" -> {
        control.kill(a.get(0));
        yield List.of();
      }
      default -> throw new IOException("no such call: " + method);
    };
  }

  private static List<String> text(boolean value) {
    return List.of(Boolean.toString(value));
  }

  private static List<String> state(ApplicationState state) {
    return List.of(
        Boolean.toString(state.ended()),
        state.state(),
        state.finalStatus(),
        state.diagnostics(),
        state.progress(),
        state.queue());
  }
}
