package io.corebound.collectors.sampler;

import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.Host;
import io.corebound.hosts.process.ShellScript;
import io.corebound.records.run.CommandResult.BlockDevice;
import io.corebound.records.run.Samples;
import io.corebound.records.units.CoreboundException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * One name for a block device. {@code sadf -p} calls a logical volume {@code vg-lv}, as {@code
 * /dev/mapper} does (transform_devmapname in sysstat's ioconf.c); iostat and the control groups
 * call it {@code dm-0}, as the kernel does. Samples have the kernel's name.
 *
 * @param multipath the NVMe disks with several paths, or one ({@link NvmePaths})
 */
record DeviceNames(Map<String, String> byMapped, Set<String> multipath) {
  private static final Duration LIMIT = Duration.ofSeconds(20);

  static final String SCRIPT = ShellScript.read(DeviceNames.class, "devices.sh");
  private static final Pattern LINE = Pattern.compile("(disk|mapped|member|mount) (\\S+) ?(.*)");

  /** Asks a host; one that does not answer has none, and its collectors say why. */
  static DeviceNames of(Host host) {
    String text;
    try {
      text = host.run(Command.of(LIMIT, "sh", "-c", SCRIPT)).out();
    } catch (CoreboundException e) {
      text = "";
    }
    Map<String, String> byMapped = new LinkedHashMap<>();
    parse(text).stream()
        .filter(d -> !d.mapped().isEmpty())
        .forEach(d -> byMapped.put(d.mapped(), d.name()));
    return new DeviceNames(byMapped, multipath(text));
  }

  static Set<String> multipath(String text) {
    return text.lines()
        .map(LINE::matcher)
        .filter(line -> line.matches() && line.group(1).equals("disk"))
        .map(line -> line.group(2))
        .filter(name -> !NvmePaths.disk(name).equals(name))
        .map(NvmePaths::disk)
        .collect(Collectors.toUnmodifiableSet());
  }

  /** The devices in what {@link #SCRIPT} printed, among other lines. */
  static List<BlockDevice> parse(String text) {
    Map<String, BlockDevice> devices = new LinkedHashMap<>();
    for (String line : text.lines().map(String::strip).toList()) {
      Matcher matcher = LINE.matcher(line);
      if (matcher.matches()) {
        // the kernel's files have a ! where the name has a slash
        String name = NvmePaths.disk(matcher.group(2).replace('!', '/'));
        BlockDevice before =
            devices.getOrDefault(name, new BlockDevice(name, "", List.of(), List.of()));
        devices.put(name, with(before, matcher.group(1), matcher.group(3)));
      }
    }
    return List.copyOf(devices.values());
  }

  private static BlockDevice with(BlockDevice d, String what, String value) {
    return switch (what) {
      case "mapped" -> new BlockDevice(d.name(), value, d.members(), d.mounts());
      case "member" -> new BlockDevice(d.name(), d.mapped(), and(d.members(), value), d.mounts());
      case "mount" -> new BlockDevice(d.name(), d.mapped(), d.members(), and(d.mounts(), value));
      default -> d;
    };
  }

  private static List<String> and(List<String> values, String value) {
    List<String> more = new ArrayList<>(values);
    more.add(value);
    return more;
  }

  /** The samples with the kernel's names, and those of several paths to a disk added up. */
  List<Samples> kernels(List<Samples> samples) {
    return samples.stream()
        // an interface may have the name of a volume
        .map(s -> s.source().endsWith("-disk") ? NvmePaths.joined(kernels(s), multipath) : s)
        .toList();
  }

  private Samples kernels(Samples samples) {
    return byMapped.isEmpty()
        ? samples
        : samples.with(timeS -> timeS, device -> byMapped.getOrDefault(device, device));
  }
}
