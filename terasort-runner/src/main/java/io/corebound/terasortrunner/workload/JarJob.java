package io.corebound.terasortrunner.workload;

import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.LocalHost;
import io.corebound.hosts.process.Outcome;
import io.corebound.records.config.WorkloadFile.Job;
import io.corebound.records.history.TaskType;
import io.corebound.records.run.CellResult.Check;
import io.corebound.records.units.CoreboundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A job of the user's, whose own command judges its output. */
final class JarJob extends TextJob {
  private static final Duration LIMIT = Duration.ofMinutes(10);

  private final Job job;

  JarJob(String name, Job job) {
    super(name, job);
    this.job = job;
  }

  /** Nobody knows what it does; its prediction is closer. */
  @Override
  public double roughMbPerSPerCore() {
    return 10;
  }

  @Override
  public List<Check> check(CellJobs jobs, Map<String, Long> input) {
    int maps = jobs.tasks(name(), TaskType.MAP);
    // an engine that cannot tell tasks apart has reduced
    int reduces = maps > 0 ? jobs.tasks(name(), TaskType.REDUCE) : jobs.settings().reduceTasks();
    List<List<String>> parts = reduces > 0 ? outputs(jobs, reduces) : outputs(jobs, "m", maps);
    List<String> lines = parts.stream().flatMap(List::stream).toList();
    Check written =
        new Check("there is output", !lines.isEmpty(), "%s lines".formatted(lines.size()));
    return List.of(written, judged(lines));
  }

  private Check judged(List<String> lines) {
    Path output = null;
    try {
      output = Files.createTempFile("corebound-output-", ".txt");
      Files.write(output, lines);
      List<String> words = new ArrayList<>(job.check());
      words.add(output.toString());
      Outcome outcome =
          LocalHost.forQuestions().run(Command.of(LIMIT, words.toArray(String[]::new)).asUser());
      return new Check(
          String.join(" ", job.check()),
          outcome.ok(),
          outcome.ok() ? "exit status 0" : outcome.lastWords());
    } catch (IOException e) {
      throw CoreboundException.failed(
          "the output cannot be written for the check: " + e.getMessage(), e);
    } finally {
      delete(output);
    }
  }

  private static void delete(Path output) {
    try {
      if (output != null) {
        Files.deleteIfExists(output);
      }
    } catch (IOException e) {
      // it lies in the folder of temporary files
    }
  }
}
