package io.corebound.app.run;

import io.corebound.hosts.machine.PathReader;
import io.corebound.records.config.WorkloadFile;
import io.corebound.records.config.WorkloadFile.Job;
import io.corebound.records.config.WorkloadFile.SampledTasks;
import io.corebound.records.config.WorkloadFileJobBuilder;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.units.CoreboundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.jar.JarFile;

/** The jar of a workload that is the user's own job, checked before anything is measured. */
public final class OwnJar {
  /** Texts that corebound makes. */
  private static final Set<String> MADE =
      Set.of("enwiki-2016", "web-log", "random-words", "random-writer", "lineitem");

  /** Before the path of a text whose lines the benchmarks take as they are. */
  private static final String AS_IT_IS = "as-it-is:";

  private OwnJar() {}

  /**
   * The workload with whole paths; paths in its file are beside that, or where corebound was
   * started. Refuses operations that do not bear the file's name, a jar that cannot be read or
   * lacks the main class or its main method, a text that cannot be read, and a check that is not
   * there.
   */
  public static WorkloadFile located(Path file, WorkloadFile workload) {
    SampledTasks tasks = workload.sampledTasks();
    if (tasks == null || tasks.job() == null) {
      return workload;
    }
    requireNames(file, tasks);
    Job job = tasks.job();
    if (job.jar() == null) {
      return workload;
    }
    Path jar = named(file, "jar", job.jar());
    String ofJar = place(file, job.jar()) + ": jar";
    PathReader.JMH.require(ofJar, jar);
    requireMain(ofJar, jar, job.mainClass());
    List<String> check = new ArrayList<>(job.check());
    Path program = named(file, "check", check.get(0));
    if (!Files.isExecutable(program) || Files.isDirectory(program)) {
      throw CoreboundException.invalidInput(
          "%s: check: %s cannot be executed; name a program, chmod +x it",
          place(file, check.get(0)), program);
    }
    check.set(0, program.toString());
    WorkloadFileJobBuilder located =
        WorkloadFileJobBuilder.builder(job).jar(jar.toString()).check(check);
    if (job.text() != null && !MADE.contains(job.text())) {
      Path text = named(file, "text", job.text());
      TextFile.require(place(file, job.text()) + ": text", text);
      located.text(AS_IT_IS + text);
    }
    return workload.withSampledTasks(tasks.withJob(located.build()));
  }

  private static void requireNames(Path file, SampledTasks tasks) {
    String name = StructuredFiles.stem(file);
    for (String task : List.of("map", "reduce")) {
      String stated = task.equals("map") ? tasks.map() : tasks.reduce();
      String needed = "%s.%s".formatted(name, task);
      if (stated != null && !stated.equals(needed)) {
        throw CoreboundException.invalidInput(
            "%s: %s is '%s': the file's name makes it '%s'",
            place(file, stated), task, stated, needed);
      }
    }
  }

  private static Path named(Path file, String key, String path) {
    return StructuredFiles.beside(file, place(file, path) + ": " + key, path);
  }

  private static String place(Path file, String value) {
    return StructuredFiles.placeOf(file, "sampled_tasks", value);
  }

  /** What the job is started by: a public static main of a public class. */
  private static void requireMain(String place, Path jar, String mainClass) {
    try (JarFile entries = new JarFile(jar.toFile())) {
      MainMethod main = MainMethod.of(entries, mainClass);
      if (main != MainMethod.FOUND) {
        throw CoreboundException.invalidInput(
            "%s: %s %s", place, jar, main.lacking().formatted(mainClass));
      }
    } catch (IOException e) {
      throw CoreboundException.invalidInput(
          "%s: %s is not a jar that can be read: %s", place, jar, e.getMessage());
    }
  }
}
