package io.corebound.collectors.sampler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.corebound.collectors.Fixture;
import io.corebound.records.run.Samples;
import java.util.List;
import org.junit.jupiter.api.Test;

class PressureTest {
  private static final String TEXT = Fixture.text("pressure-6.18.txt");

  private static Parsed parse(String text) {
    return new Pressure().parse("node", text);
  }

  private static List<Samples.Row> rows(Parsed parsed, String resource) {
    return parsed.samples().get(0).rows().stream()
        .filter(r -> r.device().equals(resource))
        .toList();
  }

  /** io some: 46486596 - 46309425 us, all of it in the second second; full: 172580 us. */
  @Test
  void sharesAreTheGrowthOfTheTotalsOverTheirTime() {
    Parsed parsed = parse(TEXT);
    assertThat(parsed.problem()).isEmpty();
    assertThat(parsed.notUnderstood()).isZero();
    assertThat(parsed.samples().get(0).metrics()).containsExactly("some_percent", "full_percent");
    List<Samples.Row> io = rows(parsed, "io");
    assertThat(io).hasSize(3);
    assertThat(io.get(0).values()).containsExactly(0.0, 0.0);
    assertThat(io.get(1).values().get(0)).isCloseTo(17.7171, within(1e-6));
    assertThat(io.get(1).values().get(1)).isCloseTo(17.2580, within(1e-6));
    assertThat(io.get(2).values()).containsExactly(0.0, 0.0);
    assertThat(io.get(1).timeS()).isCloseTo(1795275182.2126, within(1e-3));
    assertThat(rows(parsed, "memory")).hasSize(3);
    assertThat(rows(parsed, "cpu")).hasSize(3);
  }

  @Test
  void aKernelWithoutFullOfTheCpuHasNoFigureForIt() {
    Parsed parsed = parse(TEXT.replaceAll("cpu full .*\n", ""));
    assertThat(parsed.notUnderstood()).isZero();
    Samples.Row row = rows(parsed, "cpu").get(0);
    assertThat(row.values().get(0)).isCloseTo(0.016, within(1e-6));
    assertThat(row.values().get(1)).isNaN();
  }

  @Test
  void aTotalThatShrinksIsNotUsedAndSaid() {
    Parsed parsed = parse(TEXT.replaceFirst("total=46486596", "total=5"));
    assertThat(parsed.examples()).containsExactly("io some: total=5 after total=46309425");
    assertThat(rows(parsed, "io").get(1).values().get(0)).isNaN();
  }

  @Test
  void twoRecordingsInOneFileAreNotSubtractedFromEachOther() {
    Parsed parsed = parse(TEXT + TEXT);
    assertThat(rows(parsed, "io")).hasSize(6);
    assertThat(parsed.examples()).containsExactly("the reader of /proc/pressure was started again");
  }

  @Test
  void linesThatAreNotUnderstoodAreCountedAndShown() {
    Parsed parsed = parse(TEXT.replaceFirst("memory full.*", "memory full: none"));
    assertThat(parsed.examples()).containsExactly("memory full: none");
    assertThat(rows(parsed, "memory")).hasSize(3);
  }

  @Test
  void aLastLineThatIsNotWholeIsLeftOutAndSaid() {
    Parsed parsed = parse(TEXT.substring(0, TEXT.length() - 3));
    assertThat(parsed.problem()).contains("cut off");
    assertThat(rows(parsed, "io")).hasSize(3);
    assertThat(parse("").problem()).isEqualTo("the reader of /proc/pressure wrote no sample");
  }
}
