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

  private final List<String> said = new ArrayList<>();

  /**
   * What uses the CPUs.
   *
   * @param loadAverage of the last minute; negative when unknown
   * @param busy other processes, such as {@code java (pid 7): 93 % of a core}
   * @param hidden the mount option by which {@code /proc} hides other users' processes, or empty
   */
  record Cpus(
      int usable,
      int all,
      double loadAverage,
      List<String> busy,
      double stealPercent,
      String hidden) {}

  /**
   * How fast the CPUs run, and the clock that measures them.
   *
   * @param readNs what reading the clock costs, in nanoseconds
   */
  record Clock(
      List<String> governors, String turbo, String virtualization, String source, double readNs) {}

  /**
   * The machine's memory.
   *
   * @param pressure share of the last 10 s in which some task waited for memory, in percent
   * @param reportsFree whether a virtual machine reports free memory to its host
   */
  record Memory(
      DataSize total,
      DataSize available,
      DataSize swapUsed,
      OptionalDouble pressure,
      boolean reportsFree) {}

  /**
   * Types of file systems; {@code missing} where there is no {@code /dev/shm}.
   *
   * @param evaded why direct I/O to the data is none ({@link DirectIo}); empty where it is
   */
  record FileSystems(String data, String evaded, String shared, DataSize sharedFree) {}

  static List<String> of(
      Cpus cpus, Clock clock, Memory memory, ControlGroupLimits limits, FileSystems fileSystems) {
    Doubts doubts = new Doubts();
    doubts.load(cpus);
    doubts.clock(clock);
    doubts.memory(memory);
    doubts.limits(limits, cpus, memory.total());
    doubts.fileSystems(fileSystems);
    return List.copyOf(doubts.said);
  }

  private void add(boolean doubtful, String form, Object... values) {
    if (doubtful) {
      said.add(String.format(Locale.ROOT, form, values));
    }
  }

  private void load(Cpus cpus) {
    add(
        !cpus.busy().isEmpty(),
        """
        Other processes are busy (%s): times come out longer than the machine needs; end them and \
        measure again.\
        """,
        String.join(", ", cpus.busy()));
    if (!cpus.hidden().isEmpty()) {
      said.add(HiddenProcesses.doubt(cpus.hidden()));
    }
    add(
        cpus.loadAverage() > LOAD_PER_CORE * cpus.usable(),
        """
        The load average of the last minute is %.2f on %s cores: recent work (a build, for \
        instance) may still write data back or have heated the CPU; the first measurements come \
        out slower.\
        """,
        cpus.loadAverage(),
        cpus.usable());
    add(
        cpus.stealPercent() > STEAL_PERCENT,
        """
        The hypervisor gave %.1f %% of this machine's CPU time to others: times are too long and \
        vary, core-seconds less so.\
        """,
        cpus.stealPercent());
  }

  private void clock(Clock clock) {
    add(
        !clock.virtualization().equals("none"),
        """
        This is a virtual machine or container (%s): neighbours on the same hardware change the \
        figures from hour to hour.\
        """,
        clock.virtualization());
    List<String> slow =
        clock.governors().stream()
            .filter(g -> !g.equals("performance"))
            .distinct()
            .sorted()
            .toList();
    add(
        !slow.isEmpty(),
        """
        The frequency governor is %s, not performance: short operations are measured at a lower \
        clock than long ones; cpupower frequency-set -g performance changes it.\
        """,
        String.join(", ", slow));
    boolean unknown = clock.governors().isEmpty() || clock.turbo().equals("unknown");
    add(
        unknown,
        """
        The kernel does not show %s: the clock may be higher with one busy core than with all, so \
        that costs measured alone are too low for a full machine.\
        """,
        clock.governors().isEmpty() ? "a frequency governor" : "whether turbo is on");
    add(
        !unknown && clock.turbo().equals("on"),
        """
        Turbo is on: the clock is higher with one busy core than with all, so that costs measured \
        alone are too low for a full machine.\
        """);
    add(
        clock.readNs() > CLOCK_NS,
        """
        Reading the clock takes %.0f ns here (clock source %s), more than %.0f: operations of less \
        than a microsecond come out longer by it.\
        """,
        clock.readNs(),
        clock.source(),
        CLOCK_NS);
  }

  private void memory(Memory memory) {
    add(
        memory.reportsFree(),
        """
        This virtual machine gives free memory back to its host (virtio_balloon, free page \
        reporting): memory that is used again must be fetched from it, so the cost of the same \
        work varies, in user time and in system time. If you control the machine, start it without \
        (QEMU: free-page-reporting=off), or 'echo 11 > %s' where the kernel takes that; what was \
        given back is fetched once more.\
        """,
        MachineReader.PAGE_REPORTING_ORDER);
    add(
        memory.swapUsed().bytes() > 0,
        "%s of swap is in use: a task may wait for its own memory, which looks like disk time.",
        memory.swapUsed().display());
    add(
        memory.pressure().orElse(0) > PRESSURE_PERCENT,
        """
        Tasks waited for memory during %.1f %% of the last 10 s: the page cache is too small for \
        reads to come from memory.\
        """,
        memory.pressure().orElse(0));
    add(
        memory.available().bytes() < AVAILABLE_SHARE * memory.total().bytes(),
        """
        Only %s of %s of memory is available: data that would stay in the page cache goes to the \
        disk.\
        """,
        memory.available().display(),
        memory.total().display());
  }

  private void limits(ControlGroupLimits limits, Cpus cpus, DataSize machine) {
    add(
        limits.memoryBytes().isPresent(),
        """
        The control group allows %s of the machine's %s of memory: the page cache counts against \
        it, so that data goes to the disk sooner.\
        """,
        new DataSize(limits.memoryBytes().orElse(0)).display(),
        machine.display());
    boolean quota = limits.cores().orElse(Double.MAX_VALUE) < cpus.all();
    add(
        quota,
        """
        The control group allows %.2f of the machine's %s cores: a program that has used up the \
        quota is stopped until the next period, which looks like waiting.\
        """,
        limits.cores().orElse(0),
        cpus.all());
    add(
        !quota && cpus.usable() < cpus.all(),
        """
        Only %s of the machine's %s cores may be used: what runs on the others shares caches and \
        memory bandwidth.\
        """,
        cpus.usable(),
        cpus.all());
    add(
        cpus.usable() < FEW_CORES,
        """
        There %s only %s core%s: daemons, tasks and the collectors share them, and predictions for \
        more cores are extrapolated.\
        """,
        cpus.usable() == 1 ? "is" : "are",
        cpus.usable(),
        cpus.usable() == 1 ? "" : "s");
  }

  private void fileSystems(FileSystems seen) {
    String rates =
        switch (seen.data()) {
          case "tmpfs", "ramfs" ->
              """
              The data directory lies in memory (%s): what is measured as the disk is memory; \
              choose --data-dir on a disk.\
              """;
          case "overlay", "aufs", "fuse.fuse-overlayfs" ->
              """
              The data directory lies on %s, a container's layered file system: its rates are not \
              the disk's; choose --data-dir on a volume.\
              """;
          case "nfs", "nfs4", "cifs", "9p", "ceph", "fuse.sshfs", "virtiofs" ->
              """
              The data directory lies on %s: its rates depend on another machine; choose \
              --data-dir on a disk of this one.\
              """;
          default -> "";
        };
    add(!rates.isEmpty(), rates, seen.data());
    add(
        rates.isEmpty() && !seen.evaded().isEmpty(),
        """
        Direct I/O to the data directory goes through memory (%s): the disk's figures may be \
        memory's; choose --data-dir on another file system.\
        """,
        seen.evaded());
    boolean tmpfs = seen.shared().equals("tmpfs");
    add(
        !tmpfs,
        """
        /dev/shm is %s, not tmpfs: operations that should read from memory would read from a \
        disk.\
        """,
        seen.shared());
    add(
        tmpfs && seen.sharedFree().bytes() < SHARED_MEMORY_BYTES,
        """
        /dev/shm has only %s free: operations on memory are measured on less data; a container \
        gets more with --shm-size=2g.\
        """,
        seen.sharedFree().display());
  }
}
