package io.corebound.cli;

import io.corebound.app.micro.MicroWork;
import io.corebound.app.run.Installation;
import io.corebound.app.run.JobParameters;
import io.corebound.app.run.RunRequest;
import io.corebound.app.run.Software;
import io.corebound.app.run.Workspace;
import io.corebound.app.sweep.MainJob;
import io.corebound.app.sweep.ResumedSweep;
import io.corebound.app.sweep.SizeInTime;
import io.corebound.app.sweep.SweepJob;
import io.corebound.app.sweep.SweepRequests;
import io.corebound.cli.option.RunOptions;
import io.corebound.cluster.lab.LabUser;
import io.corebound.hosts.lab.LabSupport;
import io.corebound.hosts.machine.Jdk;
import io.corebound.hosts.machine.MemoryRoom;
import io.corebound.hosts.process.LocalHost;
import io.corebound.records.config.ClusterFile;
import io.corebound.records.config.ProfileFile;
import io.corebound.records.config.WorkloadFile;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.DataSize;
import io.corebound.terasortrunner.sweep.SweepRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "run",
    description =
        """
        Measures disk and network and every operation of a TeraSort, predicts its time, runs it \
        on real Hadoop daemons, and reports what bounds it: with root in a lab, on a slow and a \
        fast disk, else on loopback.
        Sorts as much as fits into its time, which is ten minutes unless you say otherwise.\
        """)
final class RunCommand extends Subcommand implements Callable<Integer> {
  /** The cells of a run in the lab. */
  private static final String SWEEP = "run";

  private static final String LAB = "lab";
  private static final String QUICK = "quick";
  private static final String STANDARD = "standard";

  private static final Duration USUAL = Duration.ofMinutes(10);
  private static final Duration SHORTEST = Duration.ofMinutes(3);
  private static final Duration LONGEST = Duration.ofHours(4);

  /** Room for three repetitions. */
  private static final Duration REPEATED_FROM = Duration.ofMinutes(30);

  /** Room for profile model, some forty minutes. */
  private static final Duration MODEL_FROM = Duration.ofMinutes(75);

  private static final String FIRST_IMPRESSION =
      "A run below 8min measures one cell, and every operation in one JVM on little data: its"
          + " figures are a first impression.";

  /** A smaller job is mostly start-up. */
  private static final DataSize SMALLEST = DataSize.ofMegabytes(1);

  @Option(
      names = "--duration",
      paramLabel = "TIME",
      description =
          """
          how long it may take, from 3min to 4h (default: 10min): below 8min one cell on \
          loopback, a first impression; from 30min on more forks and three repetitions, for \
          figures to publish\
          """)
  private Duration duration;

  @Option(
      names = "--profile",
      paramLabel = "NAME",
      description =
          """
          in place of --duration, how much is measured: a name in configs/profile, such as \
          standard, or a file (with --size alone: quick)\
          """)
  private String profile;

  @Option(
      names = "--size",
      paramLabel = "SIZE",
      description =
          """
          in place of --duration, size of the data to sort, such as 1GB (with --profile alone: \
          the profile's, or in a lab that of configs/sweep/run.yaml)\
          """)
  private DataSize size;

  @Option(
      names = "--cluster",
      paramLabel = "NAME",
      description =
          """
          a file of configs/cluster, or a path (default: lab where root can make one, with a \
          slow and a fast disk; else local, on loopback)\
          """)
  private String cluster;

  @Option(
      names = "--keep",
      description = "keep the cluster's data afterwards; the cluster then runs on loopback")
  private boolean keep;

  @Mixin private RunOptions options;

  /** Why there is no lab where none was refused. */
  private Optional<String> notice = Optional.empty();

  @Override
  public Integer call() {
    Installation installation = installation();
    refuseDuration();
    SizeInTime time =
        profile == null && size == null
            ? new SizeInTime(duration == null ? USUAL : duration)
            : null;
    if (profile == null) {
      profile = time == null ? QUICK : profile(time);
    }
    ProfileFile chosen = installation.read("profile", profile, ProfileFile.class);
    if (size != null && size.compareTo(SMALLEST) < 0) {
      throw CoreboundException.invalidInput(
          "--size %s is too small to measure; give at least %s", size, SMALLEST);
    }
    Optional<LabSupport> lab = isBrief(time) ? Optional.empty() : lab(installation);
    return lab.isPresent()
        ? inLab(installation, chosen, time, lab.get())
        : onLoopback(installation, chosen, time);
  }

  private void refuseDuration() {
    if (duration == null) {
      return;
    }
    if (duration.compareTo(SHORTEST) < 0 || duration.compareTo(LONGEST) > 0) {
      throw CoreboundException.invalidInput(
          "--duration: a run takes from 3min to 4h; for another, give --profile or --size instead");
    }
    if (size != null || profile != null) {
      throw CoreboundException.invalidInput(
          "--duration chooses the size and what is measured; leave it out, or leave out %s",
          size != null ? "--size" : "--profile");
    }
    if (new SizeInTime(duration).isBrief() && cluster != null && !cluster.equals(MicroWork.LOCAL)) {
      throw CoreboundException.invalidInput(
          """
          --duration below 8min runs one cell on loopback; leave out --cluster %s, or give 8min \
          or more\
          """,
          cluster);
    }
  }

  private static boolean isBrief(SizeInTime time) {
    return time != null && time.isBrief();
  }

  private static boolean isRepeated(SizeInTime time) {
    return time.whole().compareTo(REPEATED_FROM) >= 0;
  }

