package io.corebound.app.run;

import io.corebound.hosts.ledger.Ledger;
import io.corebound.hosts.machine.PathReader;
import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.LocalHost;
import io.corebound.hosts.process.Outcome;
import io.corebound.hosts.process.RunningProgram;
import io.corebound.hosts.ssh.SshHost;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.ExitStatus;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A command of corebound's on one of the user's nodes: corebound itself is sent there by ssh, runs
 * there as it would here, and its results are brought back. The node needs a POSIX shell, tar and
 * setsid; where it has no Java that runs corebound, this machine's is sent too.
 */
public final class RemoteCorebound {
  /** Exit status of ssh when the connection failed (ssh(1)). */
  private static final int CONNECTION_LOST = 255;

  private static final Duration POLL = Duration.ofMillis(300);
  private static final Duration TRANSFER = Duration.ofMinutes(30);
  private static final Duration PACK = Duration.ofMinutes(5);
  private static final Duration ASK = Duration.ofSeconds(30);

  /** How long to wait after asking it to end: clusters stop within seconds. */
  private static final Duration END = Duration.ofSeconds(40);

  /** How long corebound there may clean up after the connection closes. */
  private static final Duration GRACE = Duration.ofSeconds(20);

  private static final Duration LONGEST = Duration.ofHours(24);

  /** Room for logs and results beside what is sent. */
  private static final long BESIDE_BYTES = 500_000_000;

  private static final Object SENDING = new Object();

  private final Installation installation;
  private final String target;
  private final Path results;
  private final PrintWriter out;
  private final PrintWriter messages;

  /**
   * Works at {@code target}, an argument of ssh; results come to a local folder, output to {@code
   * out}, and what is said meanwhile to {@code messages}.
   */
  public RemoteCorebound(
      Installation installation,
      String target,
      Path results,
      PrintWriter out,
      PrintWriter messages) {
    this.installation = installation;
    this.target = target;
    this.results = results.toAbsolutePath().normalize();
    this.out = out;
    this.messages = messages;
  }

  /** A file of this machine that is sent along, and the option that names it. */
  public record Sent(String option, Path local) {}

  /**
   * A command that runs there.
   *
   * @param arguments its name and its arguments
   * @param jmh what stands behind {@code --}
   */
  public record Call(List<String> arguments, List<Sent> sent, List<String> jmh) {}

  /** Runs a command there; nothing stays on the node. */
  public ExitStatus run(Call call) throws InterruptedException {
    Ledger.cleanUp(installation.ledger()).forEach(this::say);
    Interruption interruption = Interruption.ofThisThread();
    try (Scratch scratch = new Scratch(installation, "remote")) {
      try {
        return run(scratch.host(), scratch.folder(), List.of(call));
      } finally {
        interruption.over();
      }
    }
  }

  /**
   * Runs commands there, one after the other, also after one that failed; nothing stays on the
   * node.
   *
   * @param host runs ssh
   * @param folder for sockets, with a short path
   * @return the worst of their ends
   */
  public ExitStatus run(LocalHost host, Path folder, List<Call> calls) throws InterruptedException {
    try (SshHost shell = SshHost.open(host, target, folder, GRACE)) {
      return new Session(host, shell, folder).run(calls);
    }
  }

  private final class Session {
    private final LocalHost host;
    private final SshHost shell;
    private final Path scratch;
    private final String remoteResults;

    /** Whether it was asked to end. */
    private boolean stopping;

    Session(LocalHost host, SshHost shell, Path scratch) {
      this.host = host;
      this.shell = shell;
      this.scratch = scratch;
      this.remoteResults = shell.folder() + "/results";
    }

    ExitStatus run(List<Call> calls) throws InterruptedException {
      // the node's TMPDIR decides
      PathReader.HADOOP.require(target + ": folder", Path.of(shell.folder()));
      try {
        RemoteNode node = RemoteNode.of(shell);
        writeClean(node);
        send(node, calls.stream().flatMap(call -> call.sent().stream()).distinct().toList());
        ExitStatus worst = ExitStatus.OK;
        for (Call call : calls) {
          ExitStatus end = stopping ? ExitStatus.FAILED : work(command(node, call));
          worst = end.code() > worst.code() ? end : worst;
        }
        return worst;
      } catch (IOException e) {
        throw CoreboundException.failed(scratch + ": " + e, e);
      }
    }

    /** One node after the other: the link of this machine and its disk carry all of it. */
    private void send(RemoteNode node, List<Sent> sent) throws IOException, InterruptedException {
      synchronized (SENDING) {
        Path archive = pack(node, sent);
        requireRoom(node, Files.size(archive));
        say("sending corebound (%s MB) to %s".formatted(Files.size(archive) / 1_000_000, target));
        try {
          shell.send(archive, TRANSFER);
        } finally {
          Files.delete(archive);
        }
      }
    }

    private void requireRoom(RemoteNode node, long bytes) {
      long needed = bytes + BESIDE_BYTES;
      if (node.freeBytes() < needed) {
        throw CoreboundException.missing(
            "%s: %s has %s MB free and needs %s MB; set TMPDIR there to a folder with more room",
            target, shell.folder(), node.freeBytes() / 1_000_000, needed / 1_000_000);
      }
    }

    private Path pack(RemoteNode node, List<Sent> sent) {
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
        throw CoreboundException.failed("cannot pack corebound: %s", outcome.lastWords());
      }
      return archive;
    }

