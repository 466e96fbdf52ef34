package io.corebound.hosts.ssh;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.corebound.hosts.LoopbackSshd;
import io.corebound.hosts.SshOwner;
import io.corebound.hosts.ledger.Deletion;
import io.corebound.hosts.process.ClockOffset;
import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.LocalHost;
import io.corebound.hosts.process.Outcome;
import io.corebound.hosts.process.ProcessTable;
import io.corebound.hosts.process.RunningProgram;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.ExitStatus;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Against an sshd on a free loopback port, with keys of its own. */
@Execution(ExecutionMode.CONCURRENT)
@Timeout(value = 120, unit = TimeUnit.SECONDS)
public class SshHostIT {
  private static final Duration LIMIT = Duration.ofSeconds(20);

  private static final LocalHost SERVERS = new LocalHost("sshd-" + System.nanoTime(), "here");

  @TempDir static Path ofServer;
  private static LoopbackSshd sshd;

  @TempDir Path folder;

  private final String run = "test-" + ProcessHandle.current().pid() + "-" + System.nanoTime();
  private final LocalHost host = new LocalHost(run, "here");
  private Path scratch;

  @BeforeAll
  static void startServer() throws Exception {
    assumeTrue(LoopbackSshd.available(), LoopbackSshd.MISSING);
    sshd = LoopbackSshd.start(SERVERS, ofServer.resolve("sshd"));
  }

  @AfterAll
  static void stopServer() {
    if (sshd != null) {
      sshd.close();
    }
    assertThat(SERVERS.alive()).isZero();
  }

  @BeforeEach
  void makeScratch() throws Exception {
    scratch = Files.createDirectory(folder.resolve("s"));
  }

  @AfterEach
  void nothingOfTheTestIsLeft() {
    host.stopAll(Duration.ofSeconds(1));
    assertThat(host.alive()).isZero();
  }

  private SshHost open() throws InterruptedException {
    return open(sshd);
  }

  private SshHost open(LoopbackSshd server) throws InterruptedException {
    return server.open(host, "node", scratch);
  }

  /** A server of the test's own. */
  private LoopbackSshd start(String... lines) throws Exception {
    return LoopbackSshd.start(host, folder.resolve("sshd"), lines);
  }

  @Test
  void whatIsSentCanBeRunAndFetchedAndNothingStays() throws Exception {
    Path tree = Files.createDirectories(folder.resolve("tree/with blank"));
    Files.writeString(tree.resolve("it's"), "content\n");
    Path archive = tar(folder.resolve("tree"), "sent.tar");
    Path there;
    try (SshHost node = open()) {
      there = Path.of(node.folder());
      node.send(archive, LIMIT);
      Outcome outcome = node.run(LIMIT, "cat", node.folder() + "/with blank/it's");
      assertThat(outcome.out()).isEqualTo("content\n");
      Path back = folder.resolve("back.tar");
      node.fetch(node.folder() + "/with blank", back, LIMIT);
      assertThat(host.run(Command.of(LIMIT, "tar", "-tf", back.toString())).out())
          .contains("./it's");
      assertThat(there).isDirectory();
    }
    assertThat(there).doesNotExist();
  }

  @Test
  void argumentsReachTheProgramOnTheNodeAsTheyAre() throws Exception {
    try (SshHost node = open()) {
      Outcome outcome = node.run(LIMIT, "printf", "%s|", "a b", "$HOME", "*", "", "it's", "\"");
      assertThat(outcome.out()).isEqualTo("a b|$HOME|*||it's|\"|");
      assertThat(node.run(LIMIT, "sh", "-c", "echo no >&2; exit 7").exitStatus()).isEqualTo(7);
    }
  }

  @Test
  void programOfTheNodeIsEndedWhenTheConnectionCloses() throws Exception {
    Path out = folder.resolve("out");
    Path trace = folder.resolve("ended");
    Path there;
    try (SshHost node = open()) {
      there = Path.of(node.folder());
      start(node, "trap 'echo ended >" + trace + "; exit 0' TERM; echo ready; ", out);
    }
    assertThat(trace).hasContent("ended");
    assertThat(there).doesNotExist();
  }

