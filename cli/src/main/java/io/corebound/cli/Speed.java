package io.corebound.cli;

import io.corebound.microbenchrunner.SpeedProbe;
import java.nio.file.Path;

/** Where the machine's speed is measured, and with what. */
final class Speed {
  private static final String FOLDER = "speed";

  private Speed() {}

  /**
   * The probe.
   *
   * @param classPath the benchmarks and Hadoop
   */
  static SpeedProbe probe(Stages stages, Software software, String classPath) {
    Path raw = stages.record().directory().rawFolder().resolve(FOLDER);
    return new SpeedProbe(
        stages.workspace().host(),
        software.jdk().java(),
        classPath,
        stages.workspace().memory().resolve(FOLDER),
        raw);
  }

  /** The raw output, as a row of {@code measurements.csv} names it. */
  static String rawFolder(Stages stages) {
    return stages
        .record()
        .directory()
        .relative(stages.record().directory().rawFolder().resolve(FOLDER));
  }
}