  /** What can be measured in about half of a time. */
  private static String profile(SizeInTime time) {
    if (time.isBrief()) {
      return "brief";
    }
    if (!isRepeated(time)) {
      return QUICK;
    }
    return time.whole().compareTo(MODEL_FROM) < 0 ? "model-turn" : "model";
  }

  /** Empty for a cluster on loopback. */
  private Optional<LabSupport> lab(Installation installation) {
    Optional<ClusterFile> given =
        Optional.ofNullable(cluster).map(c -> installation.read("cluster", c, ClusterFile.class));
    if (given.filter(ClusterFile::isExternal).isPresent()) {
      throw CoreboundException.invalidInput(
          """
          --cluster %s: 'run' measures this machine, and that cluster is external; use \
          ./corebound sweep there (docs/external.md)\
          """,
          cluster);
    }
    boolean wanted = given.filter(ClusterFile::isLab).isPresent();
    if (cluster != null && !wanted) {
      return Optional.empty();
    }
    LabSupport support = LabSupport.check(LocalHost.forQuestions());
    if (wanted) {
      support.require();
    }
    if (keep && wanted) {
      throw CoreboundException.invalidInput(
          "--keep: a lab's disks are removed with it; add --cluster local");
    }
    if (wanted) {
      return Optional.of(support);
    }
    Optional<String> why =
        support.possible() ? unusable(installation) : Optional.of(support.reasons());
    if (!keep) {
      notice = why.map("corebound: one cell on loopback, no lab: %s"::formatted);
    }
    return why.isPresent() || keep ? Optional.empty() : Optional.of(support);
  }

  /** Why a lab that can be made could not be used; empty when it can. */
  private static Optional<String> unusable(Installation installation) {
    return tooSmall(installation)
        .or(() -> LabUser.lacking(LocalHost.forQuestions(), List.of(Jdk.own())));
  }

  /** Why a lab has no room in memory here; empty when it has. */
  private static Optional<String> tooSmall(Installation installation) {
    ClusterFile lab = JobParameters.fitted(installation, LAB);
    DataSize needed = new DataSize(SweepJob.programs(lab));
    DataSize available = MemoryRoom.here().available();
    return needed.compareTo(available) <= 0
        ? Optional.empty()
        : Optional.of(
            "its programs need %s of memory, %s are free (end what takes it)"
                .formatted(needed.display(), available.display()));
  }

  private int inLab(
      Installation installation, ProfileFile chosen, SizeInTime time, LabSupport support) {
    boolean published = List.of(QUICK, STANDARD, "full").contains(profile);
    boolean repeated = time != null && isRepeated(time);
    String amount = published ? profile : repeated ? STANDARD : QUICK;
    SweepRequest sweep = SweepRequests.read(installation, SWEEP, amount, List.of(), null);
    if (time == null && (size != null || !published)) {
      sweep = sweep.of(size == null ? chosen.size() : size);
    }
    if (cluster != null) {
      sweep = sweep.on(cluster, JobParameters.fitted(installation, cluster));
    }
    Software software = Software.own(installation);
    if (options.dryRun()) {
      return options.checked(out()).code();
    }
    if (time != null) {
      // a run that was killed still has its disks in memory
      Workspace.requireAlone(installation);
      sweep = time.most(sweep, software.hadoop());
    }
    Map<String, Object> asked = new LinkedHashMap<>(Map.of(ResumedSweep.REQUEST, sweep));
    if (time != null) {
      asked.put(ResumedSweep.DURATION, time.whole().toSeconds());
    }
    RunRequest request = request(chosen, sweep.cluster(), software, asked);
    return new SweepJob(
            installation,
            request,
            new SweepJob.Task(
                sweep,
                sweep.plan().cells(),
                null,
                MicroWork.ofModelFor(
                    sweep.cluster(), installation, software, profile, chosen, List.of()),
                new ArrayList<>(support.doubts()),
                time),
            out())
        .run()
        .code();
  }

  private int onLoopback(Installation installation, ProfileFile chosen, SizeInTime time) {
    String named = cluster == null ? MicroWork.LOCAL : cluster;
    ClusterFile clusterFile = installation.read("cluster", named, ClusterFile.class);
    DataSize data = size != null ? size : time == null ? chosen.size() : null;
    // read when it is needed, refused before anything is measured
    installation.read("workload", MainJob.WORKLOAD, WorkloadFile.class);
    Software software = Software.own(installation);
    MicroWork work =
        MicroWork.ofModel(
            installation,
            software,
            profile,
            chosen,
            JobParameters.fitted(installation, named),
            List.of());
    if (options.dryRun()) {
      return options.checked(out()).code();
    }
    Map<String, Object> asked =
        data == null
            ? Map.of(ResumedSweep.DURATION, time.whole().toSeconds())
            : Map.of(MainJob.DATA, data);
    List<String> doubts = isBrief(time) ? List.of(FIRST_IMPRESSION) : List.of();
    return new MainJob(
            installation,
            request(chosen, clusterFile, software, asked),
            work,
            data,
            time,
            doubts,
            notice)
        .run(out())
        .code();
  }

  private RunRequest request(
      ProfileFile chosen, ClusterFile clusterFile, Software software, Map<String, Object> further) {
    return options.tagged(
        new RunRequest(
            arguments(),
            profile,
            chosen,
            clusterFile,
            software,
            options.dataDir(),
            options.results(),
            keep,
            further));
  }
}
