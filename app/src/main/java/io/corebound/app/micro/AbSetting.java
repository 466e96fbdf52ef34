package io.corebound.app.micro;

import io.corebound.app.run.Installation;
import io.corebound.app.run.JobParameters;
import io.corebound.app.run.Software;
import io.corebound.cluster.daemons.LocalCluster;
import io.corebound.hosts.process.LocalHost;
import io.corebound.records.config.ClusterFile;
import java.util.ArrayList;
import java.util.List;

/**
 * One of the two settings of {@code micro --ab}, {@code A} or {@code B}; its flags are those
 * besides the suites'.
 */
public record AbSetting(String side, String text, Software software, List<String> jvmFlags) {
  /** A setting; flags that the JVM refuses are invalid input. */
  public static AbSetting of(
      Installation installation, String side, String text, Software software, List<String> flags) {
    if (!flags.isEmpty()) {
      ClusterFile fitted = JobParameters.fitted(installation, MicroWork.LOCAL);
      List<String> all =
          new ArrayList<>(LocalCluster.taskFlags(fitted, software.hadoop(), software.jdk()));
      all.addAll(flags);
      software.jdk().requireAccepts(LocalHost.forQuestions(), all);
    }
    return new AbSetting(side, text.strip(), software, List.copyOf(flags));
  }

  @Override
  public String toString() {
    return "%s: %s, Hadoop %s%s"
        .formatted(
            side,
            software.jdk().description(),
            software.hadoop().version(),
            jvmFlags.isEmpty() ? "" : ", " + String.join(" ", jvmFlags));
  }
}
