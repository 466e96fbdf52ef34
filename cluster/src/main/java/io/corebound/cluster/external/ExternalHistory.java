package io.corebound.cluster.external;

import io.corebound.hosts.ledger.HadoopCommands;
import io.corebound.hosts.process.Host;
import io.corebound.records.config.ClusterFile;
import io.corebound.records.units.CoreboundException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** The history of a job that has ended on the user's own cluster, by the cluster's commands. */
public final class ExternalHistory {
  private static final String NONE =
      """
      %s: the cluster's job history server has no history of it; wait until the job has ended, or \
      copy its history from the folder mapreduce.jobhistory.done-dir and explain that file\
      """;

  /** Histories are the server's own by default ({@code JobHistoryUtils}: 0770). */
  private static final String DENIED = "Permission denied";

  private static final String ASK =
      "ask one who may read the folder of job histories for a copy, and explain that file";

  private ExternalHistory() {}

  /**
   * Copies a job's history, and its configuration where the cluster still has it, to a folder of
   * this machine; returns the history.
   *
   * @param gateway where the commands run: this machine, or the host of the file's gateway
   * @param job as {@code job_1700000000000_0001}
   * @throws CoreboundException (invalid input) when the history server has none; (missing) when a
   *     command is missing; (failed) when the cluster does not answer
   */
  public static Path fetch(Host gateway, ClusterFile.External cluster, String job, Path folder) {
    HadoopCommands commands =
        new HadoopCommands(
            cluster.gateway(), cluster.configuration(), cluster.hadoop(), cluster.yarn());
    CommandControl control = new CommandControl(gateway, commands, cluster.mapred());
    try {
      Optional<String> there = control.historyFolder(job);
      Optional<String> history =
          there.isEmpty() ? there : control.newest(there.get(), job + "-", ".jhist");
      if (history.isEmpty()) {
        throw CoreboundException.invalidInput(NONE, job);
      }
      Optional<String> configuration = control.newest(there.get(), job + "_conf", ".xml");
      if (configuration.isPresent()) {
        control.fetch(configuration.get(), folder);
      }
      return control.fetch(history.get(), folder);
    } catch (IOException e) {
      CoreboundException failed =
          CoreboundException.failed(
              "%s on %s: %s".formatted(job, commands.where(), e.getMessage()), e);
      throw e.getMessage().contains(DENIED) ? failed.with(ASK) : failed;
    }
  }
}
