package io.corebound.app.run;

import io.corebound.cluster.libraries.HadoopLibraries;
import io.corebound.hosts.machine.Jdk;
import io.corebound.hosts.machine.PathReader;
import io.corebound.hosts.process.LocalHost;
import java.nio.file.Path;

/** The measured JDK and Hadoop, of daemons, tasks and benchmarks. */
public record Software(Jdk jdk, HadoopLibraries hadoop) {
  /** The project's own Hadoop on the JDK that corebound itself runs on. */
  public static Software own(Installation installation) {
    return new Software(Jdk.own(), HadoopLibraries.gathered(installation.hadoopLibraries()));
  }

  /**
   * A JDK and a Hadoop of the user's, null for corebound's own; refuses those that are missing or
   * do not go together.
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
