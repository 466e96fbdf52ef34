package io.corebound.analysis.report;

import io.corebound.records.Samples;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

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
record ResourceUse(
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
   * @param shareOfProbed share of the probed rate; NaN where nothing was probed
   */
  record Device(String name, double inMbPerS, double outMbPerS, double shareOfProbed) {
    /** The share, or below every share where it is not known. */
    double rank() {
      return Double.isNaN(shareOfProbed) ? -1 + inMbPerS / 1e9 + outMbPerS / 1e9 : shareOfProbed;
    }
  }

  /** Share of all cores' time in which they worked. */
  double busy() {
    return user + system;
  }

  /** Share of all cores' time that was wanted: work, and what the hypervisor took. */
  double wanted() {
    return busy() + (Double.isNaN(steal) ? 0 : steal);
  }

  /** Share of the disk's probed rate; NaN where unknown. */
  double diskShare() {
    return disk.map(Device::shareOfProbed).orElse(Double.NaN);
  }

  /** Share of the network's probed rate; NaN where unknown. */
  double networkShare() {
    return network.map(Device::shareOfProbed).orElse(Double.NaN);
  }

  static ResourceUse over(List<Samples> samples, List<Span> spans, ProbedRates probed) {
    List<Samples> cpu = Sources.of(samples, Sources.CPU);
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
        disk(samples, spans, probed),
        network(samples, spans, probed));
  }

  private static double cpuShare(List<Samples> cpu, List<Span> spans, String... metrics) {
    return cpu.stream()
        .mapToDouble(
            s -> SampleMean.of(s, "all", spans, SampleMean.sumOf(s, metrics)).value() / 100)
        .average()
        .orElse(Double.NaN);
  }

  private static Optional<Device> disk(
      List<Samples> samples, List<Span> spans, ProbedRates probed) {
    return busiest(
        Sources.of(samples, Sources.DISK),
        spans,
        "read_mb_per_s",
        "write_mb_per_s",
        (read, write) -> read / probed.diskReadMbPerS() + write / probed.diskWriteMbPerS());
  }

  private static Optional<Device> network(
      List<Samples> samples, List<Span> spans, ProbedRates probed) {
    return busiest(
        Sources.of(samples, Sources.NETWORK),
        spans,
        "receive_mb_per_s",
        "transmit_mb_per_s",
        (in, out) -> Math.max(in, out) / probed.networkMbPerS());
  }

  private interface Share {
    double of(double in, double out);
  }

  private static Optional<Device> busiest(
      List<Samples> sources, List<Span> spans, String in, String out, Share share) {
    List<Device> devices = new ArrayList<>();
    for (Samples source : sources) {
      for (String device : Sources.devices(source)) {
        double inMean = SampleMean.of(source, device, spans, SampleMean.sumOf(source, in)).value();
        double outMean =
            SampleMean.of(source, device, spans, SampleMean.sumOf(source, out)).value();
        if (Sources.counts(device, Math.max(inMean, outMean))
            && !Double.isNaN(inMean)
            && !Double.isNaN(outMean)) {
          devices.add(new Device(device, inMean, outMean, share.of(inMean, outMean)));
        }
      }
    }
    return devices.stream().max(Comparator.comparingDouble(Device::rank));
  }
}
