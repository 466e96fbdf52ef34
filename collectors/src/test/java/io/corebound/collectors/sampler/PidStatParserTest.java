package io.corebound.collectors.sampler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.corebound.collectors.Fixture;
import io.corebound.records.run.Samples;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PidStatParserTest {
  private static final PidStat PIDSTAT = new PidStat(Map.of(22001L, "idler", 22002L, "worker"));

  @Test
  void aRowIsAProcessUnderItsRole() {
    Parsed parsed = PIDSTAT.parse("node", Fixture.text("pidstat-12.6.1.txt"));
    assertThat(parsed.problem()).isEmpty();
    assertThat(parsed.notUnderstood()).isZero();
    Samples samples = parsed.samples().get(0);
    assertThat(samples.source()).isEqualTo("pidstat");
    assertThat(samples.metrics()).containsExactly("user_percent", "system_percent");
    assertThat(samples.rows())
        .containsExactly(
            new Samples.Row(1795250148, "idler", List.of(0.0, 0.0)),
            new Samples.Row(1795250148, "worker", List.of(88.0, 3.0)),
            new Samples.Row(1795250149, "idler", List.of(0.0, 0.0)),
            new Samples.Row(1795250149, "worker", List.of(98.0, 1.0)),
            new Samples.Row(1795250150, "idler", List.of(0.0, 0.0)),
            new Samples.Row(1795250151, "idler", List.of(0.0, 0.0)));
  }

  @ParameterizedTest
  @CsvSource({"pidstat-11.6.5.txt,22103,22104,1795250153,91.0,2.0"})
  void anOlderVersionReadsTheSame(
      String fixture, long idler, long worker, double timeS, double user, double system) {
    PidStat pidstat = new PidStat(Map.of(idler, "idler", worker, "worker"));
    Parsed parsed = pidstat.parse("node", Fixture.text(fixture));
    assertThat(parsed.notUnderstood()).isZero();
    assertThat(parsed.samples().get(0).rows())
        .contains(new Samples.Row(timeS, "worker", List.of(user, system)));
  }

  @Test
  void processesOfOneRoleAreAddedUp() {
    PidStat both = new PidStat(Map.of(22001L, "tasks", 22002L, "tasks"));
    Samples samples = both.parse("node", Fixture.text("pidstat-12.6.1.txt")).samples().get(0);
    assertThat(samples.rows()).hasSize(4);
    assertThat(samples.rows().get(0))
        .isEqualTo(new Samples.Row(1795250148, "tasks", List.of(88.0, 3.0)));
  }

  @Test
  void columnsAreFoundByTheirNames() {
    String text =
        """
        # PID Time %system %usr Command
        22002 1795250148 3.00 88.00 a name of words
        """;
    assertThat(PIDSTAT.parse("node", text).samples().get(0).rows())
        .containsExactly(new Samples.Row(1795250148, "worker", List.of(88.0, 3.0)));
  }

  @Test
  void linesThatAreNotUnderstoodAreCountedAndShown() {
    String text =
        Fixture.text("pidstat-12.6.1.txt").replace("1795250149      0     22002", "09:35 PM 0 x");
    Parsed parsed = PIDSTAT.parse("node", text);
    assertThat(parsed.notUnderstood()).isEqualTo(1);
    assertThat(parsed.examples().get(0)).startsWith("09:35 PM");
    assertThat(parsed.samples().get(0).rows()).hasSize(5);
  }

  @Test
  void aLastLineThatIsNotWholeIsLeftOutAndSaid() {
    String text = Fixture.text("pidstat-12.6.1.txt");
    Parsed parsed = PIDSTAT.parse("node", text.substring(0, text.indexOf("98.00") + 2));
    assertThat(parsed.samples().get(0).rows()).hasSize(3);
    assertThat(parsed.problem()).isEqualTo("pidstat was cut off: its last line is not whole");
  }

  @Test
  void anEmptyOutputSaysThatItHasNoTable() {
    assertThat(PIDSTAT.parse("node", "").problem()).isEqualTo("pidstat wrote no table");
  }

  private static final PidStat OTHERS = new PidStat(Map.of(10323L, "worker", 10332L, "idler"));

  @ParameterizedTest
  @CsvSource({"11.7.3,95", "12.0.6,95", "12.6.1-de_DE,95", "12.6.1-ja_JP,95", "12.6.1-en_US,95"})
  void everyVersionAndLanguageReadsTheSame(String which, double user) {
    Parsed parsed = OTHERS.parse("node", Fixture.text("pidstat-" + which + ".txt"));
    assertThat(parsed.problem()).isEmpty();
    assertThat(parsed.examples()).isEmpty();
    Samples.Row row = parsed.samples().get(0).rows().get(1);
    assertThat(row.timeS()).isEqualTo(1795274946);
    assertThat(row.device()).isEqualTo("worker");
    assertThat(row.values().get(0)).isCloseTo(user, within(1.0));
  }

  /** Without -H pidstat tells the time of the day, in the way of the locale. */
  @ParameterizedTest
  @CsvSource({"12.6.1-12-hour,03:29:06 PM", "12.6.1-ja_JP-clock,15時29分06秒"})
  void aClockWithoutItsDateIsNotGuessed(String which, String time) {
    Parsed parsed = OTHERS.parse("node", Fixture.text("pidstat-" + which + ".txt"));
    assertThat(parsed.samples()).isEmpty();
    assertThat(parsed.notUnderstood()).isEqualTo(10);
    assertThat(parsed.examples().get(0)).startsWith(time);
  }

  @Test
  void whatPidstatAddsUpAtItsEndIsNoSample() {
    String text = Fixture.text("pidstat-12.6.1-de_DE.txt");
    String mean = "Durchschn.:  0  10323  50,00  0,00  0,00  0,00  50,00  -  python3\n";
    Parsed parsed = OTHERS.parse("node", text + mean);
    assertThat(parsed.notUnderstood()).isZero();
    assertThat(parsed.rows()).isEqualTo(OTHERS.parse("node", text).rows());
  }
}
