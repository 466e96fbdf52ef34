package io.corebound.analysis.pages.report.sweep;

import io.corebound.records.config.MachineFile;
import io.corebound.records.config.NetworkFile;
import io.corebound.records.config.StorageFile;
import io.corebound.records.config.StorageUnits;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.run.CellResult;
import io.corebound.records.run.CellResult.Tier;
import io.corebound.records.run.Exchange;
import io.corebound.records.run.MeasuredInterval;
import io.corebound.records.run.Prediction;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.run.RunManifest;
import io.corebound.records.run.Samples;
import io.corebound.records.run.Samples.Row;
import io.corebound.records.run.State;
import io.corebound.records.units.DataRate;
import io.corebound.records.units.DataSize;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * A sweep over storage and network, made of the real run that is kept as a sample: its job,
 * stretched to another length, on the tiers of {@code configs/} scaled to nodes of one core. On
 * {@code hdd} most of the cores' time becomes I/O wait, and the disks of both workers are at their
 * rate: reading and writing by turns while maps run, writing after them. On the others the disks
 * are far below it.
 */
public final class SweepFixture {
  static final List<String> STORAGES = List.of("hdd", "ssd-sata", "ssd-pcie");
  static final List<String> NETWORKS = List.of("ethernet-1g", "infiniband-qdr");

  /** Elapsed time of the sample's TeraSort, which all times are multiples of. */
  static final double JOB_S = 54.745;

  /** Two workers that send each other 40 MB in 0.5 s; the second one's maps took 0.2 s longer. */
  static final Exchange EXCHANGE =
      new Exchange(
          List.of(new Exchange.Step(1, 1, 0.5, 2, 40_000_000)),
          List.of(
              new Exchange.Worker(0, 0.8, 0.2, 0.7, 1, 2, 50_000_000, 44_000_000),
              new Exchange.Worker(1, 1, 0, 0.5, 1, 2, 50_000_000, 36_000_000)),
          2,
          80_000_000);

  private static final RunDirectory SAMPLE =
      RunDirectory.open(Path.of("../results/samples/terasort-1gb-2-cores"));
  private static final String SAMPLE_CELL = "terasort-local";
  private static final Path CONFIGS = Path.of("../configs");
  private static final String HOST = "lab";

  private final RunDirectory run;
  private final CellResult sample =
      StructuredFiles.readJson(SAMPLE.cellFile(SAMPLE_CELL), CellResult.class);
  private final Prediction prediction =
      StructuredFiles.readJson(SAMPLE.predictionFile(SAMPLE_CELL), Prediction.class);
  private final List<Samples> samples = SAMPLE.samples(SAMPLE_CELL);
  private final List<RunManifest.FrozenPrediction> frozen = new ArrayList<>();
  private final double submitS =
      sample.stages().stream()
          .filter(j -> j.name().equals("terasort"))
          .mapToDouble(CellResult.Job::submitS)
          .findFirst()
          .orElseThrow();

  public SweepFixture(Path root) {
    run = new RunDirectory(root);
  }

  /** Six combinations, three repetitions each: hdd three times as long, the network worth 1 %. */
  public static RunDirectory whole(Path root) {
    SweepFixture fixture = new SweepFixture(root);
    for (String network : NETWORKS) {
      for (int repetition = 1; repetition <= 3; repetition++) {
        double factor =
            (network.equals("ethernet-1g") ? 1.01 : 1.0) * (1 + 0.01 * (repetition - 2));
        fixture.cell("hdd", network, repetition, 3 * factor);
        fixture.cell("ssd-sata", network, repetition, 1.2 * factor);
        fixture.cell("ssd-pcie", network, repetition, factor);
      }
    }
    return fixture.end(State.OK, "");
  }

