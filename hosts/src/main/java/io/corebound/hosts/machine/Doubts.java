package io.corebound.hosts.machine;

import io.corebound.records.units.DataSize;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** What makes measurements on a machine doubtful, each in one sentence with its consequence. */
final class Doubts {
  private static final double LOAD_PER_CORE = 0.2;
  private static final double STEAL_PERCENT = 1.0;
  private static final double PRESSURE_PERCENT = 1.0;
  private static final double AVAILABLE_SHARE = 0.25;
  private static final long SHARED_MEMORY_BYTES = 1_000_000_000L;
  private static final int FEW_CORES = 4;

  /** A tenth of a microsecond; without a system call a reading takes some tens of nanoseconds. */
  private static final double CLOCK_NS = 100;

  private Doubts() {}

  /**
   * What was seen of a machine before a run.
   *
   * @param cores logical CPUs that may be used
   * @param machineCores logical CPUs of the machine
   * @param loadAverage of the last minute; negative when unknown
   * @param busy other processes with their CPU use in percent of a core, such as {@code java (pid
   *     7): 93 %}
   * @param stealPercent CPU time that the hypervisor gave to others
   * @param governors the CPUs' frequency governors; empty when the kernel shows none
   * @param turbo {@code on}, {@code off} or {@code unknown}
   * @param virtualization {@code none} on bare metal
   * @param clockSource the kernel's clock source
   * @param clockNs what reading the clock was measured to cost, in nanoseconds
   * @param hidden the mount option by which {@code /proc} hides other users' processes from this
   *     one; empty when it does not
   * @param reportsFreeMemory whether a virtual machine tells its host which memory is free
   * @param memory memory of the machine
   * @param availableMemory memory that can be had without swapping
   * @param swapUsed swap that is in use
   * @param memoryPressure share of the last 10 s that some task waited for memory, in percent;
   *     empty when the kernel does not tell
   * @param limits limits of the control group
   * @param dataFileSystem type of the data directory's file system
   * @param sharedMemoryFileSystem type of {@code /dev/shm}; {@code missing} when it is not there
   * @param sharedMemoryFree free bytes of {@code /dev/shm}
   */
  record Seen(
      int cores,
      int machineCores,
      double loadAverage,
      List<String> busy,
      double stealPercent,
      List<String> governors,
      String turbo,
      String virtualization,
      String clockSource,
      double clockNs,
      String hidden,
      boolean reportsFreeMemory,
      DataSize memory,
      DataSize availableMemory,
      DataSize swapUsed,
      OptionalDouble memoryPressure,
      ControlGroupLimits limits,
      String dataFileSystem,
      String sharedMemoryFileSystem,
      DataSize sharedMemoryFree) {}

  static List<String> of(Seen seen) {
    List<String> doubts = new ArrayList<>();
    otherLoad(seen, doubts);
    clocks(seen, doubts);
    memory(seen, doubts);
    limits(seen, doubts);
    fileSystems(seen, doubts);
    return List.copyOf(doubts);
  }

  private static void otherLoad(Seen seen, List<String> doubts) {
    if (!seen.busy().isEmpty()) {
      doubts.add(
          "Other processes are busy ("
              + String.join(", ", seen.busy())
              + "): times come out longer than the machine needs; end them and measure again.");
    }
    if (!seen.hidden().isEmpty()) {
      doubts.add(HiddenProcesses.doubt(seen.hidden()));
    }
    if (seen.loadAverage() > LOAD_PER_CORE * seen.cores()) {
      doubts.add(
          format(
              "The load average of the last minute is %.2f on %d cores: what ran until just now"
                  + " (a build, for instance) may still write back or have heated the CPU, which"
                  + " lengthens the first measurements.",
              seen.loadAverage(), seen.cores()));
    }
    if (seen.stealPercent() > STEAL_PERCENT) {
      doubts.add(
          format(
              "The hypervisor gave %.1f %% of this machine's CPU time to others: times are too long"
                  + " and vary, core-seconds less so.",
              seen.stealPercent()));
    }
  }

  private static void clocks(Seen seen, List<String> doubts) {
    if (!seen.virtualization().equals("none")) {
      doubts.add(
          "This is a virtual machine or container ("
              + seen.virtualization()
              + "): neighbours on the same hardware change the figures from hour to hour.");
    }
    List<String> slow = seen.governors().stream().filter(g -> !g.equals("performance")).toList();
    if (!slow.isEmpty()) {
      doubts.add(
          "The frequency governor is "
              + String.join(", ", slow.stream().distinct().sorted().toList())
              + ", not performance: short operations are measured at a lower clock than long ones;"
              + " cpupower frequency-set -g performance changes it.");
    }
    if (seen.governors().isEmpty() || seen.turbo().equals("unknown")) {
      doubts.add(
          "The kernel does not show "
              + (seen.governors().isEmpty() ? "a frequency governor" : "whether turbo is on")
              + ": the clock may be higher with one busy core than with all, so that costs measured"
              + " alone are too low for a full machine.");
    } else if (seen.turbo().equals("on")) {
      doubts.add(
          "Turbo is on: the clock is higher with one busy core than with all, so that costs"
              + " measured alone are too low for a full machine.");
    }
    if (seen.clockNs() > CLOCK_NS) {
      doubts.add(
          format(
              "Reading the clock takes %.0f ns here (clock source %s), more than %.0f: operations"
                  + " of less than a microsecond come out longer by it.",
              seen.clockNs(), seen.clockSource(), CLOCK_NS));
    }
  }

