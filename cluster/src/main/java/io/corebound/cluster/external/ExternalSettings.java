package io.corebound.cluster.external;

import io.corebound.cluster.job.JobSettings;
import io.corebound.records.config.ClusterFile;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * What each job on a cluster that somebody else runs is given, so that it is the job of the
 * prediction and writes nothing outside of the run's folder.
 */
final class ExternalSettings {
  private ExternalSettings() {}

  /**
   * The settings.
   *
   * @param home the run's folder
   * @param tag of the run's applications
   */
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
    // TeraSort writes its output with this many, else with one
    s.put("mapreduce.terasort.output.replication", replication);
    s.put("yarn.app.mapreduce.am.staging-dir", staging(home));
    s.put("mapreduce.jobhistory.intermediate-done-dir", history(home));
    // MRAppMaster makes it unless the site forbids that (JobHistoryEventHandler)
    s.put("yarn.app.mapreduce.am.create-intermediate-jh-base-dir", "true");
    // the history server does not look there, so the client is not to ask it (ClientCache)
    s.put("mapreduce.jobhistory.address", "");
    s.put("mapreduce.job.emit-timeline-data", "false");
    s.put("mapreduce.job.sharedcache.mode", "disabled");
    return Collections.unmodifiableMap(s);
  }

  static String staging(String home) {
    return home + "/staging";
  }

  static String history(String home) {
    return home + "/history";
  }
}
