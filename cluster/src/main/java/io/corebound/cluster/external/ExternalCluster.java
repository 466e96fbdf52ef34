package io.corebound.cluster.external;

import io.corebound.cluster.job.Cluster;
import io.corebound.cluster.job.CpuSnapshot;
import io.corebound.cluster.job.Health;
import io.corebound.cluster.job.JobOutcome;
import io.corebound.cluster.job.JobRequest;
import io.corebound.cluster.job.JobRunner;
import io.corebound.cluster.job.JobSettings;
import io.corebound.cluster.job.Standstill;
import io.corebound.hosts.ledger.ClusterFolder;
import io.corebound.hosts.ledger.HadoopCommands;
import io.corebound.hosts.ledger.Ledger;
import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.Host;
import io.corebound.hosts.process.Outcome;
import io.corebound.records.config.ClusterFile;
import io.corebound.records.config.LeverFile;
import io.corebound.records.units.CoreboundException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The user's own Hadoop cluster, used by its own commands on this machine or a gateway. Everything
 * that a run writes to its file system, including staging and histories of jobs, lies in one folder
 * of the run, which {@link #close} deletes, or the next start after the run was killed. Settings
 * are given to each job; the cluster's own stay as they are.
 */
public final class ExternalCluster implements Cluster {
  /** What a person can do for a job that gets no containers. */
  static final String WITHOUT_CONTAINERS =
      """
      wait until the queue is free, name another (external.queue in the cluster file), or ask for \
      less (task_memory)\
      """;

  private final Host gateway;
  private final List<Host> workers;
  private final ClusterFile file;
  private final ClusterFolder folder;
  private final CommandControl control;
  private final CommandClient client;
  private final ExternalSetup.About about;
  private final String user;
  private final Map<String, String> settings;
  private final Standstill.Patience patience;

  private ExternalCluster(
      Host gateway,
      List<Host> workers,
      ClusterFile file,
      HadoopCommands commands,
      ClusterFolder folder,
      ExternalSetup.About about,
      String user,
      Standstill.Patience patience) {
    this.gateway = gateway;
    this.workers = List.copyOf(workers);
    this.file = file;
    this.folder = folder;
    this.control = new CommandControl(gateway, commands, file.external().mapred());
    this.client = new CommandClient(commands, file.external().examplesJar());
    this.about = about;
    this.user = user;
    this.settings = ExternalSettings.of(file, folder.path(), folder.tag());
    this.patience = patience;
  }

  /**
   * Makes the run's folder on a cluster that is running.
   *
   * @param gateway where its commands run: this machine, or the host of the file's gateway
   * @param workers hosts on which the page cache is dropped, where the file says how
   * @param ledger of the run, in which the folder is noted before it is made
   * @throws CoreboundException (missing) when a command, the jar or a Kerberos ticket is missing;
   *     (invalid input) when the work directory is not a folder of its file system; (failed) when
   *     the cluster does not answer
   */
  public static ExternalCluster connect(
      Host gateway, List<Host> workers, ClusterFile file, Ledger ledger) {
    return connect(gateway, workers, file, ledger, Standstill.Patience.with(WITHOUT_CONTAINERS));
  }

  static ExternalCluster connect(
      Host gateway,
      List<Host> workers,
      ClusterFile file,
      Ledger ledger,
      Standstill.Patience patience) {
    ClusterFile.External external = file.external();
    HadoopCommands commands =
        new HadoopCommands(
            external.gateway(), external.configuration(), external.hadoop(), external.yarn());
    ExternalSetup setup = new ExternalSetup(gateway, external, commands);
    ExternalSetup.About about = setup.check();
    ClusterFolder folder = ClusterFolder.make(gateway, ledger, commands, external.workDirectory());
    try {
      String user = setup.owner(folder.path());
      file.attached()
          .map(LeverFile::jar)
          .ifPresent(jar -> setup.put(Path.of(jar), ExternalSettings.jar(folder.path())));
      return new ExternalCluster(gateway, workers, file, commands, folder, about, user, patience);
    } catch (CoreboundException e) {
      throw e.undoing(folder::close);
    }
  }

  /** The version of its Hadoop, as {@code hadoop version} says it. */
  public String version() {
    return about.version();
  }

  @Override
  public String home() {
    return folder.path();
  }

  @Override
  public URI fileSystem() {
    return about.fileSystem();
  }

  /** {@inheritDoc} It is on the gateway; empty where the commands know it themselves. */
  @Override
  public Path configuration() {
    return Path.of(Optional.ofNullable(file.external().configuration()).orElse(""));
  }

  /** {@inheritDoc} Here: those that its jobs are given, as its own are not known. */
  @Override
  public Map<String, String> settings() {
    return settings;
  }

  /** {@inheritDoc} Empty: its commands know it. */
  @Override
  public String classPath() {
    return "";
  }

  /** {@inheritDoc} Those that its jobs are given. */
  @Override
  public List<String> taskFlags() {
    return JobSettings.taskFlags(file);
  }

  /** {@inheritDoc} None of them runs on this machine. */
  @Override
  public Map<String, Long> daemons() {
    return Map.of();
  }

  /** {@inheritDoc} No role: only collectors on its nodes see them. */
  @Override
  public CpuSnapshot cpu() {
    return client.cpu();
  }

  /** {@inheritDoc} Here: that the gateway was lost. */
  @Override
  public Optional<String> firstDeath() {
    return gateway.lost();
  }

  @Override
  public JobOutcome run(JobRequest request) throws InterruptedException {
    return new JobRunner(
            new JobRunner.Access(
                gateway,
                client,
                control,
                settings,
                JobRunner.Folders.of(
                    ExternalSettings.history(home()),
                    ExternalSettings.staging(home()),
                    user,
                    Optional.empty()),
                List.of(),
                this::requireGateway,
                Health.UNKNOWN,
                patience),
            request)
        .run();
  }

  private void requireGateway(String during) {
    gateway
        .lost()
        .ifPresent(
            lost -> {
              throw CoreboundException.failed(during + ": " + lost);
            });
  }

  @Override
  public String readText(String path) {
    try {
      return control.readText(path);
    } catch (IOException e) {
      throw CoreboundException.failed("cannot read %s: %s".formatted(path, e.getMessage()), e);
    }
  }

  /**
   * {@inheritDoc}
   *
   * @throws IllegalArgumentException when it is not in the run's folder
   */
  @Override
  public void delete(String path) {
    // letters, digits and a few signs, so that HDFS's shell does not see a pattern
    boolean plain = path.matches("[A-Za-z0-9/_.=@+-]+") && !path.matches("(.*/)?\\.\\.(/.*)?");
    if (!plain || !path.startsWith(home() + "/")) {
      throw new IllegalArgumentException("%s is not a folder in %s".formatted(path, home()));
    }
    try {
      control.delete(path);
    } catch (IOException e) {
      throw CoreboundException.failed("cannot delete %s: %s".formatted(path, e.getMessage()), e);
    }
  }

  /** {@inheritDoc} Nothing happens when the cluster file does not say how. */
  @Override
  public void dropCaches() {
    String command = file.external().dropCaches();
    if (command == null) {
      return;
    }
    for (Host worker : workers) {
      Outcome outcome = worker.run(Command.of(ExternalSetup.LIMIT, "sh", "-c", command).asUser());
      if (!outcome.ok()) {
        throw CoreboundException.failed(
            "%s: '%s' failed, by which the cluster file drops the page cache: %s"
                .formatted(worker.name(), command, outcome.lastWords()));
      }
    }
  }

  /** {@inheritDoc} Here: kills the run's jobs that still run, and deletes the run's folder. */
  @Override
  public void close() {
    folder.close();
  }
}
