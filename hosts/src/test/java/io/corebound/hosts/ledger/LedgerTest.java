package io.corebound.hosts.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.corebound.hosts.process.LocalHost;
import io.corebound.records.units.CoreboundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class LedgerTest {
  @TempDir Path given;
  private Path folder;
  private Path state;
  private final String run = "ledger-" + ProcessHandle.current().pid() + "-" + System.nanoTime();

  @BeforeEach
  void folders() throws IOException {
    folder = given.toRealPath();
    state = folder.resolve("state");
  }

  @Test
  void aRunThatRemovesWhatItMadeLeavesNothing() {
    try (Ledger ledger = Ledger.open(state, run)) {
      Path data = ledger.folder(folder.resolve("data"));
      assertThat(data.resolve(".corebound-" + run)).exists();
      ledger.remove(data);
      assertThat(data).doesNotExist();
    }
    assertThat(state).isEmptyDirectory();
  }

  @Test
  void anInterruptedThreadStillWritesDownWhatItMakes() {
    Thread.currentThread().interrupt();
    try (Ledger ledger = Ledger.open(state, run)) {
      Path data = ledger.folder(folder.resolve("data"));
      assertThat(state.resolve(run + ".jsonl")).content().contains(data.toString());
      ledger.remove(data);
    }
    assertThat(Thread.interrupted()).isTrue();
    assertThat(state).isEmptyDirectory();
  }

  @Test
  void aKeptFolderStaysAndIsNotTheRunsAnyMore() {
    Path data;
    try (Ledger ledger = Ledger.open(state, run)) {
      data = ledger.folder(folder.resolve("data"));
      ledger.keep(data);
    }
    assertThat(data).isEmptyDirectory();
    assertThat(state).isEmptyDirectory();
  }

  @Test
  void aFolderThatIsThereAlreadyIsNotTakenOver() throws IOException {
    Path users = Files.createDirectory(folder.resolve("users"));
    try (Ledger ledger = Ledger.open(state, run)) {
      assertThatThrownBy(() -> ledger.folder(users))
          .isInstanceOf(CoreboundException.class)
          .hasMessageContaining("exists already");
    }
    assertThat(users).isEmptyDirectory();
  }

  @Test
  void aFolderThatCouldNotBeRemovedKeepsTheLedger() {
    Ledger ledger = Ledger.open(state, run);
    ledger.folder(folder.resolve("data"));
    ledger.close();
    assertThat(state.resolve(run + ".jsonl")).exists();
  }

  @Test
  void aRunThatLivesIsLeftAloneAndReported() throws Exception {
    Path data = folder.resolve("data");
    try (Owner owner = new Owner(state, run, data)) {
      assertThat(Ledger.cleanUp(state))
          .containsExactly("another corebound run " + run + " (pid " + owner.pid() + ") is active");
      assertThat(data.resolve("block")).exists();
      assertThat(new LocalHost(run, "here").alive()).isEqualTo(1);
    }
  }

  @Test
  void theCallersOwnRunIsNoNews() {
    try (Ledger ledger = Ledger.open(state, run)) {
      assertThat(Ledger.cleanUp(state)).isEmpty();
      assertThat(ledger.folder(folder.resolve("data"))).exists();
      ledger.remove(folder.resolve("data"));
    }
  }

  @Test
  void whatAKilledRunLeftIsRemovedAndNothingElse() throws Exception {
    Path data = folder.resolve("data");
    Path users = Files.writeString(folder.resolve("users-file"), "precious");
    LocalHost host = new LocalHost(run, "here");
    try (Owner owner = new Owner(state, run, data)) {
      Files.createSymbolicLink(data.resolve("link"), users);
      Files.createSymbolicLink(data.resolve("folder-link"), folder);
      owner.kill();
      assertThat(host.alive()).as("left by the killed run").isEqualTo(1);
      List<String> said = Ledger.cleanUp(state);
      assertThat(said)
          .containsExactly(
              "ended 1 processes that run " + run + " had left",
              "deleted " + data + " that run " + run + " had left");
    }
    assertThat(host.alive()).isZero();
    assertThat(data).doesNotExist();
    assertThat(users).hasContent("precious");
    assertThat(state).isEmptyDirectory();
    assertThat(Ledger.cleanUp(state)).isEmpty();
  }

  @Test
  void aRecycledProcessIdIsNotTakenForTheOwner() throws Exception {
    Path data = folder.resolve("data");
    Ledger ledger = Ledger.open(state, run);
    ledger.folder(data);
    ledger.close();
    Path file = state.resolve(run + ".jsonl");
    giveOwnersIdToAnother(file);
    assertThat(Ledger.cleanUp(state))
        .containsExactly("deleted " + data + " that run " + run + " had left");
    assertThat(data).doesNotExist();
  }

  @Test
  void aFolderWithoutTheMarkerIsNeverDeleted() throws Exception {
    Path data = folder.resolve("data");
    try (Owner owner = new Owner(state, run, data)) {
      owner.kill();
      Files.delete(data.resolve(".corebound-" + run));
      assertThat(Ledger.cleanUp(state)).anyMatch(s -> s.startsWith(data + " was left"));
    }
    assertThat(data.resolve("block")).exists();
    assertThat(state.resolve(run + ".jsonl")).exists();
  }

  @Test
  void aFolderThatBecameALinkIsNotFollowed() throws Exception {
    Path data = folder.resolve("data");
    Path users = Files.createDirectory(folder.resolve("users"));
    Files.createFile(users.resolve(".corebound-" + run));
    Ledger ledger = Ledger.open(state, run);
    ledger.folder(data);
    ledger.close();
    giveOwnersIdToAnother(state.resolve(run + ".jsonl"));
    Deletion.of(data, data.resolve(".corebound-" + run));
    Files.createSymbolicLink(data, users);
    assertThat(Ledger.cleanUp(state)).anyMatch(s -> s.contains("no longer a folder"));
    assertThat(users.resolve(".corebound-" + run)).exists();
  }

  @Test
  void aLineThatWasCutOffAnnouncesNothing() throws Exception {
    Ledger ledger = Ledger.open(state, run);
    ledger.folder(folder.resolve("data"));
    ledger.close();
    Path file = state.resolve(run + ".jsonl");
    giveOwnersIdToAnother(file);
    Files.writeString(file, "{\"run\":\"" + run + "\",\"kind\":\"FOL", StandardOpenOption.APPEND);
    assertThat(Ledger.cleanUp(state)).hasSize(1);
    assertThat(file).doesNotExist();
    assertThat(folder.resolve("data")).doesNotExist();
  }

  @Test
  void aFileThatIsNoLedgerIsReportedAndLeft() throws Exception {
    Files.createDirectories(state);
    Path file = Files.writeString(state.resolve("x.jsonl"), "hello\nworld\n");
    assertThat(Ledger.cleanUp(state)).anyMatch(s -> s.startsWith(file + ": cannot be read"));
    assertThat(file).exists();
  }

  /** What a ledger looks like when its owner died and its process id went to another process. */
  private static void giveOwnersIdToAnother(Path ledger) throws IOException {
    String text = Files.readString(ledger);
    Files.writeString(ledger, text.replaceAll("\"start_ticks\":[0-9]+", "\"start_ticks\":1"));
  }

  /** A JVM of its own that stands for corebound: it opens a ledger, a folder and a process. */
  private static final class Owner implements AutoCloseable {
    private final Process process;
    private final String run;

    Owner(Path state, String run, Path data) throws IOException {
      this.run = run;
      process =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-cp",
                  System.getProperty("java.class.path"),
                  LedgerOwner.class.getName(),
                  state.toString(),
                  run,
                  data.toString())
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      assertThat(process.inputReader().readLine()).isEqualTo("made");
    }

    long pid() {
      return process.pid();
    }

    void kill() throws InterruptedException {
      process.destroyForcibly().waitFor();
      assertThat(process.exitValue()).isEqualTo(137);
    }

    @Override
    public void close() {
      process.destroyForcibly();
      new LocalHost(run, "here").stopAll(Duration.ZERO);
    }
  }
}
