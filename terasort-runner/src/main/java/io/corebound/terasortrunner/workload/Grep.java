package io.corebound.terasortrunner.workload;

import io.corebound.records.config.ClusterFile;
import io.corebound.records.config.WorkloadFile.Job;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Grep of Hadoop's examples, which counts what a regular expression matches. Its first job is
 * measured; the second one only sorts the counts.
 */
final class Grep extends CountedText {
  /** A job whose last argument is the expression. */
  Grep(String name, Job job) {
    super(name, job, 20, StraightLoop.matches(expression(job.arguments("", "", ""))));
  }

  private static Pattern expression(List<String> arguments) {
    return Pattern.compile(arguments.get(arguments.size() - 1));
  }

  /** The second job has one reduce. */
  @Override
  int outputFiles(ClusterFile cluster) {
    return 1;
  }
}
