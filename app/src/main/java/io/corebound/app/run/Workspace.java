package io.corebound.app.run;

import io.corebound.hosts.ledger.Ledger;
import io.corebound.hosts.ledger.MachineLock;
import io.corebound.hosts.machine.DataFolder;
import io.corebound.hosts.machine.MemoryRoom;
import io.corebound.hosts.machine.PathReader;
import io.corebound.hosts.process.Guard;
import io.corebound.hosts.process.LocalHost;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.run.RunManifest;
import io.corebound.records.run.State;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.DataSize;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** The folders and processes of one run: checked, written down, made, and removed again. */
public final class Workspace implements AutoCloseable {
  private static final DateTimeFormatter RUN_ID =
      DateTimeFormatter.ofPattern("'run-'yyyyMMdd-HHmmss").withZone(ZoneOffset.UTC);

  private static final Path SHARED_MEMORY = Path.of("/dev/shm");

  private static final String ON_DISK =
      "too little room on "
          + SHARED_MEMORY
          + ": the micro suites used the data directory, and its disk took part in what they"
          + " measured";

  private static final Duration GRACE = Duration.ofSeconds(3);

  private final MachineLock lock;
  private final LocalHost host;

  /** Ends what was started when corebound cannot: after kill -9. */
  private final Guard guard;

  private final Ledger ledger;
  private final RunRecord record;
  private final Path data;
  private final Path memory;
  private final boolean keep;
  private final List<String> doubts;
  private boolean released;

  /**
   * What must be there before anything is written.
   *
   * @param disk room in the data directory
   * @param memory what lies in memory, and runs there
   * @param diskServes whether the data directory serves where tmpfs is too small; else that is
   *     refused
   */
  public record Needs(DataSize disk, MemoryNeed memory, boolean diskServes) {}

  private Workspace(
      MachineLock lock,
      LocalHost host,
      Guard guard,
      Ledger ledger,
      RunRecord record,
      Path data,
      Path memory,
      boolean keep,
      List<String> doubts) {
    this.lock = lock;
    this.host = host;
    this.guard = guard;
    this.ledger = ledger;
    this.record = record;
    this.data = data;
    this.memory = memory;
    this.keep = keep;
    this.doubts = doubts;
  }

  /**
   * Checks that the data fit, removes what killed runs left, and makes the run's folders.
   *
   * @throws CoreboundException (invalid input, or missing) before anything is written
   */
  public static Workspace open(Installation installation, RunRequest request, Needs needs) {
    return open(installation, request, needs, newRunId());
  }

  /** The same for a run whose id was chosen before. */
  public static Workspace open(
      Installation installation, RunRequest request, Needs needs, String runId) {
    RunDirectory run = directory(installation, request, runId);
    return open(installation, request, needs, run, () -> begin(installation, request, runId));
  }

  /** An id of this moment and this process. */
  public static String newRunId() {
    return RUN_ID.format(Instant.now()) + "-" + ProcessHandle.current().pid();
  }

  /** Begins the record of a run, which makes its directory. */
  public static RunRecord begin(Installation installation, RunRequest request, String runId) {
    return new RunRecord(
        directory(installation, request, runId),
        manifest(installation, request, runId, Instant.now()),
        InstantSource.system());
  }

  private static RunDirectory directory(
      Installation installation, RunRequest request, String runId) {
    return new RunDirectory(results(installation, request).resolve(runId));
  }

  /**
   * The same for a run that goes on: its folders are made anew, its record is continued.
   *
   * @param run the run, which is not under way
   */
  public static Workspace resume(
      Installation installation, RunRequest request, Needs needs, RunDirectory run) {
    return open(
        installation,
        request,
        needs,
        run,
        () ->
            RunRecord.resumed(
                run, InstantSource.system(), Version.version(), installation.commit()));
  }

  private static Workspace open(
      Installation installation,
      RunRequest request,
      Needs needs,
      RunDirectory run,
      Supplier<RunRecord> begun) {
    Path parent = DataFolder.check(parent(installation, request), needs.disk());
    if (request.cluster() != null) {
      PathReader.HADOOP.require("data directory", parent);
      PathReader.HADOOP.require("results folder", run.root().getParent());
      PathReader.HADOOP.require("corebound's folder", installation.root());
      PathReader.HADOOP.require("JDK", request.software().jdk().home());
    }
    makeResults(run.root().getParent());
    cleanUp(installation);
    MachineLock lock = MachineLock.take(run.root().toString());
    Guard guard = null;
    Ledger ledger = null;
    try {
      needs.memory().check(MemoryRoom.here());
      Optional<Path> tmpfs = tmpfs(parent, needs.memory().files(), needs.diskServes());
      String runId = run.root().getFileName().toString();
      ledger = Ledger.open(installation.ledger(), runId);
      LocalHost host = new LocalHost(runId, "localhost");
      guard = host.guard();
      Path data = ledger.folder(parent.resolve("corebound-" + runId));
      Path memory = ledger.folder(tmpfs.orElse(data).resolve("corebound-" + runId + "-memory"));
      return new Workspace(
          lock,
          host,
          guard,
          ledger,
          begun.get(),
          data,
          memory,
          request.keep(),
          tmpfs.isPresent() ? List.of() : List.of(ON_DISK));
    } catch (RuntimeException e) {
      try {
        if (guard != null) {
          guard.close();
        }
        if (ledger != null) {
          ledger.close();
        }
      } finally {
        lock.close();
      }
      throw e;
    }
  }

