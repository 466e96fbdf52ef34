package io.corebound.analysis.pages.report.cell;

import static io.corebound.analysis.study.bound.Sources.Medium.DISK;
import static java.lang.Double.NaN;

import io.corebound.analysis.pages.page.Chart;
import io.corebound.analysis.study.bound.SampledFigure;
import io.corebound.analysis.study.bound.Sources;
import io.corebound.analysis.study.bound.Sources.Medium;
import io.corebound.records.config.MachineFile;
import io.corebound.records.config.MachineFile.Rate;
import io.corebound.records.config.StorageFile;
import io.corebound.records.run.CellResult.Tier;
import io.corebound.records.run.Measurement;
import io.corebound.records.run.Samples;
import io.corebound.records.run.Samples.Row;
import io.corebound.records.units.DataRate;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What the disks and links that a job worked on could carry at most, and which of the devices in
 * its samples they are.
 *
 * @param disk of one block device
 * @param networkMbPerS of one link in one direction; NaN where nothing is known
 * @param word what the disk's rates are, for sentences: {@code probed rate}, or {@code tier's rate}
 *     where nothing was measured on the tier
 * @param networkWord the same of the link's
 * @param disks whose each block device is; empty where every device counts
 * @param links the same of links
 * @param farEnds whether a link is watched at the end that is not the node's: what the node
 *     transmits is received there
 * @param workers the hosts of the nodes that worked; empty where the CPUs of every host that was
 *     watched count
 * @param rawReadMbPerS what all units of a node carry when they are read past their file systems,
 *     by the number of streams; empty where that was not measured
 */
