package io.corebound.app.sweep;

import io.corebound.app.micro.MicroWork;
import io.corebound.app.run.Installation;
import io.corebound.app.run.JobParameters;
import io.corebound.app.run.Software;
import io.corebound.app.run.Version;
import io.corebound.records.config.ClusterFile;
import io.corebound.records.config.EngineFile;
import io.corebound.records.config.ProfileFile;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.units.CoreboundException;
import io.corebound.terasortrunner.sweep.Sweep;
import io.corebound.terasortrunner.sweep.SweepPlan;
import io.corebound.terasortrunner.sweep.SweepRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A sweep that is resumed with its first request, on the same machine and software, so that its
 * cells can be compared with each other and with their predictions.
 */
public record ResumedSweep(RunDirectory run, SweepRequest request) {
  private static final String REMEDY =
      "resume it with the corebound that began it, or start the sweep again";

  /** Keys of a run's record: the request, and what it was measured on. */
  public static final String REQUEST = "sweep";

  static final String CPUS = "logical_cpus";

  /** The cluster that operations are measured on, where the sweep measures them. */
  static final String OPERATIONS_CLUSTER = "operations_cluster";

  /** The time of a run that chooses its size by it, in seconds. */
  public static final String DURATION = "duration_s";

  private static final String DATA_DIR = "data_dir";

  /** Reads what a run was asked for; refuses a run of another command. */
  public static ResumedSweep open(Installation installation, RunDirectory run) {
    JsonNode asked = run.manifest().configuration().path(ResumedSweep.REQUEST);
    if (asked.isMissingNode()) {
      throw CoreboundException.invalidInput(
          "%s: cannot be resumed: it is not a run of 'corebound sweep'", run.root());
    }
    SweepRequest request = StructuredFiles.fromTree(asked, SweepRequest.class, run.manifestFile());
    if (request.workload() == null) {
      throw CoreboundException.invalidInput(
          "%s: an older corebound began it and did not keep its files; start the sweep again",
          run.root());
    }
    // older runs have the names of levers alone
    return new ResumedSweep(run, request.withClusters(installation::levered));
  }

  /** The cells that are still to run, with those that failed where they are repeated. */
  public SweepPlan left(boolean repeatFailed) {
    return request.plan().left(cell -> Sweep.found(run, cell), repeatFailed);
  }

  private JsonNode configuration() {
    return run.manifest().configuration();
  }

  private Optional<String> text(String key) {
    JsonNode value = configuration().path(key);
    return value.isString() ? Optional.of(value.asString()) : Optional.empty();
  }

  /** What chooses the size, where a time was given; else null. */
  public SizeInTime time() {
    JsonNode seconds = configuration().path(DURATION);
    return seconds.isNumber() ? new SizeInTime(Duration.ofSeconds(seconds.asLong())) : null;
  }

  /** How operations and base performance were measured. */
  public ProfileFile profile() {
    JsonNode profile = configuration().path("profile").deepCopy();
    if (profile instanceof ObjectNode keys) {
      // an older corebound measured the machine's speed before each cell
      keys.remove("speed_rounds");
    }
    return StructuredFiles.fromTree(profile, ProfileFile.class, run.manifestFile());
  }

  public String profileName() {
    return text("profile_name").orElse("");
  }

  /** Measures the model's operations as the run would have. */
  public MicroWork operations(Installation installation, Software software) {
    JsonNode cluster = configuration().path(OPERATIONS_CLUSTER);
    ClusterFile node =
        cluster.isMissingNode()
            ? JobParameters.fitted(installation, MicroWork.LOCAL)
            : installation.levered(
                StructuredFiles.fromTree(cluster, ClusterFile.class, run.manifestFile()));
    return MicroWork.ofModel(
        installation, software, profileName(), profile(), node, request.sampled());
  }

  /** Where the files behind the lab's disks were; empty where that was not decided yet. */
  Optional<LabDisks> disks() {
    return text(LabDisks.KEY).flatMap(LabDisks::of);
  }

  /** Where its data were; null for the project's own folder. */
  private Path dataDir() {
    return text(DATA_DIR).map(Path::of).orElse(null);
  }

  /**
   * The data directory of this session, null for the first one's; refuses another one where the
   * lab's disks are in it.
   */
  public Path dataDir(Path given) {
    if (given == null) {
      return dataDir();
    }
    Path wanted = given.toAbsolutePath().normalize();
    boolean decides = disks().equals(Optional.of(LabDisks.DATA_DIRECTORY));
    if (decides && !wanted.equals(dataDir())) {
      throw CoreboundException.invalidInput(
          """
          %s: the lab's disks are files in %s, and %s may be another disk, for which its \
          predictions were not made; leave out --data-dir\
          """,
          run.root(), dataDir() == null ? "corebound's own folder" : dataDir(), given);
    }
    return given;
  }

  private boolean runsSpark() {
    return request.plan().cells().stream()
        .flatMap(cell -> request.engine(cell).stream())
        .anyMatch(engine -> engine.kind().equals(EngineFile.SPARK));
  }

  /** Refuses to go on with other software or on another machine; the message names both. */
  public void requireAsBefore(Software software, int cpus) {
    if (request.cluster().isExternal()) {
      // its cells run on none of this
      return;
    }
    requireSame("Java", text("jdk"), software.jdk().description(), remedyOfJava());
    requireSame("Hadoop", text("hadoop"), software.hadoop().version(), REMEDY);
    if (runsSpark()) {
      requireSame("Spark", text("spark"), Version.spark(), REMEDY);
    }
    ClusterFile cluster = request.cluster();
    JsonNode before = configuration().path(CPUS);
    if (cluster.isLab() && before.isInt() && before.asInt() != cpus) {
      throw CoreboundException.invalidInput(
          """
          %s: it began with %s CPUs (%s for a worker), and this process may use %s; resume it \
          where it began\
          """,
          run.root(), before.asInt(), cluster.coresPerNode(), cpus);
    }
  }

  private String remedyOfJava() {
    return "resume it with that one"
        + text("java_home")
            .map(home -> ": " + Installation.command(System.getenv(), "JAVA_HOME=" + home, asked()))
            .orElse("");
  }

  private String asked() {
    return "sweep --resume " + run.root();
  }

  private void requireSame(String what, Optional<String> before, String now, String remedy) {
    before
        .filter(b -> !b.equals(now))
        .ifPresent(
            b -> {
              throw CoreboundException.invalidInput(
                  """
                  %s: it began on %s %s, and this is %s %s, where operations have other costs; %s\
                  """,
                  run.root(), what, b, what, now, remedy);
            });
  }
}
