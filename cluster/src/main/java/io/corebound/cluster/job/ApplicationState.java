package io.corebound.cluster.job;

/**
 * The ResourceManager's report of an application ({@code ApplicationReport}).
 *
 * @param progress percent with at most two decimals, such as {@code 12.5%}
 */
public record ApplicationState(
    boolean ended,
    String state,
    String finalStatus,
    String diagnostics,
    String progress,
    String queue) {}
