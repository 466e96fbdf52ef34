package io.corebound.cli;

import io.corebound.app.run.Installation;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** A command of corebound's: where it is installed, how it was called, where it prints. */
@Command(mixinStandardHelpOptions = true, sortOptions = false)
abstract class Subcommand {
  @ParentCommand private Main main;
  @Spec private CommandSpec spec;

  Installation installation() {
    return main.installation();
  }

  /** The whole command line, for the record of a run. */
  List<String> arguments() {
    return main.arguments();
  }

  /** What stands behind {@code --}, for another program. */
  List<String> afterDashes() {
    int at = main.dashes();
    return at < 0 ? List.of() : arguments().subList(at + 1, arguments().size());
  }

  boolean isGiven(String option) {
    return spec.commandLine().getParseResult().hasMatchedOption(option);
  }

  PrintWriter out() {
    return spec.commandLine().getOut();
  }

  PrintWriter err() {
    return spec.commandLine().getErr();
  }
}
