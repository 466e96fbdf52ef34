package io.corebound.cluster.job;

/**
 * The ResourceManager's report of an application ({@code ApplicationReport}).
 *
 * @param ended whether it has finished, failed or was killed
 * @param state {@code YarnApplicationState}
 * @param finalStatus {@code FinalApplicationStatus}
 * @param diagnostics why it ended, or has not started yet; may be empty
 * @param progress percent with at most two decimals, such as {@code 12.5%}
 * @param queue that it is in
 */
public record ApplicationState(
    boolean ended,
    String state,
    String finalStatus,
    String diagnostics,
    String progress,
    String queue) {}
