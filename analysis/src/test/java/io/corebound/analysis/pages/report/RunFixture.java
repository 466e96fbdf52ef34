package io.corebound.analysis.pages.report;

import io.corebound.records.Runs;
import io.corebound.records.format.AtomicFiles;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.history.Ending;
import io.corebound.records.history.Interval;
import io.corebound.records.history.TaskType;
import io.corebound.records.run.Bound;
import io.corebound.records.run.CellResult;
import io.corebound.records.run.DerivedFigures;
import io.corebound.records.run.Environment;
import io.corebound.records.run.MeasuredInterval;
import io.corebound.records.run.Measurement;
import io.corebound.records.run.PredictedChange;
import io.corebound.records.run.PredictedInterval;
import io.corebound.records.run.Prediction;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.run.RunManifest;
import io.corebound.records.run.Samples;
import io.corebound.records.run.State;
import io.corebound.records.units.DataSize;
import io.corebound.records.units.Mean;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Writes run directories as a run writes them: a TeraSort of 1 GB on two cores, submitted 100 s
 * after the run's start, with map (24 s, CPU at 96 %), a shuffle tail (2 s), reduce (14 s, disk at
 * 90 % of its probed rate) and overhead (8 s, idle).
 */
public final class RunFixture {
  static final String CELL = "local";
  static final Instant START = Instant.parse("2026-11-21T09:00:00Z");
  static final double SUBMIT = START.getEpochSecond() + 100;
  static final double FINISH = SUBMIT + 48;
  static final double MAP_START = SUBMIT + 5;
  static final double MAP_END = SUBMIT + 29;
  static final double SHUFFLE_END = SUBMIT + 31;
  static final double REDUCE_END = SUBMIT + 45;

  private final RunDirectory run;

  RunFixture(Path root) {
    run = new RunDirectory(root);
  }

  /** A run in which everything went well. */
  public static RunDirectory whole(Path root) {
    RunFixture fixture = predicted(root, "intel <b>fast</b>");
    fixture.cell(State.OK, "");
    fixture.samples();
    fixture.raw();
    return fixture.manifest(State.OK, "", true);
  }

  /** A run whose cluster never came up: measured operations, a prediction, no cell. */
  static RunDirectory withoutCell(Path root, String reason) {
    return predicted(root, "AMD EPYC").manifest(State.FAILED, reason, true);
  }

  /** A run that died before anything was measured. */
  static RunDirectory bare(Path root, String reason) {
    return new RunFixture(root).manifest(State.FAILED, reason, false);
  }

  /** A run of the suites alone, as {@code corebound micro} leaves it. */
  public static RunDirectory micro(Path root, List<Measurement> rows) {
    return measured(root, rows, List.of("micro", "--profile", "quick"));
  }

  /** A run of the probes alone, as {@code corebound probe} leaves it. */
  static RunDirectory probe(Path root, List<Measurement> rows) {
    return measured(root, rows, List.of("probe"));
  }

  /** A run whose job was killed: samples, but no intervals. */
  static RunDirectory killed(Path root, String reason) {
    RunFixture fixture = predicted(root, "AMD EPYC");
    fixture.cell(State.FAILED, reason);
    fixture.samples();
    return fixture.manifest(State.FAILED, reason, true);
  }

  private static RunFixture predicted(Path root, String cpu) {
    RunFixture fixture = new RunFixture(root);
    fixture.environment(cpu);
    fixture.measurements();
    fixture.prediction();
    return fixture;
  }

  private static RunDirectory measured(
      Path root, List<Measurement> rows, List<String> commandLine) {
    RunFixture fixture = new RunFixture(root);
    fixture.environment("AMD EPYC");
    Measurement.write(fixture.run.measurementsFile(), rows);
    String id = "2026-11-21-0900-" + commandLine.get(0);
    return fixture.manifest(commandLine, id, State.OK, "", false);
  }

  private void environment(String cpu) {
    StructuredFiles.writeJson(
        run.environmentFile(),
        new Environment(
            "node7",
            cpu,
            2,
            1,
            true,
            2600,
            Map.of("L1d", DataSize.parse("32KiB"), "L2", DataSize.parse("1MiB")),
            DataSize.parse("8GiB"),
            null,
            null,
            "Linux 6.1.0-18-amd64",
            Map.of("transparent_hugepage", "madvise"),
            "Debian GNU/Linux 12 (bookworm)",
            "tsc",
            "kvm",
            Map.of("data", "ext4", "tmpfs", "tmpfs"),
            "Eclipse Adoptium 17.0.15",
            "3.5.0",
            Map.of("libhadoop", "not there: Hadoop from Maven has none"),
            Map.of("sar", "12.6.1", "fio", "3.33", "netperf", "missing"),
            List.of(
                "This is a virtual machine (kvm): other guests can take its CPU.",
                "The clock frequency is not fixed.")));
  }

