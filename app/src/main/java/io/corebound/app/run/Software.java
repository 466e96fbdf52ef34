package io.corebound.app.run;

import io.corebound.cluster.libraries.HadoopLibraries;
import io.corebound.hosts.machine.Jdk;
import io.corebound.hosts.machine.PathReader;
import io.corebound.hosts.process.LocalHost;
import io.corebound.records.units.CoreboundException;
import java.nio.file.Path;

/**
 * What is measured: daemons, tasks and benchmarks are its.
 *
 * @param jdk the JDK
 * @param hadoop the Hadoop
 */
public record Software(Jdk jdk, HadoopLibraries hadoop) {
  /** The project's own Hadoop on the JDK that corebound itself runs on. */
  public static Software own(Installation installation) {
    return new Software(Jdk.own(), HadoopLibraries.gathered(installation.hadoopLibraries()));
  }

  /**
   * A JDK and a Hadoop of the user's.
   *
   * @param hadoopHome folder of the Hadoop; null for the project's own
   * @param javaHome folder of the JDK; null for the one that corebound runs on
   * @throws CoreboundException (invalid input) when one is not there, or they do not go together
   */
  public static Software of(Installation installation, Path hadoopHome, Path javaHome) {
    if (hadoopHome == null && javaHome == null) {
      return own(installation);
    }
    if (javaHome != null) {
      PathReader.HADOOP.require("--java", javaHome);
    }
    if (hadoopHome != null) {
      PathReader.HADOOP.require("--hadoop-home", hadoopHome);
    }
    LocalHost host = LocalHost.forQuestions();
    Jdk jdk = javaHome == null ? Jdk.own() : Jdk.at(host, javaHome);
    HadoopLibraries hadoop =
        hadoopHome == null
            ? HadoopLibraries.gathered(installation.hadoopLibraries())
            : HadoopLibraries.installed(host, hadoopHome, jdk);
    hadoop.requireRunsOn(host, jdk);
    return new Software(jdk, hadoop);
  }
}
