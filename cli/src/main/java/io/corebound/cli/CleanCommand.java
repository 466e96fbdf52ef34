package io.corebound.cli;

import io.corebound.app.run.Installation;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "clean",
    mixinStandardHelpOptions = true,
    description =
        """
        Removes what killed runs of this checkout left behind, here and on your cluster: \
        processes, mounts, loop devices, control groups, network namespaces, folders.
        Results are kept. Every command that measures does the same before it starts.\
        """)
final class CleanCommand implements Runnable {
  private final Installation installation;

  @Option(
      names = "--forget",
      paramLabel = "RUN",
      description = "forget what this run left on a cluster that no longer exists")
  private Path forgotten;

  @Spec private CommandSpec spec;

  CleanCommand(Installation installation) {
    this.installation = installation;
  }

  @Override
  public void run() {
    PrintWriter out = spec.commandLine().getOut();
    List<String> removed = installation.cleanUp(forgotten);
    removed.forEach(out::println);
    if (removed.isEmpty()) {
      out.println("nothing was left behind");
    }
  }
}
