package io.corebound.cluster.external;

import io.corebound.cluster.job.JobOutcome;
import io.corebound.cluster.job.JobRequest;
import io.corebound.cluster.job.Standstill;
import io.corebound.hosts.ledger.Ledger;
import io.corebound.hosts.process.LocalHost;
import io.corebound.hosts.ssh.SshHost;
import io.corebound.records.config.ClusterFile;
import io.corebound.records.config.LeverFile;
import io.corebound.records.format.StructuredFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A run that uses somebody's cluster, as a process of its own: {@code ExternalClusterIT} gives it
 * an {@code ssh} of its own on the PATH, and kills it.
 */
final class ExternalClusterUser {
  private static final String TERASORT = "org.apache.hadoop.examples.terasort.";
  private static final Duration LIMIT = Duration.ofMinutes(4);

  /** With a job that is to get nowhere; others may have as long as on anybody's cluster. */
  private static final Standstill.Patience LITTLE =
      new Standstill.Patience(
          Duration.ofSeconds(5),
          Duration.ofMinutes(1),
          Duration.ofSeconds(3),
          ExternalCluster.WITHOUT_CONTAINERS);

  private static final Path LEVER = Path.of("../levers/collector/target");

  private ExternalClusterUser() {}

  /** The jar of a map-output collector, where the build has made it. */
  static Optional<Path> collector() throws IOException {
    if (!Files.isDirectory(LEVER)) {
      return Optional.empty();
    }
    try (Stream<Path> files = Files.list(LEVER)) {
      return files
          .filter(file -> file.getFileName().toString().matches("corebound-collector-.*\\.jar"))
          .findFirst();
    }
  }

  /**
   * Runs.
   *
   * @param args folder of ledgers, run, cluster file, folder for what comes home, rows; what there
   *     is to do: {@code sort}, {@code generate} (a little, then without end), {@code wait} (for an
   *     ApplicationMaster of so many MiB as else there would be rows) or {@code clean}
   */
  public static void main(String[] args) throws Exception {
    Path state = Path.of(args[0]);
    if (args[5].equals("clean")) {
      Ledger.cleanUp(state).forEach(System.out::println);
      return;
    }
    LocalHost here = new LocalHost(args[1], "here");
    ClusterFile file = levered(StructuredFiles.readYaml(Path.of(args[2]), ClusterFile.class));
    Standstill.Patience patience =
        args[5].equals("wait")
            ? LITTLE
            : Standstill.Patience.with(ExternalCluster.WITHOUT_CONTAINERS);
    try (Ledger ledger = Ledger.open(state, args[1])) {
      Path scratch =
          ledger.folder(Path.of(System.getProperty("java.io.tmpdir"), "corebound-" + args[1]));
      try (SshHost gateway = SshHost.open(here, file.external().gateway(), scratch, SshHost.GRACE);
          ExternalCluster cluster =
              ExternalCluster.connect(gateway, List.of(here), file, ledger, patience)) {
        Jobs jobs = new Jobs(cluster, Path.of(args[3]));
        switch (args[5]) {
          case "sort" -> jobs.sort(args[4]);
          case "wait" -> jobs.await(args[4]);
          default -> jobs.generate(args[4]);
        }
      } finally {
        ledger.remove(scratch);
      }
    }
  }

  private static ClusterFile levered(ClusterFile file) throws IOException {
    if (file.lever() == null) {
      return file;
    }
    LeverFile lever =
        StructuredFiles.readYaml(Path.of("../configs/lever/prefix.yaml"), LeverFile.class);
    return file.withLever(lever.of("prefix", collector().orElseThrow().toString()));
  }

  private record Jobs(ExternalCluster cluster, Path folder) {
    void sort(String rows) throws InterruptedException {
      String home = cluster.home();
      run("teragen", "TeraGen", rows, home + "/terasort/input");
      run("terasort", "TeraSort", home + "/terasort/input", home + "/terasort/output");
      run("teravalidate", "TeraValidate", home + "/terasort/output", home + "/terasort/report");
      System.out.print("report " + cluster.readText(home + "/terasort/report/part-r-00000"));
    }

    void generate(String rows) throws InterruptedException {
      String home = cluster.home();
      System.out.println("version " + cluster.version());
      System.out.println("file-system " + cluster.fileSystem());
      System.out.println("cpu " + cluster.cpu().byRole());
      run("little", "TeraGen", rows, home + "/terasort/little");
      cluster.dropCaches();
      cluster.delete(home + "/terasort/little");
      cluster.delete(home + "/terasort/never-was");
      String parent = home.substring(0, home.lastIndexOf('/'));
      for (String other :
          List.of(home, parent + "/others", home + "/../others", home + "/*", home + "s/x")) {
        try {
          cluster.delete(other);
          System.out.println("deleted " + other);
        } catch (IllegalArgumentException e) {
          System.out.println("refused " + other);
        }
      }
      run("endless", "TeraGen", "1000000000", home + "/terasort/endless");
    }

    void await(String masterMib) throws InterruptedException {
      String setting = "-Dyarn.app.mapreduce.am.resource.mb=" + masterMib;
      run("waiting", "TeraGen", setting, "1", cluster.home() + "/terasort/never");
    }

    void run(String name, String tool, String... arguments) throws InterruptedException {
      JobOutcome outcome =
          cluster.run(
              new JobRequest(
                  name,
                  TERASORT + tool,
                  List.of(arguments),
                  Map.of("mapreduce.job.maps", "2"),
                  List.of(),
                  LIMIT,
                  folder,
                  new Said(name)));
      System.out.println(
          String.join(
              " ",
              name,
              outcome.state().name(),
              outcome.jobId(),
              outcome.history().map(Path::toString).orElse("-"),
              outcome.configuration().map(Path::toString).orElse("-"),
              outcome.reason()));
    }
  }

  /** Prints a line for whatever it is told. */
  private record Said(String job) implements JobRequest.Listener {
    @Override
    public void progress(int mapPercent, int reducePercent) {
      System.out.println("progress " + job);
    }

    @Override
    public void waits(String state) {
      System.out.println("waits " + job + " " + state);
    }
  }
}
