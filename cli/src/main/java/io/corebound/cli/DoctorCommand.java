package io.corebound.cli;

import io.corebound.app.run.Doctor;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

@Command(
    name = "doctor",
    description =
        """
        Lists what corebound needs on this machine, what is missing, what does not work without \
        it, and the command that installs it.
        Exit status 3 when something that a run needs is missing.\
        """)
final class DoctorCommand extends Subcommand implements Callable<Integer> {
  @Override
  public Integer call() {
    return Doctor.examine(installation(), out()).code();
  }
}
