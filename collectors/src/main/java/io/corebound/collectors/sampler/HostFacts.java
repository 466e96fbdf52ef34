package io.corebound.collectors.sampler;

import io.corebound.collectors.output.Possible;
import io.corebound.hosts.machine.AllowedCpus;
import io.corebound.hosts.machine.HiddenProcesses;
import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.Host;
import io.corebound.hosts.process.ShellScript;
import io.corebound.records.run.CommandResult.BlockDevice;
import io.corebound.records.run.CommandResult.DeviceKind;
import io.corebound.records.run.CommandResult.DeviceRate;
import io.corebound.records.run.CommandResult.WatchedHost;
import io.corebound.records.units.CoreboundException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What a verdict needs to know about a host, read on the host by a POSIX shell: the CPUs that
 * programs there may use (proc_pid_status(5)) and that are online, the control groups' CPU quota
 * and I/O limits (the kernel's Documentation/admin-guide/cgroup-v1/blkio-controller.rst and
 * cgroup-v2.rst), the speed of its network interfaces (Documentation/ABI/testing/sysfs-class-net),
 * and which devices it has.
 *
 * <p>Limits of operations per second are not read. A virtual interface mostly has no speed.
 *
 * @param boot its kernel's id of the time since it was started, the same for hosts of the same
 *     kernel; empty where there is none
 */
public record HostFacts(WatchedHost watched, List<String> interfaces, String boot) {
  private static final Duration LIMIT = Duration.ofSeconds(20);
  private static final double MB = 1e6;
  private static final double MEGABITS_PER_MB = 8;
  private static final String NUMBER = "[0-9]{1,18}";

  private static final String SCRIPT =
      ShellScript.read(HostFacts.class, "interfaces.sh")
          + ShellScript.read(HostFacts.class, "host-facts.sh")
          + DeviceNames.SCRIPT;

  /** Copies the list. */
  public HostFacts {
    interfaces = List.copyOf(interfaces);
  }

  /** What the host's shell prints about it, line by line. */
  public static String text(Host host) {
    return text(host, "");
  }

  /** The same for a host with its files in a folder. */
  public static String text(Host host, String root) {
    return host.run(Command.of(LIMIT, "sh", "-c", SCRIPT, "sh", root)).out();
  }

  /**
   * Reads them.
   *
   * @throws CoreboundException (failed) when the host does not answer, or shows no CPU
   */
  public static HostFacts read(Host host) {
    return parse(host.name(), text(host));
  }

  /** The kernel's name of a disk, found by that name, by device mapper's or by a path's. */
  public Optional<String> disk(String name) {
    String disk = NvmePaths.disk(name);
    return watched.devices().stream()
        .filter(d -> !name.isEmpty() && (disk.equals(d.name()) || name.equals(d.mapped())))
        .map(BlockDevice::name)
        .findFirst();
  }

  /** Names of the hosts that are on the same kernel, as containers are, kernel by kernel. */
  public static List<List<String>> onOneKernel(List<HostFacts> hosts) {
    Map<String, List<String>> byBoot =
        hosts.stream()
            .filter(host -> !host.boot.isEmpty())
            .collect(
                Collectors.groupingBy(
                    HostFacts::boot,
                    LinkedHashMap::new,
                    Collectors.mapping(host -> host.watched.name(), Collectors.toList())));
    return byBoot.values().stream().filter(names -> names.size() > 1).toList();
  }

  public static HostFacts parse(String host, String text) {
    Reader read = new Reader();
    text.lines().map(line -> line.strip().split("\\s+")).forEach(read::line);
    List<Integer> cpus = AllowedCpus.usable(read.allowed, read.online);
    if (cpus.isEmpty()) {
      throw CoreboundException.failed(
          "host %s does not show which CPUs it has: /proc/self/status has no such line"
              .formatted(host));
    }
    double usable = read.cores > 0 ? Math.min(read.cores, cpus.size()) : cpus.size();
    return new HostFacts(
        new WatchedHost(host, cpus, usable, List.copyOf(read.rates.values()))
            .withDevices(DeviceNames.parse(text))
            .withDoubts(read.doubts),
        read.interfaces,
        read.boot);
  }

  /** The words of the script's lines; what is not one of its lines is left out. */
  private static final class Reader {
    private final List<Integer> allowed = new ArrayList<>();
    private final List<Integer> online = new ArrayList<>();
    private final List<String> doubts = new ArrayList<>();
    private final List<String> interfaces = new ArrayList<>();
    private final Map<String, DeviceRate> rates = new LinkedHashMap<>();
    private double cores = Double.POSITIVE_INFINITY;
    private String boot = "";

    void line(String[] words) {
      if (words[0].equals("max") && words.length > 2) {
        limit(words[1], rate(words, "rbps="), rate(words, "wbps="));
        return;
      }
      switch (words[0] + " " + words.length) {
        case "Cpus_allowed_list: 2" -> allowed.addAll(AllowedCpus.parse(words[1]));
        case "online 2" -> online.addAll(AllowedCpus.parse(words[1]));
        case "interface 2" -> interfaces.add(words[1]);
        case "boot 2" -> boot = words[1];
        case "hidden 2" -> {
          if (words[1].matches("hidepid=(?!0|off)[a-z0-9]+")) {
            doubts.add(HiddenProcesses.doubt(words[1]));
          }
        }
        case "net 3" -> {
          Double rate = over(words[2], MEGABITS_PER_MB);
          // older kernels show an unknown one as 2^32 - 1
          rate = rate == null || rate > Possible.MB_PER_S ? null : rate;
          put(DeviceKind.NETWORK, words[1], rate, rate, "the interface's speed");
        }
        case "quota 3" -> {
          if (words[1].matches(NUMBER) && over(words[2], 1) != null) {
            cores = Math.min(cores, Double.parseDouble(words[1]) / over(words[2], 1));
          }
        }
        case "read 3" -> limit(words[1], over(words[2], MB), null);
        case "write 3" -> limit(words[1], null, over(words[2], MB));
        default -> {}
      }
    }

    private static Double rate(String[] words, String key) {
      return Arrays.stream(words)
          .filter(word -> word.startsWith(key))
          .map(word -> over(word.substring(key.length()), MB))
          .filter(Objects::nonNull)
          .findFirst()
          .orElse(null);
    }

    /** A number over another; null when it is not above zero. */
    private static Double over(String number, double divisor) {
      return number.matches(NUMBER) && Double.parseDouble(number) > 0
          ? Double.parseDouble(number) / divisor
          : null;
    }

    private void limit(String device, Double read, Double write) {
      put(DeviceKind.DISK, device, read, write, "its control group's limit");
    }

    /** Of several limits of a device the lowest holds. */
    private void put(DeviceKind kind, String device, Double in, Double out, String source) {
      if (in != null || out != null) {
        rates.merge(
            kind + " " + device,
            new DeviceRate(kind, device, in, out, false, source),
            (a, b) ->
                new DeviceRate(
                    kind,
                    device,
                    lower(a.inMbPerS(), b.inMbPerS()),
                    lower(a.outMbPerS(), b.outMbPerS()),
                    false,
                    a.source()));
      }
    }

    private static Double lower(Double a, Double b) {
      if (a == null || b == null) {
        return a == null ? b : a;
      }
      return Math.min(a, b);
    }
  }
}
