package io.corebound.cluster.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.corebound.cluster.control.ControlProcess.Answer;
import io.corebound.cluster.control.ControlProcess.Call;
import io.corebound.cluster.job.ApplicationState;
import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.Host;
import io.corebound.hosts.process.PipedProgram;
import io.corebound.records.format.StructuredFiles;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ControlProcessTest {
  private static final ApplicationState STATE =
      new ApplicationState(true, "FINISHED", "SUCCEEDED", "", "100.00%", "default");

  /** HDFS and YARN that know one file and one application. */
  private final DaemonControl hadoop =
      (DaemonControl)
          Proxy.newProxyInstance(
              DaemonControl.class.getClassLoader(),
              new Class<?>[] {DaemonControl.class},
              (proxy, method, arguments) ->
                  switch (method.getName()) {
                    case "exists" -> arguments[0].equals("/a");
                    case "newest" -> Optional.of("/a").filter(a -> arguments[1].equals("a"));
                    case "read" -> new byte[] {(byte) (long) arguments[1], -1};
                    case "listens" -> arguments[1].equals(8020);
                    case "bytesBesideFiles" -> 1L << 40;
                    case "state" -> STATE;
                    case "kill" -> throw new IOException("it has ended");
                    default -> null;
                  });

  private DaemonControl piped() throws IOException {
    PipedOutputStream answers = new PipedOutputStream();
    PipedInputStream output = new PipedInputStream(answers, 1 << 16);
    ByteArrayOutputStream input =
        new ByteArrayOutputStream() {
          @Override
          public void flush() throws IOException {
            Call call =
                ControlProcess.read(
                    StructuredFiles.parseJson(toString(StandardCharsets.UTF_8)), Call.class);
            reset();
            Answer answer = ControlProcess.answer(hadoop, call);
            String lines = "a warning of the JVM\n" + StructuredFiles.toDenseJson(answer) + "\n";
            answers.write(lines.getBytes(StandardCharsets.UTF_8));
            answers.flush();
          }
        };
    PipedProgram program =
        proxy(
            PipedProgram.class,
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "input" -> input;
                  case "output" -> output;
                  case "isAlive" -> true;
                  default -> null;
                });
    Host host = proxy(Host.class, (proxy, method, arguments) -> program);
    return PipedControl.start(
        host, Command.of(Duration.ofSeconds(1), "java"), Path.of("log"), () -> false);
  }

  private static <T> T proxy(Class<T> type, java.lang.reflect.InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }

  @Test
  void everyTypeOfAnswerComesBack() throws IOException {
    DaemonControl control = piped();
    assertThat(control.exists("/a")).isTrue();
    assertThat(control.exists("/b \"\u20ac\"")).isFalse();
    assertThat(control.newest("/", "a", "")).contains("/a");
    assertThat(control.newest("/", "b", "")).isEmpty();
    assertThat(control.read("/a", 3)).containsExactly(3, -1);
    assertThat(control.listens("master", 8020)).isTrue();
    assertThat(control.bytesBesideFiles()).isEqualTo(1L << 40);
    assertThat(control.state("application_1_1")).isEqualTo(STATE);
    control.reportBlocks();
    assertThat(control.queue("default")).isEmpty();
    assertThat(control.readText("/a")).hasSize(2);
  }

  @Test
  void failureOfACallIsAnIoExceptionWithItsMessage() throws IOException {
    DaemonControl control = piped();
    assertThatThrownBy(() -> control.kill("application_1_1"))
        .isInstanceOf(IOException.class)
        .hasMessage("it has ended");
  }

  @Test
  void methodsOfObjectAreNotSent() throws IOException {
    DaemonControl control = piped();
    assertThat(control.equals(control)).isTrue();
    assertThat(control.equals(piped())).isFalse();
    assertThat(control.hashCode()).isEqualTo(control.hashCode());
    assertThat(control.toString()).contains("log");
  }
}
