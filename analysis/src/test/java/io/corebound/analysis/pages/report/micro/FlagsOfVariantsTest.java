package io.corebound.analysis.pages.report.micro;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.analysis.pages.report.MicroRows;
import io.corebound.records.run.Measurement;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Operations whose JVMs had other flags than those of tasks. */
class FlagsOfVariantsTest {
  private static final String OTHERS = "a1b2c3";
  private static final List<String> COMMAND = List.of("micro", "--profile", "full");

  private static List<Measurement> underOthers(String operation) {
    return MicroRows.all().stream()
        .filter(m -> m.operation().equals(operation))
        .map(m -> MicroRows.like(m, 2 * m.value(), m.n(), OTHERS))
        .toList();
  }

  private static List<Measurement> both(List<Measurement> first, List<Measurement> second) {
    List<Measurement> rows = new ArrayList<>(first);
    rows.addAll(second);
    return rows;
  }

  private static boolean isTokens(Measurement m) {
    return m.operation().equals("parse.tokens");
  }

  private static List<Measurement> counting(List<Measurement> rows) {
    Function<Measurement, Variant> variants = MeasuredOperations.variants(rows);
    return rows.stream().filter(m -> variants.apply(m).counts()).toList();
  }

  @Test
  void flagsOfTasksCountWhicheverComesFirst() {
    List<Measurement> others = underOthers("parse.tokens");
    List<Measurement> tasks = MicroRows.all();

    assertThat(counting(both(others, tasks))).isEqualTo(tasks);
    assertThat(counting(both(tasks, others))).isEqualTo(tasks);
  }

  @Test
  void whatWasMeasuredWithOtherFlagsAloneCounts() {
    List<Measurement> rows = both(MicroRows.all(), underOthers("parse.tokens"));
    rows.removeAll(MicroRows.all().stream().filter(FlagsOfVariantsTest::isTokens).toList());

    assertThat(counting(rows)).isEqualTo(rows).anyMatch(FlagsOfVariantsTest::isTokens);
  }

  @Test
  void withoutATaskTheFirstFlagsCount() {
    List<Measurement> first = underOthers("parse.tokens");
    List<Measurement> second =
        first.stream().map(m -> MicroRows.like(m, m.value(), m.n(), "d4e5f6")).toList();

    assertThat(counting(both(first, second))).isEqualTo(first);
  }

  @Test
  void flagsDifferWhereCostsHaveDifferentOnes() {
    MeasuredOperations operations =
        MeasuredOperations.of(both(MicroRows.all(), underOthers("parse.tokens")));

    assertThat(operations.differInFlags(COMMAND)).isTrue();
    assertThat(MeasuredOperations.of(MicroRows.all()).differInFlags(COMMAND)).isFalse();
  }

  @Test
  void compilationThatTheCommandLineSetsIsTheSameForAll() {
    MeasuredOperations operations =
        MeasuredOperations.of(both(MicroRows.all(), underOthers("parse.tokens")));
    List<String> command = List.of("micro", "--", "-jvmArgsAppend", "-XX:+BackgroundCompilation");

    assertThat(operations.differInFlags(command)).isFalse();
  }
}
