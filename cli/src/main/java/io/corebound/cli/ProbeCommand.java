package io.corebound.cli;

import io.corebound.analysis.pages.report.BasePerformance;
import io.corebound.analysis.pages.report.ReportModel;
import io.corebound.analysis.pages.report.TerminalSummary;
import io.corebound.app.probe.ProbeJob;
import io.corebound.app.probe.ProbedLink;
import io.corebound.app.run.Installation;
import io.corebound.app.run.RunRequest;
import io.corebound.app.run.Software;
import io.corebound.app.run.Terminal;
import io.corebound.app.sweep.SweepJob;
import io.corebound.cli.option.DataFormat;
import io.corebound.cli.option.RunOptions;
import io.corebound.collectors.probe.Fio;
import io.corebound.collectors.probe.ProbeBudget;
import io.corebound.records.config.MachineFile;
import io.corebound.records.config.NetworkFile;
import io.corebound.records.config.SshDestination;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.DataSize;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "probe",
    description =
        """
        Measures disk and network, prints them beside their nominal figures, and saves them as a \
        machine file for 'corebound predict --base'; or the transports of engines in memory.
        fio writes one file in the data directory and removes it; no device is touched.\
        """)
final class ProbeCommand extends Subcommand implements Callable<Integer> {
  private static final int MOST_STREAMS = 64;
  private static final int MOST_SECONDS = 3600;
  private static final int MOST_REPETITIONS = 100;

  @Parameters(
      paramLabel = "PART",
      arity = "0..*",
      description = "disk, network (default: these), transport")
  private List<String> parts = List.of();

  @Option(
      names = "--streams",
      paramLabel = "N",
      split = ",",
      defaultValue = "1,2,4,8",
      description = "how many streams read or write the disk at once (default: ${DEFAULT-VALUE})")
  private List<Integer> streams;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      defaultValue = "5",
      description = "length of one measurement (default: ${DEFAULT-VALUE})")
  private int seconds;

  @Option(
      names = "--repetitions",
      paramLabel = "N",
      defaultValue = "3",
      description =
          "repetitions of each measurement, for the intervals (default: ${DEFAULT-VALUE})")
  private int repetitions;

  @Option(
      names = "--size",
      paramLabel = "SIZE",
      defaultValue = "1GiB",
      description =
          "size of fio's file; at most a quarter of the free space (default: ${DEFAULT-VALUE})")
  private DataSize size;

  @Option(
      names = "--host",
      paramLabel = "HOST",
      description =
          "network, transport: from this machine to this host, by ssh, instead of on loopback")
  private String host;

  @Option(
      names = "--network",
      paramLabel = "NAME",
      description =
          """
          network, transport: between two nodes of a lab on such a link: a file of \
          configs/network, or a path (needs root)\
          """)
  private String network;

  @Option(
      names = "--nominal",
      paramLabel = "NAME",
      description = "nominal figures to compare with: a file of configs/machine, or a path")
  private String nominal;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      defaultValue = "text",
      description = "text, json or csv (default: ${DEFAULT-VALUE})")
  private DataFormat format;

  @Mixin private RunOptions options;

  @Override
  public Integer call() {
    Installation installation = installation();
    Set<ProbeJob.Part> chosen = chosen();
    streams.forEach(s -> within("--streams", s, MOST_STREAMS));
    within("--seconds", seconds, MOST_SECONDS);
    within("--repetitions", repetitions, MOST_REPETITIONS);
    ProbeBudget budget = new ProbeBudget(repetitions, Duration.ofSeconds(seconds), size, streams);
    if (chosen.contains(ProbeJob.Part.DISK)) {
      Fio.requireSize(budget);
    }
    MachineFile stated = stated(installation);
    ProbedLink.Where where = where(installation, chosen);
    if (options.dryRun()) {
      return options.checked(out()).code();
    }
    Map<String, Object> further = new LinkedHashMap<>();
    further.put("parts", chosen.stream().map(ProbeJob.Part::word).toList());
    further.put("streams", streams);
    further.put("seconds", seconds);
    further.put("repetitions", repetitions);
    further.put("size", size);
    further.put("nominal", nominal);
    further.put("host", host);
    further.put("network", network);
    RunRequest request =
        options.tagged(
            new RunRequest(
                arguments(),
                Software.own(installation),
                options.dataDir(),
                options.results(),
                further));
    return new ProbeJob(installation, request, chosen, where, budget, stated)
        .run(out(), this::summary)
        .code();
  }

  private String summary(ReportModel model, Path reportHtml) {
    return switch (format) {
      case TEXT ->
          TerminalSummary.render(model, reportHtml, Terminal.width()).strip()
              + machineFile(reportHtml);
      case JSON -> model.probed().map(BasePerformance::toJson).orElse("").strip();
      case CSV -> model.probed().map(BasePerformance::toCsv).orElse("").strip();
    };
  }

  private static String machineFile(Path reportHtml) {
    Path file = new RunDirectory(reportHtml.getParent()).machineFile();
    if (!Files.exists(file)) {
      return "";
    }
    return "\nMachine file: %1$s\n  ./corebound predict --machine RUN --base %1$s".formatted(file);
  }

  private Set<ProbeJob.Part> chosen() {
    if (parts.isEmpty()) {
      return ProbeJob.Part.USUAL;
    }
    Set<ProbeJob.Part> chosen = EnumSet.noneOf(ProbeJob.Part.class);
    for (String word : parts) {
      chosen.add(
          Arrays.stream(ProbeJob.Part.values())
              .filter(part -> part.word().equals(word))
              .findFirst()
              .orElseThrow(() -> unknown(word)));
    }
    return chosen;
  }

  private ProbedLink.Where where(Installation installation, Set<ProbeJob.Part> chosen) {
    if (host == null && network == null) {
      return ProbedLink.Where.LOOPBACK;
    }
    if (host != null && network != null) {
      throw CoreboundException.invalidInput(
          "--host and --network: give one, for a link to another machine or one of a lab");
    }
    if (chosen.contains(ProbeJob.Part.DISK)) {
      throw CoreboundException.invalidInput(
          "%s: the disk is this machine's; name what is probed: probe network transport",
          host == null ? "--network" : "--host");
    }
    if (host != null) {
      return new ProbedLink.Where(checkedHost(), null, null);
    }
    NetworkFile file = installation.read("network", network, NetworkFile.class);
    if (file.real()) {
      throw CoreboundException.invalidInput(
          "--network %s: names an interface; choose a file with a rate, such as ethernet-10g",
          network);
    }
    SweepJob.doubtsOfLab();
    return new ProbedLink.Where(null, network, file);
  }

  private String checkedHost() {
    try {
      return SshDestination.of(host).name();
    } catch (IllegalArgumentException e) {
      throw CoreboundException.invalidInput("--host: " + e.getMessage(), e);
    }
  }

  private static CoreboundException unknown(String word) {
    List<String> known = Arrays.stream(ProbeJob.Part.values()).map(ProbeJob.Part::word).toList();
    return CoreboundException.invalidInput(
        "unknown probe '%s'%s", word, StructuredFiles.nearest(word, known));
  }

  private static void within(String option, int number, int most) {
    if (number < 1 || number > most) {
      throw CoreboundException.invalidInput(
          "%s is a number from 1 to %s, not %s", option, most, number);
    }
  }

  private MachineFile stated(Installation installation) {
    if (nominal == null) {
      return null;
    }
    Path file = installation.configuration("machine", nominal);
    MachineFile stated = MachineFile.read(file);
    // refused before anything is measured
    BasePerformance.nominal(file.toString(), stated, "");
    return stated;
  }
}
