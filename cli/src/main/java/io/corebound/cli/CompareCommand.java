package io.corebound.cli;

import io.corebound.analysis.pages.report.compare.BenchmarkAction;
import io.corebound.analysis.pages.report.compare.ComparisonCsv;
import io.corebound.analysis.pages.report.compare.ComparisonPage;
import io.corebound.analysis.study.compare.ComparedRun;
import io.corebound.analysis.study.compare.Limits;
import io.corebound.analysis.study.compare.RunComparison;
import io.corebound.app.run.Version;
import io.corebound.cli.option.LimitOptions;
import io.corebound.cli.option.PageOutput;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.ExitStatus;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "compare",
    description =
        """
        Compares the operations and jobs of two runs, or of several runs on two sides.
        Exit status 1 when a figure differs and is worse by more than the threshold.\
        """,
    footer = {
      "",
      "Examples:",
      "  corebound compare results/BEFORE results/AFTER",
      "  corebound compare BEFORE-1,BEFORE-2 AFTER-1,AFTER-2 --format md",
      "  corebound compare --a BEFORE-1 --a BEFORE-2 --b AFTER-1 --b AFTER-2",
      "",
      "With several runs on a side, each run is one sample, so the comparison includes how much",
      "runs of one setting differ."
    })
final class CompareCommand extends Subcommand implements Callable<Integer> {
  @Parameters(
      arity = "0..*",
      paramLabel = "RUN",
      description =
          """
          two run directories, or names in results/; separate several runs of a side by commas; \
          KEY=VALUE stands for all in results/ with that tag\
          """)
  private List<String> runs = new ArrayList<>();

  @Option(names = "--a", paramLabel = "RUN", description = "a run on side A; may be repeated")
  private List<String> sideA = new ArrayList<>();

  @Option(names = "--b", paramLabel = "RUN", description = "a run on side B; may be repeated")
  private List<String> sideB = new ArrayList<>();

  @Mixin private LimitOptions limitOptions;
  @Mixin private PageOutput output;

  @Override
  public Integer call() {
    Limits limits = limitOptions.limits();
    boolean named = !sideA.isEmpty() || !sideB.isEmpty();
    if (named && (!runs.isEmpty() || sideA.isEmpty() || sideB.isEmpty())) {
      throw CoreboundException.invalidInput(
          "--a and --b go together, without other runs; name at least one run of each");
    }
    if (named) {
      return compare(read(sideA), read(sideB), limits);
    }
    if (runs.size() != 2) {
      throw CoreboundException.invalidInput(
          runs.size() < 2
              ? "compare needs two runs; name run directories, such as those under results/"
              : "compare takes two sides; name several runs of one side with commas, or by --a and"
                  + " --b");
    }
    return compare(read(names(runs.get(0))), read(names(runs.get(1))), limits);
  }

  private List<String> names(String run) {
    return Files.exists(installation().run(Path.of(run)))
        ? List.of(run)
        : Stream.of(run.split(",")).map(String::strip).filter(r -> !r.isEmpty()).toList();
  }

  private List<ComparedRun> read(List<String> names) {
    return names.stream()
        .flatMap(name -> installation().runs(name).stream())
        .map(ComparedRun::read)
        .toList();
  }

  private int compare(List<ComparedRun> a, List<ComparedRun> b, Limits limits) {
    RunComparison comparison = RunComparison.of(a, b, limits);
    output
        .with(PageOutput.Format.BENCHMARK_ACTION, () -> BenchmarkAction.of(comparison))
        .write(
            ComparisonPage.of(comparison, Version.version(), installation().commit()),
            () -> ComparisonCsv.of(comparison),
            comparison,
            "runs",
            "worse",
            "better");
    return (comparison.regressions().isEmpty() ? ExitStatus.OK : ExitStatus.FAILED).code();
  }
}
