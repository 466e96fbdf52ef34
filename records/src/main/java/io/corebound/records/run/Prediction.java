package io.corebound.records.run;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.corebound.records.units.DataSize;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * {@code prediction.json}: what the model says of a job before it runs. Rates are payload MB a
 * second and core.
 *
 * @param machine name of the machine file, or id of the run whose measurements were used
 * @param base the machine that its disk and network come from; null, and left out of the file,
 *     where they are the machine's own
 * @param data payload of the input; null where only rates were asked for: then every figure in
 *     seconds or core-seconds is null
 * @param coresPerNode logical CPUs a node; null where not said
 * @param contentionFactor by how much an operation costs more when every core is busy
 * @param intervals in order: map, shuffle-tail, reduce, overhead; those that the workload has
 * @param totalS point estimate of the elapsed time; null where start or disk are not modelled
 * @param sumOfOperationsS elapsed time with every task the sum of its operations, and starts, cold
 *     code, contention and waiting as in {@code totalS}; null, and left out of the file, where no
 *     whole task was measured: then {@code totalS} is that time
 * @param uncertainty what widens the 90 % intervals, by interval and for {@code total}; empty, and
 *     left out of the file, where there are none
 * @param changes what would make it shorter, the most first; empty, and left out of the file, where
 *     no elapsed time is predicted, and in files of earlier versions
 * @param combinedMbPerSPerCore payload over core-seconds of the intervals map to reduce
 */
@RecordBuilder
public record Prediction(
    String workload,
    String machine,
    @JsonInclude(JsonInclude.Include.NON_NULL) Base base,
    DataSize data,
    Integer nodes,
    Integer coresPerNode,
    double contentionFactor,
    List<PredictedInterval> intervals,
    Double coreS,
    Double coreLowS,
    Double coreHighS,
    Double totalS,
    Double totalLowS,
    Double totalHighS,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, Uncertainty> uncertainty,
    @JsonInclude(JsonInclude.Include.NON_NULL) Double sumOfOperationsS,
    @JsonProperty("combined_mb_per_s_per_core") double combinedMbPerSPerCore,
    DerivedFigures derived,
    List<String> notModelled,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<PredictedChange> changes)
    implements PredictionBuilder.With {
  /** The whole job, among the names of {@code uncertainty}. */
  public static final String TOTAL = "total";

  /** Files of earlier versions have neither uncertainty nor changes. */
  public Prediction {
    uncertainty = uncertainty == null ? Map.of() : uncertainty;
    changes = changes == null ? List.of() : changes;
  }

  /** Core-seconds by operation over all intervals. */
  public Map<String, Double> operations() {
    Map<String, Double> coreS = new TreeMap<>();
    intervals.stream()
        .flatMap(i -> i.operations().stream())
        .forEach(o -> coreS.merge(o.operation(), o.coreS(), Double::sum));
    return coreS;
  }

  /**
   * What widens an interval or the whole job.
   *
   * @param core of the core-seconds
   * @param time of the elapsed time; null where no time is predicted
   */
  public record Uncertainty(Parts core, Parts time) {}

  /**
   * Independent parts of a figure's uncertainty: standard deviations of its logarithm, so that 0.1
   * is about 10 %.
   *
   * @param operations how well the operations were measured
   * @param machine how far the machine's speed moves between measuring and running
   * @param model what the model misses
   */
  public record Parts(double operations, double machine, double model) {
    /** Quantile of the normal distribution that leaves 5 % on each side. */
    private static final double NINETY_PERCENT = 1.6448536;

    /** All of them together. */
    public double together() {
      return Math.sqrt(operations * operations + machine * machine + model * model);
    }

    /** Half the width of the 90 % interval, on the logarithm. */
    public double halfWidth() {
      return NINETY_PERCENT * together();
    }

    /** What a figure is multiplied with and divided by for the ends of its 90 % interval. */
    public double factor() {
      return Math.exp(halfWidth());
    }
  }

  /**
   * Another machine that a prediction takes its disk and network from.
   *
   * @param file its machine file, or the folder of the run that probed them, as the user named it
   * @param source where and when they were measured, or where they are stated, as text
   */
  public record Base(String file, String source) {}

  /**
   * An operation's part of an interval.
   *
   * @param operation the operation's id
   * @param volume bytes that it works on, in its own byte base
   * @param byteBase which bytes those are
   * @param coldCoreS core-seconds of the cold starts, contention included
   * @param coreS core-seconds in all, contention included
   * @param taskCoreS those of them that the task's own process spends, as Hadoop's counter {@code
   *     CPU_MILLISECONDS} sees them, which starts with the task's initialization; excludes the
   *     start of its JVM, daemons and kernel threads
   */
  public record OperationCost(
      String operation,
      DataSize volume,
      String byteBase,
      double coldCoreS,
      double coreS,
      double taskCoreS) {}
}
