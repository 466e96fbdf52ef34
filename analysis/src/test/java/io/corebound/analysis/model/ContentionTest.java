package io.corebound.analysis.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.corebound.analysis.model.Contention.Factors;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ContentionTest {
  private static final String MAP = TaskFigures.MAP;
  private static final List<Function<Contention, Factors>> BOTH =
      List.of(Contention::beside, Contention::sharing);

  private static Contention of(Factors beside, Factors sharing) {
    return new Contention(beside, sharing, 2, Figure.exact(1));
  }

  private static Factors factors(double operation, Map<String, Figure> tasks) {
    return new Factors(Figure.exact(operation), tasks);
  }

  @Test
  void factorsBelowOneAreNoise() {
    Factors noise = factors(0.97, Map.of(MAP, new Figure(0.9, 0.05, 8)));
    for (Function<Contention, Factors> kind : BOTH) {
      Factors factors = kind.apply(of(noise, noise));
      assertThat(factors.ofOperation().value()).isEqualTo(1);
      assertThat(factors.of(MAP)).isEqualTo(new Figure(1, 0.05, 8));
    }
  }

  @Test
  void taskThatWasNotMeasuredHasTheFactorOfTheOperation() {
    Contention contention =
        of(factors(1.1, Map.of()), factors(1.2, Map.of(MAP, Figure.exact(1.4))));
    assertThat(contention.beside().of(MAP).value()).isEqualTo(1.1);
    assertThat(contention.sharing().of(MAP).value()).isEqualTo(1.4);
    assertThat(contention.sharing().of(TaskFigures.REDUCE).value()).isEqualTo(1.2);
  }

  @Test
  void anotherCodecsTasksStandForTheirLikeBesideOthersAndOnOneCore() {
    Map<String, Figure> tasks =
        Map.of(MAP, Figure.exact(1.1), TaskFigures.with("none", MAP), Figure.exact(1.3));
    Contention plain = of(factors(1, tasks), factors(1, tasks)).with("none");
    for (Function<Contention, Factors> kind : BOTH) {
      assertThat(kind.apply(plain).of(MAP).value()).isEqualTo(1.3);
      assertThat(kind.apply(plain).of(TaskFigures.REDUCE).value()).isEqualTo(1);
    }
    assertThat(plain.with("zstd").beside().of(MAP).value()).as("none of it").isEqualTo(1.3);
  }

  @Test
  void drawsScatterAsTheFactorsDoAndStayAtOneOrAbove() {
    Factors uncertain =
        new Factors(new Figure(1.2, 0.1, 30), Map.of(MAP, new Figure(1.4, 0.02, 30)));
    Contention contention = of(uncertain, uncertain);
    Random random = new Random(7);
    List<Contention> draws = Stream.generate(() -> contention.drawn(random)).limit(400).toList();
    for (Function<Contention, Factors> kind : BOTH) {
      List<Double> operations =
          draws.stream().map(d -> kind.apply(d).ofOperation().value()).toList();
      assertThat(operations).allMatch(f -> f >= 1).anyMatch(f -> f == 1).anyMatch(f -> f > 1.3);
      double mean =
          draws.stream().mapToDouble(d -> kind.apply(d).of(MAP).value()).average().orElseThrow();
      assertThat(mean).isCloseTo(1.4, within(0.01));
    }
    assertThat(draws).as("each kind of its own").anyMatch(d -> !d.beside().equals(d.sharing()));
  }

  @Test
  void statedFactorIsExact() {
    Contention stated = Contention.stated(1.5);
    assertThat(stated.drawn(new Random(1))).isEqualTo(stated);
    assertThat(stated.sharing()).isEqualTo(Factors.UNKNOWN);
  }
}
