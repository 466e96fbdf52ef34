package io.corebound.analysis.report.cell;

import io.corebound.records.run.Samples;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * How much of CPU, disk and network was used over stretches of time, as means. CPU figures are
 * shares of the time of all cores; NaN where nothing was sampled.
 *
 * @param user user and nice
 * @param system system, hard and soft interrupts
 * @param ioWait idle while a request to a disk was outstanding
 * @param steal wanted by this machine and given to another by the hypervisor
 * @param idle idle without an outstanding request
 * @param samples how many samples the CPU figures are made of
 * @param disk the device that came nearest to its probed rate; empty where none was sampled
 * @param network the same of links
 */
public record ResourceUse(
    double user,
    double system,
    double ioWait,
    double steal,
    double idle,
    int samples,
    Optional<Device> disk,
    Optional<Device> network) {

  /**
   * A disk or a link.
   *
   * @param name its name
   * @param inMbPerS read or received
   * @param outMbPerS written or transmitted
   * @param shareOfProbed share of the probed rate, the mean over the samples; NaN where nothing was
   *     probed
   */
  public record Device(String name, double inMbPerS, double outMbPerS, double shareOfProbed) {
    /** The share, or below every share where it is not known. */
    double rank() {
      return Double.isNaN(shareOfProbed) ? -1 + inMbPerS / 1e9 + outMbPerS / 1e9 : shareOfProbed;
    }
  }

  /** Share of all cores' time in which they worked. */
  public double busy() {
    return user + system;
  }

  /** Share of all cores' time that was wanted: work, and what the hypervisor took. */
  double wanted() {
    return busy() + (Double.isNaN(steal) ? 0 : steal);
  }

  /** Share of the disk's probed rate; NaN where unknown. */
  public double diskShare() {
    return disk.map(Device::shareOfProbed).orElse(Double.NaN);
  }

  /** Share of the network's probed rate; NaN where unknown. */
  public double networkShare() {
    return network.map(Device::shareOfProbed).orElse(Double.NaN);
  }

  public static ResourceUse over(List<Samples> samples, List<Span> spans, BaseRates base) {
    List<Samples> cpu = Sources.of(base.ofWorkers(samples), Sources.CPU);
    return new ResourceUse(
        cpuShare(cpu, spans, "user_percent", "nice_percent"),
        cpuShare(cpu, spans, "system_percent", "irq_percent", "soft_percent"),
        cpuShare(cpu, spans, "iowait_percent"),
        cpuShare(cpu, spans, "steal_percent"),
        cpuShare(cpu, spans, "idle_percent"),
        cpu.stream()
            .mapToInt(
                s -> SampleMean.of(s, "all", spans, SampleMean.sumOf(s, "idle_percent")).samples())
            .max()
            .orElse(0),
        busiest(
            Sources.of(samples, Sources.DISK),
            spans,
            new Kind(
                "read_mb_per_s",
                "write_mb_per_s",
                base.disk()::share,
                base::hasDisk,
                base::diskName)),
        busiest(
            Sources.of(samples, Sources.NETWORK),
            spans,
            new Kind(
                base.receivedMetric(),
                base.transmittedMetric(),
                base::linkShare,
                base::hasLink,
                base::linkName)));
  }

  /** Of all cores together: a host of more cores counts for more. */
  private static double cpuShare(List<Samples> cpu, List<Span> spans, String... metrics) {
    double busy = 0;
    double cores = 0;
    for (Samples s : cpu) {
      double ofHost = Sources.cores(s);
      busy += ofHost * SampleMean.of(s, "all", spans, SampleMean.sumOf(s, metrics)).value() / 100;
      cores += ofHost;
    }
    return cores > 0 ? busy / cores : Double.NaN;
  }

  /** What is read of disks, or of links. */
  private record Kind(
      String in,
      String out,
      Function<Samples, ToDoubleFunction<Samples.Row>> share,
      Counts counts,
      Function<BaseRates.Place, String> name) {}

  private interface Counts {
    boolean of(BaseRates.Place place, double mbPerS);
  }

  private static Optional<Device> busiest(List<Samples> sources, List<Span> spans, Kind kind) {
    List<Device> devices = new ArrayList<>();
    for (Samples source : sources) {
      for (String device : source.devices()) {
        double in = mean(source, device, spans, SampleMean.sumOf(source, kind.in()));
        double out = mean(source, device, spans, SampleMean.sumOf(source, kind.out()));
        BaseRates.Place place = new BaseRates.Place(source.host(), device);
        if (kind.counts().of(place, Math.max(in, out)) && !Double.isNaN(in) && !Double.isNaN(out)) {
          double share = mean(source, device, spans, kind.share().apply(source));
          devices.add(new Device(kind.name().apply(place), in, out, share));
        }
      }
    }
    return devices.stream().max(Comparator.comparingDouble(Device::rank));
  }

  private static double mean(
      Samples source, String device, List<Span> spans, ToDoubleFunction<Samples.Row> figure) {
    return SampleMean.of(source, device, spans, figure).value();
  }
}
