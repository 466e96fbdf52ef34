package io.corebound.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.corebound.hosts.LoopbackSshd;
import io.corebound.hosts.process.LocalHost;
import io.corebound.records.run.CellResult.CollectorReport;
import io.corebound.records.run.CommandResult.WatchedHost;
import io.corebound.records.run.Samples;
import io.corebound.records.run.State;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** {@code corebound collect --host}; the host is this machine, behind an sshd. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class CollectHostIT extends CollectProcess {
  private static final Duration FIVE_SECONDS = Duration.ofSeconds(5);

  private LoopbackSshd node;

  @BeforeEach
  void startServer() throws Exception {
    assumeTrue(LoopbackSshd.available(), LoopbackSshd.MISSING);
    node =
        LoopbackSshd.start(
            new LocalHost("sshd-" + System.nanoTime(), "localhost"), folder.resolve("node"));
  }

  @AfterEach
  void stopServer() throws Exception {
    if (node != null) {
      node.close();
    }
  }

  private void start(String... arguments) throws Exception {
    start(node::reachableBy, arguments);
  }

  /** Nothing of the run runs, within five seconds, and no folder is left on the host. */
  private void hostIsClean() throws Exception {
    Instant end = Instant.now().plus(FIVE_SECONDS);
    while (Instant.now().isBefore(end) && (!marked().isEmpty() || !LoopbackSshd.left().isEmpty())) {
      Thread.sleep(100);
    }
    nothingIsLeft();
    assertThat(LoopbackSshd.left()).isEmpty();
  }

  private List<CollectorReport> reports(String host) throws IOException {
    return cell().collectors().stream().filter(r -> r.host().equals(host)).toList();
  }

  @Test
  void hostIsCollectedFromWhileTheCommandRunsHere() throws Exception {
    start("--host", "node", "--rate", "node:lo=1GB/s", "--", "sh", "-c", "echo here; sleep 5");
    await();
    assertThat(process.exitValue()).as(err()).isZero();
    assertThat(out()).isEqualTo("here\n");
    assertThat(err())
        .containsPattern("localhost, node .*same kernel")
        .containsPattern("\nnode: [A-Za-z]+ [0-9]+ %");
    assertThat(reports("node")).hasSizeGreaterThanOrEqualTo(2);
    assertThat(cell().collectors()).extracting(CollectorReport::state).containsOnly(State.OK);
    assertThat(reports("localhost")).hasSize(reports("node").size() + 1);
    assertThat(run().rawFolder(CELL).resolve("node/sar.sa")).isNotEmptyFile();
    WatchedHost watched = command().hosts().get(1);
    assertThat(watched.name()).isEqualTo("node");
    assertThat(watched.clock().start().uncertaintyS()).isPositive().isLessThan(1);
    assertThat(watched.clock().end().timeS()).isGreaterThan(watched.clock().start().timeS() + 5);
    assertThat(watched.rates().get(0).device()).isEqualTo("lo");
    assertThat(command().hosts().get(0).rates()).noneMatch(r -> r.device().equals("lo"));
    assertThat(Files.readString(run().reportMarkdown()))
        .contains("What bounded each host")
        .containsPattern("CPU .*on node")
        .containsPattern("(?i)hosts' clocks");
    hostIsClean();
  }

  @Test
  void hostThatCannotBeReachedIsOneClearLineAndNothingElse() throws Exception {
    node.close();
    Path touched = folder.resolve("touched");
    start("--host", "node", "--", "touch", touched.toString());
    await();
    assertThat(process.exitValue()).isEqualTo(3);
    assertThat(err().strip().lines()).hasSize(1);
    assertThat(err()).contains("node: cannot be reached: ").contains("refused");
    assertThat(touched).doesNotExist();
    assertThat(folder.resolve("results")).doesNotExist();
    hostIsClean();
  }

  @Test
  void hostsThatCannotBeMeantAreRefused() throws Exception {
    refused("node twice", "twice", "--host", "node", "--host", "node");
    refused("this machine", "--host localhost: ", "--host", "localhost");
    refused("an option", "-oProxyCommand=true", "--host=-oProxyCommand=true");
    refused(
        "another host's device",
        "--rate other:sda: ",
        "--host",
        "node",
        "--rate",
        "other:sda=1MB/s");
    refused("a device that is not there", "'lo'?", "--host", "node", "--rate", "node:lp=1MB/s");
    hostIsClean();
  }

  private void refused(String what, String message, String... options) throws Exception {
    String[] all = java.util.Arrays.copyOf(options, options.length + 2);
    all[options.length] = "--";
    all[options.length + 1] = "true";
    start(all);
    await();
    assertThat(process.exitValue()).as(what + err()).isEqualTo(2);
    assertThat(err().strip().lines()).as(what).hasSize(1);
    assertThat(err()).contains(message);
    assertThat(folder.resolve("results")).doesNotExist();
  }

  @Test
  void hostThatGoesAwayFailsTheCellAndWhatCameIsKept() throws Exception {
    start("--host", "node", "--", "sleep", "6");
    awaitCollectors("iostat", 2);
    Thread.sleep(3000);
    node.cutConnections();
    fails("iostat on node: ");
    assertThat(err()).as("reported at once").containsPattern("node: .*connection");
    assertThat(err()).contains("will be FAILED");
    assertThat(cell().reason()).contains("sar had recorded");
    assertThat(command().exitStatus()).as("the command went on").isZero();
    assertThat(reports("localhost")).extracting(CollectorReport::state).containsOnly(State.OK);
    assertThat(run().samples(CELL).stream().filter(s -> s.host().equals("node")))
        .extracting(Samples::source)
        .contains("iostat-disk")
        .doesNotContain("sar-cpu");
    assertThat(Files.readString(run().reportMarkdown()))
        .containsPattern("CPU .*on node is not shown");
    hostIsClean();
  }

  @Tag("long") // its parts: CollectIT, killedCoreboundLeavesNoCollectorOnTheHostForLong
  @Test
  void interruptEndsTheCollectorsOnTheHost() throws Exception {
    Corebound.assumeInterruptible();
    start("--host", "node", "--", "sleep", "300");
    awaitCollectors("iostat", 2);
    Thread.sleep(2500);
    signal("INT", process.pid());
    fails("interrupted");
    hostIsClean();
  }

  @Test
  void killedCoreboundLeavesNoCollectorOnTheHostForLong() throws Exception {
    start("--host", "node", "--", "sleep", "300");
    awaitCollectors("iostat", 2);
    signal("KILL", process.pid());
    process.waitFor();
    hostIsClean();
  }
}