  private void measurements() {
    List<Measurement> rows = new ArrayList<>();
    operation(rows, "read.hdfs", "file", 1010, 0.74, 0.31, 1.1);
    operation(rows, "write.hdfs", "file", 410, 1.9, 1.2, 1.4);
    operation(rows, "read.tera-records", "payload", 880, 1.1, 0, 0.5);
    operation(rows, "write.tera-records", "payload", 640, 1.6, 0, 0.6);
    operation(rows, "serialize.tera-record", "serialized", 1900, 0.53, 0, 0.2);
    operation(rows, "deserialize.tera-record", "serialized", 1700, 0.59, 0, 0.2);
    operation(rows, "sort", "payload", 52, 19.2, 0, 2.9);
    operation(rows, "merge", "ifile", 120, 8.3, 0, 1.2);
    operation(rows, "compress.snappy", "ifile", 390, 2.6, 0, 0.3);
    operation(rows, "decompress.snappy", "ifile", 980, 1.02, 0, 0.2);
    operation(rows, "shuffle.fetch", "wire", 310, 2.1, 1.3, 1.0);
    operation(rows, "merge.reduce", "ifile", 140, 7.1, 0, 0.9);
    rows.add(probed("disk.read", "file", 200, 195, 205, "fio"));
    rows.add(probed("disk.write", "file", 100, 96, 104, "fio"));
    rows.add(probed("network.stream", "payload", 3000, Double.NaN, Double.NaN, "iperf3"));
    rows.add(
        row("start.container", "all", "cold_cost", "core-s", "", 2.4, 2.2, 2.6)
            .with(b -> b.suite("start").rawFile("raw/start.jhist")));
    rows.add(
        row("idle", "all", "cost", "core-s/s", "", 0.021, 0.01, 0.03)
            .with(b -> b.suite("start").rawFile("raw/start.csv")));
    Measurement.write(run.measurementsFile(), rows);
  }

  private static Measurement probed(
      String operation, String byteBase, double rate, double low, double high, String tool) {
    return row(operation, "wall", "rate", "MB/s", byteBase, rate, low, high)
        .with(
            b ->
                b.suite(operation.replaceFirst("\\..*", ""))
                    .rawFile("raw/probe/" + tool + ".json"));
  }

  private static void operation(
      List<Measurement> rows,
      String name,
      String base,
      double rate,
      double own,
      double datanode,
      double cold) {
    double cost = own + datanode;
    double records = rate * 1e4;
    rows.add(row(name, "wall", "rate", "MB/s", base, rate, rate * .97, rate * 1.03));
    rows.add(
        row(name, "wall", "records_rate", "records/s", "", records, records * .97, records * 1.03));
    rows.add(row(name, "all", "cost", "ns/B", base, cost, cost * .96, cost * 1.04));
    rows.add(row(name, "all", "cold_cost", "core-s", base, cold, cold * .9, cold * 1.1));
    for (String part : List.of("cost_user", "cost_system")) {
      double share = part.equals("cost_user") ? 0.8 : 0.2;
      rows.add(row(name, "benchmark", part, "ns/B", base, own * share, own * share, own));
      if (datanode > 0) {
        double node = datanode * share;
        rows.add(row(name, "datanode", part, "ns/B", base, node, node, datanode));
      }
      rows.add(row(name, "machine", part, "ns/B", base, cost * share, cost * share, cost));
    }
  }

  private static Measurement row(
      String operation,
      String process,
      String metric,
      String unit,
      String byteBase,
      double value,
      double low,
      double high) {
    return Runs.measurement(operation, metric, unit, Mean.ofInterval(value, low, high, 0.95, 3))
        .with(
            b ->
                b.process(process)
                    .byteBase(byteBase)
                    .jvmFlagsHash("1f2e3d")
                    .rawFile("raw/micro/jmh suite.json"));
  }

