package io.corebound.hosts.ssh;

import io.corebound.hosts.process.ClockOffset;
import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.Host;
import io.corebound.hosts.process.LocalHost;
import io.corebound.hosts.process.LocalProgram;
import io.corebound.hosts.process.Outcome;
import io.corebound.hosts.process.RunningProgram;
import io.corebound.hosts.process.Uninterrupted;
import io.corebound.records.config.SshDestination;
import io.corebound.records.units.CoreboundException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One of the user's nodes, reached by the user's own OpenSSH client with its configuration: one
 * connection, which all programs share, and one folder on the node, in which they run. A program
 * never runs outside of that connection: when it is lost, so is the node. The node needs a POSIX
 * shell and tar. An sshd lets at most 10 programs share a connection by default ({@code
 * MaxSessions} of sshd_config(5)).
 *
 * <p>A guard on the node waits for the end of the connection, for any reason ({@link #close},
 * {@code kill -9} of corebound, a lost network once the node's sshd has noticed). Then it ends
 * every program that was started there and all that carries its mark, runs the program {@value
 * #CLEAN} of the folder where there is one, and removes the folder. What a program has started is
 * found by its process group, by the mark, as a descendant of a program that still runs, and by the
 * audit session that sshd gives a connection through PAM. Where sshd gives none, a process is not
 * found that has left its group, cleaned its environment and outlived its parents.
 *
 * <p>Longer than other classes: it is one protocol over one connection.
 */
public final class SshHost implements Host, AutoCloseable {
  /** Name of a program in the folder that removes what was made outside of it. */
  public static final String CLEAN = "clean";

  /** What the guard grants programs between SIGTERM and SIGKILL, unless the caller says more. */
  public static final Duration GRACE = Duration.ofSeconds(2);

  private static final Duration CONNECT = Duration.ofSeconds(30);
  private static final Duration POLL = Duration.ofMillis(50);
  private static final Duration LONGEST = Duration.ofDays(7);
  private static final Duration TRANSFER = Duration.ofMinutes(30);
  private static final int ROUND_TRIPS = 20;

  /** The client's own exit status when something of the connection went wrong (ssh(1)). */
  private static final int CONNECTION_LOST = 255;

  private final LocalHost host;
  private final String program;
  private final SshDestination destination;
  private final Path scratch;
  private final Duration grace;
  private final AtomicInteger programs = new AtomicInteger();
  private final Map<Path, String> files = new ConcurrentHashMap<>();
  private final String mark;
  private LocalProgram guard;
  private String folder = "";

  private SshHost(
      LocalHost host, String program, SshDestination destination, Path scratch, Duration grace) {
    this.host = host;
    this.program = program;
    this.destination = destination;
    this.scratch = scratch;
    this.grace = grace;
    // not the run's own: the node may be this machine
    this.mark = host.runId() + "-on-" + Long.toHexString(System.nanoTime());
  }

  /**
   * Connects, and makes the folder on the node.
   *
   * @param target an {@link SshDestination}
   * @param scratch a local folder of the run and of this host alone, for the connection's socket
   *     and the client's messages; its path must be short (sun_path of unix(7) has 108 bytes)
   * @param grace for the node's programs between SIGTERM and SIGKILL when the connection closes
   * @throws CoreboundException (invalid input) when the target cannot be a host, (failed) with the
   *     client's reason when the node cannot be reached without a question
   */
  public static SshHost open(LocalHost host, String target, Path scratch, Duration grace)
      throws InterruptedException {
    return open(host, "ssh", target, scratch, grace);
  }

  /** With another client than the first {@code ssh} of the PATH. */
  public static SshHost open(
      LocalHost host, String program, String target, Path scratch, Duration grace)
      throws InterruptedException {
    SshHost node = new SshHost(host, program, destination(target), scratch, grace);
    boolean open = false;
    try {
      node.connect();
      open = true;
      return node;
    } finally {
      if (!open) {
        node.close();
      }
    }
  }

  private static SshDestination destination(String target) {
    try {
      return SshDestination.of(target);
    } catch (IllegalArgumentException e) {
      throw CoreboundException.invalidInput(e.getMessage(), e);
    }
  }

  private void connect() throws InterruptedException {
    Path out = scratch.resolve("ssh.out");
    Path err = scratch.resolve("ssh.err");
    List<String> arguments = client();
    // the others share this connection; a master that persists would outlive a killed corebound
    arguments.addAll(List.of("-M", "-o", "ControlPersist=no"));
    String tenths = Long.toString(grace.toMillis() / 100);
    arguments.addAll(destination.arguments());
    arguments.add(SshScripts.shell(SshScripts.GUARD, mark, tenths));
    guard = host.launch(command(arguments, LONGEST).with(Redirect.PIPE), out, err);
    long deadline = System.nanoTime() + CONNECT.toNanos();
    while (folder.isEmpty()) {
      boolean ended = !guard.isAlive() || System.nanoTime() > deadline;
      String said = text(out);
      int at = said.indexOf(SshScripts.FOLDER);
      if (at >= 0 && said.endsWith("\n")) {
        requireSilence(said.substring(0, at));
        folder = said.substring(at + SshScripts.FOLDER.length()).strip();
      } else if (ended) {
        throw failed(notConnected(lastLine(text(err), lastLine(said, ""))));
      } else {
        Thread.sleep(POLL.toMillis());
      }
    }
    if (!folder.startsWith("/")) {
      throw failed("no folder could be made there: " + lastLine(text(err), folder));
    }
  }

  /** Why there is no folder, from the last words of both sides. */
  private String notConnected(String words) throws InterruptedException {
    OptionalInt status = guard.waitFor(Duration.ZERO);
    if (status.isPresent() && status.getAsInt() != CONNECTION_LOST) {
      return """
      can be reached, but its login shell does not run sh: %s; this must work: %s 'exec sh -c true' \
      (a restricted shell or none: chsh -s /bin/sh there, or another user)\
      """
          .formatted(
              words.isEmpty() ? "exit status " + status.getAsInt() : words, destination.typed());
    }
    return "cannot be reached: %s; this must work without a prompt: %s true"
        .formatted(
            words.isEmpty() ? "no answer within %s s".formatted(CONNECT.toSeconds()) : words,
            destination.typed());
  }

  /** What the login shell prints would stand before the output of every program. */
  private void requireSilence(String before) {
    if (!before.isEmpty()) {
      throw failed(
          """
          its login shell prints '%s' before it runs a command; let the start files there \
          (~/.bashrc, ~/.profile, /etc/profile.d) print for terminals only: [ ! -t 1 ] || echo ...\
          """
              .formatted(lastLine(before, "an empty line")));
    }
  }

  private CoreboundException failed(String what) {
    return CoreboundException.failed(name() + ": " + what);
  }

  @Override
  public String name() {
    return destination.name();
  }

  /** Absolute path of the folder on the node. */
  public String folder() {
    return folder;
  }

  /** Whether the connection stands; a node that vanished is noticed within 15 s. */
  public boolean isConnected() {
    return guard.isAlive();
  }

  /**
   * What the program leaves in its process group gets a SIGTERM when it ends; what does not heed it
   * is ended when the connection closes, or when the limit has passed where it holds the output
   * open. What has left its group is ended when the connection closes.
   *
   * @throws CoreboundException (failed) when the connection is lost, or the calling thread is
   *     interrupted; the program is ended then, and the thread's interrupt status stays set
   */
  @Override
  public Outcome run(Command command) {
    String note = note();
    LocalProgram client = host.pipe(session(command, note));
    SshProgram running = new SshProgram(this, client, note, command.arguments().get(0));
    Outcome outcome = host.outcome(client, running, command);
    requireConnection(outcome.exitStatus(), outcome.err());
    if (outcome.exitStatus() == SshScripts.NO_PROGRAM && noted(note).equals(SshScripts.MISSING)) {
      throw missing(command);
    }
    return outcome;
  }

  /** Runs a program on the node to its end. */
  public Outcome run(Duration limit, String... arguments) {
    return run(Command.of(limit, arguments));
  }

  @Override
  public RunningProgram start(Command command, Path out, Path err) {
    String note = note();
    LocalProgram client = host.launch(session(command, note), out, err);
    boolean started = false;
    try {
      awaitStart(command, client, note, err);
      started = true;
    } finally {
      if (!started) {
        client.stop(Duration.ofSeconds(1));
      }
    }
    String called = command.arguments().get(0);
    SshProgram running = new SshProgram(this, client, note, called);
    LocalProgram.stopAfter(running, command.limit(), GRACE, called);
    return running;
  }

  private void awaitStart(Command command, LocalProgram client, String note, Path err) {
    String noted = noted(note);
    while (noted.isEmpty() && client.isAlive()) {
      noted = noted(note);
    }
    if (noted.isEmpty()) {
      requireConnection(client.process().exitValue(), text(err));
    }
    if (noted.equals(SshScripts.MISSING)) {
      throw missing(command);
    }
    if (!noted.matches(SshScripts.IDS) && !noted.startsWith(SshScripts.ENDED)) {
      throw failed(
          "cannot start %s: %s".formatted(command.arguments().get(0), lastLine(text(err), noted)));
    }
  }

  private CoreboundException missing(Command command) {
    return CoreboundException.missing(
        "%s: no such program on %s; install it there"
            .formatted(command.arguments().get(0), name()));
  }

  private void requireConnection(int exitStatus, String err) {
    if (exitStatus == CONNECTION_LOST && err.contains("open refused by peer")) {
      throw failed(
          """
          its sshd lets no more programs share a connection; raise MaxSessions in its \
          sshd_config\
          """);
    }
    if (exitStatus == CONNECTION_LOST) {
      requireConnection();
    }
  }

  private void requireConnection() {
    Optional<String> reason = lost();
    if (reason.isPresent()) {
      throw CoreboundException.failed(reason.get());
    }
  }

  /** {@inheritDoc} A node that vanished is noticed within 15 s. */
  @Override
  public Optional<String> lost() {
    if (isConnected()) {
      return Optional.empty();
    }
    String words = lastLine(text(scratch.resolve("ssh.err")), "");
    return Optional.of(
        """
        %s: the connection was lost%s; what ran there is ended there, and what was made there \
        removed, by itself\
        """
            .formatted(name(), words.isEmpty() ? "" : " (" + words + ")"));
  }

  @Override
  public String there(Path local) {
    return files.computeIfAbsent(
        local.toAbsolutePath().normalize(),
        path -> folder + "/" + programs.incrementAndGet() + "-" + path.getFileName());
  }

  @Override
  public void bring(Path local) {
    String there = there(local);
    Path err = scratch.resolve("bring.err");
    RunningProgram bringing = start(Command.of(TRANSFER, "cat", there), local, err);
    requireEnded(bringing, "bring " + there, err);
  }

  /** By {@value #ROUND_TRIPS} round trips over the connection that stands. */
  @Override
  public ClockOffset clockOffset() throws InterruptedException {
    Command command =
        Command.of(CONNECT, "sh", "-c", SshScripts.TELL_TIME)
            .with(Redirect.PIPE)
            .with("LC_ALL", "C");
    LocalProgram client = host.pipe(session(command, note()));
    LocalProgram.stopAfter(client, CONNECT, GRACE, "clock of " + name());
    try (BufferedReader answers = client.process().inputReader(StandardCharsets.UTF_8);
        OutputStream questions = client.process().getOutputStream()) {
      List<ClockOffset.RoundTrip> trips = new ArrayList<>();
      // the first one also waits for the shell to start
      ask(questions, answers);
      while (trips.size() < ROUND_TRIPS) {
        trips.add(ask(questions, answers));
      }
      return ClockOffset.of(trips);
    } catch (IOException | NumberFormatException e) {
      requireConnection();
      throw CoreboundException.failed(
          "%s: does not print its time: %s".formatted(name(), e.getMessage()), e);
    } finally {
      client.stop(Duration.ofSeconds(1));
    }
  }

  private static ClockOffset.RoundTrip ask(OutputStream questions, BufferedReader answers)
      throws IOException {
    Instant now = Instant.now();
    long start = System.nanoTime();
    questions.write('\n');
    questions.flush();
    String answer = answers.readLine();
    long end = System.nanoTime();
    if (answer == null) {
      throw new IOException("no answer");
    }
    return new ClockOffset.RoundTrip(
        now.getEpochSecond() + now.getNano() / 1e9,
        (end - start) / 1e9,
        Double.parseDouble(answer));
  }

  /** Unpacks a local tar archive in the folder. */
  public void send(Path archive, Duration limit) {
    Outcome outcome = run(Command.of(limit, "tar", "-C", folder, "-xf", "-").reading(archive));
    if (!outcome.ok()) {
      throw failed(
          "cannot unpack %s in %s: %s"
              .formatted(archive.getFileName(), folder, outcome.lastWords()));
    }
  }

  /** Packs a folder of the node into a local tar archive. */
  public void fetch(String remote, Path archive, Duration limit) {
    Path err = scratch.resolve("fetch.err");
    RunningProgram fetching =
        start(Command.of(limit, "tar", "-C", remote, "-cf", "-", "."), archive, err);
    requireEnded(fetching, "fetch " + remote, err);
  }

  private void requireEnded(RunningProgram transfer, String what, Path err) {
    try {
      OptionalInt status = transfer.waitFor(LONGEST);
      if (status.orElse(1) != 0) {
        requireConnection(status.orElse(1), text(err));
        throw failed("cannot %s: %s".formatted(what, lastLine(text(err), "it took too long")));
      }
    } catch (InterruptedException e) {
      transfer.stop(GRACE);
      Thread.currentThread().interrupt();
      throw CoreboundException.failed(name() + ": interrupted: " + what, e);
    }
  }

  /** Closes the connection and waits until the guard has ended all and removed the folder. */
  @Override
  public void close() {
    if (guard == null) {
      return;
    }
    Uninterrupted.run(
        () -> {
          try {
            guard.closeInput();
            guard.waitFor(grace.plusSeconds(10));
          } finally {
            guard.stop(Duration.ofSeconds(1));
          }
        });
  }

  /** Sends a signal to a process of the node; it may have ended already. */
  void signal(String signal, String pid) {
    raw(CONNECT, SshScripts.shell("kill -s \"$1\" \"$2\" 2>/dev/null", signal, pid));
  }

  /** Ends a process group of the node. */
  void endGroup(String group, Duration graceOfGroup, String note) {
    String tenths = Long.toString(graceOfGroup.toMillis() / 100);
    raw(graceOfGroup.plus(CONNECT), SshScripts.shell(SshScripts.END_GROUP, group, tenths, note));
  }

  /** Process id and group of a program of the node; empty when it has not begun. */
  String noted(String note) {
    return isConnected()
        ? raw(CONNECT, SshScripts.shell(SshScripts.READ_NOTE, note)).out().strip()
        : "";
  }

  private String note() {
    return folder + "/.programs/" + programs.incrementAndGet();
  }

  /** What is not itself a program of the node's, so that it has no note. */
  private Outcome raw(Duration limit, String remoteCommand) {
    Outcome outcome = host.run(command(session(remoteCommand), limit));
    requireConnection(outcome.exitStatus(), outcome.err());
    return outcome;
  }

  private Command session(Command remote, String note) {
    String script = SshScripts.program(remote, note, mark, folder);
    return command(session(SshScripts.shell(script)), LONGEST).with(remote.input());
  }

  private List<String> client() {
    List<String> arguments = new ArrayList<>(List.of(program));
    // what the user's configuration forwards and starts is for the user's own sessions
    for (String option :
        List.of(
            "BatchMode=yes",
            "ConnectTimeout=" + CONNECT.toSeconds(),
            "ServerAliveInterval=5",
            "ServerAliveCountMax=3",
            "ClearAllForwardings=yes",
            "PermitLocalCommand=no")) {
      arguments.addAll(List.of("-o", option));
    }
    arguments.addAll(List.of("-T", "-S", scratch.resolve("s").toString()));
    return arguments;
  }

  /** Over the connection that stands, or not at all: the guard knows of nothing else. */
  private List<String> session(String remoteCommand) {
    List<String> arguments = client();
    arguments.addAll(List.of("-o", "ControlMaster=no", "-o", "ProxyCommand=false"));
    arguments.addAll(destination.arguments());
    arguments.add(remoteCommand);
    return arguments;
  }

  private static Command command(List<String> arguments, Duration limit) {
    // the user's own client: its configuration may name any variable
    return new Command(arguments, Map.of(), null, limit).asUser();
  }

  private static String text(Path file) {
    try {
      // leniently: another machine's programs write what they like
      return Files.exists(file) ? new String(Files.readAllBytes(file), StandardCharsets.UTF_8) : "";
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file + ": " + e.getMessage(), e);
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