  private static void memory(Seen seen, List<String> doubts) {
    if (seen.reportsFreeMemory()) {
      doubts.add(
          "This virtual machine gives free memory back to its host (virtio_balloon, free page"
              + " reporting): memory that is used again has to be fetched from it, so that the same"
              + " work costs more, in user time as in system time, at one moment than at another."
              + " Where the machine is yours, start it without (QEMU: free-page-reporting=off), or"
              + " 'echo 11 > "
              + MachineReader.PAGE_REPORTING_ORDER
              + "' where the kernel takes that; what was given back is fetched once more.");
    }
    if (seen.swapUsed().bytes() > 0) {
      doubts.add(
          seen.swapUsed().display()
              + " of swap is in use: a task may wait for its own memory, which looks like disk"
              + " time.");
    }
    if (seen.memoryPressure().orElse(0) > PRESSURE_PERCENT) {
      doubts.add(
          format(
              "Tasks waited for memory during %.1f %% of the last 10 s: the page cache is too small"
                  + " for reads to come from memory.",
              seen.memoryPressure().orElse(0)));
    }
    if (seen.availableMemory().bytes() < AVAILABLE_SHARE * seen.memory().bytes()) {
      doubts.add(
          "Only "
              + seen.availableMemory().display()
              + " of "
              + seen.memory().display()
              + " of memory is available: data that would stay in the page cache goes to the"
              + " disk.");
    }
  }

  private static void limits(Seen seen, List<String> doubts) {
    if (seen.limits().memoryBytes().isPresent()) {
      doubts.add(
          "The control group allows "
              + new DataSize(seen.limits().memoryBytes().getAsLong()).display()
              + " of the machine's "
              + seen.memory().display()
              + " of memory: the page cache counts against it, so that data goes to the disk"
              + " sooner.");
    }
    if (seen.limits().cores().orElse(Double.MAX_VALUE) < seen.machineCores()) {
      doubts.add(
          format(
              "The control group allows %.2f of the machine's %d cores: whoever uses up the quota"
                  + " is stopped until the next period, which looks like waiting.",
              seen.limits().cores().getAsDouble(), seen.machineCores()));
    } else if (seen.cores() < seen.machineCores()) {
      doubts.add(
          format(
              "Only %d of the machine's %d cores may be used: what runs on the others shares caches"
                  + " and memory bandwidth.",
              seen.cores(), seen.machineCores()));
    }
    if (seen.cores() < FEW_CORES) {
      doubts.add(
          format(
              "There %s only %d core%s: daemons, tasks and the collectors share them, and"
                  + " predictions for more cores are extrapolated.",
              seen.cores() == 1 ? "is" : "are", seen.cores(), seen.cores() == 1 ? "" : "s"));
    }
  }

  private static void fileSystems(Seen seen, List<String> doubts) {
    switch (seen.dataFileSystem()) {
      case "tmpfs", "ramfs" ->
          doubts.add(
              "The data directory lies in memory ("
                  + seen.dataFileSystem()
                  + "): what is measured as the disk is memory; choose --data-dir on a disk.");
      case "overlay", "aufs", "fuse.fuse-overlayfs" ->
          doubts.add(
              "The data directory lies on "
                  + seen.dataFileSystem()
                  + ", a container's layered file system: its rates are not the disk's; choose"
                  + " --data-dir on a volume.");
      case "nfs", "nfs4", "cifs", "9p", "ceph", "fuse.sshfs", "virtiofs" ->
          doubts.add(
              "The data directory lies on "
                  + seen.dataFileSystem()
                  + ": its rates depend on another machine; choose --data-dir on a disk of this"
                  + " one.");
      default -> {}
    }
    if (!seen.sharedMemoryFileSystem().equals("tmpfs")) {
      doubts.add(
          "/dev/shm is "
              + seen.sharedMemoryFileSystem()
              + ", not tmpfs: operations that should read from memory would read from a disk.");
    } else if (seen.sharedMemoryFree().bytes() < SHARED_MEMORY_BYTES) {
      doubts.add(
          "/dev/shm has only "
              + seen.sharedMemoryFree().display()
              + " free: operations on memory are measured on less data; a container gets more with"
              + " --shm-size=2g.");
    }
  }

  private static String format(String form, Object... values) {
    return String.format(Locale.ROOT, form, values);
  }
}
