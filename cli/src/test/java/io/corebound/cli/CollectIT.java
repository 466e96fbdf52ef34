package io.corebound.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.corebound.hosts.lab.DeviceLimit;
import io.corebound.hosts.lab.LabSupport;
import io.corebound.hosts.lab.LoopDevice;
import io.corebound.hosts.ledger.Ledger;
import io.corebound.hosts.process.LocalHost;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.run.CellResult;
import io.corebound.records.run.CommandResult;
import io.corebound.records.run.State;
import io.corebound.records.units.DataRate;
import io.corebound.records.units.DataSize;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

/** {@code corebound collect} around real commands, and with collectors hurt in every way. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class CollectIT extends CollectProcess {
  /** One of the figures that a shell's {@code times} prints: its own, then its children's. */
  private static final Pattern TIME = Pattern.compile("(\\d+)m([0-9.]+)s");

  @Test
  void commandThatComputesOnOneCoreIsBoundByTheCpu() throws Exception {
    Path times = folder.resolve("times");
    try (ForeignResources other = ForeignResources.ifRoot(folder)) {
      String script = "timeout 5 sha256sum /dev/zero; echo out; echo err >&2; times >'%s'";
      collect("--tag", "night=1", "--", "sh", "-c", script.formatted(times));
      assertThat(other == null || other.isUntouched()).as("what corebound has not made").isTrue();
    }
    assertThat(process.exitValue()).as(err()).isZero();
    assertThat(out()).as("standard output is the command's alone").isEqualTo("out\n");
    assertThat(err()).contains("err\n").contains("was bound by the CPU").contains("Report: ");
    assertThat(run().manifest().tags()).containsExactly(Map.entry("night", "1"));
    CommandResult command = command();
    assertThat(command.exitStatus()).isZero();
    assertThat(command.elapsedS()).isGreaterThan(4.9);
    assertThat(cell().state()).isEqualTo(State.OK);
    assertThat(cell().collectors())
        .extracting(CellResult.CollectorReport::name)
        .contains("sar", "iostat", "roles", "pidstat");
    // beside others it gets less than a core
    double childrenS =
        TIME.matcher(Files.readAllLines(times).get(1))
            .results()
            .mapToDouble(t -> 60 * Integer.parseInt(t.group(1)) + Double.parseDouble(t.group(2)))
            .sum();
    Matcher used =
        Pattern.compile("\\| `command` \\| ([0-9.]+)")
            .matcher(Files.readString(run().reportMarkdown()));
    assertThat(used.find()).isTrue();
    assertThat(Double.parseDouble(used.group(1)))
        .as("sha256sum is a child of the command, and counts as it")
        .isPositive()
        // but for what it used after the last look, a second at most
        .isCloseTo(childrenS, within(1.0));
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
    String id = "test-" + ProcessHandle.current().pid() + "-" + System.nanoTime();
    LocalHost host = new LocalHost(id, "here");
    LabSupport support = LabSupport.check(host);
    assumeTrue(support.possible(), () -> "needs a disk with a limit: " + support.reasons());
    assumeTrue(
        Files.exists(Path.of("/sys/fs/cgroup/blkio/blkio.throttle.write_bps_device")),
        "control groups of version 2 limit a lab's own programs only");
    String device;
    try (Ledger ledger = Ledger.open(folder.resolve("state"), id)) {
      Path disk = ledger.folder(Path.of("/dev/shm/corebound-" + id));
      try (LoopDevice loop =
          LoopDevice.make(
              host,
              ledger,
              disk.resolve("image"),
              DataSize.ofMebibytes(256),
              disk.resolve("mount"))) {
        device = loop.name();
        loop.limit(new DeviceLimit(null, new DataRate(40), null, null));
        collect(
            "--",
            "fio",
            "--name=write",
            "--filename=" + loop.mountPoint().resolve("file"),
            "--size=200M",
            "--rw=write",
            "--direct=1",
            "--bs=1M",
            "--ioengine=psync",
            "--time_based",
            "--runtime=8",
            "--output-format=json");
      }
      ledger.remove(disk);
    }
    assertThat(process.exitValue()).as(err()).isZero();
    assertThat(err()).contains("was bound by the disk");
    JsonNode job = StructuredFiles.parseJson(out()).get("jobs").get(0);
    double fioMbPerS = job.get("write").get("bw_bytes").asDouble() / 1e6;
    Matcher own =
        Pattern.compile("The busiest device, (loop[0-9]+), moved ([0-9.]+) MB/s")
            .matcher(err().replaceAll("\\s+", " "));
    assertThat(own.find()).as(err()).isTrue();
    assertThat(device).isEqualTo(own.group(1));
    assertThat(Double.parseDouble(own.group(2))).isCloseTo(fioMbPerS, within(0.03 * fioMbPerS));
    nothingIsLeft();
  }

  @Test
  void commandThatFailsFailsTheCellAndItsOwnStatusIsNamed() throws Exception {
    // more than any signal has
    collect("--", "sh", "-c", "sleep 1; exit 255");
    fails("exit status 255");
    assertThat(command().exitStatus()).isEqualTo(255);
    assertThat(run().samples(CELL)).as("what was measured is kept").isNotEmpty();
  }

  @Tag("long") // the same way to a failed cell: commandThatFailsFailsTheCell...
  @Test
  void commandThatASignalEndsIsNamedSo() throws Exception {
    collect("--", "sh", "-c", "sleep 1; kill -KILL $$");
    fails("signal 9");
    assertThat(command().exitStatus()).isEqualTo(137);
  }

  @Test
  void commandHasTheUsersInputLocaleEnvironmentAndEveryWord() throws Exception {
    process =
        Corebound.start(
            folder,
            builder -> {
              builder.environment().put("LC_ALL", "C.UTF-8");
              // as the launcher hands on what it was called in
              builder.environment().put("COREBOUND_USER_ENVIRONMENT", "JAVA_HOME HADOOP_USER_NAME");
              builder.environment().put("COREBOUND_USER_HADOOP_USER_NAME", "some body");
              builder.environment().put("JAVA_HOME", "/corebounds/own");
              builder.redirectInput(write("input", "from the user\n").toFile());
            },
            arguments(
                "--",
                "sh",
                "-c",
                """
                cat; echo "$LC_ALL|$0|$1"
                echo "$HADOOP_USER_NAME,${JAVA_HOME-none},${COREBOUND_USER_HADOOP_USER_NAME-none}"
                """,
                "a b",
                "--help"));
    await();
    assertThat(process.exitValue()).as(err()).isZero();
    assertThat(out()).isEqualTo("from the user\nC.UTF-8|a b|--help\nsome body,none,none\n");
  }

  @Test
  void missingCollectorFailsTheCellBeforeTheCommandIsStarted() throws Exception {
    Path programs = everyProgramBut("iostat");
    Path touched = folder.resolve("touched");
    start(with(programs), "--", "touch", touched.toString());
    fails("collector iostat on localhost: ");
    assertThat(err()).contains("apt-get install sysstat");
    assertThat(touched).doesNotExist();
    assertThat(command().exitStatus()).isNull();
  }

  @Test
  void missingCollectorThatIsOptionalIsMeasuredWithout() throws Exception {
    start(with(everyProgramBut("sar")), "--optional", "sar", "--", "sleep", "2");
    await();
    assertThat(process.exitValue()).as(err()).isZero();
    assertThat(cell().state()).isEqualTo(State.OK);
    assertThat(command().without()).hasSize(1);
    assertThat(command().without().get(0)).startsWith("sar on localhost: ").contains("sysstat");
    String report = Files.readString(run().reportMarkdown());
    assertThat(report)
        .contains("Measured without:")
        .containsPattern("What bounded .* is not known")
        .containsPattern("CPU .*is not shown: sar ")
        .containsPattern("Network .*is not shown: sar ");
    assertThat(err()).containsPattern("(?i)without sar on localhost");
  }

  @Test
  void collectorThatDiesFailsTheCell() throws Exception {
    start(b -> {}, "--", "sleep", "5");
    long iostat = awaitCollector("iostat");
    Thread.sleep(2500);
    signal("KILL", iostat);
    fails("collector iostat on localhost: it ended by itself");
    assertThat(err()).as("reported at once").containsPattern("iostat on localhost ended");
    assertThat(command().exitStatus()).isZero();
  }

  @Tag("long") // its parts: collectorThatDiesFailsTheCell, missingCollectorThatIsOptional...
  @Test
  void collectorThatDiesAndIsOptionalIsMeasuredWithout() throws Exception {
    start(b -> {}, "--optional", "iostat", "--", "sleep", "4");
    signal("KILL", awaitCollector("iostat"));
    await();
    assertThat(process.exitValue()).as(err()).isZero();
    assertThat(err()).containsPattern("(?i)without iostat on localhost: ");
    nothingIsLeft();
  }

  @Tag("long") // with a collector of the test: CollectionTest
  @Test
  void collectorThatPrintsNothingFailsTheCell() throws Exception {
    start(b -> {}, "--", "sleep", "5");
    signal("STOP", awaitCollector("iostat"));
    fails("collector iostat on localhost: ");
    assertThat(cell().collectors())
        .filteredOn(c -> c.name().equals("iostat"))
        .extracting(CellResult.CollectorReport::samples)
        .containsOnly(0);
    assertThat(Files.readString(run().reportMarkdown())).containsPattern("Disk .*is not shown");
  }

  @Tag("long") // with a collector of the test: CollectionTest
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
    fails("collector iostat on localhost: ");
    assertThat(cell().collectors())
        .filteredOn(c -> c.name().equals("iostat"))
        .extracting(CellResult.CollectorReport::samples)
        .containsOnly(0);
  }

  @Test
  void interruptEndsTheCommandAndTheCollectorsAndTheRecordSaysSo() throws Exception {
    Corebound.assumeInterruptible();
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
}
