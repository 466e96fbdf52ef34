package io.corebound.app.model;

import io.corebound.analysis.study.score.ScoredJob;
import io.corebound.analysis.study.score.ScoredRun;
import io.corebound.analysis.study.score.Unseen;
import io.corebound.analysis.study.score.Work;
import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.LocalHost;
import io.corebound.hosts.process.Outcome;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.run.CellResult;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.DataSize;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The measured jobs that the repository has at a commit, as git shows them. */
public final class CommittedJobs {
  private static final Duration LIMIT = Duration.ofSeconds(20);

  /** Exit status of git grep when nothing matches. */
  private static final int NO_MATCH = 1;

  private final Path root;
  private final LocalHost host = LocalHost.forQuestions();

  /** Of the repository that has {@code root} in its working tree. */
  public CommittedJobs(Path root) {
    this.root = root;
  }

  /** Whether it had jobs such as a run's cells at the commit of the run's model. */
  public Unseen unseen(ScoredRun run) {
    String given = run.source().commit();
    String commit = given.replace("+changes", "");
    if (!commit.matches("[0-9a-f]{7,40}")) {
      return Unseen.unknown(given, "the run does not know the commit of its corebound");
    }
    try {
      Outcome known = git("rev-parse", "--verify", "--quiet", commit + "^{commit}");
      if (!known.ok()) {
        return Unseen.unknown(
            given,
            known.err().isBlank()
                ? "the repository in " + root + " has no commit " + commit
                : "git says '" + known.lastWords() + "'");
      }
      Map<String, Work> jobs = new TreeMap<>();
      for (String file : ofTheSameData(run, commit)) {
        jobs.put(
            file,
            Work.of(
                StructuredFiles.fromTree(
                    StructuredFiles.parseJson(show(commit, file)),
                    CellResult.class,
                    Path.of(file))));
      }
      return Unseen.of(run, jobs);
    } catch (CoreboundException e) {
      return Unseen.unknown(given, e.getMessage());
    }
  }

  /** Only these can be the same, and few are. */
  private List<String> ofTheSameData(ScoredRun run, String commit) {
    Set<DataSize> sizes =
        run.cells().stream()
            .map(ScoredJob::work)
            .filter(Objects::nonNull)
            .map(Work::data)
            .collect(Collectors.toSet());
    if (sizes.isEmpty()) {
      return List.of();
    }
    List<String> command = new ArrayList<>(List.of("grep", "-l", "--fixed-strings"));
    sizes.forEach(
        data -> command.addAll(List.of("-e", "\"data\" : " + StructuredFiles.toDenseJson(data))));
    command.addAll(List.of(commit, "--", "results"));
    Outcome outcome = git(command.toArray(new String[0]));
    if (!outcome.ok() && outcome.exitStatus() != NO_MATCH) {
      throw CoreboundException.failed("git grep: %s", outcome.lastWords());
    }
    return outcome
        .out()
        .lines()
        .map(line -> line.substring(commit.length() + 1))
        .filter(file -> file.endsWith("/cell.json"))
        .toList();
  }

  private String show(String commit, String file) {
    Outcome outcome = git("show", commit + ":./" + file);
    if (!outcome.ok()) {
      throw CoreboundException.failed("git show: %s", outcome.lastWords());
    }
    return outcome.out();
  }

  private Outcome git(String... arguments) {
    List<String> command = new ArrayList<>(List.of("git", "-C", root.toString()));
    command.addAll(List.of(arguments));
    return host.run(Command.of(LIMIT, command.toArray(new String[0])));
  }
}
