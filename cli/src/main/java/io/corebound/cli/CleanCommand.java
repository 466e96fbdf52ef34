package io.corebound.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "clean",
    description =
        """
        Removes what killed runs of this checkout left behind, here and on your cluster: \
        processes, mounts, loop devices, control groups, network namespaces, folders.
        Results are kept. Every command that measures does the same before it starts.\
        """)
final class CleanCommand extends Subcommand implements Runnable {
  @Option(
      names = "--forget",
      paramLabel = "RUN",
      description = "forget what this run left on a cluster that no longer exists")
  private Path forgotten;

  @Override
  public void run() {
    PrintWriter out = out();
    List<String> removed = installation().cleanUp(forgotten);
    removed.forEach(out::println);
    if (removed.isEmpty()) {
      out.println("nothing was left behind");
    }
  }
}
