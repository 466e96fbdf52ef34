package io.corebound.microbench;

import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Tests of the meter, each with a process of its own that the meter may watch. */
abstract class MeteredChild {
  /** Null until a test watches one. */
  Process child;

  @BeforeEach
  void forgetEarlierFigures() {
    OperationMeter.drain();
  }

  @AfterEach
  void endChild() throws InterruptedException {
    OperationMeter.unwatch("child");
    if (child != null) {
      child.destroyForcibly().waitFor();
    }
  }

  void watch(String shellCommand) throws Exception {
    child = new ProcessBuilder("sh", "-c", shellCommand).start();
    OperationMeter.watch("child", Math.toIntExact(child.pid()));
  }

  static Map<String, Long> drained() {
    return OperationMeter.drain().stream()
        .collect(Collectors.toMap(figure -> figure.label, figure -> figure.value));
  }
}