@RecordBuilder
public record BaseRates(
    Disk disk,
    double networkMbPerS,
    String word,
    String networkWord,
    Map<Place, String> disks,
    Map<Place, String> links,
    boolean farEnds,
    Set<String> workers,
    Map<Integer, Double> rawReadMbPerS)
    implements BaseRatesBuilder.With {
  public static final String PROBED = "probed rate";

  /** What the tier's file says, scaled to the node. */
  private static final String STATED = "tier's rate";

  /** Nothing was probed, and every device counts. */
  public static final BaseRates NONE = of(List.of());

  /** Where samples show a device. */
  public record Place(String host, String device) {}

  /**
   * A block device.
   *
   * @param readsPerS read operations a second that it is limited to; NaN where it is not
   * @param apart whether reading and writing are limited each for itself, as a throttle does; else
   *     what is read cannot be written
   */
  public record Disk(
      double readMbPerS, double writeMbPerS, double readsPerS, double writesPerS, boolean apart) {

    /**
     * How full it was in a sample: the sum of both directions, or where they are limited apart the
     * fuller of them, in bytes or in operations. NaN where nothing is known of its rates.
     */
    ToDoubleFunction<Row> share(Samples source) {
      ToDoubleFunction<Row> read = SampledFigure.sumOf(source, "read_mb_per_s");
      ToDoubleFunction<Row> write = SampledFigure.sumOf(source, "write_mb_per_s");
      if (!apart) {
        return row -> read.applyAsDouble(row) / readMbPerS + write.applyAsDouble(row) / writeMbPerS;
      }
      ToDoubleFunction<Row> reads = SampledFigure.sumOf(source, "read_per_s");
      ToDoubleFunction<Row> writes = SampledFigure.sumOf(source, "write_per_s");
      return row ->
          fuller(
              fuller(read.applyAsDouble(row) / readMbPerS, write.applyAsDouble(row) / writeMbPerS),
              fuller(reads.applyAsDouble(row) / readsPerS, writes.applyAsDouble(row) / writesPerS));
    }
  }

  private static double fuller(double a, double b) {
    return Double.isNaN(a) ? b : Double.isNaN(b) ? a : Math.max(a, b);
  }

  /**
   * What the probes of a run got out of disk and network: the best over thread counts and block
   * sizes, because that is what a job could at most get.
   */
  public static BaseRates of(List<Measurement> measurements) {
    return new BaseRates(
        new Disk(
            best(measurements, "disk.read"), best(measurements, "disk.write"), NaN, NaN, false),
        best(measurements, "network.stream"),
        PROBED,
        PROBED,
        Map.of(),
        Map.of(),
        false,
        Set.of(),
        Map.of());
  }

  /**
   * A tier's devices and links: by what was measured on them as they were built, else by the
   * figures that they were given.
   *
   * @param machine base performance as measured on the tier; empty where nothing was
   */
  public static BaseRates of(Tier tier, Optional<MachineFile> machine) {
    Optional<StorageFile> given = limited(tier);
    int devices = given.isEmpty() ? 1 : tier.nominalStorage().devicesPerNode();
    Optional<MachineFile.Disk> disk =
        machine.map(MachineFile::disk).filter(d -> d.read() != null && !d.throughPageCache());
    Map<Place, String> disks = new HashMap<>();
    tier.devicesByNode()
        .forEach(
            (node, names) ->
                names.forEach(
                    n -> disks.merge(place(tier, node, n), node, (a, b) -> a + ", " + b)));
    Map<Place, String> links = new HashMap<>();
    tier.linksByNode().forEach((node, link) -> links.put(place(tier, node, link), node));
    Optional<DataRate> link = machine.map(m -> m.network().rate());
    return new BaseRates(
        new Disk(
            disk.map(d -> best(d, d.read(), s -> s.read()) / devices)
                .orElseGet(() -> rate(given.map(StorageFile::read).orElse(null))),
            disk.map(d -> best(d, d.write(), s -> s.write()) / devices)
                .orElseGet(() -> rate(given.map(StorageFile::write).orElse(null))),
            number(given.map(StorageFile::readOperationsPerS).orElse(null)),
            number(given.map(StorageFile::writeOperationsPerS).orElse(null)),
            given.isPresent()),
        rate(link.orElse(tier.scaledNetwork() == null ? null : tier.scaledNetwork().rate())),
        disk.isPresent() ? PROBED : STATED,
        link.isPresent() ? PROBED : STATED,
        Map.copyOf(disks),
        Map.copyOf(links),
        !tier.nominalNetwork().real(),
        hostsOfWorkers(tier),
        machine.map(m -> rawReads(m.disk())).orElse(Map.of()));
  }

  private static Map<Integer, Double> rawReads(MachineFile.Disk disk) {
    Map<Integer, Double> rates = new HashMap<>();
    disk.rawReadByStreams()
        .forEach((streams, rate) -> rates.put(streams, rate.megabytesPerSecond()));
    return rates;
  }

  private static Place place(Tier tier, String node, String device) {
    return new Place(
        tier.hostsByNode() == null ? "" : tier.hostsByNode().getOrDefault(node, node), device);
  }

  /** Workers are the nodes that have disks of the tier. */
  private static Set<String> hostsOfWorkers(Tier tier) {
    return tier.hostsByNode() == null
        ? Set.of()
        : tier.devicesByNode().keySet().stream()
            .map(node -> tier.hostsByNode().getOrDefault(node, node))
            .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Whether the disk's rates were measured. */
  public boolean probed() {
    return word.equals(PROBED);
  }

  /** What a medium can carry, as lines of a chart. */
  public List<Chart.Limit> limits(Medium medium) {
    String word = line(medium);
    return Stream.of(
            new Chart.Limit(word + " read", medium == DISK ? disk.readMbPerS() : NaN, "read"),
            new Chart.Limit(word + " write", medium == DISK ? disk.writeMbPerS() : NaN, "write"),
            new Chart.Limit(word, medium == DISK ? NaN : networkMbPerS, "read"))
        .filter(l -> !Double.isNaN(l.value()))
        .toList();
  }

  /** What a line of such rates is called: {@code probed}, or {@code tier's}. */
  public String line(Medium medium) {
    return (medium == DISK ? word : networkWord).equals(PROBED) ? "probed" : "tier's";
  }

  /** The same of what one host's samples show. */
  BaseRates on(String host) {
    Set<String> its = workers.isEmpty() ? workers : Set.of(host);
    return with(b -> b.disks(of(host, disks)).links(of(host, links)).workers(its));
  }

  private static Map<Place, String> of(String host, Map<Place, String> all) {
    return all.entrySet().stream()
        .filter(e -> e.getKey().host().isEmpty() || e.getKey().host().equals(host))
        .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  /** Those of some samples that show the CPUs of the nodes that worked. */
  public List<Samples> ofWorkers(List<Samples> samples) {
    return workers.isEmpty()
        ? samples
        : samples.stream().filter(s -> workers.contains(s.host())).toList();
  }

  /** The figures that a tier's devices were given; empty for a real disk, which has no limit. */
  public static Optional<StorageFile> limited(Tier tier) {
    return Optional.ofNullable(tier.scaledStorage()).filter(figures -> !figures.real());
  }

  /** The best of any number of streams. */
  private static double best(
      MachineFile.Disk disk, Rate alone, Function<MachineFile.Streams, Rate> rate) {
    return disk.byStreams().values().stream()
        .mapToDouble(s -> rate.apply(s).rate().megabytesPerSecond())
        .reduce(alone.rate().megabytesPerSecond(), Math::max);
  }

  private static double rate(DataRate rate) {
    return rate == null ? NaN : rate.megabytesPerSecond();
  }

  private static double number(Integer number) {
    return number == null ? NaN : number;
  }

  /** Whether a disk or link that moves this much is one that the job may have worked on. */
  public boolean has(Medium medium, Place place, double mbPerS) {
    return nodes(medium).isEmpty()
        ? Sources.counts(place.device(), mbPerS)
        : node(medium, place).isPresent();
  }

  private Map<Place, String> nodes(Medium medium) {
    return medium == DISK ? disks : links;
  }

  /** Whose a disk or link is; empty where that is not known. */
  public Optional<String> node(Medium medium, Place place) {
    return Optional.ofNullable(nodes(medium).get(place))
        .or(() -> Optional.ofNullable(nodes(medium).get(new Place("", place.device()))));
  }

  /** A disk or link by its name, with its node where that is known: {@code loop3 of worker1}. */
  public String name(Medium medium, Place place) {
    return node(medium, place)
        .filter(node -> medium == DISK || !node.equals(place.device()))
        .map(node -> place.device() + " of " + node)
        .orElse(place.device());
  }

  /** The metric of what is read, or of what a node receives over its link. */
  public String inMetric(Medium medium) {
    return medium == DISK ? "read_mb_per_s" : farEnds ? "transmit_mb_per_s" : "receive_mb_per_s";
  }

  /** The metric of what is written, or of what a node transmits over its link. */
  public String outMetric(Medium medium) {
    return medium == DISK ? "write_mb_per_s" : farEnds ? "receive_mb_per_s" : "transmit_mb_per_s";
  }

  /** How full a disk was in a sample, or a link in the fuller of both directions. */
  ToDoubleFunction<Row> share(Medium medium, Samples source) {
    if (medium == DISK) {
      return disk.share(source);
    }
    ToDoubleFunction<Row> in = SampledFigure.sumOf(source, "receive_mb_per_s");
    ToDoubleFunction<Row> out = SampledFigure.sumOf(source, "transmit_mb_per_s");
    return row -> Math.max(in.applyAsDouble(row), out.applyAsDouble(row)) / networkMbPerS;
  }

  private static double best(List<Measurement> measurements, String operation) {
    return measurements.stream()
        .filter(m -> m.operation().equals(operation))
        .filter(m -> m.metric().equals(Measurement.Metric.RATE) && m.unit().equals("MB/s"))
        // the page cache's is not the disk's
        .filter(m -> !"0".equals(m.parameters().get("direct")))
        .mapToDouble(Measurement::value)
        .max()
        .orElse(NaN);
  }
}
