package io.corebound.records.run;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonValue;
import io.corebound.records.format.Records;
import io.corebound.records.format.StructuredFiles;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.lang.reflect.RecordComponent;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What a prediction says beside its intervals, in groups. A figure that does not apply is null; a
 * file leaves it out, and a group without figures. Groups and maps are never null.
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
  public record Sample(Double collectedPerInputByte, Double combinedTo, Double compressionRatio) {}

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
  public record PaperRule(Double mapCoreS, Double reduceCoreS, Double timeS) {
    /** Core-seconds of the job. */
    public double coreS() {
      return mapCoreS + reduceCoreS;
    }
  }

  /** What a job's client takes from its start to the submission, which is in no interval. */
  public record Client(Double timeS, Double coreS) {}

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
      Map<String, Double> sharingFactor) {
    public Basis {
      mbPerS = mbPerS == null ? Map.of() : mbPerS;
      contentionFactor = contentionFactor == null ? Map.of() : contentionFactor;
      sharingFactor = sharingFactor == null ? Map.of() : sharingFactor;
    }
  }

  /** Groups whose figures have their name before their own in older files. */
  private static final Set<String> PREFIXED = Set.of("sample", "paper_rule", "client");

  /** Reads the groups, or older files' flat figures, of which an unknown one is ignored. */
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public static DerivedFigures of(Map<String, Object> figures) {
    Map<String, Object> groups = new HashMap<>();
    for (RecordComponent part : DerivedFigures.class.getRecordComponents()) {
      String name = Records.column(part);
      Object group = figures.get(name) != null ? figures.get(name) : older(name, part, figures);
      groups.put(part.getName(), StructuredFiles.value(name, group, part.getType()));
    }
    return Records.make(DerivedFigures.class, groups);
  }

  private static Map<String, Object> older(
      String name, RecordComponent group, Map<String, Object> flat) {
    Map<String, Object> figures = new HashMap<>();
    String before = PREFIXED.contains(name) ? name + "_" : "";
    for (RecordComponent part : group.getType().getRecordComponents()) {
      String key = Records.column(part);
      if (part.getType() == Map.class) {
        String end = "_" + key;
        Map<String, Object> byName = new TreeMap<>();
        flat.keySet().stream()
            .filter(k -> k.endsWith(end))
            .forEach(k -> byName.put(k.replace(end, ""), flat.get(k)));
        figures.put(key, byName);
      } else if (flat.get(before + key.replaceFirst("^time_s$", "s")) instanceof Number figure) {
        figures.put(key, part.getType() == Integer.class ? (Object) figure.intValue() : figure);
      }
    }
    return figures;
  }

  /** Its groups that have figures, and those, by name. */
  @JsonValue
  public Map<String, Map<String, Object>> groups() {
    Map<String, Map<String, Object>> groups = new LinkedHashMap<>();
    Records.byColumn(this)
        .forEach(
            (name, group) -> {
              Map<String, Object> figures = Records.byColumn((Record) group);
              figures.values().removeIf(figure -> figure == null || figure.equals(Map.of()));
              if (!figures.isEmpty()) {
                groups.put(name, figures);
              }
            });
    return groups;
  }
}
