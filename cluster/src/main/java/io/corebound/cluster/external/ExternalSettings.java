package io.corebound.cluster.external;

import io.corebound.cluster.job.JobSettings;
import io.corebound.records.config.ClusterFile;
import io.corebound.records.config.LeverFile;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * Settings of each job on the user's own cluster: those that the prediction assumes, and those that
 * keep it from writing outside of the run's folder.
 */
final class ExternalSettings {
  private ExternalSettings() {}

  /** The settings. */
  static Map<String, String> of(ClusterFile cluster, String home, String tag) {
    Map<String, String> s = new TreeMap<>(JobSettings.of(cluster));
    s.put("mapreduce.framework.name", "yarn");
    s.put("mapreduce.job.tags", tag);
    if (cluster.external().queue() != null) {
      s.put("mapreduce.job.queuename", cluster.external().queue());
    }
    s.put("dfs.blocksize", Long.toString(cluster.blockSize().bytes()));
    String replication = Integer.toString(cluster.replication());
    s.put("dfs.replication", replication);
    // TeraSort's output has one replica by default
    s.put("mapreduce.terasort.output.replication", replication);
    s.put("yarn.app.mapreduce.am.staging-dir", staging(home));
    s.put("mapreduce.jobhistory.intermediate-done-dir", history(home));
    // MRAppMaster makes it unless the site forbids that (JobHistoryEventHandler)
    s.put("yarn.app.mapreduce.am.create-intermediate-jh-base-dir", "true");
    // the history server does not look there, so the client must not ask it (ClientCache)
    s.put("mapreduce.jobhistory.address", "");
    s.put("mapreduce.job.emit-timeline-data", "false");
    s.put("mapreduce.job.sharedcache.mode", "disabled");
    cluster
        .attached()
        .map(LeverFile::masterFlags)
        .filter(flags -> !flags.isEmpty())
        .ifPresent(f -> s.put("yarn.app.mapreduce.am.admin-command-opts", String.join(" ", f)));
    if (cluster.attached().map(LeverFile::jar).isPresent()) {
      // read where it lies, and on the class path of tasks
      s.put("mapreduce.job.cache.files", jar(home));
      s.put("mapreduce.job.classpath.files", jar(home));
    }
    return Collections.unmodifiableMap(s);
  }

  /** Where the jar of a lever is for the run's jobs. */
  static String jar(String home) {
    return home + "/corebound-lever.jar";
  }

  static String staging(String home) {
    return home + "/staging";
  }

  static String history(String home) {
    return home + "/history";
  }
}