  /**
   * Removes what killed runs left.
   *
   * @throws CoreboundException (failed) when another run is under way on this machine
   */
  public static void requireAlone(Installation installation) {
    cleanUp(installation);
    MachineLock.requireFree();
  }

  private static void cleanUp(Installation installation) {
    Ledger.cleanUp(installation.ledger()).forEach(said -> System.err.println("corebound: " + said));
    Ledger.underWay(installation.ledger())
        .ifPresent(
            other -> {
              throw CoreboundException.failed(
                  other + "; two runs would measure each other: wait for its end, or end it");
            });
  }

  /** The data directory that a run makes its folder in. */
  public static Path parent(Installation installation, RunRequest request) {
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

  private static Path results(Installation installation, RunRequest request) {
    return request.results() == null
        ? installation.results()
        : request.results().toAbsolutePath().normalize();
  }

  private static void makeResults(Path folder) {
    try {
      Files.createDirectories(folder);
    } catch (FileAlreadyExistsException e) {
      throw CoreboundException.invalidInput(
          "results folder " + folder + ": " + e.getFile() + " is a file; choose another --results");
    } catch (IOException e) {
      throw CoreboundException.invalidInput(
          "results folder "
              + folder
              + ": cannot be made ("
              + e.getMessage()
              + "); choose another --results");
    }
  }

  /**
   * A folder in memory, so that no disk takes part in the micro suites: the usual one, or the data
   * directory where that lies on tmpfs.
   *
   * @return empty when there is too little room and the data directory serves
   * @throws CoreboundException (missing) when there is too little room, with the remedy
   */
  private static Optional<Path> tmpfs(Path data, DataSize needed, boolean diskServes) {
    for (Path folder : List.of(SHARED_MEMORY, data)) {
      if (onTmpfs(folder) && folder.toFile().getUsableSpace() >= needed.bytes()) {
        return Optional.of(folder);
      }
    }
    if (!diskServes) {
      throw CoreboundException.missing(
          SHARED_MEMORY
              + ": the micro suites need "
              + needed.display()
              + " in memory, "
              + new DataSize(SHARED_MEMORY.toFile().getUsableSpace()).display()
              + " are free there; choose fewer suites, a profile with smaller batches, or a"
              + " --data-dir on a larger tmpfs");
    }
    return Optional.empty();
  }

  /** Whether files in a folder are in memory, and can be made there. */
  public static boolean onTmpfs(Path folder) {
    try {
      return Files.isWritable(folder) && Files.getFileStore(folder).type().equals("tmpfs");
    } catch (IOException e) {
      return false;
    }
  }

  private static RunManifest manifest(
      Installation installation, RunRequest request, String runId, Instant now) {
    return new RunManifest(
        RunManifest.SCHEMA_VERSION,
        runId,
        request.arguments(),
        Version.version(),
        installation.commit(),
        StructuredFiles.toTree(request.configuration()),
        State.RUNNING,
        "",
        now,
        null,
        List.of(),
        List.of());
  }

  public LocalHost host() {
    return host;
  }

  /** What is made on this machine is noted in it before. */
  public Ledger ledger() {
    return ledger;
  }

  RunRecord record() {
    return record;
  }

  /** The run's folder on the disk under test. */
  public Path data() {
    return data;
  }

  /** The run's folder on tmpfs. */
  public Path memory() {
    return memory;
  }

  /** What this run itself makes doubtful, a sentence each. */
  List<String> doubts() {
    return doubts;
  }

  /**
   * Ends what still runs and deletes the folders.
   *
   * @return what is left, and where, in a line
   */
  String release() {
    released = true;
    List<String> problems = new ArrayList<>(host.stopAll(GRACE));
    guard.close();
    remove(memory, problems);
    if (keep) {
      ledger.keep(data);
    } else {
      remove(data, problems);
    }
    problems.addAll(ledger.leftOnClusters());
    try {
      ledger.close();
    } finally {
      lock.close();
    }
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
