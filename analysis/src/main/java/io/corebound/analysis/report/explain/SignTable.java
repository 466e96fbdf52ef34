package io.corebound.analysis.report.explain;

import static io.corebound.analysis.report.explain.ExplainWords.SAY;

import io.corebound.analysis.explain.Explanation;
import io.corebound.analysis.explain.Sign;
import io.corebound.analysis.page.Block;
import io.corebound.analysis.page.Block.Row;
import io.corebound.analysis.page.Figures;
import io.corebound.analysis.page.Words;
import java.util.List;

/** The table of signs. */
final class SignTable {
  private SignTable() {}

  static Block of(Explanation explanation) {
    List<Row> rows =
        explanation.signs().stream()
            .map(
                s ->
                    Row.of(
                        Words.capital(SAY.say("sign_" + s.kind())),
                        ExplainWords.type(s.type()),
                        figure(s),
                        Amounts.coreSeconds(s.coreS()),
                        Amounts.time(s.taskS()),
                        Amounts.time(s.jobS())))
            .toList();
    return SAY.table("signs", "signs", rows);
  }

  private static String figure(Sign sign) {
    Double figure = sign.figure();
    if (figure == null) {
      return Figures.NONE;
    }
    return switch (sign.kind()) {
      case SKEW, SPILL -> Figures.number(figure) + " x";
      case GC, MEMORY, SHUFFLE_AND_SORT -> Figures.percent(figure);
      case TIME -> Amounts.time(figure);
      case SPEED -> Figures.number(figure) + " MB/s";
    };
  }
}
