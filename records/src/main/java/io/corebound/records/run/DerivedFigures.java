package io.corebound.records.run;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonValue;
import io.corebound.records.format.Records;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.lang.reflect.RecordComponent;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a prediction says beside its intervals. A file has all of it in one object, each figure
 * under the name of its component in snake case, in alphabetical order; a figure by operation or
 * task under that name too, after the operation's or task's id. A figure that does not apply is
 * null, and left out of the file; groups and maps are never null.
 */
@RecordBuilder
public record DerivedFigures(
    Cut cut,
    Merges merges,
    Sample sample,
    WholeTasks wholeTasks,
    PaperRule paperRule,
    Client client,
    Basis basis)
    implements DerivedFiguresBuilder.With {

  /**
   * How a job is cut into tasks.
   *
   * @param slowStart part of the maps after which reduces start; null where that is all of them
   */
  public record Cut(
      Integer mapTasks,
      Integer mapWaves,
      Integer reduceTasks,
      Integer reduceWaves,
      Integer taskSlots,
      Double slowStart) {}

  /**
   * Spills and merges of a task.
   *
   * @param mergePassesPerMap how often a map's final merge goes over its output, in whole and parts
   * @param compressionRatio IFile bytes over compressed bytes of the map output
   */
  public record Merges(
      Integer spillsPerMap,
      Double mergePassesPerMap,
      Integer memoryMergesPerReduce,
      Integer segmentsOfLastMerge,
      Double compressionRatio) {}

  /** What a sample of the input says of its data; {@code combinedTo} is a part of 1. */
  public record Sample(
      @JsonProperty("sample_collected_per_input_byte") Double collectedPerInputByte,
      @JsonProperty("sample_combined_to") Double combinedTo,
      @JsonProperty("sample_compression_ratio") Double compressionRatio) {}

  /** Core-seconds of a task as measured whole, and as the sum of its operations. */
  public record WholeTasks(
      Double mapTaskCoreS,
      Double mapTaskSumOfOperationsCoreS,
      Double reduceTaskCoreS,
      Double reduceTaskSumOfOperationsCoreS) {}

  /**
   * The rule of section 5 of Oikawa and Honjo, <em>Benchmark of Hadoop MapReduce using High Speed
   * Storage and Network</em>, on the volumes of a job that is cut into tasks: the operations' warm
   * costs alone, on all cores while maps run and on half of them afterwards.
   */
  public record PaperRule(
      @JsonProperty("paper_rule_map_core_s") Double mapCoreS,
      @JsonProperty("paper_rule_reduce_core_s") Double reduceCoreS,
      @JsonProperty("paper_rule_s") Double timeS) {
    /** Core-seconds of the job. */
    public double coreS() {
      return mapCoreS + reduceCoreS;
    }
  }

  /** What a job's client takes from its start to the submission, which is in no interval. */
  public record Client(
      @JsonProperty("client_s") Double timeS, @JsonProperty("client_core_s") Double coreS) {}

  /**
   * What a prediction was computed with.
   *
   * @param publishedMbPerSPerCore what the workload's source states for the whole
   * @param mbPerS at which one core does an operation, by operation
   * @param contentionFactor by how much a task costs more beside others, by task
   * @param sharingFactor by how much a task costs more with another one on its core, by task; where
   *     a node has more of them at once than cores
   */
  public record Basis(
      @JsonProperty("published_mb_per_s_per_core") Double publishedMbPerSPerCore,
      Integer monteCarloDraws,
      Integer monteCarloSeed,
      Map<String, Double> mbPerS,
      Map<String, Double> contentionFactor,
      Map<String, Double> sharingFactor) {}

  /**
   * Of what {@link #byKey} gives; a figure that is not there is null, an unknown one is ignored.
   */
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public static DerivedFigures of(Map<String, Double> figures) {
    return group(DerivedFigures.class, figures);
  }

  private static <R extends Record> R group(Class<R> type, Map<String, Double> figures) {
    Map<String, Object> values = new HashMap<>();
    for (RecordComponent part : type.getRecordComponents()) {
      values.put(part.getName(), value(part.getType(), Records.column(part), figures));
    }
    return Records.make(type, values);
  }

  private static Object value(Class<?> type, String key, Map<String, Double> figures) {
    if (type.isRecord()) {
      return group(type.asSubclass(Record.class), figures);
    }
    if (type == Map.class) {
      String end = "_" + key;
      Map<String, Double> byName = new TreeMap<>();
      figures.keySet().stream()
          .filter(k -> k.endsWith(end))
          .forEach(k -> byName.put(k.substring(0, k.length() - end.length()), figures.get(k)));
      return byName;
    }
    Double figure = figures.get(key);
    if (figure == null || type == Double.class) {
      return figure;
    }
    return Math.toIntExact(Math.round(figure));
  }

  /** All figures by their keys in a file, in order. */
  @JsonValue
  public Map<String, Double> byKey() {
    Map<String, Double> all = new TreeMap<>();
    addAll(this, all);
    return all;
  }

  private static void addAll(Record group, Map<String, Double> all) {
    Records.byColumn(group)
        .forEach(
            (key, value) -> {
              if (value instanceof Record inner) {
                addAll(inner, all);
              } else if (value instanceof Map<?, ?> named) {
                named.forEach((name, figure) -> all.put(name + "_" + key, (Double) figure));
              } else if (value instanceof Number figure) {
                all.put(key, figure.doubleValue());
              }
            });
  }
}
