package io.corebound.app.micro;

import io.corebound.app.run.Software;
import io.corebound.app.run.Stages;
import io.corebound.microbenchrunner.suite.SpeedProbe;
import io.corebound.records.run.Measurement;

/** With what the machine's speed is measured in a run. */
public final class Speed {
  private Speed() {}

  /**
   * The probe.
   *
   * @param classPath the benchmarks and Hadoop
   */
  public static SpeedProbe probe(Stages stages, Software software, String classPath) {
    return new SpeedProbe(
        stages.workspace().host(),
        software.jdk().java(),
        classPath,
        stages.workspace().memory().resolve(Measurement.Metric.SPEED),
        stages.record().directory());
  }
}
