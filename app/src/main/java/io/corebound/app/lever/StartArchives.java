package io.corebound.app.lever;

import io.corebound.app.run.Software;
import io.corebound.cluster.libraries.ClassArchive;
import io.corebound.cluster.libraries.ClassPathJars;
import io.corebound.records.format.AtomicFiles;
import io.corebound.records.units.CoreboundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The archives of a folder: tasks, ApplicationMasters and clients load different classes. */
public record StartArchives(ClassArchive tasks, ClassArchive master, ClassArchive client) {
  /** Folder of jars that Hadoop's commands have on their class path, and containers do not. */
  private static final String ONLY_OF_COMMANDS = "timelineservice";

  private static final String LEVER = "archive.yaml";

  private static final String YAML =
      """
      # Written by 'corebound lever start'. In configs/lever a sweep names it: lever: [hadoop, archive].
      # A container of such a job fails where it cannot start from the archives.
      description: "containers start from archives of classes: docs/start.md"
      container_flags: ["%s"]
      master_flags: ["%s"]
      not_modelled:
        - what a task loads besides, when it first sorts, spills or fetches
      """;

  /**
   * Those that a folder is to hold for a Hadoop and a JDK.
   *
   * @throws io.corebound.records.units.CoreboundException (invalid input) as {@link
   *     ClassArchive#in}
   */
  public static StartArchives in(Path folder, Software software) {
    List<Path> jars =
        ClassPathJars.of(software.hadoop().classPath()).stream()
            .filter(jar -> !jar.getParent().endsWith(ONLY_OF_COMMANDS))
            .toList();
    return new StartArchives(
        ClassArchive.in(folder, ClassArchive.TASKS, software.jdk(), jars),
        ClassArchive.in(folder, ClassArchive.MASTER, software.jdk(), jars),
        ClassArchive.in(folder, ClassArchive.CLIENT, software.jdk(), jars));
  }

  List<ClassArchive> all() {
    return List.of(tasks, master, client);
  }

  void remove() {
    all().forEach(ClassArchive::remove);
    try {
      Files.deleteIfExists(lever());
    } catch (IOException e) {
      throw CoreboundException.failed("cannot remove %s: %s".formatted(lever(), e.getMessage()), e);
    }
  }

  /** What java options of maps and reduces say to start from theirs. */
  public String optionsOfTasks() {
    return tasks.options();
  }

  /** The same of ApplicationMasters. */
  public String optionsOfMaster() {
    return master.options();
  }

  /** What ~/.hadooprc says, so that Hadoop's commands start from theirs. */
  public String exportOfClient() {
    return client.export();
  }

  /** The file of configs/lever that {@link #writeLever} writes. */
  public Path lever() {
    return folder().resolve(LEVER);
  }

  /** Writes the lever of these archives for sweeps. */
  void writeLever() {
    AtomicFiles.write(lever(), YAML.formatted(tasks.optionsOrFailure(), master.optionsOrFailure()));
  }

  public Path folder() {
    return tasks.folder();
  }
}
