package io.corebound.cluster.control;

import io.corebound.records.format.StructuredFiles;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.hadoop.conf.Configuration;
import tools.jackson.databind.JsonNode;

/**
 * The control process: asks HDFS and YARN from where their addresses can be reached, as the user
 * that it runs as. It reads a {@link Call} a line from its standard input, writes an {@link Answer}
 * a line to its standard output, in the same order, and ends with its input, even during a call.
 */
public final class ControlProcess {
  private static final Path PROTOCOL = Path.of("control process");

  private ControlProcess() {}

  /** A call of a method of {@link DaemonControl}; names of its methods are unique. */
  record Call(long id, String method, List<JsonNode> arguments) {}

  /** The answer to a call. */
  record Answer(long id, JsonNode value, String error) {}

  /** Reads a line of JSON, or a part of one, as a value of a type. */
  static <T> T read(JsonNode tree, Class<T> type) {
    return StructuredFiles.fromTree(tree, type, PROTOCOL);
  }

  /**
   * Answers until the input ends.
   *
   * @throws IOException when the input cannot be read
   */
  public static void main(String[] arguments) throws IOException {
    // standard output is for answers alone
    PrintStream answers = System.out;
    System.setOut(System.err);
    Configuration configuration = new Configuration();
    for (String file : arguments) {
      configuration.addResource(new org.apache.hadoop.fs.Path(Path.of(file).toUri()));
    }
    DaemonControl control = new DirectControl(configuration);
    ExecutorService worker = Executors.newSingleThreadExecutor();
    try (BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        Call call = read(StructuredFiles.parseJson(line), Call.class);
        worker.execute(() -> answers.println(StructuredFiles.toDenseJson(answer(control, call))));
      }
    } finally {
      // does not wait for a call that still tries to reach a daemon
      Runtime.getRuntime().halt(0);
    }
  }

  static Answer answer(DaemonControl control, Call call) {
    try {
      Method method =
          Arrays.stream(DaemonControl.class.getMethods())
              .filter(m -> m.getName().equals(call.method()))
              .findFirst()
              .orElseThrow(() -> new IOException("no such call: " + call.method()));
      Object[] arguments = new Object[method.getParameterCount()];
      for (int i = 0; i < arguments.length; i++) {
        arguments[i] = read(call.arguments().get(i), method.getParameterTypes()[i]);
      }
      Object value = method.invoke(control, arguments);
      return new Answer(call.id(), value == null ? null : StructuredFiles.toTree(value), "");
    } catch (InvocationTargetException e) {
      return failed(call, e.getCause());
    } catch (IOException | ReflectiveOperationException | RuntimeException e) {
      return failed(call, e);
    }
  }

  private static Answer failed(Call call, Throwable e) {
    String message = e.getMessage();
    return new Answer(
        call.id(), null, message == null || message.isBlank() ? e.toString() : message);
  }
}
