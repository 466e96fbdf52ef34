package io.corebound.records.run;

import io.corebound.records.units.Refuse;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Optional;

/**
 * {@code cells/<cell>/command.json}: a command that ran with collectors attached. How the cell
 * stands, and what each collector delivered, is in {@code cell.json}.
 *
 * @param exitStatus its exit status, 128 and the signal's number when a signal ended it; null when
 *     it was not started, or was ended by corebound
 * @param startS its start, in seconds since the Unix epoch; NaN when it was not started
 * @param without what the user allowed to be missing and was: a collector and the reason, a
 *     sentence each
 */
public record CommandResult(
    List<String> command,
    Integer exitStatus,
    double startS,
    double endS,
    List<WatchedHost> hosts,
    List<String> without) {

  public CommandResult {
    Refuse.when(command.isEmpty(), "command: has at least the program's name");
    Refuse.when(endS < startS, "endS: %s is before startS, %s", endS, startS);
    command = List.copyOf(command);
    hosts = List.copyOf(hosts);
    without = List.copyOf(without);
  }

  /** How long the command ran, in seconds; NaN when it was not started. */
  public double elapsedS() {
    return endS - startS;
  }

  /**
   * What a verdict on a host's samples needs to know about the host.
   *
   * @param cpus numbers of the logical CPUs that programs there may use
   * @param cores how many of them may be used at once: their number, or the control group's quota
   *     where that is less
   * @param rates what is known of its devices; a missing device has no known rate
   * @param clock how its clock stood to ours; null where that is not known
   */
  @RecordBuilder
  public record WatchedHost(
      String name,
      List<Integer> cpus,
      double cores,
      List<DeviceRate> rates,
      HostClock clock,
      List<BlockDevice> devices,
      List<String> doubts)
      implements CommandResultWatchedHostBuilder.With {
    public WatchedHost {
      Refuse.when(cpus.isEmpty() || !(cores > 0), "cpus: %s has at least a part of one", name);
      cpus = List.copyOf(cpus);
      rates = List.copyOf(rates);
      // older files lack both
      devices = devices == null ? List.of() : List.copyOf(devices);
      doubts = doubts == null ? List.of() : List.copyOf(doubts);
    }

    /** A host without collected data. */
    public WatchedHost(String name, List<Integer> cpus, double cores, List<DeviceRate> rates) {
      this(name, cpus, cores, rates, null, List.of(), List.of());
    }

    /** What is known of a device's rate. */
    public Optional<DeviceRate> rate(DeviceKind kind, String device) {
      return rates.stream().filter(r -> r.kind() == kind && r.device().equals(device)).findFirst();
    }
  }

  /**
   * How a host's clock stood to that of corebound's machine, before and after; null where not
   * known.
   */
  public record HostClock(ClockReading start, ClockReading end) {}

  /**
   * A host's clock at {@code timeS} of ours: how far ahead it was, and the most by which that may
   * be wrong; 0 where both are the same clock.
   */
  public record ClockReading(double timeS, double offsetS, double uncertaintyS) {}

  /**
   * A block device and what it is made of. All samples and rates have the kernel's name.
   *
   * @param mapped device mapper's name, such as {@code vg-lv}; empty where it has none
   */
  public record BlockDevice(String name, String mapped, List<String> members, List<String> mounts) {
    public BlockDevice {
      members = List.copyOf(members);
      mounts = List.copyOf(mounts);
    }
  }

  public enum DeviceKind {
    DISK,
    NETWORK
  }

  /**
   * The maximum rate of a device, in MB/s (10^6 bytes), as its source states it.
   *
   * @param inMbPerS read or received; null where nothing is known
   * @param shared whether both directions share the rate, or each has its own
   * @param source where it comes from: {@code --rate}, the interface's speed, a control group's
   *     limit
   */
  public record DeviceRate(
      DeviceKind kind,
      String device,
      Double inMbPerS,
      Double outMbPerS,
      boolean shared,
      String source) {
    /** The source of a rate that the user gave. */
    public static final String GIVEN = "--rate";

    public DeviceRate {
      for (Double rate : new Double[] {inMbPerS, outMbPerS}) {
        Refuse.when(rate != null && !(rate > 0), "%s: a rate is above zero, not %s", device, rate);
      }
    }
  }
}
