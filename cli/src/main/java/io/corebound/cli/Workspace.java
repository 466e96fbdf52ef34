package io.corebound.cli;

import io.corebound.cluster.ClusterFolders;
import io.corebound.hosts.DataFolder;
import io.corebound.hosts.Jdk;
import io.corebound.hosts.Ledger;
import io.corebound.hosts.LocalHost;
import io.corebound.records.CoreboundException;
import io.corebound.records.DataSize;
import io.corebound.records.RunDirectory;
import io.corebound.records.RunManifest;
import io.corebound.records.State;
import io.corebound.records.StructuredFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The folders and processes of one run: checked, written down, made, and removed again. */
final class Workspace implements AutoCloseable {
  private static final DateTimeFormatter RUN_ID =
      DateTimeFormatter.ofPattern("'run-'yyyyMMdd-HHmmss").withZone(ZoneOffset.UTC);

  /** Spills, segments and blocks of the micro suites. */
  private static final DataSize MEMORY_NEEDED = DataSize.ofMebibytes(1536);

  /** The probe's file, the daemons' logs. */
  private static final DataSize BESIDE_DATA = DataSize.ofMegabytes(2000);

  /** Input, output, and map output in spills, merged, and on the reduce side. */
  private static final double DISK_FOR_DATA = 4.0;

  private static final Duration GRACE = Duration.ofSeconds(3);

  private final LocalHost host;
  private final Ledger ledger;
  private final RunRecord record;
  private final Path data;
  private final Path memory;
  private final boolean keep;
  private boolean released;

  private Workspace(
      LocalHost host, Ledger ledger, RunRecord record, Path data, Path memory, boolean keep) {
    this.host = host;
    this.ledger = ledger;
    this.record = record;
    this.data = data;
    this.memory = memory;
    this.keep = keep;
  }

  /**
   * Checks that the data fit, removes what killed runs left, and makes the run's folders.
   *
   * @throws CoreboundException (invalid input, or missing) before anything is written
   */
  static Workspace open(Installation installation, MainJob.Request request) {
    DataSize needed =
        new DataSize((long) (request.data().bytes() * DISK_FOR_DATA) + BESIDE_DATA.bytes());
    Path parent = DataFolder.check(parent(installation, request), needed);
    // refuses what Hadoop could not name, before the probes
    new ClusterFolders(parent, parent, results(installation, request), installation.root());
    Ledger.cleanUp(installation.ledger()).forEach(said -> System.err.println("corebound: " + said));
    Ledger.underWay(installation.ledger())
        .ifPresent(
            other -> {
              throw CoreboundException.failed(
                  other + "; two runs would measure each other: wait for its end, or end it");
            });
    Instant now = Instant.now();
    String runId = RUN_ID.format(now) + "-" + ProcessHandle.current().pid();
    Path results = results(installation, request);
    Ledger ledger = Ledger.open(installation.ledger(), runId);
    try {
      Path data = ledger.folder(parent.resolve("corebound-" + runId));
      Path memory = ledger.folder(memoryParent(data).resolve("corebound-" + runId + "-memory"));
      RunDirectory run = new RunDirectory(results.resolve(runId));
      RunRecord record =
          new RunRecord(run, manifest(installation, request, runId, now), InstantSource.system());
      return new Workspace(
          new LocalHost(runId, "localhost"), ledger, record, data, memory, request.keep());
    } catch (CoreboundException | UncheckedIOException e) {
      ledger.close();
      throw e;
    }
  }

  private static Path parent(Installation installation, MainJob.Request request) {
    if (request.dataDir() != null) {
      return request.dataDir();
    }
    Path own = installation.state().resolve("data");
    try {
      return Files.createDirectories(own);
    } catch (IOException e) {
      throw CoreboundException.invalidInput(
          own + ": cannot be made (" + e.getMessage() + "); choose --data-dir");
    }
  }

  private static Path results(Installation installation, MainJob.Request request) {
    Path folder =
        request.results() == null
            ? installation.results()
            : request.results().toAbsolutePath().normalize();
    try {
      return Files.createDirectories(folder);
    } catch (IOException e) {
      throw CoreboundException.invalidInput(
          folder + ": cannot be made (" + e.getMessage() + "); choose another --results");
    }
  }

  /** tmpfs where there is room on it, so that no disk takes part in the micro suites. */
  private static Path memoryParent(Path data) {
    Path shared = Path.of("/dev/shm");
    try {
      if (Files.isWritable(shared)
          && Files.getFileStore(shared).getUsableSpace() >= MEMORY_NEEDED.bytes()) {
        return shared;
      }
    } catch (IOException e) {
      // no tmpfs there: the data folder serves
    }
    System.err.println(
        "corebound: /dev/shm has less than "
            + MEMORY_NEEDED.display()
            + " free: the micro suites use the data directory, and its disk takes part in what they"
            + " measure");
    return data;
  }

  private static RunManifest manifest(
      Installation installation, MainJob.Request request, String runId, Instant now) {
    Map<String, Object> configuration = new LinkedHashMap<>();
    configuration.put("profile_name", request.profileName());
    configuration.put("profile", request.profile());
    configuration.put("cluster", request.cluster());
    configuration.put("data", request.data());
    configuration.put("data_dir", request.dataDir() == null ? null : request.dataDir().toString());
    configuration.put("keep", request.keep());
    return new RunManifest(
        RunManifest.SCHEMA_VERSION,
        runId,
        request.arguments(),
        Version.version(),
        installation.commit(),
        StructuredFiles.toTree(configuration),
        State.RUNNING,
        "",
        now,
        null,
        List.of(),
        List.of());
  }

  LocalHost host() {
    return host;
  }

  RunRecord record() {
    return record;
  }

  /** The run's folder on the disk under test. */
  Path data() {
    return data;
  }

  /** The run's folder on tmpfs. */
  Path memory() {
    return memory;
  }

  /** The JVM that daemons, tasks and benchmarks run on. */
  Path java() {
    return jdk().java();
  }

  /** Its JDK. */
  Jdk jdk() {
    return Jdk.own();
  }

  /**
   * Ends what still runs and deletes the folders.
   *
   * @return what is left, and where, in a line
   */
  String release() {
    released = true;
    List<String> problems = new ArrayList<>(host.stopAll(GRACE));
    remove(memory, problems);
    if (keep) {
      ledger.keep(data);
    } else {
      remove(data, problems);
    }
    ledger.close();
    String left =
        keep ? "kept: the cluster's data in " + data : "no process and no data left behind";
    return problems.isEmpty() ? left : String.join("; ", problems);
  }

  private void remove(Path folder, List<String> problems) {
    try {
      ledger.remove(folder);
    } catch (CoreboundException e) {
      problems.add(e.getMessage());
    }
  }

  @Override
  public void close() {
    if (!released) {
      release();
    }
  }
}
