package io.corebound.analysis.pages.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class SentencesTest {
  private static final Sentences EXAMPLE = Sentences.of(SentencesTest.class, "example");

  enum Bound {
    SLOW_DISK
  }

  record Facts(
      String job,
      String size,
      boolean sure,
      Bound bound,
      List<String> tiers,
      double share,
      Double rate,
      double low,
      double high) {}

  record Inner(String name, double error) {}

  record Outer(Inner inner) {}

  @Test
  void factsOfARecordBecomeOneSentence() {
    Facts facts =
        new Facts(
            "terasort", "1 GB", true, Bound.SLOW_DISK, List.of("hdd", "ssd"), 0.5, 123.45, 1, 2.25);
    assertThat(EXAMPLE.say("bound", facts))
        .isEqualTo(
            "TeraSort of 1 GB is bound by the slow disk on hdd and ssd: 50 % of 123 MB/s"
                + " (1.00 to 2.25, 2 tiers).");
  }

  @Test
  void blockThatSaysNothingIsEmpty() {
    assertThat(EXAMPLE.say("nothing")).isEmpty();
  }

  @Test
  void recordsInRecordsAreRead() {
    assertThat(EXAMPLE.say("nested", new Outer(new Inner("map", -0.047)))).isEqualTo("map −4.7 %");
  }

  @Test
  void missingFactIsAnErrorAndNotABlank() {
    assertThatThrownBy(() -> EXAMPLE.say("nested")).hasMessageContaining("inner");
  }

  @Test
  void rowsOfATableAreExpressionsOfItsThings() {
    Block.Table table =
        (Block.Table)
            EXAMPLE.tableOf(
                "errors",
                "errors",
                List.of(new Inner("a | b", 0.5), new Inner("c", 2)),
                "sum",
                2.5);

    assertThat(table.title()).isEqualTo("Errors");
    assertThat(table.columns())
        .containsExactly(Block.Column.text("Name"), Block.Column.number("Error", "s"));
    assertThat(table.rows())
        .containsExactly(
            new Block.Row(List.of(Block.Cell.code("a | b"), Block.Cell.text("0.500")), false),
            new Block.Row(
                List.of(
                    Block.Cell.code("c").withNote("large, again"), Block.Cell.toned("2.00", "bad")),
                false),
            new Block.Row(List.of(Block.Cell.text("all"), Block.Cell.text("2.50")), true));
  }
}
