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
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;

/** The folders and processes of one run: checked, written down, made, and removed again. */
public final class Workspace implements AutoCloseable {
  private static final DateTimeFormatter MOMENT =
      DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);
  private static final Path SHARED_MEMORY = Path.of("/dev/shm");
  private static final String ON_DISK =
      "too little room on %s: the micro suites used the data directory and its disk"
          .formatted(SHARED_MEMORY);
  private static final Duration GRACE = Duration.ofSeconds(3);

  private final MachineLock lock;
  private final LocalHost host;
  private final boolean keep;

  /** Ends what was started when corebound cannot: after kill -9. */
  private Guard guard;

  private Ledger ledger;
  private RunRecord record;
  private Path data;
  private Path memory;
  private List<String> doubts;
  private boolean released;

  /**
   * Checks what a run needs before anything is written; with {@code diskServes} the disk may
   * replace tmpfs.
   */
  public record Needs(DataSize disk, MemoryNeed memory, boolean diskServes) {}

  private Workspace(
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
    made(run.root().getParent(), "results folder ", "another --results");
    cleanUp(installation);
    String runId = run.root().getFileName().toString();
    this.host = new LocalHost(runId, "localhost");
    this.keep = request.keep();
    this.lock = MachineLock.take(run.root().toString());
    try {
      needs.memory().check(MemoryRoom.here());
      Optional<Path> tmpfs = tmpfs(parent, needs.memory().files(), needs.diskServes());
      ledger = Ledger.open(installation.ledger(), runId);
      guard = host.guard();
      data = ledger.folder(parent.resolve("corebound-" + runId));
      memory = ledger.folder(tmpfs.orElse(data).resolve("corebound-" + runId + "-memory"));
      doubts = tmpfs.isPresent() ? List.of() : List.of(ON_DISK);
      record = begun.get();
    } catch (RuntimeException e) {
      release();
      throw e;
    }
  }

  /**
   * Checks that the data fit (else invalid input, or missing), removes what killed runs left, makes
   * folders.
   */
  public static Workspace open(Installation installation, RunRequest request, Needs needs) {
    return open(installation, request, needs, newId("run"));
  }

  /** The same for a run whose id was chosen before. */
  public static Workspace open(
      Installation installation, RunRequest request, Needs needs, String runId) {
    return new Workspace(
        installation,
        request,
        needs,
        directory(installation, request, runId),
        () -> begin(installation, request, runId));
  }

  /** The same for a run that goes on: its folders are made again, its record is continued. */
  public static Workspace resume(
      Installation installation, RunRequest request, Needs needs, RunDirectory run) {
    return new Workspace(
        installation,
        request,
        needs,
        run,
        () ->
            RunRecord.resumed(
                run, InstantSource.system(), Version.version(), installation.commit()));
  }

  /** An id of this moment and this process, such as {@code run-20261127-053000-4711}. */
  public static String newId(String kind) {
    return "%s-%s-%s".formatted(kind, MOMENT.format(Instant.now()), ProcessHandle.current().pid());
  }

  public static RunRecord begin(Installation installation, RunRequest request, String runId) {
    RunManifest manifest =
        RunManifest.begun(
            runId,
            request.arguments(),
            Version.version(),
            installation.commit(),
            StructuredFiles.toTree(request.configuration()),
            Instant.now());
    return new RunRecord(directory(installation, request, runId), manifest, InstantSource.system());
  }

  private static RunDirectory directory(
      Installation installation, RunRequest request, String runId) {
    Path results =
        request.results() == null
            ? installation.results()
            : request.results().toAbsolutePath().normalize();
    return new RunDirectory(results.resolve(runId));
  }

  /** Removes what killed runs left; fails when another run is under way on this machine. */
  public static void requireAlone(Installation installation) {
    cleanUp(installation);
    MachineLock.requireFree();
  }

  private static void cleanUp(Installation installation) {
    Ledger.cleanUp(installation.ledger()).forEach(line -> System.err.println("corebound: " + line));
    Ledger.underWay(installation.ledger())
        .ifPresent(
            other -> {
              throw CoreboundException.failed(
                  "%s; two runs at once would disturb each other: wait for its end, or end it",
                  other);
            });
  }

  /** The data directory that a run makes its folder in. */
  public static Path parent(Installation installation, RunRequest request) {
    return request.dataDir() == null
        ? made(installation.state().resolve("data"), "", "--data-dir")
        : request.dataDir();
  }

  private static Path made(Path folder, String what, String remedy) {
    try {
      return Files.createDirectories(folder);
    } catch (FileAlreadyExistsException e) {
      throw CoreboundException.invalidInput(
          "%s%s: %s is a file; choose %s", what, folder, e.getFile(), remedy);
    } catch (IOException e) {
      throw CoreboundException.invalidInput(
          "%s%s: cannot be made (%s); choose %s", what, folder, e.getMessage(), remedy);
    }
  }

  /** A folder in memory, so that the suites use no disk; empty where the disk serves instead. */
  private static Optional<Path> tmpfs(Path data, DataSize needed, boolean diskServes) {
    for (Path folder : List.of(SHARED_MEMORY, data)) {
      if (onTmpfs(folder) && folder.toFile().getUsableSpace() >= needed.bytes()) {
        return Optional.of(folder);
      }
    }
    if (!diskServes) {
      throw CoreboundException.missing(
          """
          %s: the micro suites need %s in memory, %s are free there; choose fewer suites, a \
          profile with smaller batches, or a --data-dir on a larger tmpfs\
          """,
          SHARED_MEMORY,
          needed.display(),
          new DataSize(SHARED_MEMORY.toFile().getUsableSpace()).display());
    }
    return Optional.empty();
  }

  /** Whether files can be made in a folder, and are in memory. */
  public static boolean onTmpfs(Path folder) {
    try {
      return Files.isWritable(folder) && Files.getFileStore(folder).type().equals("tmpfs");
    } catch (IOException e) {
      return false;
    }
  }

  public LocalHost host() {
    return host;
  }

  /** Records everything on this machine before it is made. */
  public Ledger ledger() {
    return ledger;
  }

  public RunRecord record() {
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

  List<String> doubts() {
    return doubts;
  }

  /** Ends what still runs and deletes the folders; returns a line about what is left, and where. */
  String release() {
    released = true;
    List<String> problems = new ArrayList<>(host.stopAll(GRACE));
    try {
      if (guard != null) {
        guard.close();
      }
      if (ledger != null) {
        remove(memory, problems);
        if (keep && data != null) {
          ledger.keep(data);
        } else {
          remove(data, problems);
        }
        problems.addAll(ledger.leftOnClusters());
        ledger.close();
      }
    } finally {
      lock.close();
    }
    String left =
        keep ? "kept: the cluster's data in " + data : "no process and no data left behind";
    return problems.isEmpty() ? left : String.join("; ", problems);
  }

  private void remove(Path folder, List<String> problems) {
    try {
      if (folder != null) {
        ledger.remove(folder);
      }
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
