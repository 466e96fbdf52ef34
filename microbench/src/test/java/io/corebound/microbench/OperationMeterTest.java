package io.corebound.microbench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class OperationMeterTest extends MeteredChild {
  @Test
  void figuresOfOneIterationAddUp() {
    OperationMeter meter = new OperationMeter("test", ByteBase.PAYLOAD);
    for (int i = 0; i < 3; i++) {
      meter.begin();
      meter.end(10, 1000);
      meter.report("spills", 2, "spills");
    }
    assertThat(drained())
        .containsEntry("test|records", 30L)
        .containsEntry("test|bytes", 3000L)
        .containsEntry("test|spills", 6L);
    assertThat(OperationMeter.drain()).isEmpty();
  }

  @Test
  void tagsArePartOfTheNameAndTheUnitSaysWhichBytes() {
    OperationMeter meter =
        new OperationMeter("test", ByteBase.IFILE).tag("b", "2").tag("a", "one-1.0");
    meter.begin();
    meter.end(1, 1);
    List<OperationMeter.Figure> figures = OperationMeter.drain();
    assertThat(figures).allMatch(f -> f.label.startsWith("test(a=one-1.0;b=2)|"));
    assertThat(figures).anyMatch(f -> f.label.endsWith("|bytes") && f.unit.equals("B of ifile"));
    assertThatThrownBy(() -> meter.tag("a", "x y")).hasMessageContaining("x y");
  }

  @Test
  void endWithoutBeginIsRefused() {
    OperationMeter meter = new OperationMeter("test", ByteBase.PAYLOAD);
    assertThatThrownBy(() -> meter.end(1, 1)).hasMessageContaining("test has not begun");
  }

  @Test
  void watchedProcessThatHasEndedIsNamed() throws Exception {
    watch("read nothing");
    OperationMeter meter = new OperationMeter("test", ByteBase.PAYLOAD);
    child.destroyForcibly().waitFor();
    assertThatThrownBy(meter::begin)
        .isInstanceOf(OneLineException.class)
        .hasMessageContaining("process " + child.pid() + " (child) does not run");
  }

  @Test
  void watchedProcessesAreRolesAndPids() {
    assertThat(OperationMeter.parseWatched("datanode:1234,namenode:567"))
        .containsExactly(Map.entry("datanode", 1234), Map.entry("namenode", 567));
    assertThat(OperationMeter.parseWatched("")).isEmpty();
    for (String wrong : List.of("datanode", "datanode:", ":12", "datanode:0x1", "a:1,b")) {
      assertThatThrownBy(() -> OperationMeter.parseWatched(wrong))
          .isInstanceOf(OneLineException.class)
          .hasMessageStartingWith("corebound.watch: '");
    }
  }

  @Test
  void processNameWithBlanksAndParenthesesDoesNotShiftTheFields() {
    CpuTime time =
        CpuTime.parseProcess(
            "42 (a) b (c)) S 1 42 42 0 -1 4194304 500 0 7 0 123 45 9 8 20 0 1 0 1000 2000 300");
    assertThat(time.userNs).isEqualTo(1_230_000_000L);
    assertThat(time.systemNs).isEqualTo(450_000_000L);
  }

  @Test
  void machineIsBusyWithEverythingButIdleWaitAndSteal() {
    CpuTime time =
        CpuTime.parseMachine(
            "cpu  100 20 30 4000 500 6 7 80 90 0\ncpu0 100 20 30 4000 500 6 7 80 90 0\n");
    assertThat(time.userNs).isEqualTo((100 + 20) * 10_000_000L);
    assertThat(time.systemNs).isEqualTo((30 + 6 + 7) * 10_000_000L);
    assertThat(time.stealNs).isEqualTo(80 * 10_000_000L);
  }
}
