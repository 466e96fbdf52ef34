package io.corebound.cluster.external;

import io.corebound.cluster.job.Cluster;
import io.corebound.cluster.job.CpuSnapshot;
import io.corebound.cluster.job.Health;
import io.corebound.cluster.job.JobOutcome;
import io.corebound.cluster.job.JobRequest;
import io.corebound.cluster.job.JobRunner;
import io.corebound.cluster.job.JobSettings;
import io.corebound.cluster.job.LogFile;
import io.corebound.cluster.job.Standstill;
import io.corebound.hosts.ledger.ClusterFolder;
import io.corebound.hosts.ledger.HadoopCommands;
import io.corebound.hosts.ledger.Ledger;
import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.Host;
import io.corebound.hosts.process.Outcome;
import io.corebound.records.config.ClusterFile;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.ExitStatus;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A Hadoop cluster that somebody else runs, used by its own commands where these run: this machine
 * or a gateway. All that is written to its file system, staging and histories of jobs too, lies in
 * one folder of the run, which {@link #close} deletes, and so does the next start when the run was
 * killed. Settings are given to each job; the cluster's own are as they are.
 */
public final class ExternalCluster implements Cluster {
  /** A command is a JVM on a machine that may be busy. */
  private static final Duration LIMIT = Duration.ofMinutes(5);

  /** What can be done for a job that gets none. */
  static final String WITHOUT_CONTAINERS =
      "wait until the queue is free, name another (external.queue in the cluster file), or ask for"
          + " less (task_memory)";

  private final Host gateway;
  private final List<Host> workers;
  private final ClusterFile file;
  private final ClusterFolder folder;
  private final CommandControl control;
  private final CommandClient client;
  private final About about;
  private final String user;
  private final Map<String, String> settings;
  private final Standstill.Patience patience;

  /**
   * What the commands told of the cluster.
   *
   * @param version of Hadoop, such as {@code 3.4.2}
   * @param fileSystem {@code fs.defaultFS}
   */
  private record About(String version, URI fileSystem) {}

  private ExternalCluster(
      Host gateway,
      List<Host> workers,
      ClusterFile file,
      HadoopCommands commands,
      ClusterFolder folder,
      About about,
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
   * @param file of kind external, with everything filled in ({@link ClusterFile#on})
   * @param ledger of the run, in which the folder is noted before it is made
   * @throws CoreboundException (missing) when a command or the jar is not there or no ticket of
   *     Kerberos; (invalid input) when the work directory is no folder of its file system; (failed)
   *     when the cluster does not answer
   */
  public static ExternalCluster connect(
      Host gateway, List<Host> workers, ClusterFile file, Ledger ledger) {
    return connect(gateway, workers, file, ledger, Standstill.Patience.with(WITHOUT_CONTAINERS));
  }

  /** The same with another patience with jobs that get nowhere. */
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
    Setup setup = new Setup(gateway, external, commands);
    About about = setup.check();
    ClusterFolder folder = ClusterFolder.make(gateway, ledger, commands, external.workDirectory());
    try {
      String user = setup.owner(folder.path());
      return new ExternalCluster(gateway, workers, file, commands, folder, about, user, patience);
    } catch (CoreboundException e) {
      try {
        folder.close();
      } catch (CoreboundException second) {
        e.addSuppressed(second);
      }
      throw e;
    }
  }

  /** Looks at what is there before anything is made. */
  private record Setup(Host gateway, ClusterFile.External external, HadoopCommands commands) {
    About check() {
      String version =
          told(
                  ToldValue.VERSION,
                  commands.of(LIMIT, external.hadoop(), "version"),
                  external.hadoop(),
                  "hadoop")
              .substring("Hadoop ".length());
      String authentication =
          configured(ToldValue.AUTHENTICATION, "hadoop.security.authentication");
      if (authentication.equalsIgnoreCase("kerberos")) {
        requireTicket();
      }
      requireJar();
      requireFolder();
      return new About(version, URI.create(configured(ToldValue.ADDRESS, "fs.defaultFS")));
    }

    /** The user's name in the cluster, which paths of the user's jobs have ({@code MRApps}). */
    String owner(String path) {
      Command command = commands.files(LIMIT, "-stat", "%u", path);
      return told(ToldValue.USER, command, external.hadoop(), "hadoop");
    }

    private String configured(ToldValue value, String key) {
      Command command = commands.of(LIMIT, external.hdfs(), "getconf", "-confKey", key);
      return told(value, command, external.hdfs(), "hdfs");
    }

    private String told(ToldValue value, Command command, String program, String key) {
      return value.in(line(command), said(command, program, key));
    }

    private static String line(Command command) {
      return String.join(" ", command.arguments());
    }

    private String said(Command command, String program, String key) {
      try {
        Outcome outcome = gateway.run(command);
        if (!outcome.ok()) {
          throw CoreboundException.failed(
              "%s: '%s' failed: %s"
                  .formatted(
                      commands.where(),
                      line(command),
                      LogFile.reason(outcome.err().isBlank() ? outcome.out() : outcome.err())));
        }
        return outcome.out();
      } catch (CoreboundException e) {
        if (e.status() == ExitStatus.MACHINE_LACKS) {
          throw CoreboundException.missing(
              "no command '%s' on %s; give its path in the cluster file: external.%s"
                  .formatted(program, commands.where(), key));
        }
        throw e;
      }
    }

    private void requireTicket() {
      boolean valid;
      try {
        valid = gateway.run(Command.of(LIMIT, "klist", "-s").asUser()).ok();
      } catch (CoreboundException e) {
        if (e.status() == ExitStatus.MACHINE_LACKS) {
          throw CoreboundException.missing(
              "the cluster asks for Kerberos, and no ticket can be looked for: " + e.getMessage());
        }
        throw e;
      }
      if (!valid) {
        throw CoreboundException.missing(
            "the cluster asks for Kerberos, and you have no valid ticket on %s; get one there with kinit"
                .formatted(commands.where()));
      }
    }

    private void requireJar() {
      if (!gateway.run(Command.of(LIMIT, "test", "-r", external.examplesJar())).ok()) {
        throw CoreboundException.missing(
            "no jar of Hadoop's examples at %s on %s; name it in the cluster file: external.examples_jar"
                .formatted(external.examplesJar(), commands.where()));
      }
    }

    private void requireFolder() {
      String path = external.workDirectory();
      Command command = commands.files(LIMIT, "-stat", "%F", path);
      Outcome there = gateway.run(command);
      if (!there.ok() && !there.err().contains(ClusterFolder.NOT_THERE)) {
        throw CoreboundException.failed(
            "the cluster's file system does not answer: " + LogFile.reason(there.err()));
      }
      if (!there.ok()
          || !ToldValue.KIND_OF_FILE.in(line(command), there.out()).equals("directory")) {
        throw CoreboundException.invalidInput(
            "external.work_directory: there is no folder %s in the cluster's file system; make it: %s fs -mkdir %s"
                .formatted(path, external.hadoop(), path));
      }
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

  /** {@inheritDoc} Those that its jobs are given: its own are not known. */
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
    return List.of(JobSettings.heap(file));
  }

  /** {@inheritDoc} None of them is this machine's. */
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
            new JobRunner.Surroundings(
                gateway,
                client,
                settings,
                control,
                JobRunner.Surroundings.history(ExternalSettings.history(home()), user),
                JobRunner.Surroundings.staging(ExternalSettings.staging(home()), user),
                List.of(),
                Optional.empty(),
                this::requireGateway,
                Health.UNKNOWN,
                patience),
            request)
        .run();
  }

  private void requireGateway(String during) {
    Optional<String> lost = gateway.lost();
    if (lost.isPresent()) {
      throw CoreboundException.failed(during + ": " + lost.get());
    }
  }

  @Override
  public String readText(String path) {
    try {
      return control.readText(path);
    } catch (IOException e) {
      throw CoreboundException.failed("cannot read " + path + ": " + e.getMessage(), e);
    }
  }

  /**
   * {@inheritDoc}
   *
   * @throws IllegalArgumentException when it is not in the run's folder
   */
  @Override
  public void delete(String path) {
    // letters, digits and a few signs: no pattern, for which a shell of HDFS would take others
    if (!path.startsWith(home() + "/") || !path.matches("[A-Za-z0-9/_.=@+-]+") || up(path)) {
      throw new IllegalArgumentException(path + " is no folder in " + home());
    }
    try {
      control.delete(path);
    } catch (IOException e) {
      throw CoreboundException.failed("cannot delete " + path + ": " + e.getMessage(), e);
    }
  }

  private static boolean up(String path) {
    return List.of(path.split("/", -1)).contains("..");
  }

  /** {@inheritDoc} Nothing happens when the cluster file does not say how. */
  @Override
  public void dropCaches() {
    String command = file.external().dropCaches();
    if (command == null) {
      return;
    }
    for (Host worker : workers) {
      Outcome outcome = worker.run(Command.of(LIMIT, "sh", "-c", command).asUser());
      if (!outcome.ok()) {
        throw CoreboundException.failed(
            "%s: '%s' failed, by which the cluster file drops the page cache: %s"
                .formatted(worker.name(), command, outcome.lastWords()));
      }
    }
  }

  /** {@inheritDoc} Here: kills what still runs of the run's jobs, and deletes the run's folder. */
  @Override
  public void close() {
    folder.close();
  }
}
