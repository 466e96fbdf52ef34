package io.corebound.hosts;

import io.corebound.records.CoreboundException;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/**
 * One of the user's nodes, reached by the user's own OpenSSH client with its configuration (keys,
 * jump hosts, agents): one connection, which all calls share, and one folder on the node.
 *
 * <p>A guard on the node waits at the end of the connection. When it closes, for whatever reason
 * ({@link #close}, an error, {@code kill -9} of corebound, a lost network), the guard ends the
 * program that {@link #start} has started there, runs the program {@value #CLEAN} of the folder
 * where there is one, and removes the folder. Nothing else is left on the node, and nothing else of
 * it is touched.
 */
public final class SecureShell implements AutoCloseable {
  /** Name of a program in the folder that removes what was made outside of it. */
  public static final String CLEAN = "clean";

  private static final Duration CONNECT = Duration.ofSeconds(30);
  private static final Duration POLL = Duration.ofMillis(50);

  /** What the guard grants a program between SIGTERM and SIGKILL. */
  private static final int GRACE_S = 20;

  private static final Duration CLOSE = Duration.ofSeconds(GRACE_S + 10);
  private static final Duration LONGEST = Duration.ofHours(24);

  /** Makes the folder, says where it is, and waits for the end of its input. */
  private static final String GUARD =
      """
      umask 077
      folder=$(mktemp -d "${TMPDIR:-/tmp}/corebound-XXXXXXXX") || exit 1
      trap '' HUP INT TERM PIPE
      echo "$folder"
      cat >/dev/null
      if [ -s "$folder/pid" ]; then
        pid=$(cat "$folder/pid")
        kill -s TERM "$pid" 2>/dev/null
        left=%d
        while [ "$left" -gt 0 ] && kill -s 0 "$pid" 2>/dev/null; do
          sleep 1
          left=$((left - 1))
        done
        kill -s KILL "$pid" 2>/dev/null
      fi
      [ ! -x "$folder/clean" ] || "$folder/clean" >/dev/null 2>&1
      rm -rf "$folder"
      """
          .formatted(GRACE_S);

  private final LocalHost host;
  private final String program;
  private final String target;
  private final Path scratch;
  private RunningProgram guard;
  private String folder = "";

  private SecureShell(LocalHost host, String program, String target, Path scratch) {
    this.host = host;
    this.program = program;
    this.target = target;
    this.scratch = scratch;
  }

  /**
   * Connects, and makes the folder on the node.
   *
   * @param host where the client runs
   * @param target what the user would give to {@code ssh}: {@code user@node}, or a name of the
   *     user's configuration
   * @param scratch a local folder of the run, for the connection's socket and the client's
   *     messages; its path must be short (sun_path of unix(7) has 108 bytes)
   * @throws CoreboundException (invalid input) when the target is no name of a host, (failed) with
   *     the client's reason when the node cannot be reached without a question
   */
  public static SecureShell open(LocalHost host, String target, Path scratch)
      throws InterruptedException {
    return open(host, "ssh", target, scratch);
  }

  /** With another client than the first {@code ssh} of the PATH. */
  static SecureShell open(LocalHost host, String program, String target, Path scratch)
      throws InterruptedException {
    if (!target.matches("[A-Za-z0-9_][A-Za-z0-9_.@:%\\[\\]-]*")) {
      throw CoreboundException.invalidInput(
          "'"
              + target
              + "' is no host for ssh; give user@node, or a name of your ssh configuration");
    }
    SecureShell shell = new SecureShell(host, program, target, scratch);
    boolean open = false;
    try {
      shell.connect();
      open = true;
      return shell;
    } finally {
      if (!open) {
        shell.close();
      }
    }
  }

  private void connect() throws InterruptedException {
    Path out = scratch.resolve("ssh.out");
    Path err = scratch.resolve("ssh.err");
    List<String> arguments = new ArrayList<>(client());
    // this connection is the one that the others share
    arguments.addAll(List.of("-M", "--", target, "sh -c " + quoted(GUARD)));
    guard = host.start(command(arguments, LONGEST).with(Redirect.PIPE), out, err);
    long deadline = System.nanoTime() + CONNECT.toNanos();
    while (folder.isEmpty()) {
      String said = text(out);
      if (said.endsWith("\n")) {
        folder = said.lines().reduce((first, last) -> last).orElse("").strip();
      } else if (!guard.isAlive() || System.nanoTime() > deadline) {
        throw CoreboundException.failed(
            target
                + ": cannot be reached: "
                + lastLine(text(err), "no answer within " + CONNECT.toSeconds() + " s")
                + "; this must work without a question: ssh "
                + target
                + " true");
      } else {
        Thread.sleep(POLL.toMillis());
      }
    }
    if (!folder.startsWith("/")) {
      throw CoreboundException.failed(
          target + ": no folder could be made there: " + lastLine(text(err), folder));
    }
  }

