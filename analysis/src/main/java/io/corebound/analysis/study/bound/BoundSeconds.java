package io.corebound.analysis.study.bound;

import io.corebound.analysis.Sentences;
import io.corebound.analysis.study.bound.SecondRules.Fullest;
import io.corebound.analysis.study.bound.SecondRules.Judgement;
import io.corebound.analysis.study.bound.SecondRules.Use;
import io.corebound.records.run.Bound;
import io.corebound.records.run.CommandResult.DeviceKind;
import io.corebound.records.run.CommandResult.DeviceRate;
import io.corebound.records.run.CommandResult.WatchedHost;
import io.corebound.records.run.Samples;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What bounded a host in each second of a stretch of time: a pure function over its samples.
 *
 * @param seconds in order of time, without gaps; the first and the last may be parts of one
 */
public record BoundSeconds(String host, List<Second> seconds) {
  /** The longest time that is laid on seconds: a month. */
  static final int MOST_SECONDS = 31 * 24 * 3600;

  private static final double PERCENT = 100;

  /** A second, or a part of one, since the Unix epoch, and which device or cores bounded it. */
  public record Second(double startS, double lengthS, Bound bound, String what) {}

  /** Seconds one after the other with the same bound, and which device or cores in most of them. */
  public record Stretch(double startS, double lengthS, Bound bound, String what) {}

