package io.corebound.cli;

import io.corebound.app.collect.CollectStage;
import io.corebound.app.collect.ConnectedHosts;
import io.corebound.app.collect.GivenRates;
import io.corebound.app.run.Interruption;
import io.corebound.app.run.RunRequest;
import io.corebound.app.run.Scratch;
import io.corebound.app.run.Software;
import io.corebound.cli.option.TagOptions;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.run.CommandResult.WatchedHost;
import io.corebound.records.units.CoreboundException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = CollectCommand.NAME,
    customSynopsis =
        """
        corebound collect [--host HOST]... [--optional COLLECTOR]... [--rate DEVICE=RATE]... \
        [--results DIR] -- COMMAND...\
        """,
    description =
        """
        Runs a command with collectors attached, here and on other hosts, and shows second by \
        second what bounded it: CPU, disk, network, or waiting.
        The command keeps its input, output and errors; corebound writes to standard error.\
        """,
    footer =
        """

        For example: corebound collect -- tar -czf backup.tar.gz data
                     corebound collect --host node1 --host node2 -- hadoop jar job.jar in out
        Exit status: 0 success; 1 the command or a collector failed; 2 the command line is \
        wrong; 3 the machine lacks something.\
        """)
final class CollectCommand extends Subcommand implements Callable<Integer> {
  static final String NAME = "collect";

  @Option(
      names = "--host",
      paramLabel = "HOST",
      description =
          """
          another host to watch, through your own ssh without prompts; the command runs here\
          """)
  private List<String> hosts = List.of();

  @Option(
      names = "--optional",
      paramLabel = "COLLECTOR",
      description =
          """
          go on if this collector is missing or fails: sar, iostat, roles, \
          pidstat, pressure\
          """)
  private List<String> optional = List.of();

  @Option(
      names = "--rate",
      paramLabel = "DEVICE=RATE",
      description =
          """
          maximum rate of a disk or a network interface, such as eth0=10Gbit/s or sda=200MB/s, \
          on all hosts or on one: HOST:eth0=1Gbit/s (default: the speed that the interface \
          reports; a disk is full when it is always busy)\
          """)
  private Map<String, String> rates = Map.of();

  @Option(
      names = "--results",
      paramLabel = "DIR",
      description = "folder of run directories (default: results in the project)")
  private Path results;

  @Mixin private TagOptions tags;

  @Parameters(hidden = true, arity = "0..*")
  private List<String> misplaced = List.of();

  @Override
  public Integer call() throws InterruptedException {
    if (!misplaced.isEmpty()) {
      throw CoreboundException.invalidInput(
          "'%s': the command follows --, for example: corebound collect -- %s",
          misplaced.get(0), String.join(" ", misplaced));
    }
    List<String> command = afterDashes();
    if (command.isEmpty() || command.get(0).isBlank()) {
      throw CoreboundException.invalidInput(
          "no command to run; it follows --, for example: corebound collect -- sleep 10");
    }
    Set<String> named = new LinkedHashSet<>(optional);
    for (String name : named) {
      if (!CollectStage.COLLECTORS.contains(name)) {
        throw CoreboundException.invalidInput(
            "--optional %s: no such collector%s",
            name, StructuredFiles.nearest(name, CollectStage.COLLECTORS));
      }
    }
    hosts = ConnectedHosts.names(hosts);
    List<String> everyHost = new ArrayList<>(List.of(ConnectedHosts.HERE));
    everyHost.addAll(hosts);
    GivenRates given = GivenRates.parse(rates, everyHost);
    CollectStage.requireProgram(command.get(0));
    Interruption.ofThisThread();
    try (Scratch scratch = new Scratch(installation(), "hosts");
        ConnectedHosts connected = new ConnectedHosts(scratch, hosts)) {
      List<WatchedHost> watched = given.of(connected.connect());
      connected.sameKernel().forEach(s -> err().println("corebound: " + s));
      return CollectStage.run(
              installation(),
              request(command, named),
              new CollectStage.Request(command, named, watched, connected.connections()),
              err())
          .code();
    }
  }

  private RunRequest request(List<String> command, Set<String> named) {
    Map<String, ?> further =
        Map.of("command", command, "hosts", hosts, "optional", named, "rates", rates);
    return tags.tagged(
        new RunRequest(arguments(), Software.own(installation()), null, results, further));
  }
}
