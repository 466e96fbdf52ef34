package io.corebound.app.run;

import io.corebound.hosts.machine.MachineReader;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.run.Environment;
import io.corebound.records.run.RunDirectory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What the machine is, and what makes measurements on it doubtful: {@code environment.json}. */
public final class EnvironmentStage {
  private final Stages stages;
  private final Software software;
  private final List<String> doubts;

  /**
   * Prepares the stage.
   *
   * @param doubts what this run itself makes doubtful, a sentence each
   */
  public EnvironmentStage(Stages stages, Software software, List<String> doubts) {
    this.stages = stages;
    this.software = software;
    this.doubts = doubts;
  }

  public String run() {
    Workspace workspace = stages.workspace();
    Environment environment =
        MachineReader.read(
            workspace.host(),
            workspace.data(),
            software.jdk(),
            software.hadoop().version(),
            software.hadoop().nativeLibraries(workspace.host(), software.jdk()));
    List<String> all = new ArrayList<>(environment.doubts());
    all.addAll(workspace.doubts());
    all.addAll(doubts);
    environment = environment.withDoubts(all);
    StructuredFiles.writeJson(file(stages.record()), environment);
    all.forEach(doubt -> stages.say("  doubtful: " + doubt));
    return environment.cpuModel()
        + ", "
        + environment.logicalCpus()
        + " cores, "
        + environment.memory().display()
        + ", "
        + environment.jdk();
  }

  /** What a run began on stays as it was, beside that of a session that went on with it. */
  public static Path file(RunRecord record) {
    RunDirectory run = record.directory();
    List<String> sessions = record.manifest().sessions();
    return sessions.isEmpty() || !Files.exists(run.environmentFile())
        ? run.environmentFile()
        : run.environmentFile(sessions.get(sessions.size() - 1));
  }
}