  /** The node as the user calls it. */
  public String target() {
    return target;
  }

  /** Absolute path of the folder on the node. */
  public String folder() {
    return folder;
  }

  /**
   * Runs a program on the node to its end.
   *
   * @param limit after which it is given up
   * @param arguments the program and its arguments
   */
  public Outcome run(Duration limit, String... arguments) {
    return host.run(command(session(quoted(List.of(arguments))), limit));
  }

  /**
   * Unpacks a local tar archive in the folder.
   *
   * @param archive the archive
   * @param limit after which it is given up
   * @throws CoreboundException (failed) with the reason when it did not arrive whole
   */
  public void send(Path archive, Duration limit) {
    Outcome outcome =
        host.run(
            command(session("tar -C " + quoted(folder) + " -xf -"), limit)
                .with(Redirect.from(archive.toFile())));
    if (!outcome.ok()) {
      throw CoreboundException.failed(
          "%s: cannot unpack %s in %s: %s"
              .formatted(target, archive.getFileName(), folder, outcome.lastWords()));
    }
  }

  /**
   * Packs a folder of the node into a local tar archive.
   *
   * @param remote the folder's absolute path
   * @param archive the archive
   * @param limit after which it is given up
   * @throws CoreboundException (failed) with the reason when it did not arrive whole
   */
  public void fetch(String remote, Path archive, Duration limit) throws InterruptedException {
    Path err = scratch.resolve("fetch.err");
    RunningProgram fetching =
        host.start(command(session("tar -C " + quoted(remote) + " -cf - ."), limit), archive, err);
    try {
      OptionalInt status = fetching.waitFor(limit);
      if (status.isEmpty() || status.getAsInt() != 0) {
        throw CoreboundException.failed(
            target + ": cannot fetch " + remote + ": " + lastLine(text(err), "it took too long"));
      }
    } finally {
      fetching.stop(Duration.ofSeconds(1));
    }
  }

  /**
   * Starts a program on the node, in the folder; the guard ends it when the connection closes. One
   * at a time.
   *
   * @param arguments the program and its arguments
   * @param out local file for its output
   * @param err local file for its messages
   */
  public RunningProgram start(List<String> arguments, Path out, Path err) {
    String script =
        "cd " + quoted(folder) + " && echo $$ >pid && exec " + quoted(arguments) + " </dev/null";
    return host.start(command(session("sh -c " + quoted(script)), LONGEST), out, err);
  }

  /** Asks the program that {@link #start} has started to end; returns at once. */
  public void terminate() {
    run(CONNECT, "sh", "-c", "kill -s TERM \"$(cat \"$1\")\"", "sh", folder + "/pid");
  }

  /** Closes the connection and waits until the guard has removed the folder. */
  @Override
  public void close() {
    if (guard == null) {
      return;
    }
    boolean interrupted = Thread.interrupted();
    try {
      guard.closeInput();
      guard.waitFor(CLOSE);
    } catch (InterruptedException e) {
      interrupted = true;
    } finally {
      guard.stop(Duration.ofSeconds(1));
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private List<String> client() {
    return List.of(
        program,
        "-o",
        "BatchMode=yes",
        "-o",
        "ConnectTimeout=" + CONNECT.toSeconds(),
        // a node that vanished is noticed within a minute
        "-o",
        "ServerAliveInterval=15",
        "-o",
        "ServerAliveCountMax=4",
        "-T",
        "-S",
        scratch.resolve("s").toString());
  }

  private List<String> session(String remoteCommand) {
    List<String> arguments = new ArrayList<>(client());
    arguments.addAll(List.of("--", target, remoteCommand));
    return arguments;
  }

  private static Command command(List<String> arguments, Duration limit) {
    return new Command(arguments, Map.of(), null, limit);
  }

  private static String quoted(List<String> arguments) {
    return arguments.stream().map(SecureShell::quoted).collect(Collectors.joining(" "));
  }

  /** As one word of a POSIX shell: ssh hands its arguments to the login shell of the node. */
  static String quoted(String word) {
    return "'" + word.replace("'", "'\\''") + "'";
  }

  private static String text(Path file) {
    try {
      return Files.exists(file) ? Files.readString(file, StandardCharsets.UTF_8) : "";
    } catch (IOException e) {
      return "";
    }
  }

  private static String lastLine(String text, String otherwise) {
    return text.lines()
        .filter(line -> !line.isBlank())
        .reduce((first, last) -> last)
        .map(String::strip)
        .orElse(otherwise);
  }
}
