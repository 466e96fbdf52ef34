package io.corebound.app.explain;

import io.corebound.app.run.Installation;
import io.corebound.app.run.Scratch;
import io.corebound.cluster.external.ExternalHistory;
import io.corebound.hosts.process.Host;
import io.corebound.hosts.ssh.SshHosts;
import io.corebound.records.config.ClusterFile;
import io.corebound.records.history.HistoryJob;
import io.corebound.records.units.CoreboundException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The history of a job on the user's own cluster, on this machine for as long as it is read. */
final class FetchedHistory {
  private static final Pattern JOB = Pattern.compile("(?:job|application)(_[0-9]+_[0-9]+)");

  private final Installation installation;
  private final ClusterFile.External cluster;
  private final String job;

  /**
   * The history of a job.
   *
   * @param cluster a file of configs/cluster, or a path
   * @param job its id, or that of its application
   * @throws CoreboundException (invalid input) when it is no id, or corebound starts that cluster
   */
  FetchedHistory(Installation installation, String cluster, String job) {
    Matcher id = JOB.matcher(job);
    if (!id.matches()) {
      throw CoreboundException.invalidInput(
          "with --cluster give a job's id, such as job_1700000000000_0001, not '%s'", job);
    }
    ClusterFile file = installation.read("cluster", cluster, ClusterFile.class);
    if (!file.isExternal()) {
      throw CoreboundException.invalidInput(
          "--cluster %s: corebound starts it for its own runs; name a file with 'kind: external'",
          cluster);
    }
    this.installation = installation;
    this.cluster = file.external();
    this.job = "job" + id.group(1);
  }

  static boolean isJob(String text) {
    return JOB.matcher(text).matches();
  }

  /** Fetches it, and reads it; nothing stays here. */
  HistoryJob read(Function<Path, HistoryJob> reader) throws InterruptedException {
    try (Scratch scratch = new Scratch(installation, "explain")) {
      if (cluster.gateway() == null) {
        return read(scratch.host(), scratch, reader);
      }
      try (SshHosts hosts =
          new SshHosts(
              scratch.host(),
              List.of(cluster.gateway()),
              scratch.folder(),
              SshHosts.Client.OWN,
              host -> {})) {
        hosts.connect();
        return read(hosts.connection(cluster.gateway()), scratch, reader);
      }
    }
  }

  private HistoryJob read(Host gateway, Scratch scratch, Function<Path, HistoryJob> reader) {
    return reader.apply(
        ExternalHistory.fetch(gateway, cluster, job, scratch.folder().resolve("history")));
  }
}
