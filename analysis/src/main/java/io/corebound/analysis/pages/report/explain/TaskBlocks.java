package io.corebound.analysis.pages.report.explain;

import static io.corebound.analysis.pages.report.explain.ExplainWords.SAY;

import io.corebound.analysis.pages.page.Block;
import io.corebound.analysis.pages.page.Block.Fact;
import io.corebound.analysis.pages.page.Chart;
import io.corebound.analysis.pages.page.Charts;
import io.corebound.analysis.pages.page.Words;
import io.corebound.analysis.study.account.IntervalBound;
import io.corebound.analysis.study.account.Loss;
import io.corebound.analysis.study.explain.Explanation;
import io.corebound.analysis.study.explain.Waves;
import io.corebound.records.history.Interval;
import java.util.ArrayList;
import java.util.List;

/** How a job's tasks ran: in words, and task by task. */
final class TaskBlocks {
  private TaskBlocks() {}

  /** Skew, slots, places, losses. */
  static List<Block> words(Explanation explanation) {
    Explanation.Tasks tasks = explanation.tasks();
    List<Block> blocks = new ArrayList<>();
    tasks.skews().forEach(skew -> blocks.add(SAY.paragraph("skew", skew)));
    blocks.add(SAY.paragraph("slots", tasks.slots()));
    blocks.add(SAY.paragraph("placing", tasks.placing()));
    if (!tasks.losses().isEmpty()) {
      boolean estimated = tasks.losses().stream().anyMatch(Loss::estimated);
      blocks.add(SAY.tableOf("losses", "losses", tasks.losses(), "estimated", estimated));
    }
    return blocks;
  }

  /** The chart of waves, the slowest tasks, the settings. */
  static List<Block> details(Explanation explanation) {
    List<Block> blocks = new ArrayList<>();
    blocks.add(waves(explanation));
    blocks.add(
        SAY.tableOf(
            "slowest",
            "slowest",
            explanation.tasks().skews().stream().flatMap(s -> s.slowest().stream()).toList()));
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
            new Chart.Mark(Words.interval(i.interval()), i.startS(), i.startS() + i.lengthS()));
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
}
