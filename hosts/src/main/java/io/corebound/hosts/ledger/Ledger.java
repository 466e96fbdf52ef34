package io.corebound.hosts.ledger;

import io.corebound.hosts.process.LocalHost;
import io.corebound.records.format.AtomicFiles;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.units.CoreboundException;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What a run makes, written down before it is made: the processes that carry the run's mark, its
 * data folders, and for a lab its network namespaces, control groups, loop devices, their mounts
 * and limits; and what it makes on a user's cluster. Anyone who finds the ledger of a run that no
 * longer lives can remove exactly that and nothing else.
 *
 * <p>One file a run, {@code <run id>.jsonl}, one JSON object a line ({@link LedgerLine}), each line
 * synced. A run lives while the process that wrote the ledger does, identified by its id and start
 * time. A folder is deleted only when it carries the run's marker file, {@code .corebound-<run
 * id>}.
 */
public final class Ledger implements AutoCloseable {
  private static final Pattern RUN_ID = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*");
  private static final String SUFFIX = ".jsonl";

  private final String runId;
  private final Path file;

  /** Not a channel, which an interrupt would close for good. */
  private final FileOutputStream out;

  private final Set<Creation> made = new LinkedHashSet<>();

  private Ledger(String runId, Path file, FileOutputStream out) {
    this.runId = runId;
    this.file = file;
    this.out = out;
  }