  private void prediction() {
    DataSize data = DataSize.parse("1GB");
    List<Prediction.OperationCost> map =
        List.of(
            cost("sort", 2.9, 20.1),
            cost("merge", 1.2, 8.6),
            cost("compress.snappy", 0.3, 2.8),
            cost("read.hdfs", 1.1, 2.2),
            cost("read.tera-records", 0.5, 1.6),
            cost("start.container", 6.0, 6.0),
            cost("serialize.tera-record", 0.2, 0.7));
    List<Prediction.OperationCost> tail =
        List.of(cost("shuffle.fetch", 1.0, 2.1), cost("idle", 0, 0.04));
    List<Prediction.OperationCost> reduce =
        List.of(
            cost("merge.reduce", 0.9, 8.0),
            cost("write.hdfs", 1.4, 4.4),
            cost("decompress.snappy", 0.2, 1.2),
            cost("write.tera-records", 0.6, 2.2),
            cost("deserialize.tera-record", 0.2, 0.8));
    List<Prediction.OperationCost> overhead =
        List.of(cost("start.job", 3, 3.0), cost("idle", 0, 0.2));
    StructuredFiles.writeJson(
        run.predictionFile(CELL),
        Runs.prediction(
                data,
                interval(Interval.MAP, 42.0, 22.0, 21.0, 5.0, 0.4, Bound.CPU, 4.2, map),
                interval(Interval.SHUFFLE_TAIL, 2.14, 1.8, 1.07, 0.3, 0.3, Bound.CPU, 3.6, tail),
                interval(Interval.REDUCE, 16.6, 12.0, 8.3, 10.0, 0.1, Bound.DISK, 1.2, reduce),
                interval(Interval.OVERHEAD, 3.2, 8.4, 1.6, 0, 0, Bound.WAITING, 5.25, overhead))
            .machine("this run")
            .contentionFactor(1.22)
            .coreS(63.94)
            .coreLowS(60.0)
            .coreHighS(68.0)
            .totalS(44.2)
            .totalLowS(41.0)
            .totalHighS(47.5)
            .sumOfOperationsS(48.3)
            .combinedMbPerSPerCore(16.5)
            .derived(
                DerivedFigures.of(
                    Map.of(
                        "map_tasks", 8.0,
                        "spills_per_map", 2.0,
                        "map_task_core_s", 4.0,
                        "map_task_sum_of_operations_core_s", 5.0)))
            .notModelled(List.of("Garbage collection of the daemons is not modelled."))
            .changes(
                List.of(
                    new PredictedChange(PredictedChange.Kind.CORES, null, 32.4, 11.8),
                    new PredictedChange(PredictedChange.Kind.OPERATION, "sort", 39.17, 5.03),
                    new PredictedChange(PredictedChange.Kind.DISK, null, 42.5, 1.7),
                    new PredictedChange(PredictedChange.Kind.NETWORK, null, 44.2, 0)))
            .build());
  }

  private static Prediction.OperationCost cost(String operation, double cold, double coreS) {
    return new Prediction.OperationCost(
        operation, DataSize.parse("1GB"), "payload", cold, coreS, coreS * 0.9);
  }

  private static PredictedInterval interval(
      Interval name,
      double coreS,
      double timeS,
      double cpuS,
      double diskS,
      double networkS,
      Bound bottleneck,
      double margin,
      List<Prediction.OperationCost> operations) {
    return Runs.interval(name, coreS, timeS)
        .coreLowS(coreS * 0.94)
        .coreHighS(coreS * 1.06)
        .timeLowS(timeS * 0.95)
        .timeHighS(timeS * 1.05)
        .cpuS(cpuS)
        .diskS(diskS)
        .networkS(networkS)
        .waitingS(Math.max(0, timeS - Math.max(cpuS, diskS)))
        .fullOverlapS(Math.max(cpuS, Math.max(diskS, networkS)))
        .noOverlapS(cpuS + diskS + networkS)
        .bottleneck(bottleneck)
        .margin(margin)
        .mbPerSPerCore(name == Interval.OVERHEAD ? null : 1000 / coreS)
        .sumOfOperationsCoreS(coreS + 1)
        .operations(operations)
        .build();
  }

