package io.corebound.hosts.ledger;

import io.corebound.hosts.process.LocalHost;
import io.corebound.hosts.process.ProcessTable;
import io.corebound.records.format.AtomicFiles;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.units.CoreboundException;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * What a run makes, written down before it is made: the processes that carry the run's mark, the
 * folders for its data, and for a lab its network namespaces, control groups, loop devices, their
 * mounts and limits; and what it makes on a cluster that somebody else runs. Whoever finds the
 * ledger of a run that no longer lives can remove exactly that and nothing else.
 *
 * <p>One file a run, {@code <run id>.jsonl}, one JSON object a line, each line synced. A run lives
 * while the process that wrote the ledger does; it is told by process id and start time (field 22
 * of {@code /proc/<pid>/stat}), so that a recycled id is not taken for it. A folder is deleted only
 * when it carries the run's marker file, {@code .corebound-<run id>}.
 */
public final class Ledger implements AutoCloseable {
  private static final Pattern RUN_ID = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*");
  private static final Duration GRACE = Duration.ofSeconds(5);
  private static final String SUFFIX = ".jsonl";

  /** What a line says was made, or will not be removed any more; removed in this order. */
  enum Kind {
    /** All processes with the run's mark. */
    PROCESSES,
    /** A folder and applications on a cluster that somebody else runs. */
    CLUSTER_FOLDER,
    /** A network namespace to be deleted. */
    NAMESPACE,
    /** Limits of a loop device to be set back. */
    DEVICE_LIMIT,
    /** A control group to be deleted. */
    GROUP,
    /** Controllers of somebody else's control group to be set back. */
    CONTROLLERS,
    /** A file system to be unmounted. */
    MOUNT,
    /** A loop device to be detached. */
    LOOP_DEVICE,
    /** A folder to be deleted. */
    FOLDER,
    /** A folder that was noted before and now stays. */
    KEPT
  }

  private record Entry(
      String run,
      long pid,
      long startTicks,
      Kind kind,
      String path,
      String image,
      List<Setting> settings,
      HadoopCommands cluster,
      String createdAt) {}

  private record Setting(String file, String key, String before, String set) {}

  /** The entries of a ledger that a run left; torn when its last line was cut off. */
  private record Left(Path file, String run, long pid, long startTicks, Set<Creation> made) {
    boolean ownerLives() {
      return ProcessTable.of(pid)
          .filter(row -> row.alive() && row.startTicks() == startTicks)
          .isPresent();
    }

    /** What only a cluster has that cannot be reached any more. */
    void forget(List<String> said) {
      made.stream()
          .filter(WorkOnCluster.class::isInstance)
          .map(
              m ->
                  "%s of the cluster of %s stays, and is forgotten"
                      .formatted(m.path(), m.commands().where()))
          .forEach(said::add);
      made.removeIf(WorkOnCluster.class::isInstance);
    }