    /** This machine's JVM, without what only developers need. */
    private List<String> ownJava(RemoteNode node) {
      String here = host.run(Command.of(ASK, "uname", "-sm")).out().strip();
      if (!here.equals(node.system())) {
        throw CoreboundException.missing(
            """
            %s: Java 17 or newer is missing, and this machine's does not run there (%s here, %s \
            there); install one there\
            """,
            target, here, node.system());
      }
      Path home = Path.of(System.getProperty("java.home"));
      say(target + " has no Java 17 or newer: sending this machine's");
      List<String> words = new ArrayList<>();
      for (String left : List.of("jmods", "src.zip", "lib/src.zip", "man")) {
        words.add("--exclude=" + left);
      }
      words.addAll(List.of("-C", home.getParent().toString(), home.getFileName().toString()));
      return words;
    }

    /** corebound's own command on the node, which removes what a killed run has left there. */
    private void writeClean(RemoteNode node) throws IOException {
      String command =
          Stream.concat(corebound(node).stream(), Stream.of("clean"))
              .map(word -> "'" + word + "'")
              .collect(Collectors.joining(" "));
      Path clean = scratch.resolve(SshHost.CLEAN);
      Files.writeString(clean, "#!/bin/sh\nexec " + command + "\n");
      Files.setPosixFilePermissions(clean, PosixFilePermissions.fromString("rwx------"));
    }

    /** How corebound is started on the node. */
    private List<String> corebound(RemoteNode node) {
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
      command.addAll(List.of("-cp", folder + "/cli/target/*:" + folder + "/cli/target/lib/*"));
      command.add("io.corebound.cli.Main");
      return command;
    }

    private List<String> command(RemoteNode node, Call call) {
      List<String> command = new ArrayList<>(corebound(node));
      command.addAll(call.arguments());
      command.addAll(List.of("--results", remoteResults));
      for (Sent file : call.sent()) {
        command.addAll(List.of(file.option(), shell.folder() + "/" + file.local().getFileName()));
      }
      if (!call.jmh().isEmpty()) {
        command.add("--");
        command.addAll(call.jmh());
      }
      return command;
    }

    private ExitStatus work(List<String> command) throws InterruptedException, IOException {
      Path outFile = scratch.resolve("node.out");
      Path errFile = scratch.resolve("node.err");
      RunningProgram program =
          shell.start(new Command(command, Map.of(), null, LONGEST), outFile, errFile);
      OptionalInt status = OptionalInt.empty();
      long deadline = Long.MAX_VALUE;
      try (InputStream output = Files.newInputStream(outFile);
          InputStream errors = Files.newInputStream(errFile)) {
        Follower ofOutput = new Follower(output, out);
        Follower ofErrors = new Follower(errors, messages);
        while (status.isEmpty() && System.nanoTime() < deadline) {
          try {
            status = program.waitFor(POLL);
          } catch (InterruptedException e) {
            say("asking " + target + " to stop");
            program.signal("TERM");
            stopping = true;
            deadline = System.nanoTime() + END.toNanos();
          }
          ofErrors.follow();
          ofOutput.follow();
        }
      }
      return bring(status);
    }

    /** Passes on whole lines that are added to a file, with the results where they will be. */
    private final class Follower {
      private final InputStream file;
      private final PrintWriter writer;
      private final ByteArrayOutputStream pending = new ByteArrayOutputStream();

      Follower(InputStream file, PrintWriter writer) {
        this.file = file;
        this.writer = writer;
      }

      void follow() throws IOException {
        for (byte next : file.readAllBytes()) {
          pending.write(next);
          // a character may be cut, and a path must be whole
          if (next == '\n' || next == '\r') {
            String line = pending.toString(StandardCharsets.UTF_8);
            writer.print(line.replace(remoteResults, results.toString()));
            pending.reset();
          }
        }
        writer.flush();
      }
    }

    private ExitStatus bring(OptionalInt status) throws InterruptedException {
      if (status.isPresent() && status.getAsInt() == CONNECTION_LOST) {
        throw CoreboundException.failed(
            "%s: the connection was lost; the node removes what was sent there by itself", target);
      }
      if (fetch()) {
        say("brought from " + target + " to " + results);
      }
      if (status.isEmpty()) {
        throw CoreboundException.failed("%s: did not stop within %s s", target, END.toSeconds());
      }
      return Stream.of(ExitStatus.values())
          .filter(s -> s.code() == status.getAsInt())
          .findFirst()
          .orElse(ExitStatus.FAILED);
    }

    private boolean fetch() throws InterruptedException {
      if (!shell.run(ASK, "test", "-d", remoteResults).ok()) {
        return false;
      }
      Path archive = scratch.resolve("results.tar");
      shell.fetch(remoteResults, archive, TRANSFER);
      try {
        Files.createDirectories(results);
      } catch (IOException e) {
        throw CoreboundException.failed(results + ": cannot be made: " + e.getMessage(), e);
      }
      // this folder keeps its mode, and the files in it belong to this user
      List<String> tar = new ArrayList<>(List.of("tar", "--no-same-owner", "--no-overwrite-dir"));
      tar.addAll(List.of("-C", results.toString(), "-xf", archive.toString()));
      Outcome unpacked = host.run(new Command(tar, Map.of(), null, PACK));
      if (!unpacked.ok()) {
        throw CoreboundException.failed("cannot unpack the results: %s", unpacked.lastWords());
      }
      return true;
    }
  }

  private void say(String sentence) {
    messages.println("corebound: " + sentence);
  }
}
