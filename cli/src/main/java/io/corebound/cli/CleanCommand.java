package io.corebound.cli;

import io.corebound.hosts.Ledger;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code corebound clean}: removes what runs left that were killed. */
@Command(
    name = "clean",
    mixinStandardHelpOptions = true,
    description = {
      "Removes the processes and folders that killed runs left behind, by their ledgers.",
      "Results are kept. Every other command that measures does the same before it starts."
    })
final class CleanCommand implements Runnable {
  private final Installation installation;
  @Spec private CommandSpec spec;

  CleanCommand(Installation installation) {
    this.installation = installation;
  }

  @Override
  public void run() {
    PrintWriter out = spec.commandLine().getOut();
    List<String> removed = Ledger.cleanUp(installation.ledger());
    removed.forEach(out::println);
    if (removed.isEmpty()) {
      out.println("nothing was left behind");
    }
  }
}