  /**
   * Judges every second from a start to an end, in seconds since the Unix epoch; none where the end
   * is not after the start.
   *
   * @param samples of any hosts; those of this one count
   * @param ownProcess the device of {@code pidstat} that is the command's own process
   */
  public static BoundSeconds of(
      List<Samples> samples, WatchedHost host, double startS, double endS, String ownProcess) {
    if (!(endS > startS) || endS - startS > MOST_SECONDS) {
      return new BoundSeconds(host.name(), List.of());
    }
    long first = (long) Math.floor(startS);
    int count = (int) (Math.ceil(endS) - first);
    PerSecond perSecond =
        new PerSecond(
            samples.stream().filter(s -> s.host().equals(host.name())).toList(), first, count);
    Figures figures = new Figures(perSecond, host, ownProcess);
    List<Second> seconds = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Judgement judgement = SecondRules.judge(figures.use(i));
      double from = Math.max(startS, first + (double) i);
      seconds.add(
          new Second(
              from, Math.min(endS, first + i + 1.0) - from, judgement.bound(), judgement.what()));
    }
    return new BoundSeconds(host.name(), seconds);
  }

  /** What a verdict lacks for want of a CPU's samples, in a sentence; empty when nothing. */
  public static Optional<String> lacking(List<Samples> samples, WatchedHost host) {
    return CoreUse.lacking(samples, host);
  }

  /** A device with a rate by {@code --rate} that no sample is compared with, a sentence each. */
  public static List<String> unsampled(List<Samples> samples, WatchedHost host) {
    List<Samples> of = samples.stream().filter(s -> s.host().equals(host.name())).toList();
    return host.rates().stream()
        .filter(rate -> rate.source().equals(DeviceRate.GIVEN) && !of.isEmpty())
        .filter(
            rate ->
                of.stream()
                    .filter(s -> Figures.SOURCES.get(rate.kind()).contains(s.source()))
                    .noneMatch(s -> s.devices().contains(rate.device())))
        .map(rate -> Sentences.of("bound.rate-without-samples", rate.device(), host.name()))
        .toList();
  }

  /** The length of the whole, in seconds. */
  public double lengthS() {
    return seconds.stream().mapToDouble(Second::lengthS).sum();
  }

  /** Seconds by bound; what bounded none has no entry. */
  public Map<Bound, Double> secondsByBound() {
    Map<Bound, Double> sums = new EnumMap<>(Bound.class);
    seconds.forEach(s -> sums.merge(s.bound(), s.lengthS(), Double::sum));
    return sums;
  }

  /** Share of the whole by bound; what bounded none has no entry. */
  public Map<Bound, Double> shares() {
    Map<Bound, Double> shares = new EnumMap<>(secondsByBound());
    double all = lengthS();
    shares.replaceAll((bound, s) -> s / all);
    return shares;
  }

  /** Shares by bound, the longest first. */
  public List<Map.Entry<Bound, Double>> longestFirst() {
    return shares().entrySet().stream()
        .sorted(Map.Entry.<Bound, Double>comparingByValue().reversed())
        .toList();
  }

  /**
   * What bounded the longest time, the first of {@link Bound} where two bounded equally long;
   * UNKNOWN when nothing is known of most of the time.
   */
  public Bound main() {
    Map<Bound, Double> shares = shares();
    if (!(shares.getOrDefault(Bound.UNKNOWN, 0.0) <= 0.5) || shares.isEmpty()) {
      return Bound.UNKNOWN;
    }
    Bound main = Bound.UNKNOWN;
    for (Bound bound : Bound.values()) {
      if (bound != Bound.UNKNOWN
          && shares.getOrDefault(bound, 0.0) > 0
          && (main == Bound.UNKNOWN || shares.get(bound) > shares.get(main))) {
        main = bound;
      }
    }
    return main;
  }

  /** Which device or cores bounded the longest of the seconds with that bound; may be empty. */
  public String what(Bound bound) {
    return what(seconds.stream().filter(s -> s.bound() == bound).toList());
  }

  private static String what(List<Second> seconds) {
    Map<String, Double> sums = new TreeMap<>();
    seconds.forEach(s -> sums.merge(s.what(), s.lengthS(), Double::sum));
    return sums.entrySet().stream()
        .max(Map.Entry.comparingByValue())
        .map(Map.Entry::getKey)
        .orElse("");
  }

  /** All stretches, in order of time. */
  public List<Stretch> stretches() {
    List<Stretch> stretches = new ArrayList<>();
    int from = 0;
    for (int i = 1; i <= seconds.size(); i++) {
      if (i == seconds.size() || seconds.get(i).bound() != seconds.get(from).bound()) {
        List<Second> same = seconds.subList(from, i);
        stretches.add(
            new Stretch(
                same.get(0).startS(),
                same.stream().mapToDouble(Second::lengthS).sum(),
                same.get(0).bound(),
                what(same)));
        from = i;
      }
    }
    return stretches;
  }

  /** The longest stretches, the longest first, of equal ones the earlier first. */
  public List<Stretch> longest(int most) {
    return stretches().stream()
        .sorted(Comparator.comparingDouble(Stretch::lengthS).reversed())
        .limit(most)
        .toList();
  }

  /** All figures that the rules need, second by second. */
  private static final class Figures {
    private static final String QUEUE = "sar-queue";
    private static final String NETWORK = Sources.Medium.NETWORK.source;
    private static final String PRESSURE = "pressure";

    /** Where the samples of devices are. */
    private static final Map<DeviceKind, List<String>> SOURCES =
        Map.of(
            DeviceKind.DISK,
            List.of(BusiestDevice.IOSTAT, BusiestDevice.SAR),
            DeviceKind.NETWORK,
            List.of(NETWORK));

    private final WatchedHost host;
    private final CoreUse cores;
    private final double[] ownCores;
    private final double[] runQueue;
    private final double[] blocked;
    private final double[] ioSome;
    private final double[] ioFull;
    private final List<Device> disks;
    private final List<Device> disksBySar;
    private final List<Device> networks = new ArrayList<>();

    /** A shorter queue for its share of time in use cannot be; every request counts at its end. */
    private static final double SHORTEST_QUEUE = 0.5;

    private record Device(
        String name, double[] in, double[] out, double[] util, double[] queue, DeviceRate rate) {
      /** Share of the second; NaN where the mean number of requests under way says otherwise. */
      double inUse(int second) {
        double share = util[second] / PERCENT;
        boolean contradicted = queue[second] > 0 && queue[second] < SHORTEST_QUEUE * share;
        return contradicted ? Double.NaN : share;
      }
    }

    Figures(PerSecond perSecond, WatchedHost host, String ownProcess) {
      this.host = host;
      cores = new CoreUse(perSecond, host);
      ownCores = perSecond.sum("pidstat", ownProcess, "user_percent", "system_percent");
      runQueue = perSecond.sum(QUEUE, "all", "run_queue");
      blocked = perSecond.sum(QUEUE, "all", "blocked");
      ioSome = perSecond.sum(PRESSURE, "io", "some_percent");
      ioFull = perSecond.sum(PRESSURE, "io", "full_percent");
      disks = disks(perSecond, BusiestDevice.IOSTAT);
      disksBySar = disks(perSecond, BusiestDevice.SAR);
      for (String device : perSecond.devices(NETWORK)) {
        networks.add(
            new Device(
                device,
                perSecond.sum(NETWORK, device, "receive_mb_per_s"),
                perSecond.sum(NETWORK, device, "transmit_mb_per_s"),
                perSecond.none(),
                perSecond.none(),
                host.rate(DeviceKind.NETWORK, device).orElse(null)));
      }
    }

    private List<Device> disks(PerSecond perSecond, String source) {
      return perSecond.devices(source).stream()
          .map(
              device ->
                  new Device(
                      device,
                      perSecond.sum(source, device, "read_mb_per_s"),
                      perSecond.sum(source, device, "write_mb_per_s"),
                      perSecond.sum(source, device, "util_percent"),
                      perSecond.sum(source, device, "queue_length"),
                      host.rate(DeviceKind.DISK, device).orElse(null)))
          .toList();
    }

    /** iostat's, or in a second in which that gave no sample sar's. */
    private List<Device> disks(int i) {
      return sampled(disks, i) ? disks : disksBySar;
    }

    private static boolean sampled(List<Device> disks, int i) {
      return disks.stream().anyMatch(d -> !Double.isNaN(d.util()[i]));
    }

    Use use(int i) {
      List<Device> disksNow = disks(i);
      boolean none = disks.isEmpty() && disksBySar.isEmpty();
      return new Use(
          cores.share(i),
          cores.fullest(i),
          ownCores[i] / PERCENT,
          runQueue[i],
          blocked[i],
          cores.ioWait(i),
          ioSome[i] / PERCENT,
          ioFull[i] / PERCENT,
          none || sampled(disksNow, i),
          fullest(disksNow, d -> d.inUse(i)),
          fullest(disksNow, d -> shareOfRate(d.rate(), d.in()[i], d.out()[i])),
          moving(disksNow, i),
          fullest(networks, d -> shareOfRate(d.rate(), d.in()[i], d.out()[i])));
    }

    private static String moving(List<Device> disks, int i) {
      Fullest most = fullest(disks, d -> d.in()[i] + d.out()[i]);
      return most.share() > 0 ? most.name() : "";
    }

    private static Fullest fullest(
        List<Device> devices, java.util.function.ToDoubleFunction<Device> figure) {
      Fullest fullest = Fullest.NONE;
      for (Device device : devices) {
        double share = figure.applyAsDouble(device);
        if (share > fullest.share() || (Double.isNaN(fullest.share()) && !Double.isNaN(share))) {
          fullest = new Fullest(device.name(), share);
        }
      }
      return fullest;
    }

    private static double shareOfRate(DeviceRate rate, double in, double out) {
      if (rate == null) {
        return Double.NaN;
      }
      double inShare = rate.inMbPerS() == null ? Double.NaN : in / rate.inMbPerS();
      double outShare = rate.outMbPerS() == null ? Double.NaN : out / rate.outMbPerS();
      if (Double.isNaN(inShare) || Double.isNaN(outShare)) {
        return Double.isNaN(inShare) ? outShare : inShare;
      }
      return rate.shared() ? inShare + outShare : Math.max(inShare, outShare);
    }
  }
}
