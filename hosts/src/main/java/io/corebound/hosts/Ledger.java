package io.corebound.hosts;

import io.corebound.records.AtomicFiles;
import io.corebound.records.CoreboundException;
import io.corebound.records.StructuredFiles;
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
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * What a run makes on this machine, written down before it is made: the processes that carry the
 * run's mark, the folders for its data and its network namespaces. Whoever finds the ledger of a
 * run that no longer lives can remove exactly that and nothing else.
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

  /** What a line says was made, or will not be removed any more. */
  enum Kind {
    /** All processes with the run's mark. */
    PROCESSES,
    /** A folder to be deleted. */
    FOLDER,
    /** A network namespace to be deleted. */
    NAMESPACE,
    /** A folder that was noted before and now stays. */
    KEPT
  }

  private record Entry(
      String run, long pid, long startTicks, Kind kind, String path, String createdAt) {}

  /** The entries of a ledger that a run left; torn when its last line was cut off. */
  private record Left(
      Path file, String run, long pid, long startTicks, Set<Path> folders, Set<String> namespaces) {
    boolean ownerLives() {
      return ProcessTable.of(pid)
          .filter(row -> row.alive() && row.startTicks() == startTicks)
          .isPresent();
    }

    String underWay() {
      return "another corebound run " + run + " (pid " + pid + ") is under way";
    }
  }

  private final String runId;
  private final Path file;

  /** Not a channel, which an interrupt would close for good. */
  private final FileOutputStream out;

  private final Set<Path> folders = new LinkedHashSet<>();
  private final Set<String> namespaces = new LinkedHashSet<>();

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
    AtomicFiles.write(file, line(runId, Kind.PROCESSES, null));
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
      append(line(runId, Kind.FOLDER, real));
      folders.add(real);
      Files.createDirectory(real);
      Files.createFile(real.resolve(marker(runId)));
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
  public synchronized void remove(Path folder) {
    Path noted = noted(folder);
    Optional<String> problem = delete(noted, runId);
    if (problem.isPresent()) {
      throw CoreboundException.failed(problem.get());
    }
    folders.remove(noted);
  }

  /** Notes that a folder of this run stays when the run ends; its marker file is taken away. */
  public synchronized void keep(Path folder) {
    Path noted = noted(folder);
    append(line(runId, Kind.KEPT, noted));
    folders.remove(noted);
    try {
      Files.deleteIfExists(noted.resolve(marker(runId)));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot delete the marker in " + noted, e);
    }
  }

  /** Notes a network namespace, which the caller makes then. */
  synchronized void namespace(String name) {
    append(line(runId, Kind.NAMESPACE, NetworkNamespace.file(name)));
    namespaces.add(name);
  }

  /** A network namespace that was noted is there no more. */
  synchronized void namespaceDeleted(String name) {
    namespaces.remove(name);
  }

  /** Ends the run: the ledger goes when nothing noted is left, else it stays for the next start. */
  @Override
  public synchronized void close() {
    try {
      out.close();
      boolean left =
          folders.stream().anyMatch(f -> Files.exists(f, LinkOption.NOFOLLOW_LINKS))
              || namespaces.stream().anyMatch(n -> Files.exists(NetworkNamespace.file(n)));
      if (!left && LocalHost.marked(runId).isEmpty()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot close " + file + ": " + e.getMessage(), e);
    }
  }

  private Path noted(Path folder) {
    Path wanted = folder.toAbsolutePath().normalize();
    return folders.stream()
        .filter(f -> f.equals(wanted) || f.equals(realParent(wanted)))
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

  private static String line(String runId, Kind kind, Path path) {
    long pid = ProcessHandle.current().pid();
    long start = ProcessTable.of(pid).map(ProcessTable.Row::startTicks).orElse(0L);
    String where = path == null ? null : path.toString();
    Entry entry = new Entry(runId, pid, start, kind, where, Instant.now().toString());
    return StructuredFiles.toTree(entry) + "\n";
  }

  private static String marker(String runId) {
    return ".corebound-" + runId;
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
    List<String> said = new ArrayList<>();
    for (Path file : ledgers(stateFolder)) {
      Optional<Left> left = read(file, said);
      if (left.isEmpty()) {
        continue;
      }
      if (!left.get().ownerLives()) {
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
    for (String namespace : left.namespaces()) {
      boolean there = Files.exists(NetworkNamespace.file(namespace));
      Optional<String> problem =
          NetworkNamespace.delete(new LocalHost(left.run(), "here"), namespace, GRACE);
      problem.ifPresent(problems::add);
      if (there && problem.isEmpty()) {
        said.add(
            "deleted network namespace " + namespace + " that run " + left.run() + " had left");
      }
    }
    for (Path folder : left.folders()) {
      boolean there = Files.exists(folder, LinkOption.NOFOLLOW_LINKS);
      Optional<String> problem = delete(folder, left.run());
      problem.ifPresent(problems::add);
      if (there && problem.isEmpty()) {
        said.add("deleted " + folder + " that run " + left.run() + " had left");
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
        new LinkedHashSet<>(),
        new LinkedHashSet<>());
  }

  private static void note(JsonNode node, Left left) {
    Path path = Path.of(node.path("path").asString(""));
    switch (Kind.valueOf(node.path("kind").asString())) {
      case PROCESSES -> {}
      case FOLDER -> left.folders().add(path);
      case NAMESPACE -> left.namespaces().add(path.getFileName().toString());
      case KEPT -> left.folders().remove(path);
    }
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

  /** Deletes a folder that is a run's own; a sentence when that did not succeed. */
  private static Optional<String> delete(Path folder, String runId) {
    if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
      return Optional.empty();
    }
    if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
      return Optional.of(folder + " is not a folder any more and was left; look into it");
    }
    try {
      if (!Files.exists(folder.resolve(marker(runId)), LinkOption.NOFOLLOW_LINKS)) {
        return deleteEmpty(folder, runId);
      }
      Files.walkFileTree(folder, new Deletion(folder.resolve(marker(runId))));
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of("cannot delete all of " + folder + ": " + e + "; delete it by hand");
    }
  }

  /** A run killed between making a folder and marking it leaves an empty one. */
  private static Optional<String> deleteEmpty(Path folder, String runId) throws IOException {
    try (DirectoryStream<Path> content = Files.newDirectoryStream(folder)) {
      if (content.iterator().hasNext()) {
        return Optional.of(
            folder
                + " was left: it does not carry "
                + marker(runId)
                + "; delete it by hand if it is not yours");
      }
    }
    Files.delete(folder);
    return Optional.empty();
  }
}
