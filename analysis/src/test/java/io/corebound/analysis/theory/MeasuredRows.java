package io.corebound.analysis.theory;

import io.corebound.records.Runs;
import io.corebound.records.run.Measurement;
import io.corebound.records.units.Mean;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** A run's measurements as the quick suite leaves them, with round figures. */
final class MeasuredRows {
  private final List<Measurement> rows = new ArrayList<>();

  /** A machine of every operation that TeraSort needs; costs in ns/B as FACTS-like magnitudes. */
  static MeasuredRows terasort() {
    return new MeasuredRows()
        .operation("read.tera-records", "payload", 8, 6, 0.3)
        .operation("write.tera-records", "payload", 9, 6, 0.3)
        .operation("sort", "payload", 20, 14, 0.5)
        .operation("merge", "payload", 8, 8, 0.1)
        .operation("compress.snappy", "ifile", 4, 4, 0.05)
        .operation("decompress.snappy", "ifile", 2, 2, 0.05)
        .operation("shuffle.fetch", "wire", 3, 2, 0.2)
        .operation("merge.reduce", "payload", 6, 6, 0.1)
        .operation("frame.map", "payload", 1, 1, 0.1)
        .operation("partition.total-order", "payload", 0.1, 0.1, 0.01)
        .operation("frame.reduce", "payload", 2, 2, 0.1)
        .row("compress.snappy", "wall", "ratio", "ratio", "ifile", 2.5)
        .row("start.container", "all", "cold_cost", "core-s", "", 1.5)
        .row("start.container", "wall", "turnaround_wall", "s", "", 0.3)
        .row("start.container", "wall", "empty_map_wall", "s", "", 1.2)
        .row("start.container", "wall", "empty_reduce_wall", "s", "", 1.4)
        .row("start.job", "all", "cost", "core-s", "", 6)
        .row("start.job", "wall", "submit_to_first_map_wall", "s", "", 3)
        .row("start.job", "wall", "maps_end_to_first_reduce_wall", "s", "", 0.4)
        .row("start.job", "wall", "last_task_to_finish_wall", "s", "", 0.5)
        .row("idle", "all", "cost", "core-s/s", "", 0.05)
        .row("contention", "all", "factor", "ratio", "", 1.2)
        .row("disk.read", "wall", "rate", "MB/s", "file", 500)
        .row("disk.write", "wall", "rate", "MB/s", "file", 400)
        .row("network.stream", "wall", "rate", "MB/s", "file", 2000);
  }

  /** An operation's rows; its confidence interval is 10 % to both sides. */
  MeasuredRows operation(
      String operation, String byteBase, double costNs, double wallNs, double coldCoreS) {
    row(operation, "all", "cost", "ns/B", byteBase, costNs);
    row(operation, "wall", "wall", "ns/B", byteBase, wallNs);
    row(operation, "all", "cold_cost", "core-s", byteBase, coldCoreS);
    return row(operation, "wall", "cold_wall", "s", byteBase, coldCoreS);
  }

  /** What the ApplicationMaster of an empty job took until the first map, on so many cores. */
  MeasuredRows masterStart(int cores, double coreS) {
    Map<String, String> parameters = Map.of("cores", Integer.toString(cores));
    return row(
        "start.job", parameters, "containers", "submit_to_first_map_cost", "core-s", "", coreS);
  }

  MeasuredRows row(
      String operation, String process, String metric, String unit, String byteBase, double value) {
    return row(operation, Map.of(), process, metric, unit, byteBase, value);
  }

  MeasuredRows row(
      String operation,
      Map<String, String> parameters,
      String process,
      String metric,
      String unit,
      String byteBase,
      double value) {
    rows.add(
        Runs.measurement(
                operation, metric, unit, Mean.ofInterval(value, value * 0.9, value * 1.1, 0.95, 5))
            .with(b -> b.parameters(parameters).process(process).byteBase(byteBase)));
    return this;
  }

  /** The same without confidence intervals. */
  MeasuredRows exact() {
    rows.replaceAll(m -> m.withMean(Mean.alone(m.value(), 1)));
    return this;
  }

  /** The same with every value of a row multiplied. */
  MeasuredRows times(String operation, String metric, double factor) {
    return changed(operation, metric, m -> m.withMean(m.mean().times(factor)));
  }

  MeasuredRows mean(String operation, String metric, Mean mean) {
    return changed(operation, metric, m -> m.withMean(mean));
  }

