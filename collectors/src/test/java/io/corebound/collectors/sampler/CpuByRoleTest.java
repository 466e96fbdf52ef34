package io.corebound.collectors.sampler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.corebound.collectors.Fixture;
import io.corebound.records.run.Samples;
import java.time.Duration;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** The parser of what the script writes. */
class CpuByRoleTest {
  @Test
  void intervalThatTheKernelsFiguresAreTooCoarseForIsRefused() {
    assertThatThrownBy(() -> new CpuByRole(Duration.ofMillis(10)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void recordedTextGivesTheTimesThatItsTicksSay() {
    String text =
        """
        t 100.0 100 0 50 1000 0 0 0 0 0 0
        p 1 5 0 10 10 0 0
        p 2 6 0 0 0 0 0
        r 9 70 datanode
        p 9 70 1 100 20 0 0
        e
        t 102.0 160 0 62 1100 0 1 3 9 0 0
        p 9 70 1 150 30 0 0
        e
        t 103.0 160 0 62 1200 0 1 3 9 0 0
        x 9
        p 1 5 0 10 10 153 31
        e
        """;
    Parsed parsed = new CpuByRole().parse("node", text);
    assertThat(parsed.problem()).isEmpty();
    assertThat(parsed.notUnderstood()).isZero();
    List<Samples.Row> rows = parsed.samples().get(0).rows();
    assertThat(rows)
        .contains(
            new Samples.Row(102, "datanode", List.of(25.0, 5.0)),
            new Samples.Row(102, "machine", List.of(30.0, 8.0)),
            // 76 ticks, of which 60 are the DataNode's and 4 interrupts
            new Samples.Row(102, "kernel", List.of(0.0, 2.0)),
            new Samples.Row(102, "gap", List.of(5.0, 1.0)),
            new Samples.Row(103, "datanode", List.of(3.0, 1.0)),
            new Samples.Row(103, "gap", List.of(-3.0, -1.0)));
    assertThat(rows).filteredOn(row -> row.device().equals("other")).hasSize(2);
  }

  @Test
  void textThatIsCutOffGivesWhatCameBeforeAndSaysSo() {
    String text = Fixture.text("roles.txt");
    Parsed whole = new CpuByRole().parse("node", text);
    assertThat(whole.problem()).isEmpty();
    assertThat(whole.notUnderstood()).isZero();
    Parsed cut = new CpuByRole().parse("node", text.substring(0, text.length() - 3));
    assertThat(cut.problem()).contains("was cut off");
    assertThat(cut.rows()).isPositive().isLessThan(whole.rows());
    assertThat(whole.samples().get(0).rows()).containsAll(cut.samples().get(0).rows());
  }

  @Property(tries = 200)
  void anyTextIsReadToItsEnd(@ForAll String text) {
    assertThat(new CpuByRole().parse("node", text).rows()).isZero();
  }

  @Property(tries = 300)
  void damagedTextIsReadToItsEnd(
      @ForAll @IntRange(max = 4000) int from,
      @ForAll @IntRange(max = 300) int length,
      @ForAll @IntRange(min = -9, max = Integer.MAX_VALUE) int number) {
    String text = Fixture.text("roles.txt");
    int start = Math.min(from, text.length());
    int end = Math.min(start + length, text.length());
    String damaged = text.substring(0, start) + number + "99999999" + text.substring(end);
    for (Samples samples : new CpuByRole().parse("node", damaged).samples()) {
      assertThat(samples.rows())
          .allMatch(row -> row.values().stream().allMatch(value -> Double.isFinite(value)));
    }
  }
}
