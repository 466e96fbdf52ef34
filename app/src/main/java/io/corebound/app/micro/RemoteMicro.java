package io.corebound.app.micro;

import io.corebound.app.run.Installation;
import io.corebound.app.run.Interruption;
import io.corebound.hosts.ledger.Ledger;
import io.corebound.hosts.machine.PathReader;
import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.LocalHost;
import io.corebound.hosts.process.Outcome;
import io.corebound.hosts.process.RunningProgram;
import io.corebound.hosts.ssh.SshHost;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.ExitStatus;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * {@code corebound micro} on one of the user's nodes: corebound itself is sent there by ssh, runs
 * there as it would here, and its results are brought back. The node needs a POSIX shell, tar and
 * setsid; where it has no Java that runs corebound, this machine's goes along.
 */
public final class RemoteMicro {
  private static final DateTimeFormatter RUN_ID =
      DateTimeFormatter.ofPattern("'remote-'yyyyMMdd-HHmmss").withZone(ZoneOffset.UTC);

  /** What the client ends with when something of its own went wrong (ssh(1)). */
  private static final int CONNECTION_LOST = 255;

  private static final Duration POLL = Duration.ofMillis(300);
  private static final Duration TRANSFER = Duration.ofMinutes(30);
  private static final Duration PACK = Duration.ofMinutes(5);
  private static final Duration ASK = Duration.ofSeconds(30);

  /** After it was asked to end: clusters stop within seconds. */
  private static final Duration END = Duration.ofSeconds(40);

  /** What corebound there has to remove what it made, when the connection closes. */
  private static final Duration GRACE = Duration.ofSeconds(20);

  private static final Duration LONGEST = Duration.ofHours(24);

  /** Room for logs and results beside what is sent. */
  private static final long BESIDE_BYTES = 500_000_000;

  private final Installation installation;
  private final String target;
  private final Path results;
  private final PrintWriter out;

  /**
   * Prepares the work.
   *
   * @param installation what is sent
   * @param target what the user would give to {@code ssh}
   * @param results local folder that the results are brought to
   * @param out for the node's output
   */
  public RemoteMicro(Installation installation, String target, Path results, PrintWriter out) {
    this.installation = installation;
    this.target = target;
    this.results = results.toAbsolutePath().normalize();
    this.out = out;
  }

  /**
   * What of this machine goes along besides corebound.
   *
   * @param option the option that names it
   * @param local the file here
   */
  public record Sent(String option, Path local) {}

  /**
   * Runs to the end; nothing is left on the node then.
   *
   * @param arguments of {@code micro}, without {@code --host}, {@code --results} and what is sent
   * @param sent files that the node has not
   * @param jmh options for JMH, after {@code --}
   * @return the exit status of corebound there
   */
  public ExitStatus run(List<String> arguments, List<Sent> sent, List<String> jmh)
      throws InterruptedException {
    Ledger.cleanUp(installation.ledger()).forEach(said -> System.err.println("corebound: " + said));
    String runId = RUN_ID.format(Instant.now()) + "-" + ProcessHandle.current().pid();
    LocalHost host = new LocalHost(runId, "localhost");
    Interruption interruption = Interruption.ofThisThread();
    try (Ledger ledger = Ledger.open(installation.ledger(), runId)) {
      // a short path: it holds a socket
      Path scratch =
          ledger.folder(Path.of(System.getProperty("java.io.tmpdir"), "corebound-" + runId));
      try (SshHost shell = SshHost.open(host, target, scratch, GRACE)) {
        return new Session(host, shell, scratch).run(arguments, sent, jmh);
      } finally {
        interruption.over();
        host.stopAll(Duration.ofSeconds(2)).forEach(said -> System.err.println(said));
        ledger.remove(scratch);
      }
    }
  }

  /** What the node told of itself. */
  private record Node(String system, String java, int javaVersion, long freeBytes) {
    static Node parse(String target, Outcome outcome) {
      List<String> lines = outcome.out().lines().map(String::strip).toList();
      try {
        if (outcome.ok() && lines.size() == 4) {
          return new Node(
              lines.get(0),
              lines.get(1),
              Integer.parseInt(lines.get(2)),
              Long.parseLong(lines.get(3)) * 1024);
        }
      } catch (NumberFormatException e) {
        // told below
      }
      throw CoreboundException.failed(
          target
              + ": does not answer as a Linux machine with a POSIX shell does: "
              + outcome.lastWords());
    }
  }

