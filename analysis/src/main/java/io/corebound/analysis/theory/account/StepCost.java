package io.corebound.analysis.theory.account;

/**
 * What a step takes in all tasks of a job together.
 *
 * @param bytes that it works on, in the form that it works on them
 * @param taskCoreS core-seconds of the tasks themselves, which Hadoop's counter has
 * @param besideCoreS core-seconds of other processes for them
 * @param known false where the machine has no cost of the operation; then it takes nothing
 */
public record StepCost(
    Step step,
    String operation,
    double bytes,
    double taskCoreS,
    double besideCoreS,
    boolean known) {
  /** Of all processes. */
  public double coreS() {
    return taskCoreS + besideCoreS;
  }
}
