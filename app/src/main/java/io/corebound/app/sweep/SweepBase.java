package io.corebound.app.sweep;

import io.corebound.analysis.pages.page.Words;
import io.corebound.analysis.pages.report.BasePerformance;
import io.corebound.analysis.study.predict.ProbedMachine;
import io.corebound.app.micro.MicroWork;
import io.corebound.app.run.RunRecord;
import io.corebound.app.run.Stages;
import io.corebound.collectors.probe.Fio;
import io.corebound.collectors.probe.Iperf3;
import io.corebound.collectors.probe.Link;
import io.corebound.collectors.probe.Probe;
import io.corebound.collectors.probe.ProbeBudget;
import io.corebound.collectors.probe.ProbeOutput;
import io.corebound.collectors.probe.RawUnits;
import io.corebound.hosts.process.Watch;
import io.corebound.records.config.MachineFile;
import io.corebound.records.config.MachineFileDiskBuilder;
import io.corebound.records.config.NetworkFile;
import io.corebound.records.config.ProfileFile;
import io.corebound.records.config.StorageFile;
import io.corebound.records.config.StorageUnits;
import io.corebound.records.run.Measurement;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.DataRate;
import io.corebound.records.units.DataSize;
import io.corebound.terasortrunner.sweep.SweepCell;
import io.corebound.terasortrunner.sweep.SweepCluster;
import io.corebound.terasortrunner.sweep.SweepRequest;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Base performance of every tier as it was built: a worker's disk by fio, the link between two
 * nodes by netperf or iperf3. Each pair's is kept beside its cells, for the model and the report.
 */
final class SweepBase {
  private static final double BUILD_S = 4;

  /** A throttle is the same every time, runs of fio lie within 1 % of each other; a disk is not. */
  private static final int RUNS_OF_LIMITED = 1;

  private final Stages stages;
  private final SweepRequest sweep;
  private final ProbeBudget budget;
  private final Watch watch;
  private double done;

  SweepBase(Stages stages, SweepRequest sweep, ProfileFile profile) {
    this.stages = stages;
    this.sweep = sweep;
    this.budget = budget(sweep, profile, streams(sweep));
    this.watch = MicroWork.watchOfProbes(stages, profile.remeasureSeconds());
  }

  /** The numbers of streams that the cells' jobs have on a node. */
  private static SortedSet<Integer> streams(SweepRequest sweep) {
    return sweep.plan().cells().stream()
        .map(c -> sweep.cluster(c).containersPerNode())
        .collect(Collectors.toCollection(() -> new TreeSet<>(Set.of(1))));
  }

  /** The model takes the disk's rates at the streams that a job has on a node. */
  private static ProbeBudget budget(
      SweepRequest sweep, ProfileFile profile, SortedSet<Integer> streams) {
    boolean limited = sweep.storage().values().stream().noneMatch(StorageFile::real);
    return new ProbeBudget(
        limited
            ? Math.min(RUNS_OF_LIMITED, profile.probeRepetitions())
            : profile.probeRepetitions(),
        Duration.ofSeconds(profile.probeSeconds()),
        DataSize.ofMebibytes(512),
        List.copyOf(streams));
  }

  /** How long it takes, for cells in which one task a worker runs at a time. */
  static Duration expected(SweepRequest sweep, List<SweepCell> cells, ProfileFile profile) {
    ProbeBudget budget = budget(sweep, profile, new TreeSet<>(Set.of(1)));
    long built = cells.stream().map(SweepCell::storage).distinct().count();
    long storage = cells.stream().map(c -> measuredAs(sweep, c.storage())).distinct().count();
    long raw = sweep.file().units() == null ? 0 : 2 * built * profile.probeSeconds();
    long network = cells.stream().map(SweepCell::network).distinct().count();
    return Duration.ofSeconds(
        Math.round(
            storage * new Fio().expectedSeconds(budget)
                + built * BUILD_S
                + raw
                + network * (new Iperf3().expectedSeconds(budget) + BUILD_S)));
  }

  /** Cells whose tiers' base performance is not known yet. */
  List<SweepCell> missing() {
    RunDirectory run = stages.record().directory();
    return sweep.plan().cells().stream()
        .filter(c -> !Files.exists(run.machineFile(c.name())))
        .toList();
  }

  String run(SweepCluster clusters) throws InterruptedException {
    List<SweepCell> cells = missing();
    List<String> storage = cells.stream().map(SweepCell::storage).distinct().toList();
    List<String> network = cells.stream().map(SweepCell::network).distinct().toList();
    double all = storage.size() + network.size();
    Map<String, List<Measurement>> disks = new HashMap<>();
    Map<String, Map<Integer, DataRate>> units = new HashMap<>();
    for (String name : storage) {
      String as = measuredAs(sweep, name);
      if (!disks.containsKey(as)) {
        disks.put(as, disk(clusters, name, all));
      }
      units.put(name, units(clusters, name, all));
    }
    Map<String, List<Measurement>> links = new HashMap<>();
    for (String name : network) {
      links.put(name, link(clusters, name, all));
    }
    for (SweepCell cell : cells) {
      List<Measurement> rows = new ArrayList<>(disks.get(measuredAs(sweep, cell.storage())));
      rows.addAll(links.get(cell.network()));
      withUnits(machine(cell, rows), units.get(cell.storage()))
          .write(stages.record().directory().machineFile(cell.name()));
    }
    return "%s and %s as built"
        .formatted(Words.count(storage.size(), "disk"), Words.count(network.size(), "link"));
  }

