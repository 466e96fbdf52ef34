package io.corebound.analysis.pages.report.cell;

import io.corebound.analysis.study.bound.SampledFigure;
import io.corebound.analysis.study.bound.Sources;
import io.corebound.analysis.study.bound.Sources.Medium;
import io.corebound.analysis.study.bound.Span;
import io.corebound.records.run.Samples;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * How much of CPU, disk and network was used over stretches of time, as means. CPU figures are
 * shares of the time of all cores; NaN where nothing was sampled.
 *
 * @param steal wanted by this machine and given to another by the hypervisor
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
        cpuShare(cpu, spans, "user"),
        cpuShare(cpu, spans, "system"),
        cpuShare(cpu, spans, "I/O wait"),
        cpuShare(cpu, spans, "steal"),
        cpuShare(cpu, spans, "idle"),
        cpu.stream().mapToInt(s -> mean(s, "all", spans, "idle_percent").samples()).max().orElse(0),
        busiest(samples, spans, Medium.DISK, base),
        busiest(samples, spans, Medium.NETWORK, base));
  }

  /** Of all cores together: a host of more cores counts for more. */
  private static double cpuShare(List<Samples> cpu, List<Span> spans, String layer) {
    double busy = 0;
    double cores = 0;
    for (Samples s : cpu) {
      double ofHost = Sources.cores(s);
      busy += ofHost * mean(s, "all", spans, Sources.CPU_LAYERS.get(layer)).value() / 100;
      cores += ofHost;
    }
    return cores > 0 ? busy / cores : Double.NaN;
  }

  private static Optional<Device> busiest(
      List<Samples> samples, List<Span> spans, Medium medium, BaseRates base) {
    List<Device> devices = new ArrayList<>();
    for (Samples source : Sources.of(samples, medium.source)) {
      for (String device : source.devices()) {
        double in = mean(source, device, spans, base.inMetric(medium)).value();
        double out = mean(source, device, spans, base.outMetric(medium)).value();
        BaseRates.Place place = new BaseRates.Place(source.host(), device);
        if (base.has(medium, place, Math.max(in, out)) && !Double.isNaN(in) && !Double.isNaN(out)) {
          ToDoubleFunction<Samples.Row> share = base.share(medium, source);
          double mean = SampledFigure.of(source, device, share).over(spans).value();
          devices.add(new Device(base.name(medium, place), in, out, mean));
        }
      }
    }
    return devices.stream().max(Comparator.comparingDouble(Device::rank));
  }

  private static SampledFigure.Mean mean(
      Samples source, String device, List<Span> spans, String... metrics) {
    return SampledFigure.of(source, device, SampledFigure.sumOf(source, metrics)).over(spans);
  }
}
