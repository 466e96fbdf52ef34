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
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Asks the HDFS and YARN of the user's own cluster, by its own commands. */
final class CommandControl implements JobControl {
  private static final Duration LIMIT = Duration.ofMinutes(5);

  private static final Pattern STATE = field("State", "[A-Z_]+");
  private static final Pattern FINAL_STATE = field("Final-State", "[A-Z_]+");
  private static final Pattern PROGRESS = field("Progress", "\\S+");
  private static final Pattern QUEUE = field("Queue", "\\S+");

  /** Several lines; the last field before Hadoop 2.9, followed by others since. */
  private static final Pattern DIAGNOSTICS =
      Pattern.compile("(?ms)^\\tDiagnostics : (.*?)(?=^\\t[A-Z][A-Za-z -]* : |\\z)");

  private static final Set<String> ENDED = Set.of("FINISHED", "FAILED", "KILLED");

  /** {@code JobQueueClient.printJobQueueInfo}. */
  private static final Pattern SCHEDULING = Pattern.compile("(?m)^Scheduling Info : (.+?)\\s*$");

  /** {@code org.apache.hadoop.mapreduce.Job.toString}, as {@code mapred job -status} prints it. */
  private static final Pattern JOB_FILE = Pattern.compile("(?m)^Job File: (\\S+)\\s*$");

  /** {@code org.apache.hadoop.mapreduce.tools.CLI}. */
  private static final String UNKNOWN_JOB = "Could not find job ";

  private final Host host;
  private final HadoopCommands commands;
  private final String mapred;

  /** Asks by commands on a host, one of which is {@code mapred}, or its path. */
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

  /** The output of a list; empty when what is listed is not there. */
  private Optional<String> listed(String... arguments) throws IOException {
    Outcome outcome = host.run(commands.files(LIMIT, arguments));
    if (!outcome.ok() && outcome.err().contains(ClusterFolder.NOT_THERE)) {
      return Optional.empty();
    }
    return Optional.of(output(outcome, "list"));
  }

  @Override
  public String readText(String file) throws IOException {
    return output(commands.files(LIMIT, "-cat", file), "read");
  }

  @Override
  public Path fetch(String file, Path folder) throws IOException {
    Files.createDirectories(folder);
    String name = file.substring(file.lastIndexOf('/') + 1);
    Path unfinished = folder.resolve("." + name + ".unfinished");
    // -get does not write over a file
    Files.deleteIfExists(unfinished);
    try {
      output(commands.files(LIMIT, "-get", file, host.there(unfinished)), "fetch");
      host.bring(unfinished);
      return Files.move(unfinished, folder.resolve(name), StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(unfinished);
    }
  }

  @Override
  public void delete(String folder) throws IOException {
    output(commands.files(LIMIT, "-rm", "-r", "-f", "-skipTrash", folder), "delete");
  }

  @Override
  public ApplicationState state(String application) throws IOException {
    return applicationState(
        output(commands.application(LIMIT, "-status", application), "ask for its state"));
  }

  private static Pattern field(String name, String value) {
    return Pattern.compile("(?m)^\\t%s : (%s)\\s*$".formatted(name, value));
  }

  /**
   * Reads the output of {@code yarn application -status}: one line for each field, a tab, its name,
   * {@code " : "}, its value ({@code ApplicationCLI.printApplicationReport}).
   */
  static ApplicationState applicationState(String text) throws IOException {
    String state = first(STATE, text);
    String finalState = first(FINAL_STATE, text);
    if (state.isEmpty() || finalState.isEmpty()) {
      throw new IOException(
          "'yarn application -status' printed no report of an application: "
              + LogFile.lastLine(text));
    }
    return new ApplicationState(
        ENDED.contains(state),
        state,
        finalState,
        first(DIAGNOSTICS, text),
        first(PROGRESS, text),
        first(QUEUE, text));
  }

  private static String first(Pattern pattern, String text) {
    Matcher found = pattern.matcher(text);
    return found.find() ? found.group(1).strip() : "";
  }

  @Override
  public Optional<String> queue(String name) throws IOException {
    try {
      String info = output(commands.of(LIMIT, mapred, "queue", "-info", name), "look at the queue");
      return Optional.of(first(SCHEDULING, info)).filter(scheduling -> !scheduling.isEmpty());
    } catch (CoreboundException e) {
      // no such command, or the connection was lost, which the next call finds out
      throw new IOException(e.getMessage(), e);
    }
  }

  /**
   * The folder in which the history server keeps a job's history; empty while the job runs, and for
   * one that nobody knows. The server names its configuration, which lies beside it ({@code
   * CompletedJob}).
   */
  Optional<String> historyFolder(String job) throws IOException {
    Outcome outcome = host.run(commands.of(LIMIT, mapred, "job", "-status", job));
    return outcome.out().contains(UNKNOWN_JOB)
        ? Optional.empty()
        : historyFolder(job, output(outcome, "ask for the job"));
  }

  static Optional<String> historyFolder(String job, String status) {
    String beside = "/" + job + "_conf.xml";
    return Optional.of(first(JOB_FILE, status))
        .filter(file -> file.endsWith(beside))
        .map(file -> file.substring(0, file.length() - beside.length()));
  }

  @Override
  public void kill(String application) throws IOException {
    output(commands.application(LIMIT, "-kill", application), "kill it");
  }

  private String output(Command command, String what) throws IOException {
    return output(host.run(command), what);
  }

  private static String output(Outcome outcome, String what) throws IOException {
    if (!outcome.ok()) {
      throw new IOException(
          outcome.timedOut()
              ? "the command to %s had not ended after %s s".formatted(what, LIMIT.toSeconds())
              : LogFile.reason(outcome));
    }
    return outcome.out();
  }
}
