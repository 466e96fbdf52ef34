package io.corebound.app.run;

import io.corebound.records.config.SweepFile;
import io.corebound.records.config.WorkloadFile;
import io.corebound.records.config.WorkloadFile.Job;
import io.corebound.records.config.WorkloadFile.SampledTasks;
import io.corebound.records.format.Records;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.units.CoreboundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarFile;

/** The jar of a workload that is the user's own job, checked before anything is measured. */
public final class OwnJar {
  private OwnJar() {}

  /**
   * The workload with whole paths; paths in its file are beside that, or where corebound was
   * started. Refuses a jar that cannot be read or lacks the main class, and a check that is not a
   * program.
   */
  public static WorkloadFile located(Path file, WorkloadFile workload) {
    SampledTasks tasks = workload.sampledTasks();
    if (tasks == null || tasks.job() == null || tasks.job().jar() == null) {
      return workload;
    }
    Job job = tasks.job();
    Path jar = SweepFile.named(file, "jar", job.jar());
    requireClass(StructuredFiles.placeOf(file, "jar", job.jar()), jar, job.mainClass());
    List<String> check = new ArrayList<>(job.check());
    if (check.get(0).contains("/")) {
      Path program = SweepFile.named(file, "check", check.get(0));
      if (!Files.isExecutable(program)) {
        throw CoreboundException.invalidInput(
            "%s: check: %s cannot be executed; chmod +x it",
            StructuredFiles.placeOf(file, "check", check.get(0)), program);
      }
      check.set(0, program.toString());
    }
    Map<String, Object> paths = new HashMap<>(Map.of("jar", jar.toString(), "check", check));
    if (job.text() != null && job.text().contains("/")) {
      paths.put("text", SweepFile.named(file, "text", job.text()).toString());
    }
    Job located = Records.with(job, paths);
    return Records.with(workload, "sampledTasks", Records.with(tasks, "job", located));
  }

  private static void requireClass(String place, Path jar, String mainClass) {
    try (JarFile entries = new JarFile(jar.toFile())) {
      if (entries.getEntry(mainClass.replace('.', '/') + ".class") == null) {
        throw CoreboundException.invalidInput(
            "%s: jar: %s has no class %s; class is the full name of its main class",
            place, jar, mainClass);
      }
    } catch (IOException e) {
      throw CoreboundException.invalidInput(
          "%s: jar: %s is not a jar that can be read: %s", place, jar, e.getMessage());
    }
  }
}