  /** A row under some JVM flags, its raw file named after its operation. */
  static Measurement flagged(Measurement m, double factor, String hash) {
    Mean mean = new Mean(m.value() * factor, m.mean().error(), m.n());
    String raw = hash.isEmpty() ? m.rawFile() : "raw/micro/" + m.operation() + ".json";
    return m.withMean(mean).withJvmFlagsHash(hash).withRawFile(raw);
  }

  /** Whole tasks without confidence intervals; their cold starts hold the empty task. */
  MeasuredRows wholeTasks() {
    return wholeTasks("", 1);
  }

  /** The same of another codec, a byte of which costs so many times as much. */
  MeasuredRows wholeTasksWith(String codec, double factor) {
    return wholeTasks("." + codec, factor);
  }

  private MeasuredRows wholeTasks(String end, double factor) {
    List<Measurement> operations = new ArrayList<>(rows);
    rows.clear();
    whole("task.map" + end, 30 * factor, 24 * factor, 2.5, 1.0);
    whole("task.reduce" + end, 25 * factor, 20 * factor, 2.0, 1.2);
    exact();
    rows.addAll(0, operations);
    return this;
  }

  private void whole(
      String task, double costNs, double wallNs, double coldCoreS, double emptyCoreS) {
    row(task, "all", "cost", "ns/B", "payload", costNs);
    row(task, "wall", "wall", "ns/B", "payload", wallNs);
    row(task, "all", "cold_cost", "core-s", "payload", coldCoreS);
    row(task, "wall", "cold_wall", "s", "payload", coldCoreS * 0.6);
    row(task, "all", "empty_cost", "core-s", "", emptyCoreS);
    row(task, "wall", "empty_wall", "s", "", emptyCoreS * 0.7);
  }

  /** The same with an operation measured with records of so many bytes. */
  MeasuredRows recordsOf(String operation, double bytes) {
    Measurement cost =
        rows.stream()
            .filter(m -> m.operation().equals(operation) && m.metric().equals("cost"))
            .findFirst()
            .orElseThrow();
    rows.add(
        cost.with(
            b -> b.metric("cost_per_record").unit("ns/record").mean(cost.mean().times(bytes))));
    return this;
  }

  /** The same with a task's rows measured with such parameters. */
  MeasuredRows measuredWith(String task, Map<String, String> parameters) {
    return changed(task, null, m -> m.withParameters(parameters));
  }

  /** The same with a task's rows of so many records of 100 B, the first of which took so much. */
  MeasuredRows sized(String task, int records, double firstCoreS) {
    Map<String, String> parameters = Map.of("records", Integer.toString(records));
    measuredWith(task, parameters);
    double costNs =
        rows.stream()
            .filter(m -> m.operation().equals(task) && m.metric().equals("cost"))
            .findFirst()
            .orElseThrow()
            .value();
    row(task, parameters, "all", "cost_per_record", "ns/record", "payload", 100 * costNs);
    return row(task, parameters, "all", "first_cost", "core-s", "payload", firstCoreS);
  }

  /** A task that was measured with other parameters as well. */
  MeasuredRows task(String task, Map<String, String> parameters, double costNs, double firstCoreS) {
    row(task, parameters, "all", "cost", "ns/B", "payload", costNs);
    return row(task, parameters, "all", "first_cost", "core-s", "payload", firstCoreS);
  }

  /** The same with an operation's rows measured by so many at once. */
  MeasuredRows threads(String operation, int threads) {
    return changed(operation, null, m -> m.withThreads(threads));
  }

  /** The same with a row in another unit. */
  MeasuredRows in(String operation, String metric, String unit) {
    return changed(operation, metric, m -> m.withUnit(unit));
  }

  /** The same with an operation's rows changed: those of a metric, or of all where it is null. */
  private MeasuredRows changed(String operation, String metric, UnaryOperator<Measurement> change) {
    rows.replaceAll(
        m ->
            m.operation().equals(operation) && (metric == null || m.metric().equals(metric))
                ? change.apply(m)
                : m);
    return this;
  }

  MeasuredRows without(String operation, String metric) {
    rows.removeIf(m -> m.operation().equals(operation) && m.metric().equals(metric));
    return this;
  }

  List<Measurement> rows() {
    return List.copyOf(rows);
  }

  Machine machine() {
    return Machine.of("run-1", rows());
  }
}
