package io.corebound.cli;

import io.corebound.microbenchrunner.JmhOptions;
import io.corebound.microbenchrunner.MicroPlan;
import io.corebound.records.ClusterFile;
import io.corebound.records.CoreboundException;
import io.corebound.records.DataSize;
import io.corebound.records.ProfileFile;
import io.corebound.records.WorkloadFile;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code corebound run}: the main job. */
@Command(
    name = "run",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Probes disk and network, measures every operation of a TeraSort, predicts its time, runs it"
          + " on real Hadoop daemons, and writes a report of what bounds it.",
      "Takes at most ten minutes on 2 cores with the default profile."
    })
final class RunCommand implements Callable<Integer> {
  /** Less would be nothing but start-up. */
  private static final DataSize SMALLEST = DataSize.ofMegabytes(1);

  private final CommandFactory factory;
  @Spec private CommandSpec spec;

  @Option(
      names = "--profile",
      paramLabel = "NAME",
      defaultValue = "quick",
      description =
          "how much is measured: quick, standard, full, or a file (default: ${DEFAULT-VALUE})")
  private String profile;

  @Option(
      names = "--size",
      paramLabel = "SIZE",
      description = "data that TeraSort sorts, such as 1GB (default: the profile's)")
  private DataSize size;

  @Option(
      names = "--cluster",
      paramLabel = "NAME",
      defaultValue = "local",
      description = "a file of configs/cluster, or a path (default: ${DEFAULT-VALUE})")
  private String cluster;

  @Option(names = "--keep", description = "keep the data of the cluster afterwards")
  private boolean keep;

  @Mixin private RunOptions options;

  RunCommand(CommandFactory factory) {
    this.factory = factory;
  }

  @Override
  public Integer call() {
    Installation installation = factory.installation();
    ProfileFile chosen = installation.read("profile", profile, ProfileFile.class);
    ClusterFile clusterFile = installation.read("cluster", cluster, ClusterFile.class);
    DataSize data = size == null ? chosen.size() : size;
    if (data.compareTo(SMALLEST) < 0) {
      throw CoreboundException.invalidInput(
          "--size " + data + " is too small to measure; give at least " + SMALLEST);
    }
    // read when it is needed, refused before anything is measured
    installation.read("workload", MainJob.WORKLOAD, WorkloadFile.class);
    Software software = Software.own(installation);
    RunRequest request =
        new RunRequest(
            factory.arguments(),
            profile,
            chosen,
            clusterFile,
            software,
            options.dataDir(),
            options.results(),
            keep,
            Map.of("data", data));
    ClusterFile fitted = JobParameters.fitted(clusterFile);
    MicroPlan plan =
        MicroPlan.of(
            installation.catalogue(software),
            new MicroPlan.Choice(
                profile,
                chosen,
                List.of(),
                true,
                JobParameters.of(chosen, fitted),
                Map.of(),
                JmhOptions.NONE));
    MicroWork work = new MicroWork(installation, software, plan, fitted);
    return new MainJob(installation, request, work, data, spec.commandLine().getOut()).run().code();
  }
}