  @Test
  void whatWasMadeOutsideTheFolderIsRemovedByTheFoldersOwnProgram() throws Exception {
    Path tree = Files.createDirectories(folder.resolve("tree"));
    Path outside = Files.createFile(folder.resolve("outside"));
    Path clean = tree.resolve(SshHost.CLEAN);
    Files.writeString(clean, "#!/bin/sh\nrm '" + outside + "'\n");
    Files.setPosixFilePermissions(clean, PosixFilePermissions.fromString("rwx------"));
    try (SshHost node = open()) {
      node.send(tar(tree, "sent.tar"), LIMIT);
      assertThat(outside).exists();
    }
    assertThat(outside).doesNotExist();
  }

  @Test
  void programCanBeAskedToEndBeforeItsResultsAreFetched() throws Exception {
    Path out = folder.resolve("out");
    try (SshHost node = open()) {
      RunningProgram program =
          start(node, "trap 'echo partial >result; exit 1' TERM; echo ready; ", out);
      program.signal("TERM");
      assertThat(program.waitFor(LIMIT)).isEqualTo(OptionalInt.of(1));
      assertThat(node.run(LIMIT, "cat", node.folder() + "/result").out()).isEqualTo("partial\n");
    }
  }

  @Test
  void nodeIsCleanAfterTheClientWasKilled() throws Exception {
    Path out = folder.resolve("out");
    SshHost node = open();
    Path there = Path.of(node.folder());
    start(node, "echo ready; ", out);
    // as kill -9 of corebound: the clients go, and nobody closes anything
    for (ProcessTable.Row row : LocalHost.marked(run)) {
      if (row.name().equals("ssh")) {
        ProcessHandle.of(row.pid()).ifPresent(ProcessHandle::destroyForcibly);
      }
    }
    long deadline = System.nanoTime() + LIMIT.toNanos();
    while (Files.exists(there) && System.nanoTime() < deadline) {
      Thread.sleep(50);
    }
    assertThat(there).doesNotExist();
  }

  @Test
  void nodeIsCleanWithinSecondsAfterCoreboundWasKilled() throws Exception {
    Process owner =
        new ProcessBuilder(
                System.getProperty("java.home") + "/bin/java",
                "-cp",
                System.getProperty("java.class.path"),
                SshOwner.class.getName(),
                run,
                sshd.client().toString(),
                folder.toString())
            .redirectError(folder.resolve("owner.err").toFile())
            .start();
    String there = owner.inputReader().readLine();
    assertThat(there).as(Files.readString(folder.resolve("owner.err"))).isNotNull();
    await(() -> Files.readAllLines(folder.resolve("out")).size() == 2, LIMIT);
    List<Long> pids =
        Files.readAllLines(folder.resolve("out")).stream().map(Long::valueOf).toList();
    assertThat(pids).allMatch(SshHostIT::alive);
    owner.destroyForcibly().waitFor();
    // graces of 2 s, which are counted in tenths of a second and looks at all processes: on a busy
    // machine they take long. What no guard ends goes on for 5 minutes, and the folder stays
    Duration limit = Duration.ofSeconds(15);
    await(() -> pids.stream().noneMatch(SshHostIT::alive), limit);
    await(() -> !Files.exists(Path.of(there)), limit);
    await(() -> host.alive() == 0, limit);
  }

  @Test
  void severalProgramsShareOneConnectionAndAreEndedOneByOne() throws Exception {
    try (SshHost node = open()) {
      RunningProgram first = start(node, "echo ready; ", folder.resolve("out1"));
      RunningProgram second = start(node, "echo ready; ", folder.resolve("out2"));
      assertThat(first.pid()).isNotEqualTo(second.pid());
      assertThat(connections()).isEqualTo(1);
      first.stop(LIMIT);
      assertThat(first.isAlive()).isFalse();
      assertThat(alive(second.pid())).isTrue();
      assertThat(second.isAlive()).isTrue();
    }
  }

  /** Clients that have a connection of their own: all others talk to them by their socket. */
  private long connections() {
    return LocalHost.marked(run).stream()
        .filter(row -> row.name().equals("ssh"))
        .filter(row -> sockets(row.pid()).stream().anyMatch(this::isTcp))
        .count();
  }

