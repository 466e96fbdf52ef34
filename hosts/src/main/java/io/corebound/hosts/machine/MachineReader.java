package io.corebound.hosts.machine;

import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.CpuTicks;
import io.corebound.hosts.process.Host;
import io.corebound.hosts.process.LocalHost;
import io.corebound.hosts.process.ProcessTable;
import io.corebound.hosts.process.ToolVersion;
import io.corebound.records.run.Environment;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.DataSize;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import oshi.SystemInfo;
import oshi.hardware.CentralProcessor;
import oshi.hardware.CentralProcessor.ProcessorCache;
import oshi.hardware.GlobalMemory;
import oshi.software.os.OperatingSystem;

/**
 * Reads what this machine is: by OSHI, and from {@code /proc} and {@code /sys} where OSHI has
 * nothing.
 */
public final class MachineReader {
  private static final Path CPUS = Path.of("/sys/devices/system/cpu");
  private static final Path SHARED_MEMORY = Path.of("/dev/shm");

  /** The order of the free blocks that a virtual machine reports to its host, from this on. */
  static final String PAGE_REPORTING_ORDER =
      "/sys/module/page_reporting/parameters/page_reporting_order";

  private static final int REPORTING_BIT = 5;

  /** MAX_PAGE_ORDER of x86-64 and of most others (linux/mmzone.h): no free block is larger. */
  private static final int LARGEST_ORDER = 10;

  private static final Pattern ARM_CPU =
      Pattern.compile("CPU implementer\\s*: (\\S+)(?:\\n\\S.*)*?\\nCPU part\\s*: (\\S+)");
  private static final Pattern PRESSURE = Pattern.compile("some avg10=([0-9.]+)");

  /** Tools with the option that prints their version. */
  private static final List<String> TOOLS =
      List.of(
          "sar -V",
          "iostat -V",
          "pidstat -V",
          "fio --version",
          "netperf -V",
          "iperf3 --version",
          "ip -V",
          "ss -V");

  private MachineReader() {}

  /**
   * Reads the machine; samples CPU use for one second on the way, so nothing else should run.
   *
   * @param host to ask tools for their versions; this machine
   * @param dataDirectory where a run will put its data; must exist
   * @param nativeLibraries by library, {@code loaded} or why not
   */
  public static Environment read(
      Host host,
      Path dataDirectory,
      Jdk jdk,
      String hadoopVersion,
      Map<String, String> nativeLibraries) {
    SystemInfo system = new SystemInfo();
    CentralProcessor processor = system.getHardware().getProcessor();
    GlobalMemory memory = system.getHardware().getMemory();
    CpuSample sample = CpuSample.take();
    int cores = Runtime.getRuntime().availableProcessors();
    List<Integer> online = AllowedCpus.online();
    // OSHI counts those that are offline, too
    int machineCores = online.isEmpty() ? processor.getLogicalProcessorCount() : online.size();
    String virtualization = virtualization(host);
    String clockSource =
        KernelFile.text(Path.of("/sys/devices/system/clocksource/clocksource0/current_clocksource"))
            .orElse("unknown");
    ControlGroupLimits limits = ControlGroupLimits.read(OwnGroups.here(), memory.getTotal());
    String dataFileSystem = fileSystem(dataDirectory);
    String sharedMemory = fileSystem(SHARED_MEMORY);
    DataSize total = new DataSize(memory.getTotal());
    List<String> doubts =
        Doubts.of(
            new Doubts.Cpus(
                cores,
                machineCores,
                processor.getSystemLoadAverage(1)[0],
                sample.busy(),
                sample.stealPercent(),
                HiddenProcesses.here().orElse("")),
            new Doubts.Clock(
                governors(),
                turbo(),
                virtualization,
                clockSource,
                ClockCost.nanoseconds(System::nanoTime)),
            new Doubts.Memory(
                total,
                new DataSize(memory.getAvailable()),
                new DataSize(memory.getVirtualMemory().getSwapUsed()),
                memoryPressure(KernelFile.text(Path.of("/proc/pressure/memory")).orElse("")),
                reportsFreeMemory()),
            limits,
            new Doubts.FileSystems(
                dataFileSystem,
                DirectIo.evaded(LocalHost.forQuestions(), dataDirectory).orElse(""),
                sharedMemory,
                new DataSize(SHARED_MEMORY.toFile().getUsableSpace())));
    return new Environment(
        system.getOperatingSystem().getNetworkParams().getHostName(),
        cpuName(
            processor.getProcessorIdentifier().getName(),
            KernelFile.text(Path.of("/proc/cpuinfo")).orElse("")),
        cores,
        processor.getPhysicalProcessorCount(),
        machineCores > processor.getPhysicalProcessorCount(),
        clockHz(processor) / 1_000_000,
        caches(processor.getProcessorCaches()),
        total,
        limits.memoryBytes().isPresent() ? new DataSize(limits.memoryBytes().getAsLong()) : null,
        limits.cores().isPresent() ? limits.cores().getAsDouble() : null,
        System.getProperty("os.name") + " " + System.getProperty("os.version"),
        new KernelSettings(Path.of("/")).read(),
        operatingSystem(system.getOperatingSystem()),
        clockSource,
        virtualization,
        new TreeMap<>(Map.of("data", dataFileSystem, "tmpfs", sharedMemory)),
        jdk.description(),
        hadoopVersion,
        nativeLibraries,
        tools(host),
        doubts);
  }

