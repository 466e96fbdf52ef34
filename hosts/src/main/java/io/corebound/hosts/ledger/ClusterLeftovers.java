package io.corebound.hosts.ledger;

import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.Host;
import io.corebound.hosts.process.LocalHost;
import io.corebound.hosts.process.Outcome;
import io.corebound.hosts.ssh.SshHost;
import io.corebound.records.units.CoreboundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A folder of a run on a user's Hadoop cluster, and the run's applications there. They are removed
 * over a separate connection by any process that finds the note.
 *
 * @param path absolute, in the cluster's file system; its last name is the run's id
 */
record ClusterLeftovers(Path path, HadoopCommands commands) implements Creation {
  /** A client of a ResourceManager that is not there tries for 15 minutes by Hadoop's default. */
  private static final Duration LIMIT = Duration.ofMinutes(1);

  private static final Duration GRACE = Duration.ofSeconds(2);

  /** A task that was killed may have made a file again, a client may have submitted another job. */
  private static final int ROUNDS = 5;

  /** {@code YarnApplicationState} of what has not ended. */
  private static final String NOT_ENDED = "NEW,NEW_SAVING,SUBMITTED,ACCEPTED,RUNNING";

  /** A line of {@code yarn application -list}: {@code ApplicationCLI.APPLICATIONS_PATTERN}. */
  private static final Pattern LISTED = Pattern.compile("(?m)^ *(application_[0-9]+_[0-9]+)\\t");

  @Override
  public Kind kind() {
    return Kind.CLUSTER_FOLDER;
  }

  /** As long as it is noted: only the cluster knows, and it may be out of reach. */
  @Override
  public boolean there() {
    return true;
  }

  @Override
  public Optional<String> remove(String runId) {
    if (!path.isAbsolute() || path.getNameCount() < 2 || !path.endsWith(runId)) {
      return Optional.of(path + " of a cluster was left: it is not a folder of run " + runId);
    }
    // no program runs on an interrupted thread
    boolean interrupted = Thread.interrupted();
    try {
      connected(runId);
      return Optional.empty();
    } catch (CoreboundException | IOException e) {
      return Optional.of(
          "%s of the cluster of %s was left: %s; %s"
              .formatted(path, commands.where(), e.getMessage(), later(runId)));
    } catch (InterruptedException e) {
      interrupted = true;
      return Optional.of(
          "%s of the cluster of %s was left: interrupted; run ./corebound clean"
              .formatted(path, commands.where()));
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** What a person can do about what is left. */
  static String later(String runId) {
    return "run ./corebound clean when the cluster can be reached; if it no longer exists, run ./corebound clean --forget %s"
        .formatted(runId);
  }

  private void connected(String runId) throws IOException, InterruptedException {
    LocalHost here = new LocalHost(runId, "here");
    if (commands.gateway() == null) {
      remove(here, runId);
      return;
    }
    Path scratch = Files.createTempDirectory("corebound-ssh-");
    try (SshHost gateway = SshHost.open(here, commands.gateway(), scratch, GRACE)) {
      remove(gateway, runId);
    } finally {
      Deletion.of(scratch);
    }
  }

  private void remove(Host host, String runId) {
    boolean quiet = false;
    for (int round = 0; !quiet && round < ROUNDS; round++) {
      List<String> running =
          applications(
              said(
                  host,
                  commands.application(
                      LIMIT,
                      "-list",
                      "-appTags",
                      ClusterFolder.tag(runId),
                      "-appStates",
                      NOT_ENDED)));
      quiet = running.isEmpty();
      for (String application : running) {
        // that it has ended meanwhile is not a failure: the next list shows it
        host.run(commands.application(LIMIT, "-kill", application));
      }
      said(host, commands.files(LIMIT, "-rm", "-r", "-f", "-skipTrash", path.toString()));
    }
    if (!quiet) {
      throw CoreboundException.failed("applications with its tag do not end");
    }
  }

  /** The ids that {@code yarn application -list} prints. */
  static List<String> applications(String listed) {
    return LISTED.matcher(listed).results().map(found -> found.group(1)).toList();
  }

  private static String said(Host host, Command command) {
    Outcome outcome = host.run(command);
    if (!outcome.ok()) {
      throw CoreboundException.failed(
          "'%s' %s: %s"
              .formatted(
                  String.join(" ", command.arguments()),
                  outcome.timedOut() ? "had not ended after " + LIMIT.toSeconds() + " s" : "failed",
                  outcome.lastWords()));
    }
    return outcome.out();
  }

  @Override
  public String removed() {
    return "ended the applications and deleted %s on the cluster of %s"
        .formatted(path, commands.where());
  }
}
