package io.corebound.cli;

import io.corebound.cluster.libraries.HadoopLibraries;
import io.corebound.hosts.machine.Jdk;
import io.corebound.hosts.machine.PathReader;
import io.corebound.hosts.process.LocalHost;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The Hadoop and the JDK that are measured, as options. */
final class SoftwareOptions {
  @Option(
      names = "--hadoop-home",
      paramLabel = "DIR",
      description = "measure the Hadoop 3 that is installed there (default: corebound's own)")
  private Path hadoopHome;

  @Option(
      names = "--java",
      paramLabel = "HOME",
      description = "measure on this JDK, 8 or newer (default: the one corebound runs on)")
  private Path javaHome;

  /** Folder of the Hadoop; null for the project's own. */
  Path hadoopHome() {
    return hadoopHome;
  }

  /** Folder of the JDK; null for the one that corebound runs on. */
  Path javaHome() {
    return javaHome;
  }

  /** The same with what these leave open taken from others. */
  SoftwareOptions over(SoftwareOptions others) {
    SoftwareOptions both = new SoftwareOptions();
    both.hadoopHome = hadoopHome == null ? others.hadoopHome : hadoopHome;
    both.javaHome = javaHome == null ? others.javaHome : javaHome;
    return both;
  }

  /**
   * Finds them.
   *
   * @throws io.corebound.records.units.CoreboundException (invalid input) when one is not there, or
   *     they do not go together
   */
  Software software(Installation installation) {
    if (hadoopHome == null && javaHome == null) {
      return Software.own(installation);
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