  /** Its highest clock; without cpufreq, as on virtual machines, the one that it has; or 0. */
  private static long clockHz(CentralProcessor processor) {
    return processor.getMaxFreq() > 0
        ? processor.getMaxFreq()
        : LongStream.of(processor.getCurrentFreq()).max().orElse(0);
  }

  /**
   * The name of the CPUs. On ARM64, where the kernel shows no name, the implementer's and the
   * parts' numbers of {@code /proc/cpuinfo} (arch/arm64/kernel/cpuinfo.c), which the Arm
   * architecture's MIDR_EL1 explains.
   */
  static String cpuName(String name, String cpuInfo) {
    if (!name.isBlank()) {
      // lscpu has a line for each kind of core, and one for the firmware's name
      return name.lines().map(String::strip).distinct().collect(Collectors.joining(", "));
    }
    String parts =
        ARM_CPU
            .matcher(cpuInfo)
            .results()
            .map(m -> "implementer %s part %s".formatted(m.group(1), m.group(2)))
            .distinct()
            .collect(Collectors.joining(", "));
    return parts.isEmpty() ? "unknown" : "ARM64 " + parts;
  }

  private static String operatingSystem(OperatingSystem system) {
    OperatingSystem.OSVersionInfo version = system.getVersionInfo();
    String code = version.getCodeName();
    boolean named = code != null && !code.isBlank() && !code.equals("unknown");
    return "%s %s%s"
        .formatted(system.getFamily(), version.getVersion(), named ? " (" + code + ")" : "");
  }

  private static Map<String, String> tools(Host host) {
    Map<String, String> versions = new LinkedHashMap<>();
    for (String tool : TOOLS) {
      String[] words = tool.split(" ");
      versions.put(
          words[0],
          ToolVersion.find(host, words[0], words[1]).map(ToolVersion::version).orElse("missing"));
    }
    return versions;
  }

  /** The largest of each level and kind; ARM64 also lists levels of unknown size. */
  static Map<String, DataSize> caches(List<ProcessorCache> caches) {
    Map<String, DataSize> sizes = new TreeMap<>();
    for (ProcessorCache cache : caches.stream().filter(c -> c.getCacheSize() > 0).toList()) {
      String kind =
          switch (cache.getType()) {
            case DATA -> "d";
            case INSTRUCTION -> "i";
            default -> "";
          };
      sizes.merge(
          "L" + cache.getLevel() + kind,
          new DataSize(cache.getCacheSize()),
          (a, b) -> a.compareTo(b) >= 0 ? a : b);
    }
    return sizes;
  }

  /** The kind of virtual machine and of container, {@code none} when there is neither. */
  private static String virtualization(Host host) {
    List<String> kinds = new ArrayList<>();
    if (LocalHost.find("systemd-detect-virt", System.getenv("PATH"), null).isPresent()) {
      for (String what : List.of("--vm", "--container")) {
        String kind =
            host.run(Command.of(Duration.ofSeconds(10), "systemd-detect-virt", what)).out().strip();
        if (!kind.isEmpty() && !kind.equals("none")) {
          kinds.add(kind);
        }
      }
    }
    boolean hypervisor =
        Pattern.compile("^flags\\s*:.*\\bhypervisor\\b", Pattern.MULTILINE)
            .matcher(KernelFile.text(Path.of("/proc/cpuinfo")).orElse(""))
            .find();
    if (kinds.isEmpty() && hypervisor) {
      kinds.add("hypervisor of unknown kind");
    }
    if (kinds.isEmpty() && Files.exists(Path.of("/.dockerenv"))) {
      kinds.add("docker");
    }
    return kinds.isEmpty() ? "none" : String.join(", ", kinds);
  }

