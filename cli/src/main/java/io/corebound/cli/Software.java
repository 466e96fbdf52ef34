package io.corebound.cli;

import io.corebound.cluster.libraries.HadoopLibraries;
import io.corebound.hosts.machine.Jdk;

/**
 * What is measured: daemons, tasks and benchmarks are its.
 *
 * @param jdk the JDK
 * @param hadoop the Hadoop
 */
record Software(Jdk jdk, HadoopLibraries hadoop) {
  /** The project's own Hadoop on the JDK that corebound itself runs on. */
  static Software own(Installation installation) {
    return new Software(Jdk.own(), HadoopLibraries.gathered(installation.hadoopLibraries()));
  }
}
