package io.corebound.cluster.history;

import io.corebound.records.history.HistoryJob;
import java.util.List;
import java.util.Map;

/**
 * A job with every counter that its history has, as {@code group/name}, the group without its
 * package.
 *
 * @param counters the job's own totals
 * @param ofAttempts those of each of its attempts, in their order
 */
public record CountedJob(
    HistoryJob job, Map<String, Long> counters, List<Map<String, Long>> ofAttempts) {}
