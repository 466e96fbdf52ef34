package io.corebound.cli;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Options of every command that measures this machine and makes a run directory. */
final class RunOptions {
  @Option(
      names = "--data-dir",
      paramLabel = "DIR",
      description =
          """
          folder for the data, on the disk that is measured (default: .corebound/data in the \
          project); a lab's disks are in memory where they fit\
          """)
  private Path dataDir;

  @Option(
      names = "--results",
      paramLabel = "DIR",
      description = "folder of run directories (default: results in the project)")
  private Path results;

  @Option(names = "--dry-run", description = "check all that is asked for, and do nothing")
  private boolean dryRun;

  /** Read by the launcher, which installs; named here for --help. */
  @Option(names = "--yes", description = "install what is missing without asking")
  private boolean yes;

  /** Whether all is checked and nothing is done. */
  boolean dryRun() {
    return dryRun;
  }

  /** Folder for the data; null for the project's own. */
  Path dataDir() {
    return dataDir;
  }

  /** Folder that the run directory is made in; null for the project's own. */
  Path results() {
    return results;
  }
}
