package io.corebound.collectors.sampler;

import io.corebound.hosts.machine.AllowedCpus;
import io.corebound.hosts.machine.HiddenProcesses;
import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.Host;
import io.corebound.records.run.CommandResult.BlockDevice;
import io.corebound.records.run.CommandResult.DeviceKind;
import io.corebound.records.run.CommandResult.DeviceRate;
import io.corebound.records.run.CommandResult.WatchedHost;
import io.corebound.records.units.CoreboundException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a verdict has to know of a host, read on the host by a POSIX shell: the CPUs that programs
 * there may use (proc_pid_status(5)) and that are online, the control groups' CPU quota and I/O
 * limits (the kernel's Documentation/admin-guide/cgroup-v1/blkio-controller.rst and cgroup-v2.rst),
 * the speed of its network interfaces (Documentation/ABI/testing/sysfs-class-net), and which
 * devices it has.
 *
 * <p>Limits of operations per second are not read. A virtual interface mostly tells no speed.
 *
 * @param watched CPUs, rates and devices
 * @param interfaces its network interfaces
 * @param boot what its kernel calls the time since it was started; hosts of the same kernel have
 *     the same; empty where it does not tell
 */
public record HostFacts(WatchedHost watched, List<String> interfaces, String boot) {
  private static final Duration LIMIT = Duration.ofSeconds(20);
  private static final double MB = 1e6;
  private static final double MEGABITS_PER_MB = 8;

  private static final Pattern CPUS = Pattern.compile("Cpus_allowed_list:\\s*([0-9,-]+)");
  private static final Pattern ONLINE = Pattern.compile("online ([0-9,-]+)");
  private static final Pattern HIDDEN = Pattern.compile("hidden (hidepid=(?!0|off)[a-z0-9]+)");
  private static final Pattern NETWORK = Pattern.compile("net (\\S+) ([0-9]{1,9})");
  private static final Pattern NAMED = Pattern.compile("(interface|boot) (\\S+)");
  private static final Pattern QUOTA = Pattern.compile("quota ([0-9]{1,15}) ([0-9]{1,15})");
  private static final Pattern ONE_WAY = Pattern.compile("(read|write) (\\S+) ([0-9]{1,18})");
  private static final Pattern BOTH_WAYS = Pattern.compile("max (\\S+) (.*)");
  private static final Pattern BYTES = Pattern.compile("\\b([rw])bps=([0-9]{1,18})\\b");

  /** Every interface, and the speed of those that are a device: a virtual one makes it up. */
  private static final String INTERFACES =
      """
      for folder in /sys/class/net/*; do
        [ ! -d "$folder" ] || echo "interface ${folder##*/}"
        [ -e "$folder/device" ] || continue
        speed=$(cat "$folder/speed" 2>/dev/null) && echo "net ${folder##*/} $speed"
      done
      """;

  /**
   * Runs {@link #INTERFACES} with those of the shell's own network namespace. A {@code /sys} shows
   * those of the namespace that it was mounted in, and nsenter(1) leaves it as it was; so a shell
   * that has entered another one than its parent's is given a {@code /sys} of its own, in a mount
   * namespace (unshare(1)) that is gone with it.
   */
  private static final String OWN_INTERFACES =
      "interfaces='"
          + INTERFACES
          + "'\n"
          + """
          from=$(readlink "/proc/$PPID/ns/net" 2>/dev/null)
          if [ -z "$from" ] || [ "$from" = "$(readlink "/proc/$$/ns/net")" ]; then
            eval "$interfaces"
          else
            unshare --mount sh -c 'mount -t sysfs sysfs /sys && eval "$1"' sh "$interfaces"
          fi
          """;

  /**
   * CPUs, disks, and the groups of this shell with all above them, of versions 1 and 2, where the
   * mounts say that they are: their folders have other names on other systems, and a container
   * mounts its own group as the top. Its argument goes before every path.
   */
  private static final String GROUPS =
      """
      root=$1
      grep '^Cpus_allowed_list:' "$root/proc/self/status"
      echo "online $(cat "$root/sys/devices/system/cpu/online" 2>/dev/null)"
      echo "boot $(cat "$root/proc/sys/kernel/random/boot_id" 2>/dev/null)"
      # the first process is another user's, whom root and an exempt group see
      [ -r "$root/proc/1/stat" ] ||
        sed -n 's/^.* \\/proc .* - proc .*\\(hidepid=[a-z0-9]*\\).*/hidden \\1/p' "$root/proc/self/mountinfo"
      devices() {
        [ -r "$2" ] || return 0
        while read -r number limit; do
          name=$(sed -n 's/^DEVNAME=//p' "$root/sys/dev/block/$number/uevent" 2>/dev/null)
          [ -z "$name" ] || echo "$1 $name $limit"
        done <"$2"
      }
      number() { cat "$1" 2>/dev/null; }
      # folders TYPE CONTROLLER GROUP: of a group in each such mount, and of those above it
      folders() {
        while read -r id parent device top point rest; do
          case $rest in *" - $1 "*) ;; *) continue ;; esac
          case ,${rest##* }, in *,"$2",*) ;; *) [ -z "$2" ] || continue ;; esac
          [ "$top" != / ] || top=
          case $3/ in "$top"/*) below=${3#"$top"} ;; *) below= ;; esac
          while below=${below%/} && echo "$root$point$below" && [ -n "$below" ]; do
            below=${below%/*}
          done
        done <"$root/proc/self/mountinfo"
      }
      while IFS=: read -r id controllers path; do
        case ,$controllers, in *,blkio,*)
          folders cgroup blkio "$path" | while read -r group; do
            for way in read write; do
              devices $way "$group/blkio.throttle.${way}_bps_device"
            done
          done ;;
        esac
        case ,$controllers, in *,cpu,*)
          folders cgroup cpu "$path" | while read -r group; do
            echo "quota $(number "$group/cpu.cfs_quota_us") $(number "$group/cpu.cfs_period_us")"
          done ;;
        esac
        [ "$id:$controllers" != 0: ] || folders cgroup2 '' "$path" | while read -r group; do
          devices max "$group/io.max"
          echo "quota $(number "$group/cpu.max")"
        done
      done <"$root/proc/self/cgroup"
      """;

  /** Copies the list. */
  public HostFacts {
    interfaces = List.copyOf(interfaces);
  }

  /** What the host's shell says of it, line by line. */
  public static String text(Host host) {
    return text(host, "");
  }

  /**
   * The same of a host whose files lie in a folder.
   *
   * @param root before {@code /proc} and {@code /sys}; the network interfaces stay the host's
   */
  public static String text(Host host, String root) {
    String script = OWN_INTERFACES + GROUPS + DeviceNames.SCRIPT;
    return host.run(Command.of(LIMIT, "sh", "-c", script, "sh", root)).out();
  }

  /**
   * Reads them.
   *
   * @throws CoreboundException (failed) when the host does not answer, or tells no CPU
   */
  public static HostFacts read(Host host) {
    return parse(host.name(), text(host));
  }

  /** The kernel's name of a disk that somebody calls by that name or by device mapper's. */
  public Optional<String> disk(String name) {
    return watched.devices().stream()
        .filter(d -> !name.isEmpty() && (name.equals(d.name()) || name.equals(d.mapped())))
        .map(BlockDevice::name)
        .findFirst();
  }

  public static HostFacts parse(String host, String text) {
    Map<String, List<String>> named = new HashMap<>();
    List<Integer> listed = new ArrayList<>();
    List<Integer> online = new ArrayList<>();
    List<String> doubts = new ArrayList<>();
    double cores = Double.POSITIVE_INFINITY;
    Map<String, DeviceRate> rates = new LinkedHashMap<>();
    for (String line : text.lines().map(String::strip).toList()) {
      Matcher allowed = CPUS.matcher(line);
      Matcher running = ONLINE.matcher(line);
      Matcher hidden = HIDDEN.matcher(line);
      Matcher network = NETWORK.matcher(line);
      Matcher quota = QUOTA.matcher(line);
      Matcher name = NAMED.matcher(line);
      if (allowed.matches()) {
        listed.addAll(AllowedCpus.parse(allowed.group(1)));
      } else if (running.matches()) {
        online.addAll(AllowedCpus.parse(running.group(1)));
      } else if (hidden.matches()) {
        doubts.add(HiddenProcesses.doubt(hidden.group(1)));
      } else if (network.matches() && !network.group(2).equals("0")) {
        double rate = Long.parseLong(network.group(2)) / MEGABITS_PER_MB;
        put(
            rates,
            new DeviceRate(
                DeviceKind.NETWORK, network.group(1), rate, rate, false, "the interface's speed"));
      } else if (quota.matches() && Long.parseLong(quota.group(2)) > 0) {
        cores =
            Math.min(
                cores, Long.parseLong(quota.group(1)) / (double) Long.parseLong(quota.group(2)));
      } else if (name.matches()) {
        named.computeIfAbsent(name.group(1), k -> new ArrayList<>()).add(name.group(2));
      } else {
        limit(line, rates);
      }
    }
    List<Integer> cpus = AllowedCpus.usable(listed, online);
    if (cpus.isEmpty()) {
      throw CoreboundException.failed(
          "host " + host + " does not tell which CPUs it has: /proc/self/status has no such line");
    }
    double usable = cores > 0 ? Math.min(cores, cpus.size()) : cpus.size();
    return new HostFacts(
        new WatchedHost(host, cpus, usable, List.copyOf(rates.values()))
            .withDevices(DeviceNames.parse(text))
            .withDoubts(doubts),
        named.getOrDefault("interface", List.of()),
        String.join("", named.getOrDefault("boot", List.of())));
  }

  private static void limit(String line, Map<String, DeviceRate> rates) {
    Matcher oneWay = ONE_WAY.matcher(line);
    Matcher bothWays = BOTH_WAYS.matcher(line);
    if (oneWay.matches()) {
      Double rate = positive(oneWay.group(3));
      boolean read = oneWay.group(1).equals("read");
      put(rates, limit(oneWay.group(2), read ? rate : null, read ? null : rate));
    } else if (bothWays.matches()) {
      Double read = null;
      Double write = null;
      Matcher bytes = BYTES.matcher(bothWays.group(2));
      while (bytes.find()) {
        if (bytes.group(1).equals("r")) {
          read = positive(bytes.group(2));
        } else {
          write = positive(bytes.group(2));
        }
      }
      put(rates, limit(bothWays.group(1), read, write));
    }
  }

  private static Double positive(String bytes) {
    double rate = Long.parseLong(bytes) / MB;
    return rate > 0 ? rate : null;
  }

  private static DeviceRate limit(String device, Double read, Double write) {
    return new DeviceRate(DeviceKind.DISK, device, read, write, false, "its control group's limit");
  }

  /** Of several limits of a device the lowest holds. */
  private static void put(Map<String, DeviceRate> rates, DeviceRate added) {
    if (added.inMbPerS() != null || added.outMbPerS() != null) {
      rates.merge(
          added.kind() + " " + added.device(),
          added,
          (a, b) ->
              new DeviceRate(
                  a.kind(),
                  a.device(),
                  lower(a.inMbPerS(), b.inMbPerS()),
                  lower(a.outMbPerS(), b.outMbPerS()),
                  a.shared(),
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
