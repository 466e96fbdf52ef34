package io.corebound.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.corebound.records.CoreboundException;
import io.corebound.records.ExitStatus;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Against a real sshd on a free loopback port, with keys of its own. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class SecureShellIT {
  private static final Duration LIMIT = Duration.ofSeconds(20);

  @TempDir Path folder;

  private final String run = "test-" + ProcessHandle.current().pid() + "-" + System.nanoTime();
  private final LocalHost host = new LocalHost(run, "here");
  private LoopbackSshd sshd;
  private Path scratch;

  @BeforeEach
  void startServer() throws Exception {
    assumeTrue(LoopbackSshd.available(), LoopbackSshd.MISSING);
    sshd = LoopbackSshd.start(host, Files.createDirectory(folder.resolve("sshd")));
    scratch = Files.createDirectory(folder.resolve("s"));
  }

  @AfterEach
  void nothingOfTheTestIsLeft() throws Exception {
    if (sshd != null) {
      sshd.stop();
    }
    host.stopAll(Duration.ofSeconds(1));
    assertThat(host.alive()).isZero();
  }

  private SecureShell open() throws InterruptedException {
    return SecureShell.open(host, sshd.client().toString(), "node", scratch);
  }

  @Test
  void whatIsSentCanBeRunAndFetchedAndNothingStays() throws Exception {
    Path tree = Files.createDirectories(folder.resolve("tree/with blank"));
    Files.writeString(tree.resolve("it's"), "content\n");
    Path archive = tar(folder.resolve("tree"), "sent.tar");
    Path there;
    try (SecureShell shell = open()) {
      there = Path.of(shell.folder());
      shell.send(archive, LIMIT);
      Outcome outcome = shell.run(LIMIT, "cat", shell.folder() + "/with blank/it's");
      assertThat(outcome.out()).isEqualTo("content\n");
      Path back = folder.resolve("back.tar");
      shell.fetch(shell.folder() + "/with blank", back, LIMIT);
      assertThat(host.run(Command.of(LIMIT, "tar", "-tf", back.toString())).out())
          .contains("./it's");
      assertThat(there).isDirectory();
    }
    assertThat(there).doesNotExist();
  }

  @Test
  void argumentsReachTheProgramOnTheNodeAsTheyAre() throws Exception {
    try (SecureShell shell = open()) {
      Outcome outcome = shell.run(LIMIT, "printf", "%s|", "a b", "$HOME", "*", "", "it's", "\"");
      assertThat(outcome.out()).isEqualTo("a b|$HOME|*||it's|\"|");
      assertThat(shell.run(LIMIT, "sh", "-c", "echo no >&2; exit 7").exitStatus()).isEqualTo(7);
    }
  }

  @Test
  void programOfTheNodeIsEndedWhenTheConnectionCloses() throws Exception {
    Path out = folder.resolve("out");
    Path trace = folder.resolve("ended");
    Path there;
    try (SecureShell shell = open()) {
      there = Path.of(shell.folder());
      start(shell, "trap 'echo ended >" + trace + "; exit 0' TERM; echo ready; ", out);
    }
    assertThat(trace).hasContent("ended");
    assertThat(there).doesNotExist();
  }

  @Test
  void whatWasMadeOutsideTheFolderIsRemovedByTheFoldersOwnProgram() throws Exception {
    Path tree = Files.createDirectories(folder.resolve("tree"));
    Path outside = Files.createFile(folder.resolve("outside"));
    Path clean = tree.resolve(SecureShell.CLEAN);
    Files.writeString(clean, "#!/bin/sh\nrm '" + outside + "'\n");
    Files.setPosixFilePermissions(clean, PosixFilePermissions.fromString("rwx------"));
    try (SecureShell shell = open()) {
      shell.send(tar(tree, "sent.tar"), LIMIT);
      assertThat(outside).exists();
    }
    assertThat(outside).doesNotExist();
  }

  @Test
  void programCanBeAskedToEndBeforeItsResultsAreFetched() throws Exception {
    Path out = folder.resolve("out");
    try (SecureShell shell = open()) {
      RunningProgram program =
          start(shell, "trap 'echo partial >result; exit 1' TERM; echo ready; ", out);
      shell.terminate();
      assertThat(program.waitFor(LIMIT)).isEqualTo(OptionalInt.of(1));
      assertThat(shell.run(LIMIT, "cat", shell.folder() + "/result").out()).isEqualTo("partial\n");
    }
  }

  @Test
  void nodeIsCleanAfterTheClientWasKilled() throws Exception {
    Path out = folder.resolve("out");
    SecureShell shell = open();
    Path there = Path.of(shell.folder());
    start(shell, "echo ready; ", out);
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
  void nodeThatCannotBeReachedIsNamedWithTheClientsReason() throws Exception {
    sshd.stop();
    assertThatThrownBy(this::open)
        .isInstanceOf(CoreboundException.class)
        .hasMessageContaining("node: cannot be reached: ")
        .hasMessageContaining("refused")
        .hasMessageContaining("ssh node true");
  }

  @Test
  void optionInTheGuiseOfAHostIsRefused() {
    for (String target : List.of("-oProxyCommand=touch /tmp/x", "", "a b", "a;b", "$(x)")) {
      assertThatThrownBy(() -> SecureShell.open(host, target, scratch))
          .isInstanceOf(CoreboundException.class)
          .hasMessageContaining("is no host for ssh")
          .extracting(e -> ((CoreboundException) e).status())
          .isEqualTo(ExitStatus.INVALID_INPUT);
    }
  }

  private RunningProgram start(SecureShell shell, String script, Path out) throws Exception {
    RunningProgram program =
        shell.start(
            List.of("sh", "-c", script + "while :; do sleep 0.1; done"),
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
