package io.corebound.analysis.theory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class MachineSpeedTest {
  private static final MeasuredRows ROWS = MeasuredRows.terasort().masterStart(1, 2);

  @Test
  void workCostsMoreWithItsErrorAndWaitsDevicesAndRatiosDoNot() {
    Machine machine = ROWS.machine();
    Machine slow = machine.with(Overlay.speed(1.5));

    assertThat(slow.value(Term.COST, "sort")).isEqualTo(30);
    assertThat(slow.figure(Term.COST, "sort").error())
        .isEqualTo(1.5 * machine.figure(Term.COST, "sort").error());
    assertThat(slow.figures("sort").wallNs()).isEqualTo(21);
    assertThat(slow.figures("sort").coldCoreS()).isEqualTo(0.75);
    assertThat(slow.value(Term.IDLE)).isCloseTo(0.075, within(1e-12));
    assertThat(slow.value(Term.EMPTY_MAP)).isCloseTo(1.8, within(1e-12));
    for (Term term : Term.values()) {
      if (term.kind != Term.Kind.WORK && term != Term.SUBMIT_TO_FIRST_MAP) {
        assertThat(slow.figures().all(term)).as(term.id()).isEqualTo(machine.figures().all(term));
      }
    }
  }

  /** 2 of the 3 seconds are its work, on the 0.95 of a core that the daemons left it. */
  @Test
  void timeUntilTheFirstMapIsLongerByTheApplicationMastersWorkAlone() {
    assertThat(ROWS.machine().with(Overlay.speed(1.5)).value(Term.SUBMIT_TO_FIRST_MAP))
        .isCloseTo(3 + 2 / 0.95 * 0.5, within(1e-12));
  }

  @Test
  void drawsScatterAsTheFactorsDoAndStayAtOneOrAbove() {
    List<Double> sorts = new java.util.ArrayList<>();
    List<Double> factors = new java.util.ArrayList<>();
    Machine machine =
        MeasuredRows.terasort().row("speed", "all", "scatter", "ratio", "", 0.05).machine();
    java.util.Random random = new java.util.Random(7);
    for (int i = 0; i < 400; i++) {
      Machine drawn = machine.with(Overlay.draw(random));
      sorts.add(drawn.value(Term.COST, "sort"));
      factors.add(drawn.contention());
    }
    assertThat(factors).allMatch(f -> f >= 1).anyMatch(f -> f > 1.25);
    assertThat(sorts.stream().mapToDouble(s -> s).average().orElseThrow())
        .isCloseTo(20, within(0.2));
  }
}
