package io.corebound.cluster.daemons;

import io.corebound.cluster.control.Control;
import io.corebound.cluster.job.Cluster;
import io.corebound.cluster.job.CpuSnapshot;
import io.corebound.cluster.job.Health;
import io.corebound.cluster.job.JobOutcome;
import io.corebound.cluster.job.JobRequest;
import io.corebound.cluster.job.JobRunner;
import io.corebound.cluster.job.LogFile;
import io.corebound.cluster.job.Standstill;
import io.corebound.cluster.job.Watch;
import io.corebound.cluster.libraries.JavaCommands;
import io.corebound.hosts.machine.Jdk;
import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.Host;
import io.corebound.hosts.process.Outcome;
import io.corebound.hosts.process.PipedProgram;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.ExitStatus;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;

/** A cluster whose daemons corebound has started itself. */
public abstract class DaemonCluster implements Cluster {
  /**
   * Beside those in its configuration. A client whose ApplicationMaster is gone asks the history
   * server, which nobody has started, again and again, unless there is none ({@code ClientCache});
   * no file can say so, as Hadoop takes an empty value in one for none.
   */
  private static final Map<String, String> CLIENT_SETTINGS =
      Map.of("mapreduce.jobhistory.address", "");

  private volatile ClusterConfiguration settings;
  private final String mark;
  private final Path directory;
  private final JavaCommands java;
  private final Daemons daemons;
  private RoleCpu cpu;

  /**
   * A cluster without daemons.
   *
   * @param settings its configuration
   * @param jdk that its daemons, clients and tasks run on
   * @param logs folder of the daemons' logs
   * @param directory that its programs are started in; null for corebound's own
   */
  public DaemonCluster(ClusterConfiguration settings, Jdk jdk, Path logs, Path directory) {
    this.settings = settings;
    this.mark = UUID.randomUUID().toString();
    this.directory = directory;
    this.java = commands(jdk);
    this.daemons = new Daemons(logs);
  }

  /** Asks HDFS and YARN. */
  public abstract Control control();

  /** What is broken of the nodes beside the daemons. */
  public Health health() {
    return Health.UNKNOWN;
  }

  /**
   * A failure with what is broken of the nodes: a daemon that has ended, and files that cannot be
   * read, are often no more than what follows from it.
   */
  public final CoreboundException explained(CoreboundException e) {
    // what a lack of this machine, or a person's mistake, stopped needs no other reason
    if (e.status() != ExitStatus.FAILED) {
      return e;
    }
    List<String> unsaid =
        health().tried().stream().filter(what -> !e.getMessage().contains(what)).toList();
    return unsaid.isEmpty()
        ? e
        : CoreboundException.failed(String.join("; ", unsaid) + "; " + e.getMessage(), e);
  }

  /** What stops a job beside its own limits. */
  public Watch watch() {
    return daemons;
  }

  /** Where and as whom jobs run. */
  public abstract JobRunner.Surroundings surroundings();

  /** Those of a cluster whose processes are this machine's. */
  public final JobRunner.Surroundings surroundings(
      Host host, List<String> clientFlags, String user, Optional<Path> spool, List<Long> managers) {
    return new JobRunner.Surroundings(
        host,
        new JavaClient(java, classPath(), clientFlags, cpu),
        CLIENT_SETTINGS,
        control(),
        JobRunner.Surroundings.history(ClusterConfiguration.HISTORY, user),
        JobRunner.Surroundings.staging(ClusterConfiguration.STAGING, user),
        managers,
        spool,
        watch(),
        health(),
        Standstill.Patience.with("ask for less: task_memory of the cluster file"));
  }

  /** The name that the system's own resolver would be asked for. */
  public static String hostName() throws IOException {
    return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
  }

  /** Command lines of Java programs that end with this cluster. */
  public final JavaCommands commands(Jdk jdk) {
    return new JavaCommands(jdk, mark, directory);
  }

  /** Others from now on, which its daemons know already, or need not know. */
  public final void use(ClusterConfiguration changed) {
    settings = changed;
  }

  public final Daemons watched() {
    return daemons;
  }

