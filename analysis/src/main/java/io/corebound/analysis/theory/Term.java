package io.corebound.analysis.theory;

import io.corebound.analysis.Sentences;
import io.corebound.records.run.Measurement.Metric;
import java.util.Locale;

/**
 * One thing that takes core-seconds or time, or says how much there is of it. This list is the
 * model's whole knowledge of a machine: reading it from rows, drawing it for the interval, scaling
 * it by the machine's speed and the table in docs/model.md are loops over it. The order is that of
 * the draws.
 */
public enum Term {
  SPEED(Kind.FACTOR, "ratio", Of.MACHINE, "speed", null, Metric.SCATTER),
  COST(Kind.WORK, "ns/B", Of.OPERATION, null, "all", Metric.COST),
  WALL(Kind.WORK, "ns/B", Of.OPERATION, null, "wall", Metric.WALL, COST),
  COLD_COST(Kind.WORK, "core-s", Of.OPERATION, null, "all", Metric.COLD_COST),
  COLD_WALL(Kind.WORK, "s", Of.OPERATION, null, "wall", Metric.COLD_WALL, COLD_COST),
  TASK_SHARE(Kind.FACTOR, "ns/B", Of.OPERATION, null, "benchmark", "cost_user"),
  DISK_READ(Kind.RATE, "MB/s", Of.DEVICE, "disk.read", null, Metric.RATE),
  DISK_WRITE(Kind.RATE, "MB/s", Of.DEVICE, "disk.write", null, Metric.RATE),
  WRITE_BACK(Kind.WORK, "ns/B", Of.DEVICE, "disk.write-back", null, Metric.COST),
  NETWORK(Kind.RATE, "MB/s", Of.DEVICE, "network.stream", null, Metric.RATE),
  COMPRESSION_RATIO(Kind.VOLUME, "ratio", Of.CODEC, "compress.", null, "ratio"),
  IDLE(Kind.WORK, "core-s/s", Of.MACHINE, "idle", "all", Metric.COST),
  IDLE_ONCE(Kind.FACTOR, "core-s/s", Of.MACHINE, "idle", "namenode", Metric.COST),
  IDLE_HEARTBEATS(Kind.FACTOR, "core-s/s", Of.MACHINE, "idle", "nodemanager", Metric.COST),
  COLLECTORS(Kind.WORK, "core-s/s", Of.MACHINE, "collectors", null, Metric.COST),
  CONTAINER(Kind.WORK, "core-s", Of.START, "start.container", "all", Metric.COLD_COST),
  TURNAROUND(Kind.WAIT, "s", Of.START, "start.container", null, "turnaround_wall"),
  EMPTY_MAP(Kind.WORK, "s", Of.START, "start.container", null, "empty_map_wall"),
  EMPTY_REDUCE(Kind.WORK, "s", Of.START, "start.container", null, "empty_reduce_wall"),
  JOB(Kind.WORK, "core-s", Of.START, "start.job", "all", Metric.COST),
  RUNNING(Kind.WORK, "core-s/s", Of.START, "start.job", null, Metric.RUNNING_COST),
  SUBMIT_TO_FIRST_MAP(Kind.WAIT, "s", Of.START, "start.job", null, "submit_to_first_map_wall"),
  MASTER(Kind.WORK, "core-s", Of.START, "start.job", null, Metric.SUBMIT_TO_FIRST_MAP_COST),
  MAPS_TO_REDUCE(Kind.WAIT, "s", Of.START, "start.job", null, "maps_end_to_first_reduce_wall"),
  LAST_TASK_TO_END(Kind.WAIT, "s", Of.START, "start.job", null, "last_task_to_finish_wall"),
  CLIENT_WALL(Kind.WORK, "s", Of.START, "start.client", null, Metric.COLD_WALL),
  CLIENT_COST(Kind.WORK, "core-s", Of.START, "start.client", null, Metric.COLD_COST),
  AT_ONCE(Kind.FACTOR, "containers", Of.MACHINE, "start.container", "all", "threads"),
  MASTER_CORES(Kind.FACTOR, "cores", Of.MACHINE, "start.job", null, "cores"),
  HEARTBEAT(Kind.FACTOR, "ms", Of.MACHINE, "start.job", null, "heartbeat_ms"),
  EMPTY_COST(Kind.WORK, "core-s", Of.TASK, null, "all", Metric.EMPTY_COST),
  EMPTY_WALL(Kind.WORK, "s", Of.TASK, null, "wall", "empty_wall", EMPTY_COST),
  SAMPLE(Kind.VOLUME, "n", Of.TASK, null, "wall", "text_bytes"),
  CONTENTION(Kind.FACTOR, "ratio", Of.TASK, "contention", "all", "factor"),
  SHARING(Kind.FACTOR, "ratio", Of.TASK, "contention", "all", "factor"),
  BUSY_CORES(Kind.FACTOR, "cores", Of.MACHINE, "contention", "all", "threads"),
  READ_OF_ONE(Kind.RATE, "MB/s", Of.DEVICE, "disk.read", null, Metric.RATE, DISK_READ),
  WRITE_OF_ONE(Kind.RATE, "MB/s", Of.DEVICE, "disk.write", null, Metric.RATE, DISK_WRITE),
  READ_WRITE(Kind.RATE, "MB/s", Of.DEVICE, "disk.read-write", null, Metric.RATE),
  COUNTED_MAP(Kind.WORK, "core-s", Of.START, "start.container", null, Metric.COUNTED_MAP_COST),
  COUNTED_REDUCE(
      Kind.WORK, "core-s", Of.START, "start.container", null, Metric.COUNTED_REDUCE_COST),
  BY_RECORD(Kind.FACTOR, "ns/record", Of.OPERATION, null, "all", Metric.COST_PER_RECORD),
  FIRST_WAVE(Kind.WORK, "core-s", Of.START, "start.job", "all", Metric.FIRST_WAVE_COST),
  DISTURBANCE(Kind.FACTOR, "ratio", Of.MACHINE, Metric.OTHERS, null, Metric.DISTURBANCE);