  private void cell(State state, String reason) {
    boolean ok = state == State.OK;
    List<CellResult.Job> jobs =
        List.of(
            job("teragen", 1, SUBMIT - 20, SUBMIT - 6),
            job("terasort", 2, SUBMIT, ok ? FINISH : Double.NaN)
                .with(b -> b.state(state).reason(reason).clientEndS(FINISH + 1)),
            ok
                ? job("teravalidate", 3, FINISH + 3, FINISH + 13).withClientStartS(FINISH + 2)
                : CellResult.Job.skipped("teravalidate", "there is nothing to validate"));
    CellResult cell =
        CellResult.of(CELL, "terasort", state, reason, DataSize.parse("1GB"))
            .with(
                b ->
                    b.configuration(
                            Map.of(
                                "mapreduce.task.io.sort.mb", "100", "dfs.blocksize", "134217728"))
                        .stages(jobs)
                        .collectors(
                            List.of(
                                collector("sar", State.OK, "", 320),
                                collector("iostat", State.OK, "", 160),
                                collector("roles", State.OK, "", 300),
                                collector("pressure", State.SKIPPED, "the kernel keeps none", 0))));
    StructuredFiles.writeJson(run.cellFile(CELL), ok ? measured(cell) : cell);
  }

  private static CellResult.Job job(String name, int number, double submitS, double finishS) {
    return Runs.job(name, submitS, finishS)
        .with(b -> b.jobId("job_1_000" + number).clientStartS(submitS - 2).clientEndS(finishS + 1));
  }

