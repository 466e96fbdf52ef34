package io.corebound.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.corebound.hosts.LoopbackSshd;
import io.corebound.hosts.lab.LabSupport;
import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.LocalHost;
import io.corebound.records.config.MachineFile;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.run.Measurement;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.run.State;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

/** {@code corebound probe} as a process, on little data. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class ProbeIT extends OneRun {
  @Test
  void readOnlyDirectoryIsOneClearLine() throws Exception {
    mounted("tmpfs", "size=1g,ro");
    try {
      Corebound.Result result = Corebound.run("probe", "--data-dir", data.toString());
      assertThat(result.err().strip().lines()).hasSize(1);
      assertThat(result.err()).contains(data.toString()).contains("read-only");
      assertThat(result.status()).isEqualTo(2);
    } finally {
      unmount();
    }
  }

  @Test
  void directoryWithoutRoomIsOneClearLineAndNothingIsWritten() throws Exception {
    mounted("tmpfs", "size=20m");
    try {
      Corebound.Result result = Corebound.run("probe", "--data-dir", data.toString());
      assertThat(result.err().strip().lines()).hasSize(1);
      assertThat(result.err()).contains(data.toString()).contains("21.0 MB free");
      assertThat(result.status()).isEqualTo(3);
      assertThat(data).isEmptyDirectory();
    } finally {
      unmount();
    }
  }

  @Test
  void everythingIsProbedKeptAsAMachineAndPredictedWith() throws Exception {
    Path nominal =
        Files.writeString(
            folder.resolve("nominal.yaml"),
            """
            source: a data sheet
            disk: {read: 500 MB/s, write: 400 MB/s}
            network: not-modelled
            start: not-modelled
            """);
    try (ForeignResources other = ForeignResources.ifRoot(folder)) {
      start("--streams", "1,2", "--nominal", nominal.toString(), "--format", "json");
      ends(0);
      assertThat(other == null || other.isUntouched()).as("what corebound has not made").isTrue();
    }
    JsonNode lines = StructuredFiles.parseJson(out()).path("lines");
    assertThat(lines)
        .extracting(l -> l.path("resource").asString() + " " + l.path("access").asString())
        .contains("disk sequential read", "disk sequential write", "network TCP stream");
    assertThat(lines)
        .filteredOn(l -> l.path("access").asString().equals("sequential read"))
        .allMatch(l -> l.path("nominal").asDouble() == 500)
        .extracting(l -> l.path("streams").asInt())
        .containsExactly(1, 2);
    RunDirectory run = runDirectory();
    assertThat(run.manifest().state()).isEqualTo(State.OK);
    assertThat(Measurement.read(run.measurementsFile()))
        .allMatch(m -> Files.isRegularFile(run.root().resolve(m.rawFile())));
    assertThat(Files.readString(run.reportHtml())).contains("Figure 3");
    MachineFile machine = StructuredFiles.readYaml(run.machineFile(), MachineFile.class);
    assertThat(machine.disk().byStreams().keySet()).containsExactlyInAnyOrder(1, 2);
    assertThat(machine.source()).contains(run.root().getFileName().toString());
    nothingIsLeft();
    for (Path base : List.of(run.root(), run.machineFile())) {
      predictsOn(base, machine);
    }
  }

  /** The published case's operations, on the disk that was probed. */
  private static void predictsOn(Path base, MachineFile machine) throws Exception {
    Corebound.Result result = predict(base, "--format", "json");
    assertThat(result.err()).isEmpty();
    assertThat(result.status()).isZero();
    assertThat(result.out()).doesNotContain("disk: the machine file");
    assertThat(machine.disk().read()).isNotNull();
    JsonNode named = StructuredFiles.parseJson(result.out()).path("base");
    assertThat(named.path("file").asString()).isEqualTo(base.toString());
    assertThat(named.path("source").asString())
        .contains("corebound probe, ")
        .containsPattern("\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC");
    assertThat(predict(base).out().replaceAll("\\s+", " ")).contains(base + ": corebound probe, ");
  }

  private static Corebound.Result predict(Path base, String... more) throws Exception {
    List<String> arguments = new ArrayList<>();
    arguments.addAll(List.of("predict", "--machine", "oikawa-2013", "--base", base.toString()));
    arguments.addAll(List.of("--workload", "terasort-oikawa-2013", "--data", "400GB"));
    arguments.addAll(List.of("--nodes", "5", "--cores", "16"));
    arguments.addAll(List.of(more));
    return Corebound.run(arguments.toArray(new String[0]));
  }

  @Tag("long") // its parts: everythingIsProbed...
  @Test
  void tableOfADiskAloneIsPrinted() throws Exception {
    start("disk", "--streams", "2");
    ends(0);
    assertThat(out())
        .containsPattern("disk, sequential read +2 +– +[0-9.]+ +MB/s")
        .contains("Report: ", "Machine file: ", "--base")
        .doesNotContain("network");
    nothingIsLeft();
  }

  /** Every size has a line, and what this machine has not is said. */
  private void hasMessages(String link) throws Exception {
    JsonNode base = StructuredFiles.parseJson(out());
    assertThat(base.path("lines"))
        .filteredOn(line -> line.path("access").asString().equals("tcp"))
        .allMatch(line -> line.path("measured").asDouble() > 0)
        .allMatch(line -> line.path("how").asString().contains(link))
        .extracting(line -> line.path("message_bytes").asLong())
        .hasSize(14)
        .startsWith(1L, 4L, 16L)
        .endsWith(1L << 26);
    if (!Files.isDirectory(Path.of("/sys/class/infiniband"))) {
      assertThat(base.path("notes").toString()).contains("rsocket: no ", "no RDMA device");
    }
    RunDirectory run = runDirectory();
    assertThat(run.manifest().state()).isEqualTo(State.OK);
    assertThat(Measurement.read(run.measurementsFile()))
        .filteredOn(m -> m.operation().equals("transport.tcp") && m.unit().equals("ns/B"))
        .hasSize(14)
        .allMatch(m -> m.value() > 0);
    assertThat(Files.readString(run.reportHtml())).contains("transport-messages");
    nothingIsLeft();
  }

  @Test
  void messagesOfEverySizeGoToAndFroBetweenTwoNodesOfALab() throws Exception {
    assumeLab();
    start("transport", "--network", "ethernet-10g", "--format", "json");
    ends(0);
    hasMessages("node2 to node1, ethernet-10g at ");
  }

  private static void assumeLab() {
    assumeTrue(LabSupport.check(new LocalHost("probe-it", "local")).possible(), "needs a lab");
  }

  @Test
  void interruptedMessagesLeaveNoNodeBehind() throws Exception {
    assumeLab();
    Corebound.assumeInterruptible();
    start("transport", "--network", "ethernet-10g", "--seconds", "60");
    awaitWhileItRuns(() -> namespaces().contains("node1"));
    interrupt();
    assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isEqualTo(1);
    assertThat(namespaces()).doesNotContain(runDirectory().root().getFileName().toString());
    nothingIsLeft();
  }

  private void awaitWhileItRuns(Callable<Boolean> condition) throws Exception {
    Instant end = Instant.now().plus(Duration.ofMinutes(1));
    while (!condition.call()) {
      assertThat(process.isAlive()).as(err()).isTrue();
      assertThat(Instant.now()).as(err()).isBefore(end);
      Thread.sleep(100);
    }
  }

  private static String namespaces() {
    Command list = Command.of(Duration.ofSeconds(20), "ip", "netns");
    return new LocalHost("probe-it", "local").run(list).out();
  }

  @Test
  void hostThatIsNotThereLeavesNothingBehind() throws Exception {
    start("transport", "--host", "no-such-host.invalid");
    ends(1);
    assertThat(err()).contains("no-such-host.invalid");
    nothingIsLeft();
  }

  @Test
  @Tag("long") // its parts: messagesOfEverySize..., RemoteMicroIT
  void messagesGoToAHostByItsOwnAddress() throws Exception {
    assumeTrue(LoopbackSshd.available(), LoopbackSshd.MISSING);
    try (LoopbackSshd node =
        LoopbackSshd.start(
            new LocalHost("sshd-" + System.nanoTime(), "localhost"), folder.resolve("sshd"))) {
      List<String> arguments = new ArrayList<>(List.of("probe", "transport", "network"));
      arguments.addAll(List.of("--host", "node", "--seconds", "1", "--repetitions", "1"));
      arguments.addAll(List.of("--format", "json", "--data-dir", data.toString()));
      arguments.addAll(List.of("--results", folder.resolve("results").toString()));
      process = Corebound.start(folder, node::reachableBy, arguments.toArray(new String[0]));
      ends(0);
      hasMessages("this machine to node");
    }
  }

  @Test
  void interruptedProbeLeavesNothingAndSaysSo() throws Exception {
    Corebound.assumeInterruptible();
    start("disk", "--seconds", "60");
    awaitWhileItRuns(() -> !probeFile().isEmpty());
    interrupt();
    assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isEqualTo(1);
    assertThat(runDirectory().manifest().reason()).contains("interrupted");
    nothingIsLeft();
  }

  private List<Path> probeFile() throws IOException {
    try (Stream<Path> files = Files.walk(data)) {
      return files.filter(f -> f.getFileName().toString().startsWith(".corebound-probe-")).toList();
    }
  }

  private void start(String... more) throws IOException {
    List<String> given = List.of(more);
    List<String> arguments =
        new ArrayList<>(given.contains("--seconds") ? List.of() : List.of("--seconds", "1"));
    arguments.addAll(List.of("--repetitions", "1", "--size", "64MiB"));
    arguments.addAll(given);
    startCommand("probe", arguments);
  }

  private void mounted(String type, String options) throws Exception {
    int status =
        new ProcessBuilder("mount", "-t", type, "-o", options, "none", data.toString())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start()
            .waitFor();
    assumeTrue(status == 0, "mounting takes root");
  }

  private void unmount() throws Exception {
    new ProcessBuilder("umount", data.toString()).start().waitFor();
  }
}
