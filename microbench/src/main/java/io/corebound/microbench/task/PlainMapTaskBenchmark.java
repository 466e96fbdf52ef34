package io.corebound.microbench.task;

import io.corebound.microbench.Measures;

/**
 * What does one of TeraSort's map tasks cost as a whole without a codec? As {@link
 * MapTaskBenchmark}, but the map output is not compressed: a codec saves less than its own cost, as
 * without it more is written and read again. Paper: the map task of section 5, there as the sum of
 * its steps. Left out: as of {@link MapTaskBenchmark}.
 */
@Measures(
    value = "task.map.none",
    question = "What does a whole map task cost that compresses nothing?",
    hdfs = true,
    localBytes = 4,
    hdfsBytes = 1)
public class PlainMapTaskBenchmark extends MapTaskBenchmark {
  @Override
  String operation() {
    return "task.map.none";
  }

  @Override
  boolean compressed() {
    return false;
  }
}
