package io.corebound.records.run;

import com.fasterxml.jackson.annotation.JsonInclude;

/**
 * What a job would save where one thing is another, by the simulation that predicted it.
 *
 * @param operation the one whose cost is halved; null, and left out of the file, for other kinds
 * @param totalS elapsed time then
 * @param savedS how much less that is than the predicted time; never below 0
 */
public record PredictedChange(
    Kind kind,
    @JsonInclude(JsonInclude.Include.NON_NULL) String operation,
    double totalS,
    double savedS) {
  /** What is another. */
  public enum Kind {
    /** Twice the cores on each node, with twice the tasks at once. */
    CORES,
    /** Disks of twice the rate. */
    DISK,
    /** A link of twice the rate. */
    NETWORK,
    /** The costliest operation at half its cost. */
    OPERATION
  }
}