  private static CellResult measured(CellResult cell) {
    List<CellResult.Task> tasks = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      double start = MAP_START + 6 * Math.floorDiv(i, 2);
      tasks.add(task("m_" + i, TaskType.MAP, start, start + 5.8, 4100));
    }
    tasks.add(task("r_0", TaskType.REDUCE, MAP_END + 0.2, REDUCE_END, 9300));
    tasks.add(task("r_1", TaskType.REDUCE, MAP_END + 0.3, REDUCE_END - 0.4, 9100));
    List<MeasuredInterval> intervals =
        List.of(
            new MeasuredInterval(Interval.MAP, MAP_START, MAP_END, 24, 46.08),
            new MeasuredInterval(Interval.SHUFFLE_TAIL, MAP_END, SHUFFLE_END, 2, 2.4),
            new MeasuredInterval(Interval.REDUCE, SHUFFLE_END, REDUCE_END, 14, 15.4),
            new MeasuredInterval(Interval.OVERHEAD, SUBMIT, FINISH, 8, 2.4));
    Map<String, Double> roles = new TreeMap<>(Map.of("machine", 66.28, "containers", 52.1));
    roles.putAll(Map.of("datanode", 7.2, "nodemanager", 2.0, "namenode", 0.6, "client", 1.9));
    List<CellResult.Check> checks =
        List.of(
            new CellResult.Check("TeraValidate found no error", true, "0 error lines"),
            new CellResult.Check(
                "checksums agree", true, "TeraGen 4c49607ac53602, output 4c49607ac53602"));
    return cell.with(
        b ->
            b.intervals(intervals)
                .tasks(tasks)
                .counters(Map.of("TaskCounter/SPILLED_RECORDS", 20_000_000L))
                .coreSByRole(roles)
                .checks(checks));
  }

  private static CellResult.Task task(
      String id, TaskType type, double start, double finish, long cpuMs) {
    boolean reduce = type == TaskType.REDUCE;
    return new CellResult.Task(
        "attempt_1_0002_" + id,
        type,
        Ending.SUCCEEDED,
        "localhost",
        start,
        reduce ? SHUFFLE_END : Double.NaN,
        reduce ? SHUFFLE_END + 0.1 : Double.NaN,
        finish,
        Map.of("TaskCounter/CPU_MILLISECONDS", cpuMs));
  }

  private static CellResult.CollectorReport collector(
      String name, State state, String reason, int samples) {
    return new CellResult.CollectorReport(
        name,
        "localhost",
        state,
        reason,
        samples,
        name.equals("sar") ? 1 : 0,
        name.equals("sar") ? List.of("LINUX RESTART </script><i>") : List.of(),
        "cells/local/raw/" + name + ".json");
  }

  private void samples() {
    List<Samples.Row> cpu = new ArrayList<>();
    List<Samples.Row> disk = new ArrayList<>();
    List<Samples.Row> network = new ArrayList<>();
    List<Samples.Row> roles = new ArrayList<>();
    for (int i = -24; i <= 64; i++) {
      double t = SUBMIT + i;
      double wave = 2 * Math.sin(i * 1.7);
      boolean map = t > MAP_START && t <= MAP_END;
      boolean tail = t > MAP_END && t <= SHUFFLE_END;
      boolean reduce = t > SHUFFLE_END && t <= REDUCE_END;
      double user = map ? 80 + wave : tail ? 45 : reduce ? 40 + 2 * wave : 8 + wave;
      double system = map ? 14 : tail ? 13 : reduce ? 13 : 4;
      double ioWait = map ? 1 : reduce ? 30 - 2 * wave : 1;
      double steal = 0.5;
      double soft = map ? 2 : 1;
      double idle = 100 - user - system - ioWait - steal - soft;
      cpu.add(row(t, "all", user, 0, system, ioWait, steal, 0, soft, idle));
      cpu.add(row(t, "0", user, 0, system, ioWait, steal, 0, soft, idle));
      disk.add(row(t, "sda", map ? 40 + wave : 0, reduce ? 90 + wave : map ? 8 : 0.2));
      disk.add(row(t, "loop0", 0, 0.3));
      disk.add(row(t, "sdb", 0, 0));
      network.add(row(t, "lo", tail ? 180 : map ? 42 : 3, tail ? 180 : map ? 42 : 3));
      network.add(row(t, "eth0", 0.001, 0.001));
      double task = map ? 156 : tail || reduce ? 80 : 0;
      double dataNode = map ? 12 : reduce ? 30 : 1;
      roles.add(row(t, "datanode", dataNode, 4));
      roles.add(row(t, "nodemanager", 4, 1));
      roles.add(row(t, "namenode", 0.2, 0.1));
      roles.add(row(t, "kernel", 0, 2));
      if (t > MAP_START) {
        roles.add(row(t, "map", map ? 150 : 0, map ? 6 : 0));
      }
      if (t > MAP_END) {
        roles.add(row(t, "reduce", map ? 0 : 0.9 * task, map ? 0 : 0.1 * task));
      }
      roles.add(row(t, "machine", 0.9 * task + dataNode + 4.7, 0.1 * task + 7.6));
      roles.add(row(t, "gap", 0.5, 0.5));
    }
    write(
        "sar-cpu",
        List.of(
            "user_percent",
            "nice_percent",
            "system_percent",
            "iowait_percent",
            "steal_percent",
            "irq_percent",
            "soft_percent",
            "idle_percent"),
        cpu);
    write("iostat-disk", List.of("read_mb_per_s", "write_mb_per_s"), disk);
    write("sar-network", List.of("receive_mb_per_s", "transmit_mb_per_s"), network);
    write("roles", List.of("user_percent", "system_percent"), roles);
  }

  private static Samples.Row row(double time, String device, double... values) {
    return new Samples.Row(time, device, java.util.Arrays.stream(values).boxed().toList());
  }

  private void write(String source, List<String> metrics, List<Samples.Row> rows) {
    new Samples("localhost", source, metrics, rows).write(run.samplesFolder(CELL));
  }

  private void raw() {
    AtomicFiles.write(run.rawFolder().resolve("micro/jmh suite.json"), "[]");
    AtomicFiles.write(run.rawFolder(CELL).resolve("sar.json"), "{}");
  }

  private RunDirectory manifest(State state, String reason, boolean predicted) {
    return manifest(
        List.of("run", "--profile", "quick"), "2026-11-21-0900-quick", state, reason, predicted);
  }

  private RunDirectory manifest(
      List<String> commandLine, String id, State state, String reason, boolean predicted) {
    Path prediction = run.predictionFile(CELL);
    RunManifest begun =
        Runs.manifest(id, commandLine, START)
            .withCommit("abc1234")
            .withConfiguration(
                StructuredFiles.toTree(new TreeMap<>(Map.of("profile", "quick", "size", "1GB"))))
            .with(stage("probe", State.OK, "", 1, 30))
            .with(stage("sweep", state, reason, 70, 215));
    RunManifest frozen =
        predicted
            ? begun.with(
                new RunManifest.FrozenPrediction(
                    CELL,
                    run.relative(prediction),
                    RunDirectory.sha256(prediction),
                    START.plusSeconds(60)))
            : begun;
    run.write(frozen.ended(state, reason, START.plusSeconds(220)));
    return run;
  }

  private static RunManifest.Stage stage(
      String name, State state, String reason, long fromS, long toS) {
    return new RunManifest.Stage(
        name, state, reason, START.plusSeconds(fromS), START.plusSeconds(toS));
  }
}
