package io.corebound.engines.process;

import io.corebound.engines.EngineJob;
import io.corebound.engines.process.Programs.Jvm;
import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.Node;
import io.corebound.hosts.process.Outcome;
import io.corebound.hosts.process.RunningProgram;
import io.corebound.records.config.EngineFile;
import io.corebound.records.units.CoreboundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Apache Spark: a standalone master, a worker on each node with an executor of all its cores, and a
 * driver beside the master ({@code engines/spark}), for one job.
 */
public final class SparkEngine extends ProcessEngine {
  /** The workloads that it has functions for. */
  public static final List<String> WORKLOADS = List.of("bigram-count", "group-by", "word-count");

  private static final String DEPLOY = "org.apache.spark.deploy.";
  private static final String PACKAGE = "io.corebound.spark.";

  /** What a master logs when workers can register; one that comes before tries again after 5 s. */
  private static final String READY = "I have been elected leader";

  /** How its processes know each other; executors have it from their worker. */
  private static final String SECRET = "_SPARK_AUTH_SECRET";

  /** Folders below a worker's until an executor's log. */
  private static final int EXECUTORS = 3;

  private static final Duration START = Duration.ofSeconds(60);
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private final EngineFile file;
  private final Path home;

  /** What JVMs of this Spark need beyond the JDK's defaults. */
  private List<String> flags;

  /**
   * An engine of kind {@code spark}; nothing runs before its first job.
   *
   * @param home a folder whose folder {@code jars} has all of Spark
   */
  public SparkEngine(EngineFile file, Place place, Path home) {
    super(place);
    this.file = file;
    this.home = home;
  }

  @Override
  String run(EngineJob job, Programs started, Path result) throws InterruptedException {
    Node node = place().master();
    int port = freePort();
    Jvm master =
        new Jvm(
            "spark-master",
            node,
            ofMaster(),
            environment(node, started),
            DEPLOY + "master.Master",
            List.of("--host", node.name(), "--port", Integer.toString(port), "--webui-port", "0"));
    String url = "spark://%s:%s".formatted(node.name(), port);
    try {
      RunningProgram running = started.start(master);
      OptionalInt status = started.await(running, START, () -> started.said(master, READY));
      if (!started.said(master, READY)) {
        return started.why(master, status, START);
      }
      place().workers().forEach(worker -> started.start(worker(worker, url, started)));
      Jvm driver = driver(job, url, result, started);
      RunningProgram driving = started.start(driver);
      // Spark would go on without a worker that has ended
      status = started.await(driving, job.limit(), () -> started.ended(driving).isPresent());
      return status.isEmpty() && started.ended(driving).isPresent()
          ? started.ended(driving).get()
          : started.why(driver, status, job.limit());
    } finally {
      started.end();
      for (Node worker : place().workers()) {
        keepLogs(worker, job.folder());
        cleanUp(worker);
      }
    }
  }

  /** Asks Spark itself. */
  @Override
  void prepare(EngineJob job) {
    Outcome outcome =
        place()
            .master()
            .host()
            .run(
                Command.of(
                    LIMIT,
                    place().jdk().java().toString(),
                    "-XX:TieredStopAtLevel=1",
                    "-XX:-UsePerfData",
                    "-cp",
                    String.join(":", place().classPath()),
                    PACKAGE + "JvmFlags"));
    if (!outcome.ok()) {
      throw CoreboundException.failed("Spark does not start: %s", outcome.lastWords());
    }
    flags = List.of(outcome.out().strip().split(" +"));
  }

  private List<String> flagsOfDaemon() {
    List<String> all = new ArrayList<>(flags);
    all.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    all.addAll(List.of("-Dspark.authenticate=true", "-Dspark.master.rest.enabled=false"));
    return all;
  }

  /** On another port than its workers are told nobody would find it. */
  private List<String> ofMaster() {
    List<String> all = flagsOfDaemon();
    all.add("-Dspark.port.maxRetries=0");
    return all;
  }

  private Map<String, String> environment(Node node, Programs started) {
    return Map.of(
        SECRET,
        started.secret(),
        "SPARK_HOME",
        home.toString(),
        "SPARK_SCALA_VERSION",
        "2.13",
        // what their web pages listen on
        "SPARK_LOCAL_IP",
        node.address(),
        "SPARK_LOCAL_DIRS",
        folders(node).stream().map(Path::toString).collect(Collectors.joining(",")));
  }