  /**
   * Opens the ledger of a new run of this process and notes the processes that it will start.
   *
   * @param stateFolder folder of all ledgers; made when it is not there
   * @param runId also the mark that {@link LocalHost} gives to processes
   */
  public static Ledger open(Path stateFolder, String runId) {
    if (!RUN_ID.matcher(runId).matches()) {
      throw new IllegalArgumentException(
          "a run's id consists of letters, digits, '.', '_' and '-', not '%s'".formatted(runId));
    }
    Path file = stateFolder.resolve(runId + SUFFIX);
    if (Files.exists(file)) {
      throw CoreboundException.failed(
          file + ": a run of this name left something behind; run ./corebound clean first");
    }
    // written together with the file, so that a ledger always names its run
    AtomicFiles.write(file, LedgerLine.ofProcesses(runId).text());
    try {
      return new Ledger(runId, file, new FileOutputStream(file.toFile(), true));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file + ": " + e.getMessage(), e);
    }
  }

  /**
   * Notes a folder, then makes it, with the run's marker file in it.
   *
   * @param folder must not exist; its parent must
   * @return its real path
   * @throws CoreboundException (failed) when it exists already or cannot be made
   */
  public synchronized Path folder(Path folder) {
    try {
      Path parent = folder.toAbsolutePath().normalize().getParent();
      Path real = parent.toRealPath().resolve(folder.getFileName());
      if (Files.exists(real, LinkOption.NOFOLLOW_LINKS)) {
        throw CoreboundException.failed(
            real + ": exists already and is not this run's; remove it or choose another folder");
      }
      note(new MadeFolder(real));
      Files.createDirectory(real);
      Files.createFile(real.resolve(MadeFolder.marker(runId)));
      return real;
    } catch (IOException e) {
      throw CoreboundException.failed("cannot make " + folder + ": " + e, e);
    }
  }

  /** Deletes a folder of this run with all that is in it; links are deleted, not followed. */
  public void remove(Path folder) {
    undo(noted(folder));
  }

  /** Notes that a folder of this run stays when the run ends, and deletes its marker file. */
  public synchronized void keep(Path folder) {
    MadeFolder noted = noted(folder);
    append(LedgerLine.of(runId, Creation.Kind.KEPT, noted));
    made.remove(noted);
    try {
      Files.deleteIfExists(noted.path().resolve(MadeFolder.marker(runId)));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot delete the marker in " + noted.path(), e);
    }
  }

  /** The run, which is also the mark of its processes. */
  public String runId() {
    return runId;
  }

  /** Notes what the caller makes then. */
  public synchronized void note(Creation creation) {
    append(LedgerLine.of(runId, creation.kind(), creation));
    made.add(creation);
  }

  /** Whether this run has noted it and not removed it. */
  synchronized boolean holds(Creation creation) {
    return made.contains(creation);
  }

  /** Removes what was noted; does nothing when it was not. */
  public void undo(Creation creation) {
    if (!holds(creation)) {
      return;
    }
    // not under the lock: to unmount may take long
    Optional<String> problem = creation.remove(runId);
    if (problem.isPresent()) {
      throw CoreboundException.failed(problem.get());
    }
    forget(creation);
  }

  /** No longer noted by this run. */
  synchronized void forget(Creation creation) {
    made.remove(creation);
  }

  /**
   * The real path of something in a folder of this run.
   *
   * @throws IllegalArgumentException when it would be in none
   */
  public synchronized Path inFolder(Path path) {
    Path real = realParent(path.toAbsolutePath().normalize());
    if (made.stream().noneMatch(m -> m instanceof MadeFolder f && real.startsWith(f.path()))) {
      throw new IllegalArgumentException(path + " is in no folder of the ledger");
    }
    return real;
  }

  /** What this run left on a user's cluster, a sentence each. */
  public synchronized List<String> leftOnClusters() {
    return made.stream()
        .filter(ClusterLeftovers.class::isInstance)
        .map(m -> m.path() + " of the cluster was left; " + ClusterLeftovers.later(runId))
        .toList();
  }

  /** Ends the run: the ledger goes when nothing noted is left, else it stays for the next start. */
  @Override
  public synchronized void close() {
    // the group that holds those of the nodes belongs to none of them
    LeftRun.inOrder(made).stream()
        .filter(m -> m instanceof MadeGroup || m instanceof DelegatedControllers)
        .forEach(m -> m.remove(runId));
    try {
      out.close();
      if (made.stream().noneMatch(Creation::there) && LocalHost.marked(runId).isEmpty()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot close " + file + ": " + e.getMessage(), e);
    }
  }

  private synchronized MadeFolder noted(Path folder) {
    Path wanted = folder.toAbsolutePath().normalize();
    return Stream.of(new MadeFolder(wanted), new MadeFolder(realParent(wanted)))
        .filter(made::contains)
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(folder + " is not in the ledger"));
  }

  private static Path realParent(Path path) {
    try {
      return path.getParent().toRealPath().resolve(path.getFileName());
    } catch (IOException e) {
      return path;
    }
  }

  private void append(LedgerLine line) {
    try {
      out.write(line.text().getBytes(StandardCharsets.UTF_8));
      out.getFD().sync();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file + ": " + e.getMessage(), e);
    }
  }

  /**
   * Removes what runs left that no longer live: ends their processes, deletes their folders, then
   * their ledgers. What belongs to an active run is left alone.
   *
   * @param stateFolder folder of all ledgers; may be missing
   * @return a sentence for everything that was removed, could not be removed, or is still in use
   */
  public static List<String> cleanUp(Path stateFolder) {
    return cleanUp(stateFolder, Optional.empty());
  }

  /**
   * The same, but forgets what a run left on a user's cluster: it stays there. For a cluster that
   * no longer exists.
   *
   * @throws CoreboundException (invalid input) when that run has no ledger; (failed) when the run
   *     is active
   */
  public static List<String> cleanUpForgetting(Path stateFolder, String run) {
    Map<String, LeftRun> known = new TreeMap<>();
    runs(stateFolder, new ArrayList<>()).forEach(left -> known.put(left.run(), left));
    LeftRun left = known.get(run);
    if (left == null) {
      throw CoreboundException.invalidInput(
          "nothing is left of a run '%s'%s"
              .formatted(run, StructuredFiles.nearest(run, known.keySet())));
    }
    if (left.ownerLives()) {
      throw CoreboundException.failed(left.underWay() + "; end it first");
    }
    return cleanUp(stateFolder, Optional.of(run));
  }

  private static List<String> cleanUp(Path stateFolder, Optional<String> forgotten) {
    List<String> said = new ArrayList<>();
    for (LeftRun left : runs(stateFolder, said)) {
      if (!left.ownerLives()) {
        if (forgotten.filter(left.run()::equals).isPresent()) {
          left.forgetClusters(said);
        }
        left.cleanUp(said);
      } else if (left.isOthers()) {
        said.add(left.underWay());
      }
    }
    return said;
  }

  /**
   * Another active run, in a sentence; empty when there is none.
   *
   * @param stateFolder folder of all ledgers; may be missing
   */
  public static Optional<String> underWay(Path stateFolder) {
    return runs(stateFolder, new ArrayList<>()).stream()
        .filter(left -> left.ownerLives() && left.isOthers())
        .map(LeftRun::underWay)
        .findFirst();
  }

  private static List<LeftRun> runs(Path stateFolder, List<String> said) {
    if (!Files.isDirectory(stateFolder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(stateFolder)) {
      return files
          .filter(file -> file.toString().endsWith(SUFFIX))
          .sorted()
          .flatMap(file -> LeftRun.read(file, said).stream())
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot list %s: %s".formatted(stateFolder, e), e);
    }
  }
}