  private final class Session {
    private final LocalHost host;
    private final SshHost shell;
    private final Path scratch;

    Session(LocalHost host, SshHost shell, Path scratch) {
      this.host = host;
      this.shell = shell;
      this.scratch = scratch;
    }

    public ExitStatus run(List<String> arguments, List<Sent> sent, List<String> jmh)
        throws InterruptedException {
      // the node's TMPDIR decides
      PathReader.HADOOP.require(target + ": folder", Path.of(shell.folder()));
      Node node = Node.parse(target, shell.run(ASK, "sh", "-c", script(), "sh", shell.folder()));
      writeClean(node);
      Path archive = pack(node, sent);
      long bytes = size(archive);
      requireRoom(node, bytes);
      say("sending corebound (" + bytes / 1_000_000 + " MB) to " + target);
      shell.send(archive, TRANSFER);
      return work(command(node, arguments, sent, jmh));
    }

    private void requireRoom(Node node, long bytes) {
      long needed = bytes + BESIDE_BYTES;
      if (node.freeBytes() < needed) {
        throw CoreboundException.missing(
            "%s: %s has %d MB free, %d MB are needed; set TMPDIR there to a folder with more room"
                .formatted(
                    target, shell.folder(), node.freeBytes() / 1_000_000, needed / 1_000_000));
      }
    }

    private Path pack(Node node, List<Sent> sent) {
      Path archive = scratch.resolve("corebound.tar");
      List<String> files = new ArrayList<>(List.of("tar", "-chf", archive.toString()));
      files.addAll(List.of("-C", installation.root().toString()));
      installation.builtFiles().forEach(file -> files.add(file.toString()));
      files.addAll(List.of("-C", scratch.toString(), SshHost.CLEAN));
      for (Sent file : sent) {
        Path real = file.local().toAbsolutePath().normalize();
        files.addAll(List.of("-C", real.getParent().toString(), "./" + real.getFileName()));
      }
      if (node.java().isEmpty()) {
        files.addAll(ownJava(node));
      }
      Outcome outcome = host.run(new Command(files, Map.of(), null, PACK));
      if (!outcome.ok()) {
        throw CoreboundException.failed("cannot pack corebound: " + outcome.lastWords());
      }
      return archive;
    }

    /** This machine's JVM, without what only developers need. */
    private List<String> ownJava(Node node) {
      String here = host.run(Command.of(ASK, "uname", "-sm")).out().strip();
      if (!here.equals(node.system())) {
        throw CoreboundException.missing(
            target
                + ": has no Java of 17 or newer, and this machine's does not run there ("
                + here
                + " here, "
                + node.system()
                + " there); install one there");
      }
      Path home = Path.of(System.getProperty("java.home"));
      say(target + " has no Java of 17 or newer: this machine's goes along");
      return List.of(
          "--exclude=jmods",
          "--exclude=src.zip",
          "--exclude=lib/src.zip",
          "--exclude=man",
          "-C",
          home.getParent().toString(),
          home.getFileName().toString());
    }

    /** corebound's own command on the node, which removes what a killed run has left there. */
    private void writeClean(Node node) {
      String command =
          Stream.concat(corebound(node).stream(), Stream.of("clean"))
              .map(word -> "'" + word + "'")
              .collect(Collectors.joining(" "));
      Path clean = scratch.resolve(SshHost.CLEAN);
      try {
        Files.writeString(clean, "#!/bin/sh\nexec " + command + "\n");
        Files.setPosixFilePermissions(clean, PosixFilePermissions.fromString("rwx------"));
      } catch (IOException e) {
        throw CoreboundException.failed(clean + ": cannot be written: " + e.getMessage(), e);
      }
    }

    /** How corebound is started on the node. */
    private List<String> corebound(Node node) {
      String folder = shell.folder();
      boolean sentJava = node.java().isEmpty();
      Path ownHome = Path.of(System.getProperty("java.home"));
      String java = sentJava ? folder + "/" + ownHome.getFileName() : node.java();
      int version = sentJava ? Runtime.version().feature() : node.javaVersion();
      List<String> command = new ArrayList<>(List.of("env"));
      for (String flags : List.of("JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS")) {
        command.addAll(List.of("-u", flags));
      }
      command.addAll(List.of("JAVA_HOME=" + java, java + "/bin/java"));
      command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx512m"));
      command.add("-Dfile.encoding=UTF-8");
      if (version >= 24) {
        command.addAll(
            List.of("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow"));
      }
      command.add("-Dcorebound.commit=" + installation.commit());
      command.add("-Dcorebound.root=" + folder);
      command.add("-cp");
      command.add(folder + "/cli/target/*:" + folder + "/cli/target/lib/*");
      command.add("io.corebound.cli.Main");
      return command;
    }

