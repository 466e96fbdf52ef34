package io.corebound.microbench.task;

import io.corebound.microbench.Measures;

/**
 * What does one of TeraSort's reduce tasks cost as a whole whose map outputs are not compressed? As
 * {@link ReduceTaskBenchmark}, but the map output is not compressed. Paper: the reduce task of
 * section 5, there as the sum of its steps. Left out: as of {@link ReduceTaskBenchmark}.
 */
@Measures(
    value = "task.reduce.none",
    question = "What does a whole reduce task cost whose map outputs are not compressed?",
    hdfs = true,
    localBytes = 4,
    hdfsBytes = 1)
public class PlainReduceTaskBenchmark extends ReduceTaskBenchmark {
  @Override
  String operation() {
    return "task.reduce.none";
  }

  @Override
  boolean compressed() {
    return false;
  }
}
