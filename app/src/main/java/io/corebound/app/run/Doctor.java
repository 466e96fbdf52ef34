package io.corebound.app.run;

import io.corebound.analysis.pages.page.TextReport;
import io.corebound.hosts.lab.LabSupport;
import io.corebound.hosts.machine.Jdk;
import io.corebound.hosts.machine.Requirement;
import io.corebound.hosts.machine.Requirements;
import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.Host;
import io.corebound.hosts.process.LocalHost;
import io.corebound.hosts.process.Outcome;
import io.corebound.records.config.LeverFile;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.ExitStatus;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What corebound needs of this machine, what is missing, and what that costs. */
public final class Doctor {
  private static final String LINE = "%-8s %-28s ";

  /** The script of an archive in flags of containers. */
  private static final Pattern ARCHIVE = Pattern.compile("\\$\\(sh (\\S+?)[ )]");

  private static final Duration LIMIT = Duration.ofSeconds(10);

  private Doctor() {}

  /** Prints it, with the command that installs what is missing. */
  public static ExitStatus examine(Installation installation, PrintWriter out) {
    LocalHost host = LocalHost.forQuestions();
    List<Requirement> requirements = Requirements.check(host, installation.root());
    requirements.forEach(
        r ->
            print(
                out,
                r.present() ? "ok" : "MISSING",
                r.name(),
                r.present() ? r.version() : r.costOfBeingWithout()));
    boolean named = host.run(Command.of(LIMIT, "id", "-un")).ok();
    if (!named) {
      print(
          out,
          "MISSING",
          "an entry in /etc/passwd",
          "no run, micro or sweep: Hadoop starts for named users only");
    }
    LabSupport lab = LabSupport.check(host);
    print(
        out,
        lab.possible() ? "ok" : "MISSING",
        "a lab (run, sweep)",
        lab.possible()
            ? "nodes, disks and links can be made here"
            : lab.reasons() + "; without it one cell on loopback");
    lab.doubts().forEach(doubt -> print(out, "doubtful", "a lab", doubt));
    try {
      archives(host, installation, out);
    } catch (CoreboundException e) {
      print(out, "doubtful", "levers", e.getMessage());
    }
    Requirements.installCommand(host, installation.root())
        .ifPresent(command -> out.println("\nto install what is missing: " + command));
    out.flush();
    boolean lacking =
        requirements.stream().anyMatch(r -> !r.present() && r.need() == Requirement.Need.REQUIRED);
    return lacking || !named ? ExitStatus.MACHINE_LACKS : ExitStatus.OK;
  }

  /** Whether the archives of classes that containers of levers start from fit this JDK. */
  static void archives(Host host, Installation installation, PrintWriter out) {
    Map<String, String> environment = Map.of("JAVA_HOME", Jdk.own().home().toString());
    for (LeverFile lever : installation.levers()) {
      Stream.concat(lever.containerFlags().stream(), lever.masterFlags().stream())
          .flatMap(flag -> ARCHIVE.matcher(flag).results())
          .map(archive -> archive.group(1))
          .forEach(
              script -> {
                List<String> line = List.of("sh", script, "export");
                Outcome fits = host.run(new Command(line, environment, null, LIMIT));
                print(
                    out,
                    fits.ok() ? "ok" : "doubtful",
                    "lever " + lever.name(),
                    fits.ok() ? script : fits.lastWords());
              });
    }
  }

  private static void print(PrintWriter out, String state, String name, String text) {
    TextReport.wrapped(LINE.formatted(state, name), text, Terminal.width()).forEach(out::println);
  }
}
