package io.corebound.records.run;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.corebound.records.history.Interval;
import io.corebound.records.run.Prediction.OperationCost;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;

/**
 * An interval of the job.
 *
 * @param name {@code map}, {@code shuffle-tail}, {@code reduce}, {@code overhead}
 * @param timeLowS lower end of its 90 % interval; null, and left out of the file, without
 *     confidence intervals
 * @param diskS time with the busiest disk alone; null where not modelled
 * @param networkS time with the busiest link alone; null where not modelled
 * @param waitingS time that uses no resource (container turnaround, heartbeats, sleeps)
 * @param fullOverlapS the largest of CPU, disk and network
 * @param bottleneck {@code CPU}, {@code disk}, {@code network} or {@code waiting}
 * @param margin how many times larger the bottleneck's time is than the next; null where there is
 *     no next
 * @param mbPerSPerCore payload over core-seconds; null for overhead
 * @param sumOfOperationsCoreS core-seconds with every task the sum of its operations (start, idle
 *     load and contention included); null, and left out of the file, where no whole task was
 *     measured: then {@code coreS} is that sum
 * @param operations where the core-seconds go; empty without {@code coreS}
 */
@RecordBuilder
public record PredictedInterval(
    Interval name,
    Double coreS,
    Double coreLowS,
    Double coreHighS,
    Double timeS,
    @JsonInclude(JsonInclude.Include.NON_NULL) Double timeLowS,
    @JsonInclude(JsonInclude.Include.NON_NULL) Double timeHighS,
    Double cpuS,
    Double diskS,
    Double networkS,
    Double waitingS,
    Double fullOverlapS,
    Double noOverlapS,
    Bound bottleneck,
    Double margin,
    @JsonProperty("mb_per_s_per_core") Double mbPerSPerCore,
    @JsonInclude(JsonInclude.Include.NON_NULL) Double sumOfOperationsCoreS,
    List<OperationCost> operations)
    implements PredictedIntervalBuilder.With {
  /** Its parts; a device that is not modelled takes no time. */
  public Load load() {
    return new Load(known(cpuS), known(diskS), known(networkS), known(waitingS));
  }

  /** Core-seconds of an operation. */
  public double coreS(String operation) {
    return operations.stream()
        .filter(o -> o.operation().equals(operation))
        .mapToDouble(OperationCost::coreS)
        .sum();
  }

  private static double known(Double seconds) {
    return seconds == null ? 0 : seconds;
  }
}
