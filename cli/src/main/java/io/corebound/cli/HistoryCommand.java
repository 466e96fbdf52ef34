package io.corebound.cli;

import io.corebound.analysis.pages.report.history.HistoryCsv;
import io.corebound.analysis.pages.report.history.HistoryMetrics;
import io.corebound.analysis.pages.report.history.HistoryPage;
import io.corebound.analysis.study.compare.ComparedRun;
import io.corebound.analysis.study.history.RunHistory;
import io.corebound.app.run.Version;
import io.corebound.cli.option.PageOutput;
import io.corebound.cli.option.Tag;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.run.RunManifest;
import io.corebound.records.run.State;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.ExitStatus;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "history",
    description =
        """
        Shows runs over time: the newest figures, what is usual, since when they are others, and \
        what changed on the machine there.
        Exit status 1 when a figure of the newest run is worse than usual by more than the \
        threshold.\
        """,
    footer = {
      "",
      "Examples:",
      "  corebound history",
      "  corebound history nightly --tag suite=sort --export history.html",
      "  corebound history --export /var/lib/node_exporter/corebound.prom",
      "",
      "Each machine's runs are judged apart, by the name of its host."
    })
final class HistoryCommand extends Subcommand implements Callable<Integer> {
  /** Tags that a refusal names. */
  private static final int MOST_TAGS = 8;

  @Parameters(
      arity = "0..*",
      paramLabel = "FOLDER",
      description = "folders of run directories, or single runs (default: results in the project)")
  private List<Path> folders = new ArrayList<>();

  @Option(
      names = "--tag",
      paramLabel = "KEY=VALUE",
      converter = Tag.Converter.class,
      description = "only runs with this tag; may be repeated")
  private List<Tag> tags = new ArrayList<>();

  @Option(
      names = "--threshold",
      paramLabel = "PERCENT",
      defaultValue = "5",
      description = "changes up to this are not told (default: ${DEFAULT-VALUE})")
  private double threshold;

  @Option(names = "--host", paramLabel = "NAME", description = "only runs of this host")
  private String host;

  @Option(
      names = "--any-host",
      description = "take all runs for one machine's, as those of a pipeline's containers")
  private boolean anyHost;

  @Mixin private PageOutput output;

  @Override
  public Integer call() {
    if (!(threshold >= 0 && threshold <= 1000)) {
      throw CoreboundException.invalidInput(
          "--threshold: from 0 to 1000 percent, not %s", threshold);
    }
    List<ComparedRun> runs = new ArrayList<>();
    List<RunHistory.Skipped> skipped = new ArrayList<>();
    Set<String> others = new TreeSet<>();
    for (RunDirectory run : directories()) {
      try {
        RunManifest manifest = run.manifest();
        if (tags.stream().allMatch(t -> t.value().equals(manifest.tags().get(t.key())))) {
          take(run, runs, others, skipped);
        } else {
          manifest.tags().forEach((key, value) -> others.add(key + "=" + value));
        }
      } catch (CoreboundException e) {
        skipped.add(new RunHistory.Skipped(name(run), e.getMessage()));
      }
    }
    if (runs.isEmpty()) {
      throw nothing(skipped, others);
    }
    RunHistory history = RunHistory.of(runs, skipped, threshold, anyHost);
    output
        .with(PageOutput.Format.OPENMETRICS, () -> HistoryMetrics.of(history))
        .write(
            HistoryPage.of(history, Version.version(), installation().commit()),
            () -> HistoryCsv.of(history),
            history,
            "newest",
            "changes",
            "skipped");
    return (history.isWorse() ? ExitStatus.FAILED : ExitStatus.OK).code();
  }

  /** Each run once, whether it was named or lies in a folder that was. */
  private List<RunDirectory> directories() {
    Map<Path, RunDirectory> found = new LinkedHashMap<>();
    if (folders.isEmpty() && RunDirectory.namesIn(installation().results()).isEmpty()) {
      throw CoreboundException.invalidInput(
          "%s: no run in it; measure first, or name a folder of runs", installation().results());
    }
    for (Path named : folders.isEmpty() ? List.of(installation().results()) : folders) {
      Path folder = installation().run(named);
      List<RunDirectory> runs = new ArrayList<>();
      if (Files.isDirectory(folder) && !Files.exists(folder.resolve("run.json"))) {
        RunDirectory.namesIn(folder)
            .forEach(name -> runs.add(new RunDirectory(folder.resolve(name))));
        if (runs.isEmpty()) {
          throw CoreboundException.invalidInput(
              "%s: no run in it; name a folder of run directories, such as results", folder);
        }
      } else {
        runs.add(installation().openRun(named));
      }
      runs.forEach(run -> found.put(run.root().toAbsolutePath().normalize(), run));
    }
    return List.copyOf(found.values());
  }

  private static String name(RunDirectory run) {
    return run.root().getFileName().toString();
  }

  /** Takes a run whose figures are those of one setting, measured whole. */
  private void take(
      RunDirectory directory,
      List<ComparedRun> runs,
      Set<String> others,
      List<RunHistory.Skipped> skipped) {
    ComparedRun run = ComparedRun.read(directory);
    RunManifest manifest = run.manifest();
    if (run.tookTurns()) {
      skipped.add(new RunHistory.Skipped(name(directory), "a side of micro --ab"));
    } else if (manifest.state() != State.OK) {
      skipped.add(
          new RunHistory.Skipped(
              name(directory),
              "ended %s: %s".formatted(manifest.state(), manifest.reason().strip())));
    } else if (host != null && !host.equals(RunHistory.host(run))) {
      others.add("host " + RunHistory.host(run));
    } else {
      runs.add(run);
    }
  }

  private CoreboundException nothing(List<RunHistory.Skipped> skipped, Set<String> others) {
    List<String> wanted = new ArrayList<>(tags.stream().map(Tag::toString).toList());
    if (host != null) {
      wanted.add("host " + host);
    }
    if (!wanted.isEmpty()) {
      return CoreboundException.invalidInput(
          others.isEmpty()
              ? "no run with %s: none has a tag; give it with --tag when you measure"
              : "no run with %s; there are %s",
          String.join(" and ", wanted),
          String.join(", ", others.stream().limit(MOST_TAGS).toList()));
    }
    return CoreboundException.invalidInput(
        "no run to show; of %s left out, the first is %s: %s",
        skipped.size(), skipped.get(0).run(), skipped.get(0).reason());
  }
}
