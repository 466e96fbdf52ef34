package io.corebound.cli.option;

import io.corebound.app.run.Installation;
import io.corebound.app.run.Software;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The Hadoop and the JDK that are measured, as options. */
public final class SoftwareOptions {
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
  public Path hadoopHome() {
    return hadoopHome;
  }

  /** Folder of the JDK; null for the one that corebound runs on. */
  public Path javaHome() {
    return javaHome;
  }

  /** The same with what these leave open taken from others. */
  public SoftwareOptions over(SoftwareOptions others) {
    SoftwareOptions both = new SoftwareOptions();
    both.hadoopHome = hadoopHome == null ? others.hadoopHome : hadoopHome;
    both.javaHome = javaHome == null ? others.javaHome : javaHome;
    return both;
  }

  public Software software(Installation installation) {
    return Software.of(installation, hadoopHome, javaHome);
  }
}