  /**
   * The name of what is measured for a tier: one unit is like another of its file, but a stripe of
   * them is like no other.
   */
  private static String measuredAs(SweepRequest sweep, String name) {
    return sweep.file().tiers().stream()
        .filter(tier -> tier.name().equals(name) && !tier.striped())
        .findFirst()
        .map(StorageUnits::file)
        .orElse(name);
  }

  /** What all units of a node carry themselves, where a sweep has several numbers of them. */
  private Map<Integer, DataRate> units(SweepCluster clusters, String name, double all)
      throws InterruptedException {
    if (sweep.file().units() == null) {
      return Map.of();
    }
    stages.progress().step(name + ": fio on its units", done / all);
    Map<Integer, DataRate> rates =
        clusters
            .units(name)
            .map(u -> RawUnits.measure(u.host(), u.devices(), raw(name), budget.runLength()))
            .orElse(Map.of());
    rates.forEach(
        (streams, rate) -> {
          String count = Words.count(streams, "stream");
          stages.progress().say("  %s: raw, %s: %s".formatted(name, count, rate.display()));
        });
    return rates;
  }

  private static MachineFile withUnits(MachineFile node, Map<Integer, DataRate> raw) {
    return raw.isEmpty() ? node : node.withDisk(node.disk().withRawReadByStreams(raw));
  }

  private List<Measurement> disk(SweepCluster clusters, String name, double all)
      throws InterruptedException {
    stages.progress().step("building " + name, done / all);
    SweepCluster.Disk disk = clusters.disk(name);
    Fio fio = new Fio();
    stages.progress().step(name + ": " + fio.subject(disk.folder()), done / all);
    done++;
    StorageFile file = sweep.storage().get(name);
    String nominal =
        file.real()
            ? ""
            : " (write %s, read %s on %s cores)"
                .formatted(file.write().display(), file.read().display(), file.referenceCores());
    return printed(
        name, fio.measure(disk.host(), disk.folder(), raw(name), budget, watch), nominal);
  }

  private List<Measurement> link(SweepCluster clusters, String name, double all)
      throws InterruptedException {
    Link link = clusters.link(name);
    Probe probe = Probe.network(link);
    stages.progress().step(name + ": " + probe.subject(null), done / all);
    done++;
    NetworkFile file = sweep.network().get(name);
    String nominal =
        file.real()
            ? ""
            : " (%s on %s cores)".formatted(file.rate().display(), file.referenceCores());
    return printed(
        name,
        probe.measure(link.client(), stages.workspace().data(), raw(name), budget, watch),
        nominal);
  }

  /** Prints them. */
  private List<Measurement> printed(String name, List<Measurement> rows, String nominal) {
    ProbeOutput.note(raw(name)).ifPresent(stages.progress()::say);
    StringBuilder text = new StringBuilder("  " + name + ":");
    rows.stream()
        .filter(m -> m.metric().equals(Measurement.Metric.RATE) && m.threads() == 1)
        .filter(m -> !m.operation().equals(Fio.READ_WRITE))
        .forEach(
            m ->
                text.append(String.format(Locale.ROOT, " %s %.1f MB/s", m.operation(), m.value())));
    stages.progress().say(text + nominal);
    BasePerformance.disturbed(rows).ifPresent(stages.progress()::say);
    return rows;
  }

  /** The folder of a tier's raw output. */
  private RunDirectory raw(String name) {
    return new RunDirectory(stages.record().directory().rawFolder().resolve("base").resolve(name));
  }

  private MachineFile machine(SweepCell cell, List<Measurement> rows) {
    StorageFile storage = sweep.storage().get(cell.storage());
    String source =
        "%s: %s as built for %s cores a node, %s of %s s"
            .formatted(
                RunRecord.source(stages.record().directory()),
                cell.pair(),
                sweep.cluster().coresPerNode(),
                budget.runs() == 1 ? "one run" : "means of " + budget.runs() + " runs",
                budget.runLength().toSeconds());
    MachineFile one =
        ProbedMachine.of(source, rows)
            .orElseThrow(() -> CoreboundException.failed("%s: nothing was measured", cell.pair()));
    return storage.real() || storage.spansDevices() ? one : ofNode(one, storage.devicesPerNode());
  }

  /**
   * A node's devices together, each with its share of the streams and the measured one's error; of
   * fewer streams than devices each has one.
   */
  static MachineFile ofNode(MachineFile one, int devices) {
    if (devices == 1) {
      return one;
    }
    Map<Integer, MachineFile.Streams> streams = new TreeMap<>();
    one.disk().byStreams().forEach((n, s) -> streams.put(n * devices, s.times(devices)));
    MachineFileDiskBuilder disk =
        MachineFileDiskBuilder.builder(one.disk())
            .read(one.disk().read().times(devices))
            .write(one.disk().write().times(devices))
            .byStreams(streams);
    MachineFile.Streams single = one.disk().byStreams().get(1);
    if (single != null) {
      one.disk().byStreams().keySet().stream()
          .filter(n -> n < devices)
          .forEach(n -> streams.putIfAbsent(n, single.times(n)));
    } else if (one.disk().readWrite() != null) {
      disk.readWrite(one.disk().readWrite().times(devices));
    }
    String source = "%s; one device of %s was measured".formatted(one.source(), devices);
    return one.with(b -> b.source(source).disk(disk.build()));
  }
}
