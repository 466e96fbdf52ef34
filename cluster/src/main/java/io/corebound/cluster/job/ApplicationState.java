package io.corebound.cluster.job;

/**
 * An application, as the ResourceManager knows it ({@code ApplicationReport}).
 *
 * @param ended whether it has finished, failed or was killed
 * @param state {@code YarnApplicationState}
 * @param finalStatus {@code FinalApplicationStatus}
 * @param diagnostics what was said of its end, or of why it has not begun; may be empty
 * @param progress percent with two decimals at most, such as {@code 12.5%}
 * @param queue that it is in
 */
public record ApplicationState(
    boolean ended,
    String state,
    String finalStatus,
    String diagnostics,
    String progress,
    String queue) {
  /** Whether it says of itself that it succeeded. */
  public boolean succeeded() {
    return finalStatus.equals("SUCCEEDED");
  }
}
