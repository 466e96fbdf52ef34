package io.corebound.cli;

import io.corebound.microbenchrunner.suite.SpeedProbe;
import io.corebound.records.run.Measurement;

/** With what the machine's speed is measured in a run. */
final class Speed {
  private Speed() {}

  /**
   * The probe.
   *
   * @param classPath the benchmarks and Hadoop
   */
  static SpeedProbe probe(Stages stages, Software software, String classPath) {
    return new SpeedProbe(
        stages.workspace().host(),
        software.jdk().java(),
        classPath,
        stages.workspace().memory().resolve(Measurement.Metric.SPEED),
        stages.record().directory());
  }
}
