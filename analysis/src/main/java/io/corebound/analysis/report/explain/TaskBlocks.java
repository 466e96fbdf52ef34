package io.corebound.analysis.report.explain;

import static io.corebound.analysis.report.explain.ExplainWords.SAY;

import io.corebound.analysis.explain.Explanation;
import io.corebound.analysis.explain.Placing;
import io.corebound.analysis.explain.Skew;
import io.corebound.analysis.explain.Slots;
import io.corebound.analysis.explain.Waves;
import io.corebound.analysis.explain.account.Interval;
import io.corebound.analysis.explain.account.IntervalBound;
import io.corebound.analysis.explain.account.Loss;
import io.corebound.analysis.page.Block;
import io.corebound.analysis.page.Block.Fact;
import io.corebound.analysis.page.Block.Row;
import io.corebound.analysis.page.Chart;
import io.corebound.analysis.page.Charts;
import io.corebound.analysis.page.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** How a job's tasks ran: in words, and task by task. */
final class TaskBlocks {
  private TaskBlocks() {}

  /** Skew, slots, places, losses. */
  static List<Block> words(Explanation explanation) {
    Explanation.Tasks tasks = explanation.tasks();
    List<Block> blocks = new ArrayList<>();
    tasks.skews().forEach(s -> blocks.add(skew(s)));
    blocks.add(slots(tasks.slots()));
    blocks.add(placing(tasks.placing()));
    if (!tasks.losses().isEmpty()) {
      blocks.add(losses(tasks.losses()));
    }
    return blocks;
  }

  private static Block skew(Skew skew) {
    return SAY.paragraph(
        "skew: type, s, reason",
        ExplainWords.type(skew.type()),
        skew,
        SAY.say("reason_" + skew.reason()));
  }

  private static Block slots(Slots slots) {
    return SAY.paragraph(
        "slots: s, first, waiting, empty",
        slots,
        Amounts.time(slots.beforeFirstMapS()),
        Amounts.time(slots.waitingForMapsS()),
        Amounts.time(slots.emptyS()));
  }

  private static Block placing(Placing placing) {
    return SAY.paragraph(
        "placing: p, known, remote, longer",
        placing,
        placing.onNode() + placing.inRack() + placing.elsewhere(),
        Amounts.data(placing.remoteBytes()),
        Amounts.time(placing.longerS()));
  }

  private static Block losses(List<Loss> losses) {
    List<Row> rows =
        losses.stream()
            .map(
                l ->
                    Row.of(
                        ExplainWords.type(l.type()),
                        l.ending().name().toLowerCase(Locale.ROOT),
                        l.words().isEmpty() ? SAY.say("cause_" + l.cause()) : l.words(),
                        String.valueOf(l.attempts()),
                        Amounts.time(l.taskS()),
                        Amounts.coreSeconds(l.coreS())))
            .toList();
    return SAY.table(
        "losses", "losses", rows, "estimated", losses.stream().anyMatch(Loss::estimated));
  }

  /** The chart of waves, the slowest tasks, the settings. */
  static List<Block> details(Explanation explanation) {
    List<Block> blocks = new ArrayList<>();
    blocks.add(waves(explanation));
    blocks.add(slowest(explanation.tasks().skews()));
    if (!explanation.job().settings().isEmpty()) {
      List<Fact> facts = new ArrayList<>();
      explanation.job().settings().forEach((key, value) -> facts.add(new Fact(key, value)));
      blocks.add(new Block.Details(SAY.say("settings"), List.of(new Block.Facts(facts))));
    }
    return blocks;
  }

  private static Block waves(Explanation explanation) {
    Waves waves = explanation.tasks().waves();
    List<String> parts = SAY.parts("waves");
    List<Chart.Mark> spans = new ArrayList<>();
    for (IntervalBound i : explanation.intervals()) {
      if (i.interval() != Interval.OVERHEAD) {
        spans.add(
            new Chart.Mark(
                Words.interval(i.interval().word()), i.startS(), i.startS() + i.lengthS()));
      }
    }
    return new Chart(
        "waves",
        parts.get(0),
        parts.get(1),
        "time",
        "tasks",
        null,
        parts.get(2),
        List.of(),
        List.of(
            layer("maps", waves.maps(), waves.stepS()),
            layer("reduces that fetch", waves.fetching(), waves.stepS()),
            layer("reduces after that", waves.reducing(), waves.stepS())),
        spans,
        List.of(),
        List.of(),
        null);
  }

  private static Chart.Series layer(String name, List<Double> steps, double stepS) {
    List<List<Double>> points = new ArrayList<>();
    for (int i = 0; i < steps.size(); i++) {
      points.add(List.of(Charts.orNull((i + 0.5) * stepS), steps.get(i)));
    }
    return new Chart.Series(name, "", "tasks", false, false, points, List.of());
  }

  private static Block slowest(List<Skew> skews) {
    List<Row> rows = new ArrayList<>();
    for (Skew skew : skews) {
      for (Skew.Slow task : skew.slowest()) {
        rows.add(
            Row.of(
                Block.Cell.code(task.attempt()),
                task.host(),
                task.elapsedS(),
                Amounts.data(task.bytes())));
      }
    }
    return SAY.table("slowest", "slowest", rows);
  }
}
