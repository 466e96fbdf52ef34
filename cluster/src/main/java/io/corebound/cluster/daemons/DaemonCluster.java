package io.corebound.cluster.daemons;

import io.corebound.cluster.control.DaemonControl;
import io.corebound.cluster.job.Cluster;
import io.corebound.cluster.job.CpuSnapshot;
import io.corebound.cluster.job.Health;
import io.corebound.cluster.job.JobOutcome;
import io.corebound.cluster.job.JobRequest;
import io.corebound.cluster.job.JobRunner;
import io.corebound.cluster.job.LogFile;
import io.corebound.cluster.job.Standstill;
import io.corebound.cluster.job.Watchdog;
import io.corebound.cluster.libraries.JavaCommands;
import io.corebound.hosts.machine.Jdk;
import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.Host;
import io.corebound.hosts.process.Node;
import io.corebound.hosts.process.Outcome;
import io.corebound.hosts.process.PipedProgram;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.ExitStatus;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** A cluster of daemons that corebound has started. */
public abstract class DaemonCluster implements Cluster {
  /**
   * Besides those in its configuration. A client whose ApplicationMaster has ended asks the history
   * server, which does not run, again and again, unless there is none ({@code ClientCache}); no
   * file can set that, as Hadoop ignores an empty value in one.
   */
  private static final Map<String, String> CLIENT_SETTINGS =
      Map.of("mapreduce.jobhistory.address", "");

  private final String mark = UUID.randomUUID().toString();
  private final Path directory;
  private final JavaCommands java;
  private final Daemons daemons;
  private volatile ClusterConfiguration settings;
  private RoleCpu cpu;

  /**
   * A cluster without daemons.
   *
   * @param directory that its programs are started in; null for corebound's own
   */
  protected DaemonCluster(ClusterConfiguration settings, Jdk jdk, Path logs, Path directory) {
    this.settings = settings;
    this.directory = directory;
    this.java = commands(jdk);
    this.daemons = new Daemons(logs);
  }

  /** Asks HDFS and YARN. */
  public abstract DaemonControl control();

  /** What is broken on the nodes besides the daemons. */
  protected Health health() {
    return Health.UNKNOWN;
  }

  /**
   * A failure with what is broken on the nodes: that a daemon has ended, or a file cannot be read,
   * is often only a consequence of it.
   */
  protected final CoreboundException explained(CoreboundException e) {
    // what this machine lacks and what a person mistyped explain themselves
    if (e.status() != ExitStatus.FAILED) {
      return e;
    }
    List<String> added =
        health().tried().stream().filter(what -> !e.getMessage().contains(what)).toList();
    return added.isEmpty()
        ? e
        : CoreboundException.failed(String.join("; ", added) + "; " + e.getMessage(), e);
  }

  /** What stops a job besides its own limits. */
  protected Watchdog watchdog() {
    return daemons;
  }

  /** Where and as which user jobs run. */
  public abstract JobRunner.Access access();

  protected final JobRunner.Access access(
      Host host, List<String> clientFlags, String user, Optional<Path> spool, List<Long> managers) {
    return new JobRunner.Access(
        host,
        new JavaClient(java, classPath(), clientFlags, cpu),
        control(),
        CLIENT_SETTINGS,
        JobRunner.Folders.of(
            ClusterConfiguration.HISTORY, ClusterConfiguration.STAGING, user, spool),
        managers,
        watchdog(),
        health(),
        Standstill.Patience.with("ask for less: task_memory of the cluster file"));
  }

  /** The name that the system's own resolver would be asked for. */
  protected static String hostName() throws IOException {
    return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
  }

  /** Command lines of Java programs that end with this cluster. */
  protected final JavaCommands commands(Jdk jdk) {
    return new JavaCommands(jdk, mark, directory);
  }

  /** Changes settings, which the daemons must know already or need not know. */
  protected final void use(ClusterConfiguration changed) {
    settings = changed;
  }

  protected final Daemons watched() {
    return daemons;
  }

  /** Makes the NameNode write an empty name table. */
  protected final void format(Host host, List<String> flags, Path folder) {
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
          "the NameNode could not format its name table in %s: %s"
              .formatted(folder, LogFile.reason(outcome.err())));
    }
  }

  /**
   * Starts a daemon.
   *
   * @param node that it runs on; empty where the cluster has one node only
   */
  protected final void start(
      Host host, DaemonKind kind, Optional<String> node, List<String> flags) {
    daemons.start(host, java.daemon(daemonFlags(flags), classPath(), kind.mainClass()), kind, node);
  }

  /**
   * Daemons compile with C1 only. With C2 they go on compiling for many minutes, and the first job
   * after their start pays for it: in a lab, 20.6 core-seconds of daemons instead of 13.3.
   */
  private List<String> daemonFlags(List<String> own) {
    List<String> flags =
        new ArrayList<>(List.of("-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    flags.addAll(settings.commonFlags());
    flags.addAll(own);
    return flags;
  }

  /** To be called when all daemons were started. */
  protected final void watchCpu() {
    cpu = new RoleCpu(daemons.pidsByRole());
  }

  /** Ends the daemons and everything that they and the jobs' clients have started. */
  protected final void endDaemons() {
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
  public final void check(String during) throws InterruptedException {
    watchdog().check(during);
  }

  @Override
  public final JobOutcome run(JobRequest request) throws InterruptedException {
    try {
      return new JobRunner(access(), request).run();
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
          CoreboundException.failed(
              "cannot read %s of HDFS: %s".formatted(file, e.getMessage()), e));
    }
  }

  @Override
  public final void write(String file, long bytes, Content content, Duration limit, Path log)
      throws InterruptedException {
    createFolderOf(log);
    List<Node> nodes = nodes();
    // the master is the first
    SpreadOutput out =
        new SpreadOutput(
            nodes.subList(1, nodes.size()),
            bytes,
            settings.cluster().blockSize().bytes(),
            limit,
            (writer, creates) -> put(writer, creates, file, limit, log));
    try {
      content.writeTo(out);
      out.close();
    } catch (IOException e) {
      if (Thread.interrupted()) {
        throw new InterruptedException("interrupted while %s was written".formatted(file));
      }
      // it may say why only when it has ended
      out.stop();
      String said = LogFile.reason(LogFile.text(log));
      throw explained(
          CoreboundException.failed(
              "cannot write %s of HDFS: %s; its log: %s"
                  .formatted(file, said.isBlank() ? e : said, log)));
    } finally {
      out.stop();
    }
  }

  private PipedProgram put(Node writer, boolean creates, String file, Duration limit, Path log) {
    List<String> flags = new ArrayList<>(JobRequest.CLIENT_FLAGS);
    flags.addAll(writer.jvmFlags());
    List<String> arguments =
        creates ? List.of("-put", "-f", "-", file) : List.of("-appendToFile", "-", file);
    Command program =
        java.program(flags, classPath(), "org.apache.hadoop.fs.FsShell", arguments, limit);
    return writer.host().converse(program, log);
  }

  private static void createFolderOf(Path log) {
    try {
      Files.createDirectories(log.getParent());
    } catch (IOException e) {
      throw CoreboundException.failed("cannot write " + log + ": " + e.getMessage(), e);
    }
  }

  @Override
  public final void delete(String folder) {
    try {
      control().delete(folder);
    } catch (IOException e) {
      throw explained(
          CoreboundException.failed(
              "cannot delete %s of HDFS: %s".formatted(folder, e.getMessage()), e));
    }
  }
}