  /** What a term is, which decides what the machine's speed does to it. */
  public enum Kind {
    /** Core-seconds, or time in which cores work: goes with the machine's speed. */
    WORK,
    /** Time in which nearly nothing works. */
    WAIT,
    /** Bytes a second of a device. */
    RATE,
    /** A ratio or a count that belongs to another term. */
    FACTOR,
    /** What data become, counted on a sample. */
    VOLUME
  }

  /** What a machine has one figure each of. */
  public enum Of {
    MACHINE,
    OPERATION,
    DEVICE,
    CODEC,
    START,
    TASK
  }

  final Kind kind;

  /** The unit of the rows that it is read from. */
  final String unit;

  final Of of;

  /** The operation of these rows, and their process; null for any. */
  public final String operation;

  final String process;
  final String metric;

  /** The term whose draw it shares: the time of work goes with its cost; null for its own. */
  final Term drawnWith;

  Term(Kind kind, String unit, Of of, String operation, String process, String metric) {
    this(kind, unit, of, operation, process, metric, null);
  }

  Term(
      Kind kind,
      String unit,
      Of of,
      String operation,
      String process,
      String metric,
      Term drawnWith) {
    this.kind = kind;
    this.unit = unit;
    this.of = of;
    this.operation = operation;
    this.process = process;
    this.metric = metric;
    this.drawnWith = drawnWith;
  }

  /** Its name in documents. */
  public String id() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** A factor that cannot be less than 1: nothing costs less in company. */
  boolean atLeastOne() {
    return this == CONTENTION || this == SHARING;
  }

  /** What a prediction does without it. */
  public String without() {
    return Sentences.of("without." + name());
  }
}
