package io.corebound.cli;

import io.corebound.app.micro.MicroChoice;
import io.corebound.app.micro.MicroWork;
import io.corebound.app.run.Installation;
import io.corebound.app.run.RunRequest;
import io.corebound.app.run.Software;
import io.corebound.app.sweep.ResumedSweep;
import io.corebound.app.sweep.SweepJob;
import io.corebound.app.sweep.SweepPredictions;
import io.corebound.app.sweep.SweepRequests;
import io.corebound.app.sweep.SweepText;
import io.corebound.cli.option.RunOptions;
import io.corebound.records.config.ProfileFile;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.DataSize;
import io.corebound.terasortrunner.sweep.SweepPlan;
import io.corebound.terasortrunner.sweep.SweepRequest;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "sweep",
    description =
        """
        Runs a workload, such as TeraSort, on every pair of storage and network of a sweep file: \
        in a lab on this machine (root), or on your own cluster (docs/external.md). All cells \
        are predicted before the first one runs.
        --resume continues an interrupted sweep; it does not repeat what is OK. --dry-run prints \
        the cells in order, their time and space.\
        """)
public final class SweepCommand extends Subcommand implements Callable<Integer> {
  private static final String PROFILE = "quick";

  @Parameters(
      paramLabel = "SWEEP",
      arity = "0..1",
      description = "a file of configs/sweep, or a path, such as paper-2013")
  private String sweep;

  @Option(
      names = "--profile",
      paramLabel = "NAME",
      description = "size and repetitions: a profile of the sweep file (default: quick)")
  private String profile;

  @Option(
      names = "--size",
      paramLabel = "SIZE",
      description =
          "size of the input, such as 1GB, in place of the profile's; a variant takes its share")
  private DataSize size;

  @Option(
      names = "--only",
      paramLabel = "GLOB",
      description =
          """
          only cells that match storage/network or storage/network/variant, such as 'hdd/*'; may \
          be repeated\
          """)
  private List<String> only = List.of();

  @Option(
      names = "--resume",
      paramLabel = "RUN",
      description = "continue this run with its original options")
  private Path resume;

  @Option(names = "--repeat-failed", description = "with --resume: also run failed cells again")
  private boolean repeatFailed;

  @Option(
      names = "--machine",
      paramLabel = "RUN",
      description = "predict from the operations of this run (default: measure them first)")
  private Path machine;

  @Option(
      names = "--measure",
      paramLabel = "NAME",
      description =
          """
          how operations and base performance are measured: a file of configs/profile, or a path \
          (default: quick, or what the workload needs; a sweep of engines measures no operations)\
          """)
  private String measure;

  @Option(
      names = "--corpus",
      paramLabel = "FILE",
      description =
          """
          text for a workload that reads text, repeated up to the size: plain, .gz or .bz2 \
          (default: an excerpt of the English Wikipedia)\
          """)
  private Path corpus;

  @Mixin private RunOptions options;

  @Override
  public Integer call() {
    requireOptionsThatGoTogether();
    Installation installation = installation();
    ResumedSweep before =
        resume == null ? null : ResumedSweep.open(installation, installation.openRun(resume));
    Software software = Software.own(installation);
    if (before != null) {
      before.requireAsBefore(software, Runtime.getRuntime().availableProcessors());
    }
    SweepRequest request = before == null ? asked(installation) : before.request();
    String profileName = before == null ? measureProfile(request) : before.profileName();
    ProfileFile measured =
        before == null
            ? SweepRequests.needed(
                request, installation.read("profile", profileName, ProfileFile.class))
            : before.profile();
    if (request.machine() == null && !request.predictedCells().isEmpty()) {
      SweepRequests.requireCosts(installation, request, profileName, measured);
    }
    SweepPlan left = before == null ? request.plan() : before.left(repeatFailed);
    PrintWriter out = out();
    boolean predicted = SweepPredictions.allFrozen(before, request);
    if (options.dryRun()) {
      out.print(SweepText.of(request, left.cells(), predicted ? null : profileName, measured));
      out.flush();
      if (before == null) {
        SweepJob.requireRoom(installation, request, left.cells(), options.dataDir());
      }
      return 0;
    }
    List<String> doubts = request.cluster().isExternal() ? List.of() : SweepJob.doubtsOfLab();
    RunRequest asked =
        options.tagged(
            new RunRequest(
                arguments(),
                profileName,
                measured,
                request.cluster(),
                software,
                before == null ? options.dataDir() : before.dataDir(options.dataDir()),
                options.results(),
                false,
                Map.of(ResumedSweep.REQUEST, request)));
    MicroWork micro = null;
    if (request.machine() == null && !predicted && !request.predictedCells().isEmpty()) {
      micro =
          before == null
              ? MicroWork.ofModelFor(
                  request.cluster(),
                  installation,
                  software,
                  profileName,
                  measured,
                  request.sampled())
              : before.operations(installation, software);
      micro = micro.under(SweepRequests.measured(request));
    }
    SweepJob.Task task =
        new SweepJob.Task(
            request,
            left.cells(),
            before,
            micro,
            new ArrayList<>(doubts),
            before == null ? null : before.time());
    return new SweepJob(installation, asked, task, out).run().code();
  }

  private void requireOptionsThatGoTogether() {
    if (resume == null && sweep == null) {
      throw CoreboundException.invalidInput(
          "no sweep is named; give a file of configs/sweep, such as paper-2013, or --resume RUN");
    }
    if (resume == null && repeatFailed) {
      throw CoreboundException.invalidInput("--repeat-failed goes with --resume RUN");
    }
    if (resume != null
        && (sweep != null
            || profile != null
            || size != null
            || measure != null
            || !only.isEmpty()
            || corpus != null
            || machine != null
            || !options.tags().isEmpty())) {
      throw CoreboundException.invalidInput(
          "--resume continues a run with its original options; leave out the sweep, --profile,"
              + " --size, --only, --corpus, --machine, --tag and --measure");
    }
    if (resume != null && options.results() != null) {
      throw CoreboundException.invalidInput("--resume stays in its run; leave out --results");
    }
  }

  private SweepRequest asked(Installation installation) {
    SweepRequest request =
        SweepRequests.read(
            installation,
            sweep,
            profile == null ? PROFILE : profile,
            only,
            machine == null ? null : installation.openRun(machine).root().toAbsolutePath());
    SweepRequest sized = size == null ? request : request.of(size);
    SweepRequest asked = corpus == null ? sized : sized.of(MicroChoice.corpus(corpus));
    // engines are compared as measured; what predictions need takes longer to measure than they
    boolean predicts = request.engines() == null || machine != null || measure != null;
    return predicts ? asked : asked.unpredicted();
  }

  private String measureProfile(SweepRequest request) {
    if (measure != null) {
      return measure;
    }
    List<String> needed =
        request.predictedCells().stream()
            .map(request::workload)
            .map(w -> w.worksOnSample() ? w.sampledTasks().profile() : PROFILE)
            .distinct()
            .toList();
    if (needed.size() > 1) {
      throw CoreboundException.invalidInput(
          "%s: its workloads are measured by profiles %s; give a profile that has all by --measure",
          request.name(), String.join(", ", needed));
    }
    return needed.isEmpty() ? PROFILE : needed.get(0);
  }
}
