package io.corebound.hosts;

import io.corebound.records.CoreboundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The machine that corebound itself runs on. Every program is started by {@code setsid}, so that
 * its process id is also its session and process group, with the run's mark in its environment.
 */
public final class LocalHost implements Host {
  /** The variable that marks everything that a run started. */
  static final String MARK = "COREBOUND_RUN";

  private static final Duration GRACE = Duration.ofSeconds(2);
  private static final int KILLED = 128 + 9;

  private final String runId;
  private final String name;

  /**
   * This machine as a run sees it.
   *
   * @param runId the mark of everything that is started here
   * @param name the host's name in records
   */
  public LocalHost(String runId, String name) {
    if (runId.isBlank() || runId.indexOf('\0') >= 0) {
      throw new IllegalArgumentException("a run's id is a word, not '" + runId + "'");
    }
    this.runId = runId;
    this.name = name;
  }

  @Override
  public String name() {
    return name;
  }

  /**
   * {@inheritDoc}
   *
   * <p>What the program leaves in its process group is ended with it.
   *
   * @throws CoreboundException (failed) when the calling thread is interrupted; the program is
   *     ended then, and the thread's interrupt status stays set
   */
  @Override
  public Outcome run(Command command) {
    ProcessBuilder builder = builder(command);
    long start = System.nanoTime();
    LocalProgram program = launch(builder, command);
    Drain out = new Drain(program.process().getInputStream(), command.arguments().get(0));
    Drain err = new Drain(program.process().getErrorStream(), command.arguments().get(0));
    try {
      boolean ended = program.waitFor(command.limit()).isPresent();
      // also what it left in its group when it ended by itself: nobody would know of it any more
      program.stop(GRACE);
      out.await(GRACE);
      err.await(GRACE);
      return new Outcome(
          program.waitFor(GRACE).orElse(KILLED),
          !ended,
          Duration.ofNanos(System.nanoTime() - start),
          out.text(),
          err.text());
    } catch (InterruptedException e) {
      program.stop(GRACE);
      Thread.currentThread().interrupt();
      throw CoreboundException.failed(command.arguments().get(0) + " was interrupted and ended", e);
    }
  }

  @Override
  public RunningProgram start(Command command, Path out, Path err) {
    ProcessBuilder builder = builder(command);
    builder.redirectOutput(out.toFile());
    builder.redirectError(err.toFile());
    LocalProgram program = launch(builder, command);
    program.stopAfter(command.limit(), GRACE);
    return program;
  }

  /**
   * Ends every process that carries this run's mark, wherever in the process tree it is, but never
   * the calling process or an ancestor of it.
   *
   * @param grace between SIGTERM and SIGKILL
   * @return a sentence for each process that could not be ended
   */
  public List<String> stopAll(Duration grace) {
    return stopMarked(runId, grace);
  }

  /** The number of processes alive that carry this run's mark, the calling process apart. */
  public int alive() {
    return marked(runId).size();
  }

  static List<String> stopMarked(String runId, Duration grace) {
    return Ending.end(() -> marked(runId), grace).stream()
        .map(
            row ->
                "process "
                    + row.pid()
                    + " ("
                    + row.name()
                    + ") of run "
                    + runId
                    + " could not be ended; end it with: kill -9 "
                    + row.pid())
        .toList();
  }

  static List<ProcessTable.Row> marked(String runId) {
    Set<Long> spared = ProcessTable.ownLine();
    return ProcessTable.alive().stream()
        .filter(row -> !spared.contains(row.pid()))
        .filter(row -> ProcessTable.hasVariable(row.pid(), MARK + "=" + runId))
        .toList();
  }

  private ProcessBuilder builder(Command command) {
    ProcessBuilder builder = new ProcessBuilder();
    Map<String, String> environment = builder.environment();
    environment.putAll(command.environment());
    environment.put(MARK, runId);
    environment.put("LC_ALL", "C");
    if (command.directory() != null) {
      builder.directory(command.directory().toFile());
    }
    builder.redirectInput(command.input());
    String path = environment.getOrDefault("PATH", "/usr/local/bin:/usr/bin:/bin");
    List<String> arguments = new ArrayList<>();
    arguments.add(require("setsid", path, null).toString());
    arguments.add(require(command.arguments().get(0), path, command.directory()).toString());
    arguments.addAll(command.arguments().subList(1, command.arguments().size()));
    return builder.command(arguments);
  }

  private LocalProgram launch(ProcessBuilder builder, Command command) {
    try {
      return new LocalProgram(builder.start(), command.arguments().get(0), MARK + "=" + runId);
    } catch (IOException e) {
      throw CoreboundException.failed(
          "cannot start " + command.arguments().get(0) + ": " + e.getMessage(), e);
    }
  }

  private static Path require(String program, String path, Path directory) {
    return find(program, path, directory)
        .orElseThrow(
            () ->
                CoreboundException.missing(
                    program
                        + ": no such program on this machine; ./corebound doctor shows what is"
                        + " missing and the command that installs it"));
  }

  /** Where the shell would find a program; a name with a slash is looked up in the directory. */
  static Optional<Path> find(String program, String path, Path directory) {
    if (program.contains("/")) {
      Path base = directory == null ? Path.of("") : directory;
      return Optional.of(base.resolve(program).toAbsolutePath()).filter(LocalHost::runnable);
    }
    return Arrays.stream(path.split(":"))
        .filter(folder -> !folder.isEmpty())
        .map(folder -> Path.of(folder, program).toAbsolutePath())
        .filter(LocalHost::runnable)
        .findFirst();
  }

  private static boolean runnable(Path file) {
    return Files.isRegularFile(file) && Files.isExecutable(file);
  }
}
