package io.corebound.app.explain;

import io.corebound.analysis.study.account.Yardstick;
import io.corebound.analysis.study.explain.Explainer;
import io.corebound.analysis.study.explain.Explanation;
import io.corebound.analysis.study.explain.JobTable;
import io.corebound.analysis.theory.JobCosts;
import io.corebound.app.model.ModelInput;
import io.corebound.app.run.Installation;
import io.corebound.cluster.history.HistoryFile;
import io.corebound.records.config.ClusterFile;
import io.corebound.records.config.WorkloadFile;
import io.corebound.records.history.HistoryJob;
import io.corebound.records.units.CoreboundException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Explains jobs that ran, by their histories and the costs of a machine like their nodes. */
public final class Explain {
  /** The job and the settings by which {@code micro} measures. */
  private static final String MEASURED_WORKLOAD = "terasort";

  private static final String MEASURED_CLUSTER = "local";

  private final Installation installation;
  private final ExplainRequest request;

  /** Explains what is asked for; refuses options that contradict each other. */
  public Explain(Installation installation, ExplainRequest request) {
    this.installation = installation;
    this.request = request;
    if (isFolder() && request.configuration() != null) {
      throw CoreboundException.invalidInput(
          """
          --conf belongs to one job; put those of a folder's jobs beside their histories, as \
          <job id>_conf.xml\
          """);
    }
  }

  /** Whether it is a folder of histories. */
  public boolean isFolder() {
    return request.cluster() == null && Files.isDirectory(Path.of(request.history()));
  }

  /**
   * The one job, explained.
   *
   * @throws CoreboundException (invalid input) when its history cannot be read; (missing, failed)
   *     when the cluster does not hand it out
   */
  public Explanation job() throws InterruptedException {
    Yardstick yardstick = yardstick();
    return Explainer.explain(history(), yardstick);
  }

  private HistoryJob history() throws InterruptedException {
    if (request.cluster() != null) {
      return new FetchedHistory(installation, request.cluster(), request.history())
          .read(this::read);
    }
    Path file = Path.of(request.history());
    if (!Files.exists(file) && FetchedHistory.isJob(request.history())) {
      throw CoreboundException.invalidInput(
          """
          %1$s: no such file; the history of a job is fetched from its cluster with --cluster \
          FILE %1$s\
          """,
          request.history());
    }
    return read(file);
  }

  private HistoryJob read(Path file) {
    return request.configuration() == null
        ? HistoryFile.read(file)
        : HistoryFile.read(file, request.configuration());
  }

  /** The costs of the machine; null where none is given. */
  private Yardstick yardstick() {
    ExplainRequest.Node node = request.node();
    if (node == null) {
      return null;
    }
    JobCosts costs =
        JobCosts.of(
            ModelInput.machine(installation, node.machine(), node.base()),
            installation.read("workload", MEASURED_WORKLOAD, WorkloadFile.class),
            installation.read("cluster", MEASURED_CLUSTER, ClusterFile.class));
    return Yardstick.of(node.cores() == null ? costs : costs.withCores(node.cores()));
  }

  /**
   * The jobs of a folder.
   *
   * @param unreadable how many of its histories and folders could not be read; the table says which
   */
  public record Folder(JobTable table, int unreadable) {}

  /**
   * All jobs of the folder; each history is read, explained and forgotten.
   *
   * @throws CoreboundException (invalid input) when none of its histories can be explained
   */
  public Folder folder() {
    Yardstick yardstick = request.node() == null ? null : yardstick().brief();
    Path folder = Path.of(request.history());
    HistoryFile.Found found = HistoryFile.in(folder);
    JobsOnce jobs = new JobsOnce();
    List<JobTable.Refused> refused = new ArrayList<>();
    found.closed().forEach((path, e) -> refused.add(refused(folder, path, path.toString(), e)));
    int unreadable = refused.size();
    for (Path file : found.histories()) {
      HistoryJob history;
      try {
        history = HistoryFile.read(file);
      } catch (CoreboundException e) {
        unreadable++;
        refused.add(refused(folder, file, file.toString(), e));
        continue;
      }
      try {
        jobs.add(file, history, JobTable.Entry.of(Explainer.explain(history, yardstick)));
      } catch (CoreboundException e) {
        unreadable += history.isCut() ? 1 : 0;
        refused.add(refused(folder, file, history.file(), e));
      }
    }
    List<JobTable.Entry> entries = jobs.entries();
    if (entries.isEmpty()) {
      throw CoreboundException.invalidInput(
          "%s: nothing in it can be explained (%s refused); %s: %s",
          folder, refused.size(), refused.get(0).file(), refused.get(0).reason());
    }
    return new Folder(JobTable.of(entries, refused, jobs.copies(folder)), unreadable);
  }

  /** With the message behind the name that it begins with. */
  private static JobTable.Refused refused(
      Path folder, Path file, String name, CoreboundException e) {
    String message = e.getMessage();
    String reason =
        message.startsWith(name)
            ? message.substring(name.length()).replaceFirst("^:? ", "")
            : message;
    return new JobTable.Refused(folder.relativize(file).toString(), reason);
  }
}
