package io.corebound.cli.option;

import io.corebound.app.run.RunRequest;
import io.corebound.records.units.ExitStatus;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Map;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options of every command that measures this machine and makes a run directory. */
public final class RunOptions {
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

  @Mixin private TagOptions tags;

  /** Read by the launcher, which installs; named here for --help. */
  @Option(names = "--yes", description = "install what is missing without asking")
  private boolean yes;

  /** Whether all is checked and nothing is done. */
  public boolean dryRun() {
    return dryRun;
  }

  /** The end of a dry run that has no plan to print. */
  public ExitStatus checked(PrintWriter out) {
    out.println("dry run: what is asked for is valid; nothing was started");
    return ExitStatus.OK;
  }

  /** The same request with the user's tags. */
  public RunRequest tagged(RunRequest request) {
    return tags.tagged(request);
  }

  /** The user's tags, by key. */
  public Map<String, String> tags() {
    return tags.values();
  }

  /** Folder for the data; null for the project's own. */
  public Path dataDir() {
    return dataDir;
  }

  /** Folder that the run directory is made in; null for the project's own. */
  public Path results() {
    return results;
  }
}
