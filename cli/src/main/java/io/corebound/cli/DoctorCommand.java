package io.corebound.cli;

import io.corebound.app.run.Doctor;
import io.corebound.app.run.Installation;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

@Command(
    name = "doctor",
    mixinStandardHelpOptions = true,
    description =
        """
        Lists what corebound needs on this machine, what is missing, what does not work without \
        it, and the command that installs it.
        Exit status 3 when something that a run needs is missing.\
        """)
final class DoctorCommand implements Callable<Integer> {
  private final Installation installation;
  @Spec private CommandSpec spec;

  DoctorCommand(Installation installation) {
    this.installation = installation;
  }

  @Override
  public Integer call() {
    return Doctor.examine(installation, spec.commandLine().getOut()).code();
  }
}
