package io.corebound.cli;

import io.corebound.app.run.Installation;
import io.corebound.app.run.Version;
import io.corebound.cli.option.Converters;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.ExitStatus;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** {@code corebound}: reads the command line and ends with one of {@link ExitStatus}. */
@Command(
    name = "corebound",
    mixinStandardHelpOptions = true,
    versionProvider = Main.VersionLine.class,
    synopsisSubcommandLabel = "COMMAND",
    description =
        """
        Shows where the CPU, not the disk or the network, limits a Hadoop job: measures \
        operations, predicts the job, runs and explains it.\
        """,
    footer =
        """

        Tests: ./corebound test [--all]. Set-up: --yes installs what is missing without asking, \
        --no-install never does.
        Exit status: 0 success; 1 a cell or the command of collect failed, a regression was \
        found, a frozen prediction was changed, or another run is measuring on this machine; 2 \
        the command line, a configuration or an input run is invalid; 3 the machine lacks \
        something.\
        """,
    subcommands = {
      RunCommand.class,
      SweepCommand.class,
      MicroCommand.class,
      LeverCommand.class,
      ProbeCommand.class,
      CollectCommand.class,
      PredictCommand.class,
      PlanCommand.class,
      ExplainCommand.class,
      CompareCommand.class,
      HistoryCommand.class,
      NodesCommand.class,
      ValidateCommand.class,
      ReportCommand.class,
      DoctorCommand.class,
      CleanCommand.class,
      PackageCommand.class,
      CommandLine.HelpCommand.class
    })
public final class Main implements Runnable {
  private final Installation installation;
  private final List<String> arguments;
  @Spec private CommandSpec spec;

  Main(Installation installation, List<String> arguments) {
    this.installation = installation;
    this.arguments = List.copyOf(arguments);
  }

  Installation installation() {
    return installation;
  }

  List<String> arguments() {
    return arguments;
  }

  /** Where the arguments of another program begin; negative without. */
  int dashes() {
    return arguments.indexOf("--");
  }

  static final class VersionLine implements CommandLine.IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {"corebound " + Version.version() + ", Hadoop " + Version.hadoop()};
    }
  }

  private static final String EXAMPLE =
      "; for example: %s --machine results/samples/measured-2-cores --workload terasort --data 4GB";

  /** Runs a command and ends the process with its exit status. */
  public static void main(String[] args) {
    // libraries' too: the JDK translates its messages
    Locale.setDefault(Locale.ROOT);
    System.exit(executeInMemory(args));
  }

  private static int executeInMemory(String[] args) {
    try {
      return execute(
          Installation.here(),
          List.of(args),
          new PrintWriter(System.out, true),
          new PrintWriter(System.err, true));
    } catch (OutOfMemoryError e) {
      System.err.println(
          "corebound: the request needs more memory than this command has; ask for fewer nodes or"
              + " less data");
      return ExitStatus.INVALID_INPUT.code();
    }
  }

  /** Runs a command in this process; returns its exit status. */
  static int execute(
      Installation installation, List<String> arguments, PrintWriter out, PrintWriter err) {
    Main main = new Main(installation, arguments);
    CommandLine commandLine = new CommandLine(main);
    commandLine.setOut(out);
    commandLine.setErr(err);
    commandLine.setCaseInsensitiveEnumValuesAllowed(true);
    // a word such as user@host, or @file, is what it says
    commandLine.setExpandAtFiles(false);
    commandLine.registerConverter(io.corebound.records.units.DataSize.class, Converters::dataSize);
    commandLine.registerConverter(java.time.Duration.class, Converters::duration);
    commandLine.setParameterExceptionHandler(Main::invalidCommandLine);
    commandLine.setExecutionExceptionHandler(
        (e, line, result) -> failed(e, line.getErr(), installation));
    boolean forAnotherProgram =
        main.dashes() > 0
            && List.of(MicroCommand.NAME, CollectCommand.NAME).contains(arguments.get(0));
    return commandLine.execute(
        (forAnotherProgram ? arguments.subList(0, main.dashes()) : arguments)
            .toArray(new String[0]));
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "a command is needed");
  }

  private static int invalidCommandLine(ParameterException e, String[] args) {
    CommandLine commandLine = e.getCommandLine();
    StringBuilder message = new StringBuilder(firstLine(e.getMessage()));
    if (e instanceof UnmatchedArgumentException unmatched) {
      message.append(suggestion(unmatched));
    }
    if (commandLine.getCommandSpec().findOption("--workload") != null
        && e instanceof MissingParameterException) {
      message.append(EXAMPLE.formatted(commandLine.getCommandSpec().qualifiedName()));
    }
    commandLine
        .getErr()
        .println(
            "corebound: %s (see '%s --help')"
                .formatted(message, commandLine.getCommandSpec().qualifiedName()));
    return ExitStatus.INVALID_INPUT.code();
  }

  private static String suggestion(UnmatchedArgumentException e) {
    if (!e.getSuggestions().isEmpty()) {
      return "; did you mean '" + e.getSuggestions().get(0) + "'?";
    }
    // command names do not help someone who mistyped an option
    return e.getCommandLine().getSubcommands().isEmpty() || e.isUnknownOption()
        ? ""
        : StructuredFiles.nearest(
            e.getUnmatched().get(0), e.getCommandLine().getSubcommands().keySet());
  }

  private static int failed(Exception e, PrintWriter err, Installation installation) {
    if (e instanceof CoreboundException known) {
      err.println("corebound: " + known.getMessage());
      return known.status().code();
    }
    if (e instanceof InterruptedException) {
      err.println("corebound: interrupted");
      return ExitStatus.FAILED.code();
    }
    err.println("corebound: " + internalError(e, installation));
    return ExitStatus.FAILED.code();
  }

  private static String internalError(Exception e, Installation installation) {
    StringWriter trace = new StringWriter();
    e.printStackTrace(new PrintWriter(trace, true));
    Path file = installation.state().resolve("error.log");
    try {
      Files.createDirectories(file.getParent());
      Files.writeString(file, trace.toString());
      return "an error of corebound's own: " + e + "; please report it with " + file;
    } catch (IOException unwritable) {
      return "an error of corebound's own: " + trace;
    }
  }

  private static String firstLine(String text) {
    return text == null
        ? "the command line is wrong"
        // picocli's doubled word, and Java's names of types
        : text.lines()
            .findFirst()
            .orElse("")
            .replace("option option", "option")
            .replaceFirst(" is not an? (int|long)$", " is not a whole number")
            .replaceFirst(" is not an? (double|float)$", " is not a number");
  }
}
