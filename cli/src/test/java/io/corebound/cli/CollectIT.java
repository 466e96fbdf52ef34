package io.corebound.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.corebound.records.CellResult;
import io.corebound.records.CommandResult;
import io.corebound.records.RunDirectory;
import io.corebound.records.State;
import io.corebound.records.StructuredFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** {@code corebound collect} around real commands, and with collectors hurt in every way. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class CollectIT {
  private static final String CELL = "collect";
  private static final Duration A_MINUTE = Duration.ofMinutes(1);
  private static final Path THROTTLE =
      Path.of("/sys/fs/cgroup/blkio/blkio.throttle.write_bps_device");

  @TempDir Path folder;
  private Process process;

  @AfterEach
  void nothingStays() throws Exception {
    if (process != null && process.isAlive()) {
      process.destroyForcibly().waitFor();
    }
    // JUnit would warn of each link that leads out of its folder
    Path programs = folder.resolve("programs");
    if (Files.isDirectory(programs)) {
      try (Stream<Path> links = Files.list(programs)) {
        for (Path link : links.toList()) {
          Files.delete(link);
        }
      }
    }
  }

  @Test
  void commandThatComputesOnOneCoreIsBoundByTheCpu() throws Exception {
    collect("--", "sh", "-c", "timeout 8 sha256sum /dev/zero; echo out; echo err >&2; true");
    assertThat(process.exitValue()).as(err()).isZero();
    assertThat(out()).as("standard output is the command's alone").isEqualTo("out\n");
    assertThat(err()).contains("err\n").contains("was bound by the CPU").contains("Report: ");
    CommandResult command = command();
    assertThat(command.exitStatus()).isZero();
    assertThat(command.elapsedS()).isGreaterThan(7.9);
    assertThat(cell().state()).isEqualTo(State.OK);
    assertThat(cell().collectors())
        .extracting(CellResult.CollectorReport::name)
        .contains("sar", "iostat", "roles", "pidstat");
    assertThat(Files.readString(run().reportMarkdown()))
        .as("sha256sum is a child of the command, and counts as it")
        .containsPattern("\\| `command` \\| [78]\\.\\d");
    boolean kept = Files.exists(Path.of("/proc/pressure/io"));
    assertThat(run().samples(CELL).stream().anyMatch(s -> s.source().equals("pressure")))
        .as("pressure-stall information, where the kernel keeps it")
        .isEqualTo(kept);
    assertThat(command().without()).hasSize(kept ? 0 : 1);
    assertThat(Files.readString(run().reportMarkdown()))
        .contains("was bound by the CPU")
        .contains("What bounded its seconds");
    assertThat(Files.readString(run().rawFolder(CELL).resolve("command.out"))).isEqualTo("out\n");
    nothingIsLeft();
  }

  @Test
  void directWritesToAThrottledDiskAreBoundByTheDiskAtFiosOwnThroughput() throws Exception {
    assumeTrue(
        "root".equals(System.getProperty("user.name")) && Files.isWritable(THROTTLE),
        "root and control groups of version 1 are needed to throttle a loop device");
    Path image = Files.createTempFile(Path.of("/dev/shm"), "corebound-test-", ".img");
    String device = "";
    try {
      tool("truncate", "-s", "256M", image.toString());
      device = tool("losetup", "--find", "--show", image.toString()).strip();
      String number = tool("lsblk", "-dno", "MAJ:MIN", device).strip();
      Files.writeString(THROTTLE, number + " 40000000");
      try {
        collect(
            "--",
            "fio",
            "--name=write",
            "--filename=" + device,
            "--rw=write",
            "--direct=1",
            "--bs=1M",
            "--ioengine=psync",
            "--time_based",
            "--runtime=15",
            "--output-format=json");
      } finally {
        Files.writeString(THROTTLE, number + " 0");
      }
    } finally {
      if (!device.isEmpty()) {
        tool("losetup", "--detach", device);
      }
      Files.delete(image);
    }
    assertThat(process.exitValue()).as(err()).isZero();
    assertThat(err()).contains("was bound by the disk");
    JsonNode job = StructuredFiles.parseJson(out()).get("jobs").get(0);
    double fioMbPerS = job.get("write").get("bw_bytes").asDouble() / 1e6;
    Matcher own =
        Pattern.compile("The busiest device, (loop[0-9]+), moved ([0-9.]+) MB/s")
            .matcher(err().replaceAll("\\s+", " "));
    assertThat(own.find()).as(err()).isTrue();
    assertThat(device).endsWith("/" + own.group(1));
    assertThat(Double.parseDouble(own.group(2))).isCloseTo(fioMbPerS, within(0.03 * fioMbPerS));
    nothingIsLeft();
  }

  @Test
  void commandThatFailsFailsTheCellAndItsOwnStatusIsNamed() throws Exception {
    collect("--", "sh", "-c", "sleep 1; exit 7");
    fails("the command ended with exit status 7");
    assertThat(command().exitStatus()).isEqualTo(7);
    assertThat(run().samples(CELL)).as("what was measured is kept").isNotEmpty();
  }

  @Test
  void commandHasTheEnvironmentThatTheLauncherWasCalledIn() throws Exception {
    start(
        b -> {
          b.environment().put("COREBOUND_USER_ENVIRONMENT", "JAVA_HOME HADOOP_USER_NAME");
          b.environment().put("COREBOUND_USER_HADOOP_USER_NAME", "some body");
          b.environment().put("JAVA_HOME", "/corebounds/own");
        },
        "--",
        "sh",
        "-c",
        "echo \"$HADOOP_USER_NAME,${JAVA_HOME-none},${COREBOUND_USER_HADOOP_USER_NAME-none}\"");
    await();
    assertThat(out()).isEqualTo("some body,none,none\n");
  }

  @Test
  void exitStatusBeyondAllSignalsIsNone() throws Exception {
    collect("--", "sh", "-c", "exit 255");
    fails("the command ended with exit status 255");
  }

  @Test
  void commandThatASignalEndsIsNamedSo() throws Exception {
    collect("--", "sh", "-c", "sleep 1; kill -KILL $$");
    fails("the command was ended by signal 9");
    assertThat(command().exitStatus()).isEqualTo(137);
  }

  @Test
  void commandHasTheUsersInputLocaleAndEveryWord() throws Exception {
    process =
        Corebound.start(
            folder,
            builder -> {
              builder.environment().put("LC_ALL", "C.UTF-8");
              builder.redirectInput(write("input", "from the user\n").toFile());
            },
            arguments("--", "sh", "-c", "cat; echo \"$LC_ALL|$0|$1\"", "a b", "--help"));
    await();
    assertThat(process.exitValue()).as(err()).isZero();
    assertThat(out()).isEqualTo("from the user\nC.UTF-8|a b|--help\n");
  }

  @Test
  void missingCollectorFailsTheCellBeforeTheCommandIsStarted() throws Exception {
    Path programs = everyProgramBut("iostat");
    Path touched = folder.resolve("touched");
    start(with(programs), "--", "touch", touched.toString());
    fails("collector iostat on localhost: iostat is not on host localhost");
    assertThat(err()).contains("apt-get install sysstat").contains("the command was not started");
    assertThat(touched).doesNotExist();
    assertThat(command().exitStatus()).isNull();
  }

  @Test
  void missingCollectorThatIsOptionalIsMeasuredWithout() throws Exception {
    start(with(everyProgramBut("sar")), "--optional", "sar", "--", "sleep", "3");
    await();
    assertThat(process.exitValue()).as(err()).isZero();
    assertThat(cell().state()).isEqualTo(State.OK);
    assertThat(command().without()).hasSize(1);
    assertThat(command().without().get(0)).startsWith("sar on localhost: ").contains("sysstat");
    String report = Files.readString(run().reportMarkdown());
    assertThat(report)
        .contains("Measured without:")
        .contains("What bounded the command is not known")
        .contains("CPU use over time is not shown: sar is not on host localhost")
        .contains("Network throughput over time is not shown: sar is not on host localhost");
    assertThat(err()).contains("Measured without sar on localhost");
  }

  @Test
  void collectorThatDiesFailsTheCell() throws Exception {
    start(b -> {}, "--", "sleep", "6");
    long iostat = awaitCollector("iostat");
    Thread.sleep(2500);
    signal("KILL", iostat);
    fails("collector iostat on localhost: it ended by itself before it was stopped");
    assertThat(err()).as("told at once").contains("iostat has ended before the command");
    assertThat(command().exitStatus()).isZero();
  }

  @Test
  void collectorThatDiesAndIsOptionalIsMeasuredWithout() throws Exception {
    start(b -> {}, "--optional", "iostat", "--", "sleep", "4");
    signal("KILL", awaitCollector("iostat"));
    await();
    assertThat(process.exitValue()).as(err()).isZero();
    assertThat(err()).contains("Measured without iostat on localhost: it");
    nothingIsLeft();
  }

  @Test
  void collectorThatPrintsNothingFailsTheCell() throws Exception {
    start(b -> {}, "--", "sleep", "5");
    signal("STOP", awaitCollector("iostat"));
    fails("collector iostat on localhost: it delivered no sample");
    assertThat(Files.readString(run().reportMarkdown()))
        .contains("Disk throughput over time is not shown: it delivered no sample");
  }

  @Test
  void collectorThatPrintsNonsenseFailsTheCell() throws Exception {
    Path programs = everyProgramBut("iostat");
    Path fake =
        write(
            "programs/iostat",
            "#!/bin/sh\n"
                + "case $1 in -V) echo 'sysstat version 12.6.1'; exit ;; esac\n"
                + "while :; do echo 'the disk is fine, thank you'; sleep 1; done\n");
    Files.setPosixFilePermissions(fake, PosixFilePermissions.fromString("rwxr-xr-x"));
    start(with(programs), "--", "sleep", "3");
    fails("collector iostat on localhost: it delivered no sample");
  }

  @Test
  void interruptEndsTheCommandAndTheCollectorsAndTheRecordSaysSo() throws Exception {
    start(b -> {}, "--", "sh", "-c", "echo begun; sleep 300");
    Instant end = Instant.now().plus(A_MINUTE);
    while (!out().contains("begun") && Instant.now().isBefore(end)) {
      Thread.sleep(100);
    }
    Thread.sleep(2500);
    signal("INT", process.pid());
    fails("interrupted");
    assertThat(command().exitStatus()).isNull();
    assertThat(command().elapsedS()).isBetween(1.0, 30.0);
    assertThat(cell().reason()).isEqualTo("interrupted");
    assertThat(run().samples(CELL)).isNotEmpty();
  }

  @Test
  void killedCoreboundLeavesNoCollectorAndNoCommandForLong() throws Exception {
    start(b -> {}, "--", "sleep", "300");
    awaitCollector("iostat");
    assertThat(marked()).isNotEmpty();
    signal("KILL", process.pid());
    process.waitFor();
    Instant end = Instant.now().plusSeconds(5);
    while (!marked().isEmpty() && Instant.now().isBefore(end)) {
      Thread.sleep(100);
    }
    nothingIsLeft();
  }

  /* what the tests are made of */

  private void collect(String... arguments) throws Exception {
    start(b -> {}, arguments);
    await();
  }

  private void start(Consumer<ProcessBuilder> change, String... arguments) throws Exception {
    process = Corebound.start(folder, change, arguments(arguments));
  }

  private String[] arguments(String... arguments) {
    List<String> all =
        new ArrayList<>(List.of(CELL, "--results", folder.resolve("results").toString()));
    Collections.addAll(all, arguments);
    return all.toArray(new String[0]);
  }

  private void await() throws Exception {
    assertThat(process.waitFor(A_MINUTE.toSeconds(), TimeUnit.SECONDS)).as(err()).isTrue();
  }

  private void fails(String reason) throws Exception {
    await();
    assertThat(process.exitValue()).as(err()).isEqualTo(1);
    assertThat(err()).contains(reason).doesNotContain("\tat ");
    assertThat(cell().state()).isEqualTo(State.FAILED);
    assertThat(cell().reason()).contains(reason);
    assertThat(run().manifest().state()).isEqualTo(State.FAILED);
    assertThat(run().manifest().reason()).contains(reason);
    assertThat(run().reportHtml()).isNotEmptyFile();
    nothingIsLeft();
  }

  private void nothingIsLeft() throws Exception {
    assertThat(marked()).as("processes that are left").isEmpty();
  }

  private String out() throws IOException {
    return Corebound.text(folder, "out");
  }

  private String err() throws IOException {
    return Corebound.text(folder, "err");
  }

  private RunDirectory run() throws IOException {
    try (Stream<Path> runs = Files.list(folder.resolve("results"))) {
      return RunDirectory.open(runs.findFirst().orElseThrow());
    }
  }

  private CellResult cell() throws IOException {
    return StructuredFiles.readJson(run().cellFile(CELL), CellResult.class);
  }

  private CommandResult command() throws IOException {
    return StructuredFiles.readJson(run().commandFile(CELL), CommandResult.class);
  }

  private Path write(String name, String text) {
    try {
      Path file = folder.resolve(name);
      Files.createDirectories(file.getParent());
      return Files.writeString(file, text);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** A folder of links to all programs of this machine but one. */
  private Path everyProgramBut(String missing) throws IOException {
    Path programs = Files.createDirectory(folder.resolve("programs"));
    for (String bin : System.getenv("PATH").split(":")) {
      if (Files.isDirectory(Path.of(bin))) {
        try (Stream<Path> found = Files.list(Path.of(bin))) {
          for (Path program : found.toList()) {
            Path link = programs.resolve(program.getFileName().toString());
            if (!program.endsWith(missing) && !Files.exists(link)) {
              Files.deleteIfExists(link);
              Files.createSymbolicLink(link, program);
            }
          }
        }
      }
    }
    return programs;
  }

  private static Consumer<ProcessBuilder> with(Path programs) {
    return builder -> builder.environment().put("PATH", programs.toString());
  }

  /** Process id of a collector, as soon as it runs. */
  private long awaitCollector(String name) throws Exception {
    Instant end = Instant.now().plus(A_MINUTE);
    while (Instant.now().isBefore(end)) {
      for (long pid : marked()) {
        String[] words = file(pid, "cmdline").split("\0");
        if (words[0].endsWith("/" + name) && words.length > 2) {
          return pid;
        }
      }
      assertThat(process.isAlive()).as("corebound ended before " + name + ": " + err()).isTrue();
      Thread.sleep(20);
    }
    throw new AssertionError("no " + name + " in a minute: " + err());
  }

  private List<Long> marked() throws IOException {
    Pattern mark = Pattern.compile("COREBOUND_RUN=run-\\d{8}-\\d{6}-" + process.pid());
    return ProcessHandle.allProcesses()
        .map(ProcessHandle::pid)
        .filter(
            pid ->
                Stream.of(file(pid, "environ").split("\0"))
                    .anyMatch(v -> mark.matcher(v).matches()))
        .filter(pid -> !file(pid, "cmdline").isEmpty())
        .toList();
  }

  private static String file(long pid, String name) {
    try {
      return Files.readString(
          Path.of("/proc", Long.toString(pid), name), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      return "";
    }
  }

  private static void signal(String name, long pid) throws Exception {
    tool("kill", "-" + name, Long.toString(pid));
  }

  private static String tool(String... command) throws Exception {
    Process tool = new ProcessBuilder(command).redirectErrorStream(true).start();
    String text = new String(tool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(tool.waitFor()).as(String.join(" ", command) + ": " + text).isZero();
    return text;
  }
}
