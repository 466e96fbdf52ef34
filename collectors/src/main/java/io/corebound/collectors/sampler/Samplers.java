package io.corebound.collectors.sampler;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The one list of collectors: a new one is its class and an entry here. */
public final class Samplers {
  /** Those that watch a whole host, in the order in which they start. */
  public static final List<Collector> OF_HOST =
      List.of(new Sar(), new IoStat(), new CpuByRole(), new Pressure());

  private Samplers() {}

  /** Those that watch given processes of a host, each in its role. */
  public static List<Collector> ofProcesses(Map<Long, String> roleByPid) {
    return List.of(new PidStat(roleByPid));
  }

  /** The names of all. */
  public static List<String> names() {
    return Stream.concat(OF_HOST.stream().map(Collector::name), Stream.of(PidStat.NAME)).toList();
  }
}
