package io.corebound.hosts.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What a run has on a cluster, as far as no cluster is needed; a real one is in {@code
 * ExternalClusterIT} of the room cluster.
 */
class ClusterLeftoversTest {
  @TempDir Path folder;

  private final String run = "work-" + ProcessHandle.current().pid() + "-" + System.nanoTime();

  /** Those of 3.x are what the commands printed; 2.x is written as its pattern has it. */
  @ParameterizedTest
  @ValueSource(strings = {"2.8", "2.10", "3.3.6", "3.4.2", "3.5.0"})
  void listedApplicationsAreTheFirstColumn(String version) throws Exception {
    String listed =
        Files.readString(Path.of("src/test/resources/application-list/" + version + ".txt"));
    assertThat(ClusterLeftovers.applications(listed))
        .singleElement()
        .asString()
        .matches("application_[0-9]+_[0-9]+");
    assertThat(ClusterLeftovers.applications(listed.replaceAll("(?m)^ *application_.*\\R", "")))
        .isEmpty();
  }

  @Test
  void clusterThatCannotBeReachedKeepsTheLedgerAndIsSaid() throws Exception {
    Path state = folder.resolve("state");
    HadoopCommands commands =
        new HadoopCommands("me@nowhere.invalid", "/etc/hadoop/conf", "hadoop", "yarn");
    try (Ledger ledger = Ledger.open(state, run)) {
      ledger.note(new ClusterLeftovers(Path.of("/user/me/corebound/" + run), commands));
    }
    Path file = state.resolve(run + ".jsonl");
    String left = ownerGone(file);

    assertThat(Ledger.cleanUp(state))
        .singleElement()
        .asString()
        .startsWith("/user/me/corebound/" + run + " of the cluster of me@nowhere.invalid was left:")
        .contains("me@nowhere.invalid", "run ./corebound clean when the cluster can be reached")
        .endsWith("if it no longer exists, run ./corebound clean --forget " + run);
    assertThat(file).hasContent(left);
  }

  @Test
  void clusterThatIsGoneForGoodIsForgottenAndNothingElse() throws Exception {
    Path state = folder.resolve("state");
    HadoopCommands commands =
        new HadoopCommands("me@nowhere.invalid", "/etc/hadoop/conf", "hadoop", "yarn");
    Path made;
    try (Ledger ledger = Ledger.open(state, run)) {
      made = ledger.folder(folder.resolve("made"));
      ledger.note(new ClusterLeftovers(Path.of("/user/me/corebound/" + run), commands));
    }
    assertThatThrownBy(() -> Ledger.cleanUpForgetting(state, run))
        .hasMessageEndingWith("is active; end it first");
    ownerGone(state.resolve(run + ".jsonl"));

    assertThatThrownBy(() -> Ledger.cleanUpForgetting(state, run + "x"))
        .hasMessage("nothing is left of a run '%sx'; did you mean '%s'?".formatted(run, run));
    assertThat(Ledger.cleanUpForgetting(state, run))
        .containsExactly(
            "/user/me/corebound/%s of the cluster of me@nowhere.invalid stays, and is forgotten"
                .formatted(run),
            "deleted " + made + " that run " + run + " had left");
    assertThat(made).doesNotExist();
    assertThat(state).isEmptyDirectory();
  }

  @Test
  void folderThatIsNotNamedAfterTheRunIsNeverDeleted() throws Exception {
    Path state = folder.resolve("state");
    Path ran = folder.resolve("ran");
    Path command = Files.writeString(folder.resolve("command"), "#!/bin/sh\ntouch '" + ran + "'\n");
    assertThat(command.toFile().setExecutable(true)).isTrue();
    HadoopCommands commands =
        new HadoopCommands(null, null, command.toString(), command.toString());
    try (Ledger ledger = Ledger.open(state, run)) {
      ledger.note(new ClusterLeftovers(Path.of("/user/me"), commands));
      ledger.note(new ClusterLeftovers(Path.of("/" + run), commands));
    }
    ownerGone(state.resolve(run + ".jsonl"));

    assertThat(Ledger.cleanUp(state))
        .hasSize(2)
        .allSatisfy(said -> assertThat(said).contains("is not a folder of run " + run));
    assertThat(ran).doesNotExist();
  }

  /** The ledger as that of a process that is not there any more. */
  private static String ownerGone(Path file) throws Exception {
    String pid = "\"pid\":" + ProcessHandle.current().pid() + ",";
    String text = Files.readString(file);
    assertThat(text).contains(pid);
    Files.writeString(file, text.replaceAll("\"start_ticks\":[0-9]+", "\"start_ticks\":1"));
    return Files.readString(file);
  }
}