  /**
   * By feature bit 5 of a virtio balloon, VIRTIO_BALLOON_F_REPORTING (linux/virtio_balloon.h),
   * where free blocks of any order are reported (linux/page_reporting.c).
   */
  private static boolean reportsFreeMemory() {
    if (KernelFile.text(Path.of(PAGE_REPORTING_ORDER))
        .filter(MachineReader::beyondAllBlocks)
        .isPresent()) {
      return false;
    }
    Path balloons = Path.of("/sys/bus/virtio/drivers/virtio_balloon");
    try (Stream<Path> devices = Files.list(balloons)) {
      return devices
          .flatMap(device -> KernelFile.text(device.resolve("features")).stream())
          .anyMatch(bits -> bits.startsWith("1", REPORTING_BIT));
    } catch (IOException e) {
      return false;
    }
  }

  private static boolean beyondAllBlocks(String order) {
    return order.matches("[0-9]{1,9}") && Integer.parseInt(order) > LARGEST_ORDER;
  }

  private static List<String> governors() {
    return AllowedCpus.ofThisProcess().stream()
        .flatMap(
            cpu ->
                KernelFile.text(CPUS.resolve("cpu" + cpu + "/cpufreq/scaling_governor")).stream())
        .toList();
  }

  /** See the kernel's Documentation/admin-guide/pm/intel_pstate.rst and cpufreq.rst. */
  private static String turbo() {
    Optional<String> intel =
        KernelFile.text(CPUS.resolve("intel_pstate/no_turbo"))
            .map(t -> t.equals("0") ? "on" : "off");
    return intel
        .or(
            () ->
                KernelFile.text(CPUS.resolve("cpufreq/boost"))
                    .map(t -> t.equals("0") ? "off" : "on"))
        .orElse("unknown");
  }

  /** Reads {@code /proc/pressure/memory} (the kernel's Documentation/accounting/psi.rst). */
  static OptionalDouble memoryPressure(String text) {
    Matcher matcher = PRESSURE.matcher(text);
    return matcher.find()
        ? OptionalDouble.of(Double.parseDouble(matcher.group(1)))
        : OptionalDouble.empty();
  }

  private static String fileSystem(Path folder) {
    if (!Files.exists(folder)) {
      return "missing";
    }
    try {
      return Files.getFileStore(folder).type();
    } catch (IOException e) {
      // a changed root does not list its own mount
      return "unknown";
    }
  }

  /**
   * CPU use during one second.
   *
   * @param stealPercent CPU time that the hypervisor gave to others
   * @param busy other processes that used more than a twentieth of a core, the busiest first
   */
  record CpuSample(double stealPercent, List<String> busy) {
    private static final int BUSY_PERCENT = 5;
    private static final int NAMED = 5;

    static CpuSample take() {
      ProcessTable.Machine before = ProcessTable.machine();
      Map<Long, ProcessTable.Row> rows =
          ProcessTable.alive().stream().collect(Collectors.toMap(ProcessTable.Row::pid, r -> r));
      long start = System.nanoTime();
      try {
        Thread.sleep(1000);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw CoreboundException.failed("interrupted while reading the machine", e);
      }
      List<ProcessTable.Row> later = ProcessTable.alive();
      double seconds = (System.nanoTime() - start) / 1e9;
      ProcessTable.Machine after = ProcessTable.machine();
      long ticks = Math.max(1, after.totalTicks() - before.totalTicks());
      return new CpuSample(
          100.0 * (after.stealTicks() - before.stealTicks()) / ticks, busy(rows, later, seconds));
    }

    private static List<String> busy(
        Map<Long, ProcessTable.Row> before, List<ProcessTable.Row> after, double seconds) {
      Map<String, Double> use = new LinkedHashMap<>();
      long self = ProcessHandle.current().pid();
      for (ProcessTable.Row row : after) {
        ProcessTable.Row earlier = before.get(row.pid());
        if (row.pid() != self && earlier != null && earlier.startTicks() == row.startTicks()) {
          double percent =
              100 * row.own().minus(earlier.own()).total() / CpuTicks.PER_SECOND / seconds;
          use.put("%s (pid %s)".formatted(row.name(), row.pid()), percent);
        }
      }
      return use.entrySet().stream()
          .filter(entry -> entry.getValue() > BUSY_PERCENT)
          .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
          .limit(NAMED)
          .map(e -> "%s: %s %% of a core".formatted(e.getKey(), Math.round(e.getValue())))
          .toList();
    }
  }
}