  public RunDirectory end(State state, String reason) {
    try {
      Files.copy(SAMPLE.environmentFile(), run.environmentFile());
      Files.copy(SAMPLE.measurementsFile(), run.measurementsFile());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    RunManifest manifest = SAMPLE.manifest();
    run.write(
        RunManifest.begun(
                "2026-11-21-sweep",
                List.of("sweep", "paper-2013"),
                manifest.coreboundVersion(),
                manifest.commit(),
                manifest.configuration(),
                manifest.startedAt())
            .withPredictions(frozen)
            .ended(state, reason, manifest.endedAt()));
    return run;
  }

  static StorageFile storage(String name) {
    return StructuredFiles.readYaml(
        CONFIGS.resolve("storage/" + name + ".yaml"), StorageFile.class);
  }

  static NetworkFile network(String name) {
    return StructuredFiles.readYaml(
        CONFIGS.resolve("network/" + name + ".yaml"), NetworkFile.class);
  }

  public static Tier tier(String storage, String network, int repetition) {
    return new Tier(
        storage,
        network,
        repetition,
        storage(storage),
        storage(storage).scaledTo(1),
        network(network),
        network(network).scaledTo(1),
        Map.of("worker1", List.of("loop3"), "worker2", List.of("loop4")),
        Map.of("master", "master", "worker1", "worker1", "worker2", "worker2"),
        1,
        null,
        null,
        null);
  }

  /** A cell that ended well. */
  public void cell(String storage, String network, int repetition, double factor) {
    cell(tier(storage, network, repetition), factor);
  }

  /** The same of a variant. */
  public void cell(String storage, String network, String variant, int repetition, double factor) {
    cell(tier(storage, network, repetition).withVariant(variant), factor);
  }

  /**
   * A cell of a sweep over engines, without a prediction; what is not Hadoop runs its job once more
   * in half of the time.
   */
  public void onEngine(
      String engine, String workload, DataSize data, int repetition, double factor) {
    Tier t = tier("ssd-pcie", "infiniband-qdr", repetition);
    String variant = "%s-%s-%s".formatted(workload, data, engine);
    Tier tier = t.withVariant(variant);
    write(tier, State.OK, "", factor);
    CellResult cold = StructuredFiles.readJson(run.cellFile(tier.cell()), CellResult.class);
    boolean hadoop = engine.equals("hadoop");
    List<MeasuredInterval> warm =
        cold.intervals().stream()
            .filter(i -> !hadoop)
            .map(i -> i.with(b -> b.elapsedS(i.elapsedS() / 2).coreS(i.coreS() / 2)))
            .toList();
    StructuredFiles.writeJson(
        run.cellFile(tier.cell()),
        cold.with(
            changed ->
                changed
                    .workload(workload)
                    .data(data)
                    .engine(
                        new CellResult.OfEngine(
                            engine,
                            hadoop ? "hadoop" : "memory",
                            warm,
                            hadoop ? null : EXCHANGE))));
    samples(tier, factor);
  }

  private void cell(Tier tier, double factor) {
    predict(tier, factor);
    write(tier, State.OK, "", factor);
    samples(tier, factor);
    DataRate read = tier.scaledStorage().read();
    new MachineFile(
            "a probe of the tier",
            null,
            Map.of(),
            disk(read, tier.scaledStorage().write()),
            exact(tier.scaledNetwork().rate()),
            MachineFile.Start.parse(MachineFile.NOT_MODELLED))
        .write(run.machineFile(tier.cell()));
  }

  /**
   * A cell of a variant on units of a tier, of which one stream reads as much as all of them do.
   */
  void onUnits(StorageUnits units, String variant, double factor) {
    StorageFile nominal = units.of(storage(units.file()));
    List<String> loops = IntStream.range(3, 3 + units.units()).mapToObj(i -> "loop" + i).toList();
    Tier tier =
        tier(units.file(), "ethernet-1g", 1)
            .with(
                b ->
                    b.storage(units.name())
                        .nominalStorage(nominal)
                        .scaledStorage(nominal.scaledTo(1))
                        .devicesByNode(Map.of("worker1", loops))
                        .variant(variant));
    cell(tier, factor);
    MachineFile machine = StructuredFiles.readYaml(run.machineFile(tier.cell()), MachineFile.class);
    DataRate all = new DataRate(units.units() * tier.scaledStorage().read().megabytesPerSecond());
    Map<Integer, DataRate> raw = new TreeMap<>(Map.of(1, all));
    raw.put(units.units(), all);
    machine.withDisk(machine.disk().withRawReadByStreams(raw)).write(run.machineFile(tier.cell()));
  }

  private static MachineFile.Disk disk(DataRate read, DataRate write) {
    return new MachineFile.Disk(exact(read), exact(write), null, null, null, null, null);
  }

  private static MachineFile.Rate exact(DataRate rate) {
    return new MachineFile.Rate(rate, null, null);
  }

  /**
   * A cell on somebody's own cluster, every node with samples of its own: worker 1 waits for its
   * disk, worker 2 works, the master idles, its disk and link busier than any worker's.
   */
  public void external(int repetition) {
    StorageFile disk =
        new StorageFile("a disk", null, null, null, null, null, null, null, "/data", null, null);
    NetworkFile link = new NetworkFile("a link", null, null, null, "eth0", null);
    Tier tier =
        new Tier(
            "disks",
            "lan",
            repetition,
            disk,
            disk,
            link,
            link,
            Map.of("worker1", List.of("sda"), "worker2", List.of("sda")),
            Map.of("worker1", "eth0", "worker2", "eth0"),
            2,
            Map.of("master", "me@master", "worker1", "me@worker1", "worker2", "me@worker2"),
            null,
            null);
    predict(tier, 1);
    write(tier, State.OK, "", 1);
    new MachineFile(
            "a probe of worker 1",
            null,
            Map.of(),
            disk(DataRate.parse("100 MB/s"), DataRate.parse("100 MB/s")),
            exact(DataRate.parse("125 MB/s")),
            MachineFile.Start.parse(MachineFile.NOT_MODELLED))
        .write(run.machineFile(tier.cell()));
    node(tier, "me@worker1", true, 97, 10);
    node(tier, "me@worker2", false, 20, 30);
    node(tier, "me@master", false, 400, 400);
  }

  private void node(Tier tier, String host, boolean waits, double diskMbPerS, double linkMbPerS) {
    Samples cpu = of("sar-cpu");
    List<Row> busy = new ArrayList<>();
    List<Row> disks = new ArrayList<>();
    List<Row> links = new ArrayList<>();
    for (Row row : cpu.rows()) {
      busy.add(host.endsWith("master") ? idle(cpu, row) : waits ? waiting(cpu, row) : row);
      if (row.device().equals("all")) {
        disks.add(new Row(row.timeS(), "sda", List.of(diskMbPerS, 0.0)));
        disks.add(new Row(row.timeS(), "sdb", List.of(500.0, 500.0)));
        links.add(new Row(row.timeS(), "eth0", List.of(linkMbPerS, 1.0)));
      }
    }
    write(tier, host, "sar-cpu", cpu.metrics(), busy);
    write(tier, host, "iostat-disk", List.of("read_mb_per_s", "write_mb_per_s"), disks);
    write(tier, host, "sar-network", List.of("receive_mb_per_s", "transmit_mb_per_s"), links);
  }

  private static Row idle(Samples cpu, Row row) {
    List<Double> values = new ArrayList<>(java.util.Collections.nCopies(row.values().size(), 0.0));
    values.set(cpu.indexOf("idle_percent"), 100.0);
    return new Row(row.timeS(), row.device(), values);
  }

  /** A cell that was given up, or left out, before its devices were made. */
  void without(String storage, String network, int repetition, State state, String reason) {
    Tier tier =
        tier(storage, network, repetition)
            .with(
                b ->
                    b.scaledStorage(null)
                        .scaledNetwork(null)
                        .devicesByNode(Map.of())
                        .linksByNode(Map.of()));
    predict(tier, 1);
    StructuredFiles.writeJson(
        run.cellFile(tier.cell()),
        CellResult.of(tier.cell(), sample.workload(), state, reason, sample.data()).withTier(tier));
  }

  /** A cell that has a prediction and never began. */
  void notBegun(String storage, String network, int repetition) {
    predict(tier(storage, network, repetition), 1);
  }

  private void predict(Tier tier, double factor) {
    Path file = run.predictionFile(tier.cell());
    StructuredFiles.writeJson(
        file,
        prediction.with(
            b ->
                b.base(null)
                    .nodes(2)
                    .coresPerNode(1)
                    .totalS(JOB_S * factor * 0.95)
                    .uncertainty(null)));
    frozen.add(
        new RunManifest.FrozenPrediction(
            tier.cell(),
            run.relative(file),
            RunDirectory.sha256(file),
            Instant.ofEpochMilli(Math.round(submitS * 1e3)).minusSeconds(60)));
  }

  private double at(double timeS, double factor) {
    return submitS + (timeS - submitS) * factor;
  }

  private void write(Tier tier, State state, String reason, double factor) {
    StructuredFiles.writeJson(
        run.cellFile(tier.cell()),
        sample.with(
            b ->
                b.cell(tier.cell())
                    .state(state)
                    .reason(reason)
                    .stages(sample.stages().stream().map(j -> stretched(j, factor)).toList())
                    .intervals(sample.intervals().stream().map(i -> stretched(i, factor)).toList())
                    .tasks(sample.tasks().stream().map(t -> stretched(t, factor)).toList())
                    .collectors(sample.collectors().stream().map(c -> of(tier, c)).toList())
                    .tier(tier)
                    .engine(null)));
  }

  private CellResult.Job stretched(CellResult.Job job, double factor) {
    return job.with(
        b ->
            b.clientStartS(at(job.clientStartS(), factor))
                .submitS(at(job.submitS(), factor))
                .finishS(at(job.finishS(), factor))
                .clientEndS(at(job.clientEndS(), factor)));
  }

  private MeasuredInterval stretched(MeasuredInterval interval, double factor) {
    return interval.with(
        b ->
            b.startS(at(interval.startS(), factor))
                .endS(at(interval.endS(), factor))
                .elapsedS(interval.elapsedS() * factor));
  }

  private CellResult.Task stretched(CellResult.Task task, double factor) {
    return task.with(
        b ->
            b.host("worker1")
                .startS(at(task.startS(), factor))
                .shuffleFinishS(at(task.shuffleFinishS(), factor))
                .sortFinishS(at(task.sortFinishS(), factor))
                .finishS(at(task.finishS(), factor)));
  }

  private static CellResult.CollectorReport of(Tier tier, CellResult.CollectorReport report) {
    return report.with(b -> b.host(HOST).raw(report.raw().replace(SAMPLE_CELL, tier.cell())));
  }

  private void samples(Tier tier, double factor) {
    boolean slow = tier.storage().equals("hdd");
    Samples cpu = of("sar-cpu");
    List<Row> rows = new ArrayList<>();
    for (String device : cpu.devices()) {
      for (Row row : stretched(cpu.rowsOf(device), factor)) {
        rows.add(slow ? waiting(cpu, row) : row);
      }
    }
    write(tier, "sar-cpu", cpu.metrics(), rows);
    disks(tier, factor);
    links(tier, factor);
  }

  private Samples of(String source) {
    return samples.stream().filter(s -> s.source().equals(source)).findFirst().orElseThrow();
  }

  /** A row a second, each the one of the sample that it came from. */
  private List<Row> stretched(List<Row> rows, double factor) {
    List<Row> stretched = new ArrayList<>();
    double first = Math.ceil(at(rows.get(0).timeS(), factor));
    double last = at(rows.get(rows.size() - 1).timeS(), factor);
    for (double second = first; second <= last; second++) {
      double from = submitS + (second - submitS) / factor;
      int i = (int) Math.round(from - rows.get(0).timeS());
      Row row = rows.get(Math.max(0, Math.min(rows.size() - 1, i)));
      stretched.add(new Row(second, row.device(), row.values()));
    }
    return stretched;
  }

  /** Two thirds of what was user time become I/O wait. */
  private static Row waiting(Samples cpu, Row row) {
    List<Double> values = new ArrayList<>(row.values());
    int user = cpu.indexOf("user_percent");
    int wait = cpu.indexOf("iowait_percent");
    double moved = values.get(user) * 2 / 3;
    values.set(user, values.get(user) - moved);
    values.set(wait, values.get(wait) + moved);
    return new Row(row.timeS(), row.device(), values);
  }

  private void disks(Tier tier, double factor) {
    double rate = tier.scaledStorage().read().megabytesPerSecond();
    boolean slow = tier.storage().equals("hdd");
    double mapEndS = at(sample.intervals().get(0).endS(), factor);
    List<Row> rows = new ArrayList<>();
    for (Row row : stretched(of("iostat-disk").rowsOf("vda"), factor)) {
      boolean reads = row.timeS() <= mapEndS && row.timeS() % 6 < 3;
      double full = (slow ? 0.97 : 0.12) * rate;
      for (String device : List.of("loop3", "loop4", "loop9", "vda")) {
        boolean own = List.of("loop3", "loop4").contains(device);
        // another tier's device that is busier than ours, and the machine's own disk
        double mbPerS = own ? full : device.equals("loop9") ? 400 : 0.2;
        rows.add(
            new Row(
                row.timeS(),
                device,
                List.of(reads ? mbPerS : 0, reads ? 0 : mbPerS, 4.0, 4.0, 3.0)));
      }
    }
    write(
        tier,
        "iostat-disk",
        List.of("read_mb_per_s", "write_mb_per_s", "read_per_s", "write_per_s", "util_percent"),
        rows);
  }

  /** Worker 1 receives 3 MB/s and transmits 2, which the bridge sees the other way round. */
  private void links(Tier tier, double factor) {
    List<Row> rows = new ArrayList<>();
    for (Row row : stretched(of("sar-network").rowsOf("lo"), factor)) {
      rows.add(new Row(row.timeS(), "worker1", List.of(2.0, 3.0)));
      rows.add(new Row(row.timeS(), "worker2", List.of(1.0, 1.0)));
      rows.add(new Row(row.timeS(), "master", List.of(0.1, 0.1)));
      rows.add(new Row(row.timeS(), "lo", List.of(500.0, 500.0)));
    }
    write(tier, "sar-network", List.of("receive_mb_per_s", "transmit_mb_per_s"), rows);
  }

  private void write(Tier tier, String source, List<String> metrics, List<Row> rows) {
    write(tier, HOST, source, metrics, rows);
  }

  private void write(Tier tier, String host, String source, List<String> metrics, List<Row> rows) {
    List<Row> inOrder =
        rows.stream().sorted(java.util.Comparator.comparingDouble(Row::timeS)).toList();
    new Samples(host, source, metrics, inOrder).write(run.samplesFolder(tier.cell()));
  }
}
