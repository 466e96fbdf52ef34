package io.corebound.cluster.external;

import io.corebound.cluster.job.ApplicationState;
import io.corebound.cluster.job.JobControl;
import io.corebound.cluster.job.LogFile;
import io.corebound.hosts.ledger.ClusterFolder;
import io.corebound.hosts.ledger.HadoopCommands;
import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.Host;
import io.corebound.hosts.process.Outcome;
import io.corebound.records.units.CoreboundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Asks the HDFS and YARN of a cluster that somebody else runs, by its own commands. */
final class CommandControl implements JobControl {
  private static final Duration LIMIT = Duration.ofMinutes(5);

  /** {@code JobQueueClient.printJobQueueInfo}. */
  private static final Pattern SCHEDULING = Pattern.compile("(?m)^Scheduling Info : (.+?)\\s*$");

  private final Host host;
  private final HadoopCommands commands;
  private final String mapred;

  /**
   * Asks by commands.
   *
   * @param host where they run
   * @param mapred the command {@code mapred}, or its path
   */
  CommandControl(Host host, HadoopCommands commands, String mapred) {
    this.host = host;
    this.commands = commands;
    this.mapred = mapred;
  }

  @Override
  public boolean exists(String path) throws IOException {
    return listed("-ls", "-d", path).isPresent();
  }

  @Override
  public Optional<String> newest(String folder, String beginning, String ending)
      throws IOException {
    return listed("-ls", "-C", "-t", folder).stream()
        .flatMap(String::lines)
        .map(line -> line.substring(line.lastIndexOf('/') + 1).strip())
        .filter(name -> name.startsWith(beginning) && name.endsWith(ending))
        .findFirst()
        .map(name -> folder + "/" + name);
  }

  /** What a list says; empty when what is listed is not there. */
  private Optional<String> listed(String... arguments) throws IOException {
    Outcome outcome = host.run(commands.files(LIMIT, arguments));
    if (!outcome.ok() && outcome.err().contains(ClusterFolder.NOT_THERE)) {
      return Optional.empty();
    }
    return Optional.of(said(outcome, "list"));
  }

  @Override
  public String readText(String file) throws IOException {
    return said(commands.files(LIMIT, "-cat", file), "read");
  }

  @Override
  public Path fetch(String file, Path folder) throws IOException {
    Files.createDirectories(folder);
    String name = file.substring(file.lastIndexOf('/') + 1);
    Path unfinished = folder.resolve("." + name + ".unfinished");
    // -get does not write over a file
    Files.deleteIfExists(unfinished);
    try {
      said(commands.files(LIMIT, "-get", file, host.there(unfinished)), "fetch");
      host.bring(unfinished);
      return Files.move(unfinished, folder.resolve(name), StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(unfinished);
    }
  }

  @Override
  public void delete(String folder) throws IOException {
    said(commands.files(LIMIT, "-rm", "-r", "-f", "-skipTrash", folder), "delete");
  }

  @Override
  public ApplicationState state(String application) throws IOException {
    return ApplicationReportText.parse(
        said(commands.application(LIMIT, "-status", application), "ask for its state"));
  }

  @Override
  public Optional<String> queue(String name) throws IOException {
    try {
      String said = said(commands.of(LIMIT, mapred, "queue", "-info", name), "look at the queue");
      Matcher scheduling = SCHEDULING.matcher(said);
      return scheduling.find() ? Optional.of(scheduling.group(1)) : Optional.empty();
    } catch (CoreboundException e) {
      // no such command there, or a connection that is lost: whoever needs that finds out
      throw new IOException(e.getMessage(), e);
    }
  }

  @Override
  public void kill(String application) throws IOException {
    said(commands.application(LIMIT, "-kill", application), "kill it");
  }

  private String said(Command command, String what) throws IOException {
    return said(host.run(command), what);
  }

  private static String said(Outcome outcome, String what) throws IOException {
    if (!outcome.ok()) {
      throw new IOException(
          outcome.timedOut()
              ? "the command to " + what + " had not ended after " + LIMIT.toSeconds() + " s"
              : LogFile.reason(outcome.err().isBlank() ? outcome.out() : outcome.err()));
    }
    return outcome.out();
  }
}
