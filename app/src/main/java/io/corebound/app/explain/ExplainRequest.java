package io.corebound.app.explain;

import java.nio.file.Path;

/**
 * What is to be explained. A null means that the user did not give it.
 *
 * @param history a history file, a folder of them, or with a cluster the id of a job
 * @param machine whose costs: a run or a machine file
 * @param configuration the job's {@code job.xml}
 * @param cluster that has the job's history: a file of configs/cluster, or a path
 */
public record ExplainRequest(String history, String machine, Path configuration, String cluster) {}