    String underWay() {
      return "another corebound run " + run + " (pid " + pid + ") is under way";
    }
  }

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
          "a run's id consists of letters, digits, '.', '_' and '-', not '" + runId + "'");
    }
    Path file = stateFolder.resolve(runId + SUFFIX);
    if (Files.exists(file)) {
      throw CoreboundException.failed(
          file + ": a run of this name has left something; run ./corebound clean first");
    }
    // the first line comes with the file, so that a ledger always tells whose it is
    AtomicFiles.write(file, line(runId, Kind.PROCESSES, Optional.empty()));
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

  /**
   * Deletes a folder of this run with all that is in it; links are deleted, not followed.
   *
   * @throws CoreboundException (failed) when something of it cannot be deleted
   */
  public void remove(Path folder) {
    undo(noted(folder));
  }

  /** Notes that a folder of this run stays when the run ends; its marker file is taken away. */
  public synchronized void keep(Path folder) {
    MadeFolder noted = noted(folder);
    append(line(runId, Kind.KEPT, Optional.of(noted)));
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
    append(line(runId, creation.kind(), Optional.of(creation)));
    made.add(creation);
  }

  /** Whether this run has noted it and not taken it away. */
  synchronized boolean holds(Creation creation) {
    return made.contains(creation);
  }

  /**
   * Takes away what was noted; does nothing when it was not.
   *
   * @throws CoreboundException (failed) when that does not succeed; it stays noted
   */
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

  /** No longer noted by this run, whatever becomes of it. */
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

  /** What of this run is still on clusters that somebody else runs, a sentence each. */
  public synchronized List<String> leftOnClusters() {
    return made.stream()
        .filter(WorkOnCluster.class::isInstance)
        .map(m -> m.path() + " of the cluster was left; " + WorkOnCluster.later(runId))
        .toList();
  }

  /** Ends the run: the ledger goes when nothing noted is left, else it stays for the next start. */
  @Override
  public synchronized void close() {
    // the group that holds those of the nodes belongs to none of them
    inOrder(made).stream()
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

  private void append(String line) {
    try {
      out.write(line.getBytes(StandardCharsets.UTF_8));
      out.getFD().sync();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file + ": " + e.getMessage(), e);
    }
  }

  private static String line(String runId, Kind kind, Optional<Creation> creation) {
    long pid = ProcessHandle.current().pid();
    long start = ProcessTable.of(pid).map(ProcessTable.Row::startTicks).orElse(0L);
    List<Setting> changed =
        creation.map(Creation::settings).orElse(List.of()).stream()
            .map(s -> new Setting(s.file().toString(), s.key(), s.before(), s.set()))
            .toList();
    Entry entry =
        new Entry(
            runId,
            pid,
            start,
            kind,
            creation.map(Creation::path).map(Path::toString).orElse(null),
            creation.map(Creation::image).map(Path::toString).orElse(null),
            changed.isEmpty() ? null : changed,
            creation.map(Creation::commands).orElse(null),
            Instant.now().toString());
    return StructuredFiles.toTree(entry) + "\n";
  }

  /**
   * Removes what runs left that no longer live: ends their processes, deletes their folders, then
   * their ledgers. What belongs to a run that lives is left alone.
   *
   * @param stateFolder folder of all ledgers; may be missing
   * @return a sentence for everything that was removed, could not be removed, or is still in use;
   *     empty when there was nothing
   */
  public static List<String> cleanUp(Path stateFolder) {
    return cleanUp(stateFolder, Optional.empty());
  }

  /**
   * The same, but what a run left on clusters that somebody else runs is no longer looked after: it
   * stays there. For a cluster that is gone for good.
   *
   * @param run the run's id
   * @throws CoreboundException (invalid input) when there is no ledger of that run; (failed) when
   *     the run is under way
   */
  public static List<String> cleanUpForgetting(Path stateFolder, String run) {
    Map<String, Left> known = new TreeMap<>();
    ledgers(stateFolder)
        .forEach(file -> read(file, new ArrayList<>()).ifPresent(l -> known.put(l.run(), l)));
    Left left = known.get(run);
    if (left == null) {
      throw CoreboundException.invalidInput(
          "no run '" + run + "' has left anything" + StructuredFiles.nearest(run, known.keySet()));
    }
    if (left.ownerLives()) {
      throw CoreboundException.failed(left.underWay() + "; end it first");
    }
    return cleanUp(stateFolder, Optional.of(run));
  }

  private static List<String> cleanUp(Path stateFolder, Optional<String> forgotten) {
    List<String> said = new ArrayList<>();
    for (Path file : ledgers(stateFolder)) {
      Optional<Left> left = read(file, said);
      if (left.isEmpty()) {
        continue;
      }
      if (!left.get().ownerLives()) {
        forgotten.filter(left.get().run()::equals).ifPresent(run -> left.get().forget(said));
        cleanUp(left.get(), said);
      } else if (left.get().pid() != ProcessHandle.current().pid()) {
        said.add(left.get().underWay());
      }
    }
    return said;
  }

  /**
   * Another run that is under way, in a sentence; empty when there is none.
   *
   * @param stateFolder folder of all ledgers; may be missing
   */
  public static Optional<String> underWay(Path stateFolder) {
    return ledgers(stateFolder).stream()
        .flatMap(file -> read(file, new ArrayList<>()).stream())
        .filter(left -> left.ownerLives() && left.pid() != ProcessHandle.current().pid())
        .map(Left::underWay)
        .findFirst();
  }

  private static void cleanUp(Left left, List<String> said) {
    int processes = LocalHost.marked(left.run()).size();
    List<String> problems = new ArrayList<>(LocalHost.stopMarked(left.run(), GRACE));
    if (processes > problems.size()) {
      said.add(
          "ended "
              + (processes - problems.size())
              + " processes that run "
              + left.run()
              + " had left");
    }
    for (Creation creation : inOrder(left.made())) {
      boolean there = creation.there();
      Optional<String> problem = creation.remove(left.run());
      problem.ifPresent(problems::add);
      if (there && problem.isEmpty()) {
        said.add(creation.removed() + " that run " + left.run() + " had left");
      }
    }
    said.addAll(problems);
    if (problems.isEmpty()) {
      try {
        Files.deleteIfExists(left.file());
      } catch (IOException e) {
        said.add("cannot delete " + left.file() + ": " + e + "; delete it by hand");
      }
    }
  }

  /** The order in which things are taken away; of one kind, what was made last goes first. */
  private static List<Creation> inOrder(Set<Creation> made) {
    List<Creation> order = new ArrayList<>(made);
    Collections.reverse(order);
    order.sort(Comparator.comparing(Creation::kind));
    return order;
  }

  private static List<Path> ledgers(Path stateFolder) {
    List<Path> files = new ArrayList<>();
    if (!Files.isDirectory(stateFolder)) {
      return files;
    }
    try (DirectoryStream<Path> found = Files.newDirectoryStream(stateFolder, "*" + SUFFIX)) {
      found.forEach(files::add);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot list " + stateFolder + ": " + e.getMessage(), e);
    }
    files.sort(null);
    return files;
  }

  private static Optional<Left> read(Path file, List<String> said) {
    try {
      Left left = null;
      List<String> lines = Files.readAllLines(file);
      for (int i = 0; i < lines.size(); i++) {
        Optional<JsonNode> entry = parse(lines.get(i));
        if (entry.isEmpty() && i == lines.size() - 1 && left != null) {
          // cut off while it was written, so that what it announces was never made
          break;
        }
        JsonNode node = entry.orElseThrow(() -> new IOException("not the line of a ledger"));
        left = left == null ? first(file, node) : left;
        note(node, left);
      }
      if (left == null) {
        throw new IOException("it is empty");
      }
      return Optional.of(left);
    } catch (java.nio.file.NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      said.add(file + ": cannot be read: " + e.getMessage() + "; look into it, then delete it");
      return Optional.empty();
    }
  }

  private static Left first(Path file, JsonNode node) {
    return new Left(
        file,
        node.path("run").asString(),
        node.path("pid").asLong(),
        node.path("start_ticks").asLong(),
        new LinkedHashSet<>());
  }

  private static void note(JsonNode node, Left left) {
    Path path = Path.of(node.path("path").asString(""));
    Path image = Path.of(node.path("image").asString(""));
    switch (Kind.valueOf(node.path("kind").asString())) {
      case PROCESSES -> {}
      case CLUSTER_FOLDER -> left.made().add(new WorkOnCluster(path, commands(node)));
      case NAMESPACE -> left.made().add(new MadeNamespace(path));
      case DEVICE_LIMIT -> left.made().add(new DeviceSettings(path, image, settings(node)));
      case GROUP -> left.made().add(new MadeGroup(path));
      case CONTROLLERS -> left.made().add(new DelegatedControllers(path, settings(node)));
      case MOUNT -> left.made().add(new MountedImage(path, image));
      case LOOP_DEVICE -> left.made().add(new AttachedImage(path));
      case FOLDER -> left.made().add(new MadeFolder(path));
      case KEPT -> left.made().remove(new MadeFolder(path));
    }
  }

  private static List<KernelSetting> settings(JsonNode node) {
    List<KernelSetting> settings = new ArrayList<>();
    for (JsonNode one : node.path("settings")) {
      settings.add(
          new KernelSetting(
              Path.of(one.path("file").asString()),
              text(one.path("key")),
              text(one.path("before")),
              text(one.path("set"))));
    }
    return settings;
  }

  private static HadoopCommands commands(JsonNode node) {
    JsonNode noted = node.path("cluster");
    return new HadoopCommands(
        text(noted.path("gateway")),
        text(noted.path("configuration")),
        noted.path("hadoop").asString("hadoop"),
        noted.path("yarn").asString("yarn"));
  }

  private static String text(JsonNode node) {
    return node.isString() ? node.asString() : null;
  }

  private static Optional<JsonNode> parse(String line) {
    try {
      JsonNode node = StructuredFiles.parseJson(line);
      Kind.valueOf(node.path("kind").asString(""));
      return Optional.of(node);
    } catch (JacksonException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