  /** Where its shuffles write: a folder on each disk of the node. */
  private static List<Path> folders(Node node) {
    return node.disks().stream().map(disk -> disk.resolve("spark-local")).toList();
  }

  private static Path workFolder(Node node) {
    return node.temporary().resolve("spark-work-" + node.name());
  }

  private Jvm worker(Node node, String master, Programs started) {
    List<String> arguments = new ArrayList<>();
    // the name that HDFS has for it, so that tasks go where their blocks are
    arguments.addAll(List.of("--host", node.name(), "--webui-port", "0"));
    arguments.addAll(List.of("--cores", Integer.toString(node.cores()), "--memory", heap()));
    arguments.addAll(List.of("--work-dir", workFolder(node).toString(), master));
    return new Jvm(
        "spark-worker",
        node,
        flagsOfDaemon(),
        environment(node, started),
        DEPLOY + "worker.Worker",
        arguments);
  }

  private String heap() {
    return (place().heap().bytes() >> 20) + "m";
  }

  private Jvm driver(EngineJob job, String master, Path result, Programs started) {
    Node node = place().master();
    List<String> arguments = new ArrayList<>();
    arguments.addAll(List.of("--workload", job.name(), "--result", result.toString()));
    arguments.addAll(List.of("--input", job.files().input(), "--output", job.files().output()));
    arguments.addAll(List.of("--parts", Integer.toString(job.files().parts())));
    arguments.addAll(List.of("--runs", Integer.toString(RUNS)));
    arguments.addAll(List.of("--executors", Integer.toString(place().workers().size())));
    settings(master).forEach(s -> arguments.addAll(List.of("--set", s)));
    file.settings().forEach((key, value) -> arguments.addAll(List.of("--set", key + "=" + value)));
    List<String> own = new ArrayList<>(flags);
    own.addAll(List.of("-Xmx512m", "-XX:+UseSerialGC"));
    return new Jvm(
        "spark-driver",
        node,
        own,
        Map.of("SPARK_LOCAL_IP", node.address(), SECRET, started.secret()),
        PACKAGE + "Driver",
        arguments);
  }

  private List<String> settings(String master) {
    Node node = place().master();
    return List.of(
        "spark.master=" + master,
        "spark.driver.host=" + node.name(),
        "spark.driver.bindAddress=" + node.address(),
        "spark.ui.enabled=false",
        "spark.authenticate=true",
        "spark.executor.memory=" + heap(),
        "spark.executor.extraClassPath=" + String.join(":", place().classPath()),
        "spark.executor.extraJavaOptions=" + String.join(" ", node.jvmFlags()));
  }

  /** A port that no program has; in a namespace of its own hardly any has one. */
  private static int freePort() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw CoreboundException.failed("no port is free: " + e.getMessage(), e);
    }
  }

  /** Those of the executors, which their workers started. */
  private static void keepLogs(Node node, Path folder) {
    try (Stream<Path> all =
        Files.find(workFolder(node), EXECUTORS, (f, a) -> f.endsWith("stderr"))) {
      for (Path log : all.sorted().toList()) {
        String executor = log.getParent().getFileName().toString();
        Path kept = folder.resolve("spark-executor-%s@%s.log".formatted(executor, node.name()));
        Files.copy(log, kept, StandardCopyOption.REPLACE_EXISTING);
      }
    } catch (NoSuchFileException e) {
      // no worker was there
    } catch (IOException | UncheckedIOException e) {
      throw CoreboundException.failed(
          "%s: cannot keep the logs of executors: %s".formatted(node.name(), e.getMessage()), e);
    }
  }

  private static void cleanUp(Node node) {
    List<String> line = new ArrayList<>(List.of("rm", "-rf", "--", workFolder(node).toString()));
    folders(node).forEach(folder -> line.add(folder.toString()));
    Outcome outcome = node.host().run(Command.of(LIMIT, line.toArray(String[]::new)));
    if (!outcome.ok()) {
      throw CoreboundException.failed(
          "%s: cannot delete what Spark left: %s", node.name(), outcome.lastWords());
    }
  }
}