    private List<String> command(
        Node node, List<String> arguments, List<Sent> sent, List<String> jmh) {
      List<String> command = new ArrayList<>(corebound(node));
      command.add("micro");
      command.addAll(arguments);
      command.addAll(List.of("--results", remoteResults()));
      sent.forEach(
          file ->
              command.addAll(
                  List.of(file.option(), shell.folder() + "/" + file.local().getFileName())));
      if (!jmh.isEmpty()) {
        command.add("--");
        command.addAll(jmh);
      }
      return command;
    }

    private String remoteResults() {
      return shell.folder() + "/results";
    }

    private ExitStatus work(List<String> command) throws InterruptedException {
      Path outFile = scratch.resolve("node.out");
      Path errFile = scratch.resolve("node.err");
      RunningProgram program =
          shell.start(new Command(command, Map.of(), null, LONGEST), outFile, errFile);
      Follower output = new Follower(outFile, text -> print(out, text));
      Follower messages = new Follower(errFile, text -> System.err.print(here(text)));
      OptionalInt status = OptionalInt.empty();
      long deadline = Long.MAX_VALUE;
      while (status.isEmpty() && System.nanoTime() < deadline) {
        try {
          status = program.waitFor(POLL);
        } catch (InterruptedException e) {
          say("asking " + target + " to stop");
          program.signal("TERM");
          deadline = System.nanoTime() + END.toNanos();
        }
        messages.follow();
        output.follow();
      }
      return bring(status);
    }

    private ExitStatus bring(OptionalInt status) throws InterruptedException {
      if (status.isPresent() && status.getAsInt() == CONNECTION_LOST) {
        throw CoreboundException.failed(
            target + ": the connection was lost; what was sent there is removed there by itself");
      }
      if (fetch()) {
        say("brought from " + target + " to " + results);
      }
      if (status.isEmpty()) {
        throw CoreboundException.failed(target + ": did not stop within " + END.toSeconds() + " s");
      }
      return Stream.of(ExitStatus.values())
          .filter(s -> s.code() == status.getAsInt())
          .findFirst()
          .orElse(ExitStatus.FAILED);
    }

    private void print(PrintWriter writer, String text) {
      writer.print(here(text));
      writer.flush();
    }

    /** Where the results will be, in place of where they were made. */
    private String here(String text) {
      return text.replace(remoteResults(), results.toString());
    }

    /** Whether there were results. */
    private boolean fetch() throws InterruptedException {
      if (!shell.run(ASK, "test", "-d", remoteResults()).ok()) {
        return false;
      }
      Path archive = scratch.resolve("results.tar");
      shell.fetch(remoteResults(), archive, TRANSFER);
      try {
        Files.createDirectories(results);
      } catch (IOException e) {
        throw CoreboundException.failed(results + ": cannot be made: " + e.getMessage(), e);
      }
      Outcome unpacked =
          host.run(
              Command.of(
                  PACK,
                  "tar",
                  // the folder here stays as it is, and what comes into it is this user's
                  "--no-same-owner",
                  "--no-overwrite-dir",
                  "-C",
                  results.toString(),
                  "-xf",
                  archive.toString()));
      if (!unpacked.ok()) {
        throw CoreboundException.failed("cannot unpack the results: " + unpacked.lastWords());
      }
      return true;
    }
  }

  private static long size(Path file) {
    try {
      return Files.size(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String script() {
    try (InputStream in = RemoteMicro.class.getResourceAsStream("node.sh")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void say(String sentence) {
    System.err.println("corebound: " + sentence);
  }

  /** Hands on what is added to a file. */
  private static final class Follower {
    private final Path file;
    private final Consumer<String> sink;
    private long read;

    Follower(Path file, Consumer<String> sink) {
      this.file = file;
      this.sink = sink;
    }

    void follow() {
      try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "r")) {
        byte[] added = new byte[(int) (open.length() - read)];
        open.seek(read);
        open.readFully(added);
        // whole lines only: a character may be cut, and a path must be seen whole
        int end = added.length;
        while (end > 0 && added[end - 1] != '\n' && added[end - 1] != '\r') {
          end--;
        }
        read += end;
        sink.accept(new String(added, 0, end, StandardCharsets.UTF_8));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
