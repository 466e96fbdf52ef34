package io.corebound.cli;

import io.corebound.app.run.Installation;
import io.corebound.hosts.lab.LabSupport;
import io.corebound.hosts.machine.Requirement;
import io.corebound.hosts.machine.Requirements;
import io.corebound.hosts.process.LocalHost;
import io.corebound.records.units.ExitStatus;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code corebound doctor}: what is present, what is missing, what that costs. */
@Command(
    name = "doctor",
    mixinStandardHelpOptions = true,
    description =
        """
        Lists what corebound needs of this machine, what is missing, what that costs, and the \
        command that installs it.
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
    PrintWriter out = spec.commandLine().getOut();
    LocalHost host = new LocalHost("doctor-" + ProcessHandle.current().pid(), "localhost");
    List<Requirement> requirements = Requirements.check(host);
    for (Requirement requirement : requirements) {
      out.printf(
          "%-8s %-28s %s%n",
          requirement.present() ? "ok" : "MISSING",
          requirement.name(),
          requirement.present() ? requirement.version() : requirement.costOfBeingWithout());
    }
    LabSupport lab = LabSupport.check(host);
    out.printf(
        "%-8s %-28s %s%n",
        lab.possible() ? "ok" : "MISSING",
        "a lab (run, sweep)",
        lab.possible()
            ? "nodes, disks and links can be made here"
            : lab.reasons() + "; without it one cell on loopback");
    lab.doubts().forEach(doubt -> out.printf("%-8s %-28s %s%n", "doubtful", "a lab", doubt));
    Requirements.installCommand(host, installation.root())
        .ifPresent(command -> out.println("\nto install what is missing: " + command));
    out.flush();
    boolean lacking =
        requirements.stream().anyMatch(r -> !r.present() && r.need() == Requirement.Need.REQUIRED);
    return lacking ? ExitStatus.MACHINE_LACKS.code() : ExitStatus.OK.code();
  }
}
