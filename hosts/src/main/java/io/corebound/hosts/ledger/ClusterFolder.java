package io.corebound.hosts.ledger;

import io.corebound.hosts.process.Host;
import io.corebound.hosts.process.Outcome;
import io.corebound.records.units.CoreboundException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;

/**
 * What a run has on a user's Hadoop cluster: a folder of the cluster's file system and the
 * applications that carry the run's tag. Both are in the run's ledger before they are made, so that
 * the next start removes them when the run was killed.
 */
public final class ClusterFolder implements AutoCloseable {
  /** What a command prints for a path that does not exist ({@code PathNotFoundException}). */
  public static final String NOT_THERE = "No such file or directory";

  private static final Duration LIMIT = Duration.ofMinutes(5);

  private final Ledger ledger;
  private final ClusterLeftovers work;

  private ClusterFolder(Ledger ledger, ClusterLeftovers work) {
    this.ledger = ledger;
    this.work = work;
  }

  /**
   * Makes the run's folder in a folder that is there.
   *
   * @throws CoreboundException (failed) when the folder is there already or cannot be made
   */
  public static ClusterFolder make(
      Host host, Ledger ledger, HadoopCommands commands, String parent) {
    String path = parent + "/" + ledger.runId();
    ClusterLeftovers work = new ClusterLeftovers(Path.of(path), commands);
    // what an earlier connection of this run could not take away
    ledger.undo(work);
    Outcome there = host.run(commands.files(LIMIT, "-stat", "%F", path));
    if (there.ok()) {
      throw CoreboundException.failed(
          "%s of the cluster exists already and is not this run's; delete it if it is yours: %s fs -rm -r %s"
              .formatted(path, commands.hadoop(), path));
    }
    if (!there.err().contains(NOT_THERE)) {
      throw CoreboundException.failed(
          "the cluster's file system does not answer: " + there.lastWords());
    }
    ledger.note(work);
    Outcome made = host.run(commands.files(LIMIT, "-mkdir", path));
    if (!made.ok() && made.err().contains("File exists")) {
      ledger.forget(work);
      throw CoreboundException.failed(
          "%s of the cluster was made by another run of the same name; start again"
              .formatted(path));
    }
    if (!made.ok()) {
      throw CoreboundException.failed(
              "cannot make %s in the cluster's file system: %s".formatted(path, made.lastWords()))
          .undoing(() -> ledger.undo(work));
    }
    return new ClusterFolder(ledger, work);
  }

  /** Its absolute path. */
  public String path() {
    return work.path().toString();
  }

  /** What applications are to carry in {@code mapreduce.job.tags}. */
  public String tag() {
    return tag(ledger.runId());
  }

  /** YARN keeps tags in lower case. */
  static String tag(String runId) {
    return "corebound-" + runId.toLowerCase(Locale.ROOT);
  }

  /**
   * Kills what still runs of the run's applications and deletes the folder; goes on to its end when
   * the calling thread is interrupted.
   */
  @Override
  public void close() {
    ledger.undo(work);
  }
}
