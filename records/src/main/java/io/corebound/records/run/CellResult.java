package io.corebound.records.run;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.corebound.records.config.EngineFile;
import io.corebound.records.config.NetworkFile;
import io.corebound.records.config.StorageFile;
import io.corebound.records.history.Ending;
import io.corebound.records.history.TaskType;
import io.corebound.records.units.DataSize;
import io.corebound.records.units.Refuse;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * {@code cells/<cell>/cell.json}: one measured job. Times are seconds since the Unix epoch unless a
 * name says elapsed.
 *
 * @param configuration every Hadoop setting that corebound chose, by key
 * @param intervals the intervals of the measured job that predictions are compared with; empty when
 *     it did not end
 * @param coreSByRole core-seconds during the measured job by process role
 * @param tier storage and network that it ran on, where a sweep chose them; else null, and left out
 *     of the file
 * @param engine what ran the measured job, where a sweep chose that; else null, for Hadoop
 */
@RecordBuilder
public record CellResult(
    String cell,
    String workload,
    State state,
    String reason,
    DataSize data,
    Map<String, String> configuration,
    List<Job> stages,
    List<MeasuredInterval> intervals,
    List<Task> tasks,
    Map<String, Long> counters,
    @JsonProperty("core_s_by_role") Map<String, Double> coreSByRole,
    List<Check> checks,
    List<CollectorReport> collectors,
    @JsonInclude(JsonInclude.Include.NON_NULL) Tier tier,
    @JsonInclude(JsonInclude.Include.NON_NULL) OfEngine engine)
    implements CellResultBuilder.With {

  /** Whether another engine than Hadoop ran the measured job; predictions are for Hadoop alone. */
  public boolean onOtherEngine() {
    return engine != null && !engine.kind().equals(EngineFile.HADOOP);
  }

  /**
   * What ran the measured job.
   *
   * @param name of its file in {@code configs/engine}
   * @param kind as that file has it
   * @param warm intervals of the same job, run again in the same processes; empty where there was
   *     no second run
   * @param exchange how its cold run exchanged data; null, and left out of the file, where its
   *     processes do not say
   */
  @RecordBuilder
  public record OfEngine(
      String name,
      String kind,
      List<MeasuredInterval> warm,
      @JsonInclude(JsonInclude.Include.NON_NULL) Exchange exchange)
      implements CellResultOfEngineBuilder.With {
    public OfEngine {
      warm = List.copyOf(warm);
    }
  }

  /** A cell of which nothing is recorded but its input and how it ended. */
  public static CellResult of(
      String cell, String workload, State state, String reason, DataSize data) {
    return new CellResult(
        cell, workload, state, reason, data, Map.of(), List.of(), List.of(), List.of(), Map.of(),
        Map.of(), List.of(), List.of(), null, null);
  }

  /** The same cell, failed for a reason; what was recorded of it stays. */
  public CellResult failed(String why) {
    return with(b -> b.state(State.FAILED).reason(why));
  }

  /**
   * CPU time of the measured job's succeeded tasks of a type by Hadoop's counter, in ms; 0 where it
   * was not counted.
   */
  public long taskCpuMs(TaskType type) {
    return tasks.stream()
        .filter(t -> t.type() == type && t.state() == Ending.SUCCEEDED)
        .mapToLong(Task::cpuMs)
        .sum();
  }

  /**
   * What a cell of a sweep ran on. Base performance, as measured on it, is in {@code
   * cells/<cell>/machine.yaml}.
   *
   * @param nominalStorage the storage file's own figures, of a node of its reference cores
   * @param scaledStorage the figures that one device was given here; null where nothing was limited
   * @param scaledNetwork the figure that a node's link was given here; null as above
   * @param devicesByNode names of each node's block devices, as samples have them
   * @param hostsByNode the host in whose samples each node's CPUs, devices and link are; null, and
   *     left out of the file, where one host's samples show all nodes
   * @param cpusByNode the logical CPUs of that host, from 0, that each worker has; null, and left
   *     out of the file, where a worker has all of its host's
   */
  @RecordBuilder
  public record Tier(
      String storage,
      String network,
      int repetition,
      StorageFile nominalStorage,
      StorageFile scaledStorage,
      NetworkFile nominalNetwork,
      NetworkFile scaledNetwork,
      Map<String, List<String>> devicesByNode,
      Map<String, String> linksByNode,
      int coresPerNode,
      @JsonInclude(JsonInclude.Include.NON_NULL) Map<String, String> hostsByNode,
      @JsonInclude(JsonInclude.Include.NON_NULL) Map<String, List<Integer>> cpusByNode,
      @JsonInclude(JsonInclude.Include.NON_NULL) String variant)
      implements CellResultTierBuilder.With {
    public Tier {
      Refuse.when(
          storage == null || network == null || nominalStorage == null || nominalNetwork == null,
          "tier has storage and network with their files");
      Refuse.when(
          repetition < 1 || coresPerNode < 1,
          "repetition and cores_per_node are at least 1, not %s and %s",
          repetition,
          coresPerNode);
      devicesByNode = new TreeMap<>(devicesByNode);
      linksByNode = new TreeMap<>(linksByNode);
      hostsByNode = hostsByNode == null ? null : new TreeMap<>(hostsByNode);
      cpusByNode = cpusByNode == null ? null : new TreeMap<>(cpusByNode);
    }

    /** Cores of the node that the storage file's figures are of; null for a real disk. */
    public Integer referenceCores() {
      return nominalStorage.referenceCores();
    }

    /** Name of the variant; empty where the sweep has none. */
    public String variantName() {
      return variant == null ? "" : variant;
    }

    /** Name of the cell: {@code <storage>_<network>[_<variant>]_<repetition>}. */
    public String cell() {
      return cellName(storage, network, variantName(), repetition);
    }

    /**
     * Name of a sweep's cell: {@code hdd_ethernet-1g_1}, or with a variant {@code
     * hdd_ethernet-1g_large_1}.
     */
    public static String cellName(String storage, String network, String variant, int repetition) {
      return storage + "_" + network + "_" + (variant.isEmpty() ? "" : variant + "_") + repetition;
    }
  }

  /**
   * A job of the cell; its id is empty when it was never submitted. Client times are its process's,
   * the others are by the job's history.
   */
  @RecordBuilder
  public record Job(
      String name,
      State state,
      String reason,
      String jobId,
      double clientStartS,
      double submitS,
      double finishS,
      double clientEndS)
      implements CellResultJobBuilder.With {
    public static Job skipped(String name, String why) {
      return new Job(name, State.SKIPPED, why, "", Double.NaN, Double.NaN, Double.NaN, Double.NaN);
    }

    /** The job's elapsed time: submission to finish by its history, in seconds. */
    public double elapsedS() {
      return finishS - submitS;
    }
  }

  /**
   * A task attempt, by the job's history.
   *
   * @param shuffleFinishS end of the copy phase; NaN for a map
   * @param sortFinishS end of the sort phase; NaN for a map
   */
  @RecordBuilder
  public record Task(
      String id,
      TaskType type,
      Ending state,
      String host,
      double startS,
      double shuffleFinishS,
      double sortFinishS,
      double finishS,
      Map<String, Long> counters)
      implements CellResultTaskBuilder.With {
    /** Its CPU time by Hadoop's counter, in ms; 0 where it was not counted. */
    public long cpuMs() {
      return counters.getOrDefault("TaskCounter/CPU_MILLISECONDS", 0L);
    }
  }

  /** Something that must be true of a valid result, with the figures that were compared. */
  public record Check(String name, boolean passed, String detail) {
    /** Whether a count is as expected; a counter that is not there is null. */
    public static Check equal(String name, Long expected, Long found) {
      return new Check(
          name,
          expected != null && expected.equals(found),
          found == null ? "no counter" : "%s of %s".formatted(found, expected));
    }
  }

  /**
   * What a collector delivered.
   *
   * @param raw its own output, relative to the run directory
   */
  @RecordBuilder
  public record CollectorReport(
      String name,
      String host,
      State state,
      String reason,
      int samples,
      int notUnderstood,
      List<String> examples,
      String raw)
      implements CellResultCollectorReportBuilder.With {}
}