  /** Has the NameNode make an empty name table. */
  public final void format(Host host, List<String> flags, Path folder) {
    Outcome outcome =
        host.run(
            java.program(
                daemonFlags(flags),
                classPath(),
                DaemonKind.NAME_NODE.mainClass(),
                List.of("-format", "-nonInteractive"),
                Daemons.START_LIMIT));
    if (!outcome.ok()) {
      throw CoreboundException.failed(
          "the NameNode could not format its name table in "
              + folder
              + ": "
              + LogFile.reason(outcome.err()));
    }
  }

  /**
   * Starts a daemon.
   *
   * @param node that it runs on; empty where the cluster has one node only
   * @param flags JVM flags of it alone
   */
  public final void start(Host host, DaemonKind kind, Optional<String> node, List<String> flags) {
    daemons.start(host, java.daemon(daemonFlags(flags), classPath(), kind.mainClass()), kind, node);
  }

  /**
   * Daemons compile with C1 only. With C2 they go on compiling for many minutes, and the first job
   * after their start pays for it: in a lab's 20.6 core-seconds of daemons, where it is 13.3 with
   * C1.
   */
  private List<String> daemonFlags(List<String> own) {
    List<String> flags =
        new ArrayList<>(List.of("-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    flags.addAll(settings.commonFlags());
    flags.addAll(own);
    return flags;
  }

  /** To be called when all daemons were started. */
  public final void watchCpu() {
    cpu = new RoleCpu(daemons.pidsByRole());
  }

  public final RoleCpu roleCpu() {
    return cpu;
  }

  /** Ends the daemons and all that they and the jobs' clients have started. */
  public final void endDaemons() {
    daemons.end(mark);
  }

  @Override
  public final URI fileSystem() {
    return URI.create(settings.core().get("fs.defaultFS"));
  }

  @Override
  public final Path configuration() {
    return settings.folder();
  }

  @Override
  public final Map<String, String> settings() {
    return settings.all();
  }

  @Override
  public final String classPath() {
    return settings.classPath(":");
  }

  @Override
  public final List<String> taskFlags() {
    return settings.taskFlags();
  }

  @Override
  public final Map<String, Long> daemons() {
    return daemons.pids();
  }

  @Override
  public final CpuSnapshot cpu() {
    return cpu.snapshot();
  }

  @Override
  public final Optional<String> firstDeath() {
    return daemons.firstDeath();
  }

  @Override
  public final JobOutcome run(JobRequest request) throws InterruptedException {
    try {
      return new JobRunner(surroundings(), request).run();
    } catch (CoreboundException e) {
      throw explained(e);
    }
  }

  @Override
  public final String readText(String file) {
    try {
      return control().readText(file);
    } catch (IOException e) {
      throw explained(
          CoreboundException.failed("cannot read " + file + " of HDFS: " + e.getMessage(), e));
    }
  }

  @Override
  public final void write(String file, Content content, Duration limit, Path log)
      throws InterruptedException {
    Command put =
        java.program(
            daemonFlags(List.of()),
            classPath(),
            "org.apache.hadoop.fs.FsShell",
            List.of("-put", "-f", "-", file),
            limit);
    PipedProgram program = surroundings().host().converse(put, log);
    try {
      String failure = "";
      try (OutputStream in = program.input()) {
        content.writeTo(in);
      } catch (IOException e) {
        failure = e.getMessage();
      }
      OptionalInt status = program.waitFor(limit);
      if (!failure.isEmpty() || status.isEmpty() || status.getAsInt() != 0) {
        String said = LogFile.reason(LogFile.text(log));
        throw explained(
            CoreboundException.failed(
                "cannot write %s of HDFS: %s; its log: %s"
                    .formatted(file, said.isBlank() ? failure : said, log)));
      }
    } finally {
      program.stop(Duration.ZERO);
    }
  }

  @Override
  public final void delete(String folder) {
    try {
      control().delete(folder);
    } catch (IOException e) {
      throw explained(
          CoreboundException.failed("cannot delete " + folder + " of HDFS: " + e.getMessage(), e));
    }
  }
}
