package io.corebound.app.lever;

import io.corebound.app.run.Software;
import io.corebound.cluster.libraries.ClassArchive;
import io.corebound.cluster.libraries.ClassPathJars;
import java.nio.file.Path;
import java.util.List;

/** The archives of a folder: tasks and ApplicationMasters load different classes. */
public record StartArchives(ClassArchive tasks, ClassArchive master) {
  /** Folder of jars that Hadoop's commands have on their class path, and containers do not. */
  private static final String ONLY_OF_COMMANDS = "timelineservice";

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
        ClassArchive.in(folder, ClassArchive.MASTER, software.jdk(), jars));
  }

  List<ClassArchive> all() {
    return List.of(tasks, master);
  }

  void remove() {
    all().forEach(ClassArchive::remove);
  }

  /** What java options of maps and reduces say to start from theirs. */
  public String optionsOfTasks() {
    return tasks.options();
  }

  /** The same of ApplicationMasters. */
  public String optionsOfMaster() {
    return master.options();
  }

  public Path folder() {
    return tasks.folder();
  }
}