  private static List<String> sockets(long pid) {
    try (Stream<Path> descriptors = Files.list(Path.of("/proc/" + pid + "/fd"))) {
      List<String> inodes = new ArrayList<>();
      for (Path descriptor : descriptors.toList()) {
        String link = Files.readSymbolicLink(descriptor).toString();
        if (link.startsWith("socket:[")) {
          inodes.add(link.substring("socket:[".length(), link.length() - 1));
        }
      }
      return inodes;
    } catch (IOException e) {
      return List.of();
    }
  }

  private boolean isTcp(String inode) {
    try {
      return Files.readAllLines(Path.of("/proc/net/tcp")).stream()
          .anyMatch(line -> List.of(line.strip().split(" +", -1)).get(9).equals(inode));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void commandGetsItsFolderItsEnvironmentAndItsInput() throws Exception {
    Path input = Files.writeString(folder.resolve("input"), "from here\n");
    try (SshHost node = open()) {
      Command command =
          new Command(
              List.of("sh", "-c", "pwd -P; echo \"$A $LC_ALL\"; cat"),
              Map.of("A", "it's $1"),
              folder,
              LIMIT);
      assertThat(node.run(command.with(Redirect.from(input.toFile()))).out().lines())
          .containsExactly(folder.toRealPath().toString(), "it's $1 C", "from here");
      assertThat(node.run(LIMIT, "sh", "-c", "pwd -P; cat").out()).isEqualTo(node.folder() + "\n");
    }
  }

  @Test
  void programThatIsNotOnTheNodeIsNamedWithTheNode() throws Exception {
    try (SshHost node = open()) {
      Command missing = Command.of(LIMIT, "no-such-program", "-V");
      for (ThrowingCallable call :
          List.<ThrowingCallable>of(
              () -> node.run(missing),
              () -> node.start(missing, folder.resolve("out"), folder.resolve("err")))) {
        assertThatThrownBy(call)
            .isInstanceOf(CoreboundException.class)
            .hasMessageContainingAll("no-such-program: ", "node")
            .extracting(e -> ((CoreboundException) e).status())
            .isEqualTo(ExitStatus.MACHINE_LACKS);
      }
      Command elsewhere = new Command(List.of("pwd"), Map.of(), Path.of("/no/such/folder"), LIMIT);
      assertThatThrownBy(() -> node.start(elsewhere, folder.resolve("out"), folder.resolve("err")))
          .hasMessageContaining("/no/such/folder");
    }
  }

  @Test
  void limitEndsWhatTheProgramStartedOnTheNode() throws Exception {
    try (SshHost node = open()) {
      RunningProgram started =
          node.start(
              Command.of(Duration.ofSeconds(3), "sleep", "300"),
              folder.resolve("out"),
              folder.resolve("err"));
      long pid = started.pid();
      assertThat(alive(pid)).isTrue();
      Outcome outcome =
          node.run(Duration.ofSeconds(3), "sh", "-c", "sleep 300 & echo $$ $!; sleep 300");
      assertThat(outcome.timedOut()).isTrue();
      List<String> pids = List.of(outcome.out().strip().split(" ", -1));
      assertThat(pids).hasSize(2).noneMatch(one -> alive(Long.parseLong(one)));
      assertThat(started.waitFor(LIMIT)).isNotEmpty();
      assertThat(alive(pid)).isFalse();
    }
  }

  @Test
  void whatAProgramLeavesInItsGroupIsEndedWithIt() throws Exception {
    try (SshHost node = open()) {
      Outcome outcome = node.run(LIMIT, "sh", "-c", "sleep 300 & echo $!; exit 5");
      assertThat(outcome.exitStatus()).isEqualTo(5);
      assertThat(outcome.timedOut()).isFalse();
      assertThat(alive(Long.parseLong(outcome.out().strip()))).isFalse();
    }
  }

  @Test
  void formsOfOtherProgramsReachTheHost() throws Exception {
    for (String target :
        List.of("ssh://node", "ssh://%s@node/".formatted(System.getProperty("user.name")))) {
      try (SshHost node = sshd.open(host, target, scratch)) {
        assertThat(node.run(LIMIT, "echo", "there").out()).isEqualTo("there\n");
        assertThat(node.name()).endsWith("node").doesNotContain("/");
      }
    }
  }

  @Test
  void signalReachesTheProgramAloneAndItsEndTellsOfIt() throws Exception {
    try (SshHost node = open()) {
      assumeTrue(
          node.run(LIMIT, "sh", "-c", "trap 'exit 3' INT; kill -s INT $$").exitStatus() == 3,
          "SIGINT is ignored here, and env(1) is older than coreutils 8.31");
      RunningProgram program =
          start(node, "trap 'echo INT; exit 3' INT; echo ready; ", folder.resolve("out"));
      program.signal("INT");
      assertThat(program.waitFor(LIMIT)).isEqualTo(OptionalInt.of(3));
      assertThat(folder.resolve("out")).hasContent("ready\nINT");
      assertThat(node.run(LIMIT, "sh", "-c", "kill -9 $$").exitStatus()).isEqualTo(128 + 9);
    }
  }

  @Test
  void whatAProgramWroteOnTheNodeIsBrought() throws Exception {
    Path local = folder.resolve("some.raw");
    try (SshHost node = open()) {
      assertThat(node.there(local)).startsWith(node.folder()).isEqualTo(node.there(local));
      assertThat(node.there(folder.resolve("x/some.raw"))).isNotEqualTo(node.there(local));
      node.run(LIMIT, "sh", "-c", "printf '\\000bytes' >\"$1\"", "sh", node.there(local));
      node.bring(local);
      assertThat(Files.readAllBytes(local)).isEqualTo("\0bytes".getBytes(US_ASCII));
      Path never = folder.resolve("never");
      assertThatThrownBy(() -> node.bring(never)).hasMessageContaining("No such file");
    }
  }

  @Test
  void lostConnectionIsSaidAndNoOtherIsMade() throws Exception {
    try (LoopbackSshd server = start();
        SshHost node = open(server)) {
      RunningProgram program = start(node, "echo ready; ", folder.resolve("out"));
      long pid = program.pid();
      server.cutConnections();
      assertThat(program.waitFor(LIMIT)).isEqualTo(OptionalInt.of(255));
      await(() -> !node.isConnected(), LIMIT);
      assertThatThrownBy(() -> node.run(LIMIT, "true"))
          .isInstanceOf(CoreboundException.class)
          .hasMessageContainingAll("node: ", "connection");
      assertThatThrownBy(node::clockOffset).hasMessageContaining("connection");
      await(() -> !alive(pid), LIMIT);
    }
  }

  /** The node is this machine: the true offset is 0, and must be within the uncertainty. */
  @Test
  void clockOffsetIsWithinItsUncertainty() throws Exception {
    try (SshHost node = open()) {
      ClockOffset offset = node.clockOffset();
      assertThat(offset.roundTrips()).isEqualTo(20);
      // the answer has microseconds
      assertThat(Math.abs(offset.offsetS())).isLessThan(offset.uncertaintyS() + 2e-6);
      assertThat(offset.uncertaintyS()).isGreaterThan(1e-6);
    }
  }

  private static boolean alive(long pid) {
    return ProcessTable.of(pid).filter(ProcessTable.Row::alive).isPresent();
  }

  private interface Condition {
    boolean holds() throws IOException;
  }

  private static void await(Condition condition, Duration limit) throws Exception {
    long deadline = System.nanoTime() + limit.toNanos();
    while (!condition.holds() && System.nanoTime() < deadline) {
      Thread.sleep(50);
    }
    assertThat(condition.holds()).isTrue();
  }

  /** Endless, deaf to SIGTERM, and without the mark in its environment. */
  private static final String DEAF =
      "env -i sh -c 'trap : TERM; echo $$ >deaf; while :; do sleep 0.1; done' >/dev/null 2>&1 & ";

  private static long pid(Path file) throws Exception {
    await(() -> Files.exists(file) && !Files.readString(file).isBlank(), LIMIT);
    return Long.parseLong(Files.readString(file).strip());
  }

  @Test
  void whatIgnoresSigtermWithACleanEnvironmentIsEndedWithTheConnection() throws Exception {
    long pid;
    try (SshHost node = open()) {
      Outcome outcome = node.run(LIMIT, "sh", "-c", DEAF + "while [ ! -s deaf ]; do :; done");
      assertThat(outcome.ok()).isTrue();
      pid = pid(Path.of(node.folder(), "deaf"));
      assertThat(alive(pid)).isTrue();
    }
    assertThat(alive(pid)).isFalse();
  }

  @Test
  void whatIgnoresSigtermAndHoldsTheOutputOpenIsEndedWhenTheLimitHasPassed() throws Exception {
    try (SshHost node = open()) {
      Outcome outcome =
          node.run(
              Duration.ofSeconds(3),
              "sh",
              "-c",
              "sh -c 'trap : TERM; echo $$; : >deaf; while :; do sleep 0.1; done' &"
                  + " while [ ! -e deaf ]; do :; done");
      assertThat(outcome.timedOut()).isTrue();
      assertThat(alive(Long.parseLong(outcome.out().strip()))).isFalse();
    }
  }

  @Test
  void descendantInASessionOfItsOwnIsEndedWithTheConnection() throws Exception {
    long pid;
    try (SshHost node = open()) {
      start(node, "setsid " + DEAF + "echo ready; ", folder.resolve("out"));
      pid = pid(Path.of(node.folder(), "deaf"));
      assertThat(alive(pid)).isTrue();
    }
    assertThat(alive(pid)).isFalse();
  }

  /** It has no parent, no group, no mark: the audit session of the connection tells of it. */
  @Test
  void daemonIsEndedWithTheConnectionWhereSshdGivesAuditSessions() throws Exception {
    long pid;
    try (LoopbackSshd server = start("UsePAM yes");
        SshHost node = open(server)) {
      String session = node.run(LIMIT, "cat", "/proc/self/sessionid").out();
      assumeTrue(
          session.matches("[0-9]+") && !session.equals(ownAuditSession()),
          "needs an sshd that gives a connection an audit session (PAM's pam_loginuid)");
      node.run(LIMIT, "sh", "-c", "setsid " + DEAF + "while [ ! -s deaf ]; do :; done");
      pid = pid(Path.of(node.folder(), "deaf"));
      assertThat(alive(pid)).isTrue();
    }
    assertThat(alive(pid)).isFalse();
  }

  private static String ownAuditSession() throws IOException {
    Path file = Path.of("/proc/self/sessionid");
    return Files.exists(file) ? Files.readString(file) : "";
  }

  /** sshd runs what a client asks for by the login shell's -c, as the forced command does here. */
  private LoopbackSshd withLoginShell(String shell) throws Exception {
    return start("ForceCommand exec %s -c \"$SSH_ORIGINAL_COMMAND\"".formatted(shell));
  }

  @Test
  void loginShellNeedNotBeAPosixShell() throws Exception {
    assumeTrue(
        LocalHost.find("tcsh", System.getenv("PATH"), null).isPresent(), "needs the shell tcsh");
    Path tree = Files.createDirectories(folder.resolve("tree"));
    Files.writeString(tree.resolve("it's"), "content\n");
    long pid;
    try (LoopbackSshd server = withLoginShell("tcsh");
        SshHost node = open(server)) {
      assertThat(node.run(LIMIT, "printf", "%s|", "a b", "$HOME", "*", "", "it's!", "\n").out())
          .isEqualTo("a b|$HOME|*||it's!|\n|");
      node.send(tar(tree, "sent.tar"), LIMIT);
      assertThat(node.run(LIMIT, "cat", node.folder() + "/it's").out()).isEqualTo("content\n");
      assertThat(node.clockOffset().roundTrips()).isEqualTo(20);
      RunningProgram asked =
          start(node, "trap 'exit 3' TERM; echo ready; ", folder.resolve("asked"));
      asked.signal("TERM");
      assertThat(asked.waitFor(LIMIT)).isEqualTo(OptionalInt.of(3));
      RunningProgram stopped = start(node, "echo ready; ", folder.resolve("stopped"));
      stopped.stop(LIMIT);
      pid = start(node, "setsid " + DEAF + "echo ready; ", folder.resolve("out")).pid();
    }
    assertThat(alive(pid)).isFalse();
  }

  @Test
  void loginShellThatRunsNothingIsNamedInItsOwnWords() throws Exception {
    Path restricted = Files.createSymbolicLink(folder.resolve("rbash"), Path.of("/bin/bash"));
    for (Map.Entry<String, String> shell :
        Map.of(restricted.toString(), "restricted", "false", "exit status 1").entrySet()) {
      try (LoopbackSshd server = withLoginShell(shell.getKey())) {
        assertThatThrownBy(() -> open(server))
            .isInstanceOf(CoreboundException.class)
            .hasMessageStartingWith("node: ")
            .hasMessageContainingAll("login shell", shell.getValue(), "ssh node 'exec sh -c true'")
            .hasMessageNotContaining("\n");
      }
      Deletion.of(folder.resolve("sshd"));
    }
  }

  @Test
  void loginShellThatPrintsIsRefusedWithTheReasonAndTheRemedy() throws Exception {
    try (LoopbackSshd server =
        start("ForceCommand echo 'Welcome to node'; exec sh -c \"$SSH_ORIGINAL_COMMAND\"")) {
      assertThatThrownBy(() -> open(server))
          .isInstanceOf(CoreboundException.class)
          .hasMessageStartingWith("node: ")
          .hasMessageContaining("'Welcome to node'")
          .hasMessageContaining("~/.bashrc")
          .hasMessageNotContaining("\n");
    }
  }

  /** What a tool prints is the tool's; the user's own commands have what the user has there. */
  @Test
  void startFileChangesNothingOfWhatToolsPrint() throws Exception {
    Path startFile =
        Files.writeString(
            folder.resolve("start-file"),
            """
            echo 'ERROR: ld.so: object cannot be preloaded: ignored.' >&2
            export S_COLORS=always POSIXLY_CORRECT=1 TZ=Asia/Tokyo HADOOP_CONF_DIR='/a b'
            """);
    Command env = Command.of(LIMIT, "env").with("S_TIME_FORMAT", "I S O");
    try (LoopbackSshd server =
            start("ForceCommand . " + startFile + "; exec sh -c \"$SSH_ORIGINAL_COMMAND\"");
        SshHost node = open(server)) {
      Outcome tools = node.run(env);
      assertThat(tools.ok()).isTrue();
      assertThat(tools.out().lines())
          .contains("TZ=Asia/Tokyo", "S_TIME_FORMAT=I S O", "LC_ALL=C")
          .noneMatch(line -> line.matches("(S_COLORS|POSIXLY_CORRECT|HADOOP_CONF_DIR|SSH_.*)=.*"));
      assertThat(tools.err()).contains("ld.so");
      assertThat(node.run(env.asUser()).out().lines())
          .contains("S_COLORS=always", "HADOOP_CONF_DIR=/a b", "S_TIME_FORMAT=I S O");
    }
  }

  @Test
  void reasonThatIsNoUtf8IsStillAReason() throws Exception {
    try (LoopbackSshd server = start("ForceCommand printf 'ferm\\351\\n' >&2; exit 3")) {
      assertThatThrownBy(() -> open(server))
          .isInstanceOf(CoreboundException.class)
          .hasMessageContainingAll("node: ", "ferm\ufffd");
    }
  }

  @Test
  void nodeThatCannotBeReachedIsNamedWithTheClientsReason() throws Exception {
    LoopbackSshd server = start();
    server.close();
    assertThatThrownBy(() -> open(server))
        .isInstanceOf(CoreboundException.class)
        .hasMessageContaining("node: ")
        .hasMessageContaining("refused")
        .hasMessageContaining("ssh node true");
  }

  @Test
  void optionInTheGuiseOfAHostIsRefused() {
    for (String target : List.of("-oProxyCommand=touch /tmp/x", "a;b")) {
      assertThatThrownBy(() -> SshHost.open(host, target, scratch, SshHost.GRACE))
          .isInstanceOf(CoreboundException.class)
          .hasMessageContaining("ssh")
          .extracting(e -> ((CoreboundException) e).status())
          .isEqualTo(ExitStatus.INVALID_INPUT);
    }
  }

  private RunningProgram start(SshHost node, String script, Path out) throws Exception {
    RunningProgram program =
        node.start(
            Command.of(LIMIT, "sh", "-c", script + "while :; do sleep 0.1; done"),
            out,
            folder.resolve("err"));
    long deadline = System.nanoTime() + LIMIT.toNanos();
    while (!Files.readString(out).contains("ready") && System.nanoTime() < deadline) {
      Thread.sleep(20);
    }
    assertThat(out).content().contains("ready");
    return program;
  }

  private Path tar(Path tree, String name) {
    Path archive = folder.resolve(name);
    assertThat(
            host.run(
                    Command.of(LIMIT, "tar", "-C", tree.toString(), "-cf", archive.toString(), "."))
                .ok())
        .isTrue();
    return archive;
  }
}
