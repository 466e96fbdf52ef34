package io.corebound.cli;

import io.corebound.analysis.pages.report.score.ScoreCsv;
import io.corebound.analysis.pages.report.score.ScorePage;
import io.corebound.analysis.study.score.Score;
import io.corebound.analysis.study.score.ScoredRun;
import io.corebound.app.model.CommittedJobs;
import io.corebound.cli.option.PageOutput;
import io.corebound.records.run.Environment;
import io.corebound.records.units.CoreboundException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
    name = "validate",
    description =
        """
        Scores a run's predictions: each frozen prediction beside the median of its cell's \
        repetitions, which cells count (git shows whether they were unseen), and whether naive \
        predictors do as well.
        Exit status 1 when a prediction was changed after it was frozen.\
        """,
    footer = {
      "",
      "Examples:",
      "  corebound validate results/RUN",
      "  corebound validate results/MORNING results/NOON results/EVENING",
      "  corebound validate results/RUN --format csv > score.csv",
      "  corebound validate score.csv",
      "  corebound validate results/RUN --export score.html"
    })
final class ValidateCommand extends Subcommand implements Runnable {
  @Parameters(
      paramLabel = "RUN",
      arity = "1..*",
      description =
          """
          a run directory, the name of one in results/, or a file that '--format csv' wrote; \
          jobs of several runs count as repetitions; each cell's prediction is the mean of the \
          runs'\
          """)
  private List<Path> runs;

  @Mixin private PageOutput output;

  @Override
  public void run() {
    ScoreCsv.Content content = content();
    ScoredRun scored = content.run();
    Score score = Score.of(scored, content.unseen());
    output.write(
        ScorePage.of(score, scored.sources()),
        () -> ScoreCsv.of(score, scored, machine()),
        score,
        "cells",
        "others");
    if (!score.problems().isEmpty()) {
      throw CoreboundException.failed(
          "scored without predictions that are not what was frozen: %s",
          String.join("; ", ScorePage.said(score.problems())));
    }
  }

  private ScoreCsv.Content content() {
    if (runs.stream().noneMatch(ValidateCommand::isCsv)) {
      ScoredRun run =
          ScoredRun.together(
              runs.stream().map(r -> ScoredRun.read(installation().openRun(r))).toList());
      return new ScoreCsv.Content(run, new CommittedJobs(installation().root()).unseen(run));
    }
    if (runs.size() > 1) {
      throw CoreboundException.invalidInput(
          "a CSV file of scores is validated alone: %s and %s", runs.get(0), runs.get(1));
    }
    return ScoreCsv.read(runs.get(0));
  }

  private static boolean isCsv(Path run) {
    return run.toString().endsWith(".csv") && Files.isRegularFile(run);
  }

  private String machine() {
    return runs.stream()
        .filter(run -> !isCsv(run))
        .map(installation()::openRun)
        .flatMap(run -> run.environment(run.manifest()).stream())
        .map(Environment::cpuModel)
        .distinct()
        .collect(Collectors.joining(" + "));
  }
}
