package io.corebound.hosts.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.LocalHost;
import io.corebound.hosts.process.RunningProgram;
import io.corebound.records.run.Environment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import oshi.hardware.CentralProcessor.ProcessorCache;

class MachineReaderTest {
  private static final LocalHost HOST =
      new LocalHost("machine-" + ProcessHandle.current().pid(), "here");
  @TempDir static Path folder;
  private static Environment environment;

  @BeforeAll
  static void read() {
    environment =
        MachineReader.read(HOST, folder, Jdk.own(), "3.5.0", Map.of("libhadoop", "not there"));
  }

  @Test
  void coresAreThoseThatTheSystemLetsThisProcessUse() {
    assertThat("" + environment.logicalCpus()).isEqualTo(ask("nproc"));
  }

  @Test
  void memoryIsThatOfTheKernel() throws Exception {
    String total =
        Files.readAllLines(Path.of("/proc/meminfo")).stream()
            .filter(l -> l.startsWith("MemTotal:"))
            .findFirst()
            .orElseThrow()
            .replaceAll("\\D", "");
    assertThat(environment.memory().bytes()).isEqualTo(1024 * Long.parseLong(total));
  }

  @Test
  void theKernelAndItsClockSourceAreTheirs() throws Exception {
    assertThat(environment.kernel()).isEqualTo("Linux " + ask("uname", "-r"));
    Path source = Path.of("/sys/devices/system/clocksource/clocksource0/current_clocksource");
    assumeTrue(Files.exists(source), "this kernel shows no clock source");
    assertThat(environment.clockSource()).isEqualTo(Files.readString(source).strip());
  }

  @Test
  void fileSystemsAreThoseThatStatTells() {
    assertThat(environment.fileSystems().get("tmpfs"))
        .isEqualTo(ask("findmnt", "-f", "-n", "-o", "FSTYPE", "-T", "/dev/shm"));
    assertThat(environment.fileSystems().get("data"))
        .isEqualTo(ask("findmnt", "-f", "-n", "-o", "FSTYPE", "-T", folder.toString()));
  }

  @Test
  void everyToolHasAVersionOrIsMissing() {
    assertThat(environment.tools().keySet())
        .containsExactlyInAnyOrder(
            "sar", "iostat", "pidstat", "fio", "netperf", "iperf3", "ip", "ss");
    environment
        .tools()
        .forEach(
            (tool, version) -> {
              boolean there = LocalHost.find(tool, System.getenv("PATH"), null).isPresent();
              assertThat(version).as(tool).matches(there ? ".*\\d.*" : "missing");
            });
  }

  @Test
  void theJdkIsTheOneThatRunsThis() {
    assertThat(environment.jdk()).contains(Runtime.version().toString());
    assertThat(environment.hadoop()).isEqualTo("3.5.0");
    assertThat(environment.cpuModel()).isNotBlank();
  }

  @Test
  void aBusyProcessIsSampledAndNamed() {
    RunningProgram busy =
        HOST.start(
            Command.of(Duration.ofSeconds(30), "sh", "-c", "while :; do :; done"),
            folder.resolve("out"),
            folder.resolve("err"));
    try {
      MachineReader.CpuSample sample = MachineReader.CpuSample.take();
      assertThat(sample.busy()).anyMatch(s -> s.startsWith("sh (pid " + busy.pid() + "): "));
      assertThat(sample.stealPercent()).isBetween(0.0, 100.0);
    } finally {
      busy.stop(Duration.ZERO);
    }
  }

  @Test
  void theLargestCacheOfAKindIsNamedByLevelAndKind() {
    assertThat(
            MachineReader.caches(
                List.of(
                    new ProcessorCache(1, 8, 64, 32768, ProcessorCache.Type.DATA),
                    new ProcessorCache(1, 8, 64, 65536, ProcessorCache.Type.INSTRUCTION),
                    new ProcessorCache(2, 8, 64, 1048576, ProcessorCache.Type.UNIFIED))))
        .hasToString("{L1d=32KiB, L1i=64KiB, L2=1MiB}");
  }

  /** A virtual ARM64 machine whose firmware has no table of caches: levels without a size. */
  @Test
  void aCacheWhoseSizeNobodyTellsIsLeftOut() {
    assertThat(
            MachineReader.caches(
                List.of(
                    new ProcessorCache(1, 0, 0, 0, ProcessorCache.Type.DATA),
                    new ProcessorCache(2, 8, 64, 1048576, ProcessorCache.Type.UNIFIED))))
        .hasToString("{L2=1MiB}");
  }

  @Test
  void memoryPressureIsTheShareOfTheLastTenSeconds() {
    assertThat(
            MachineReader.memoryPressure(
                "some avg10=1.53 avg60=0.20 avg300=0.00 total=1\nfull avg10=0.10 avg60=0.00\n"))
        .hasValue(1.53);
    assertThat(MachineReader.memoryPressure("")).isEqualTo(OptionalDouble.empty());
  }

  private static String ask(String... command) {
    return HOST.run(Command.of(Duration.ofSeconds(10), command)).out().strip();
  }
}
