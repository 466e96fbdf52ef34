package io.corebound.microbenchrunner.jmh;

import io.corebound.records.units.CoreboundException;
import java.nio.file.Path;
import java.util.List;

/** Runs benchmarks. */
@FunctionalInterface
public interface Jmh {
  /** What a job wrote. */
  record Output(Path json, Path log) {}

  /**
   * Runs jobs beside each other, to the end of all.
   *
   * @return what each of them wrote, in the order of the jobs
   * @throws CoreboundException (failed) when one of them fails
   */
  List<Output> run(List<JmhLauncher.Job> jobs) throws InterruptedException;
}
