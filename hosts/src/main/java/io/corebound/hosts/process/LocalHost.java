package io.corebound.hosts.process;

import io.corebound.records.units.CoreboundException;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The machine that corebound itself runs on. Every program is started by {@code setsid}, so that
 * its process id is also its session and process group, with the run's mark in its environment.
 */
public final class LocalHost implements Host {
  /** The variable that marks everything that a run started. */
  public static final String MARK = "COREBOUND_RUN";

  private static final Duration GRACE = Duration.ofSeconds(2);
  private static final int KILLED = 128 + 9;

  private final String runId;
  private final String name;

  /** This machine as a run sees it. */
  public LocalHost(String runId, String name) {
    if (runId.isBlank() || runId.indexOf('\0') >= 0) {
      throw new IllegalArgumentException("a run's id is a word, not '" + runId + "'");
    }
    this.runId = runId;
    this.name = name;
  }

  /** This machine for what is only asked of it, before there is a run. */
  public static LocalHost forQuestions() {
    return new LocalHost("questions-" + ProcessHandle.current().pid(), "localhost");
  }

  @Override
  public String name() {
    return name;
  }

  /** The mark of everything that is started here. */
  public String runId() {
    return runId;
  }

  /**
   * What the program leaves in its process group is ended with it.
   *
   * @throws CoreboundException (failed) when the calling thread is interrupted; the program is
   *     ended then, and the thread's interrupt status stays set
   */
  @Override
  public Outcome run(Command command) {
    LocalProgram program = pipe(command);
    return outcome(program, program, command);
  }

  /**
   * Waits for the end of a program that has pipes as its streams.
   *
   * @param running the program itself, which what runs here may stand for
   */
  public Outcome outcome(LocalProgram piped, RunningProgram running, Command command) {
    long start = System.nanoTime();
    Drain out = new Drain(piped.process().getInputStream(), command.arguments().get(0));
    Drain err = new Drain(piped.process().getErrorStream(), command.arguments().get(0));
    try {
      boolean ended = piped.waitFor(command.limit()).isPresent();
      // also what it left in its group when it ended by itself
      running.stop(GRACE);
      out.await(GRACE);
      err.await(GRACE);
      return new Outcome(
          piped.waitFor(GRACE).orElse(KILLED),
          !ended,
          Duration.ofNanos(System.nanoTime() - start),
          out.text(),
          err.text());
    } catch (InterruptedException e) {
      running.stop(GRACE);
      Thread.currentThread().interrupt();
      throw CoreboundException.failed(command.arguments().get(0) + " was interrupted and ended", e);
    }
  }

  @Override
  public RunningProgram start(Command command, Path out, Path err) {
    LocalProgram program = launch(command, out, err);
    LocalProgram.stopAfter(program, command.limit(), GRACE, command.arguments().get(0));
    return program;
  }

  @Override
  public PipedProgram converse(Command command, Path err) {
    ProcessBuilder builder = builder(command.with(Redirect.PIPE)).redirectError(err.toFile());
    LocalProgram program = launch(builder, command);
    LocalProgram.stopAfter(program, command.limit(), GRACE, command.arguments().get(0));
    return program;
  }

  /** Starts a program whose limit the caller watches; its streams are pipes. */
  public LocalProgram pipe(Command command) {
    return launch(builder(command), command);
  }

  /** Starts a program whose limit the caller watches; its streams go to files. */
  public LocalProgram launch(Command command, Path out, Path err) {
    return launch(
        builder(command).redirectOutput(out.toFile()).redirectError(err.toFile()), command);
  }

  /**
   * From now on everything that was or is started here ends within 3 s of the end of this JVM,
   * however that comes ({@code kill -9} too): a shell waits for it. Without a guard it is the next
   * start's work, by the ledger.
   */
  public Guard guard() {
    Command command = Guard.command(runId);
    ProcessBuilder builder =
        builder(command).redirectOutput(Redirect.DISCARD).redirectError(Redirect.DISCARD);
    // it must not end itself; another run's mark stays, as that run's guard may
    builder.environment().remove(MARK);
    String inherited = System.getenv(MARK);
    if (inherited != null && !inherited.equals(runId)) {
      builder.environment().put(MARK, inherited);
    }
    return new Guard(launch(builder, command));
  }

  /**
   * Ends every process that carries this run's mark, wherever in the process tree it is, but never
   * the calling process or an ancestor of it.
   *
   * @return a sentence for each process that could not be ended
   */
  public List<String> stopAll(Duration grace) {
    return stopMarked(runId, grace);
  }

  /** The number of processes alive that carry this run's mark, the calling process apart. */
  public int alive() {
    return marked(runId).size();
  }

  public static List<String> stopMarked(String runId, Duration grace) {
    return Ending.end(() -> marked(runId), grace).stream()
        .map(
            row ->
                "process %1$s (%2$s) of run %3$s could not be ended; end it with: kill -9 %1$s"
                    .formatted(row.pid(), row.name(), runId))
        .toList();
  }

  public static List<ProcessTable.Row> marked(String runId) {
    return ProcessTable.marked(MARK + "=" + runId);
  }

  private ProcessBuilder builder(Command command) {
    ProcessBuilder builder = new ProcessBuilder();
    Map<String, String> environment = builder.environment();
    if (command.ofUser()) {
      ToolEnvironment.restoreUsers(environment);
    } else {
      environment.keySet().removeIf(variable -> !ToolEnvironment.has(variable));
    }
    environment.putAll(command.environment());
    environment.put(MARK, runId);
    environment.put("LC_ALL", "C");
    if (command.directory() != null) {
      builder.directory(command.directory().toFile());
    }
    builder.redirectInput(command.input());
    List<String> arguments = new ArrayList<>();
    arguments.add(require("setsid", path(environment), null).toString());
    arguments.add(require(command).toString());
    arguments.addAll(command.arguments().subList(1, command.arguments().size()));
    return builder.command(arguments);
  }

  private LocalProgram launch(ProcessBuilder builder, Command command) {
    try {
      return new LocalProgram(builder.start(), command.arguments().get(0), MARK + "=" + runId);
    } catch (IOException e) {
      throw CoreboundException.failed(
          "cannot start %s: %s".formatted(command.arguments().get(0), e.getMessage()), e);
    }
  }

  /** Where a command's program is. */
  static Path require(Command command) {
    Map<String, String> environment = new HashMap<>(System.getenv());
    environment.putAll(command.environment());
    return require(command.arguments().get(0), path(environment), command.directory());
  }

  /**
   * The same command behind others that become it in the end, such as {@code nsenter}; its program
   * is looked up first, where those may not see it.
   */
  public static Command behind(List<String> prefix, Command command) {
    List<String> arguments = new ArrayList<>(prefix);
    arguments.add(require(command).toString());
    arguments.addAll(command.arguments().subList(1, command.arguments().size()));
    return command.with(arguments);
  }

  private static String path(Map<String, String> environment) {
    return environment.getOrDefault("PATH", "/usr/local/bin:/usr/bin:/bin");
  }

  private static Path require(String program, String path, Path directory) {
    return find(program, path, directory)
        .orElseThrow(
            () ->
                CoreboundException.missing(
                    "%s: no such program on this machine; ./corebound doctor shows what is missing and the command that installs it"
                        .formatted(program)));
  }

  /** Where the shell would find a program; a name with a slash is looked up in the directory. */
  public static Optional<Path> find(String program, String path, Path directory) {
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
