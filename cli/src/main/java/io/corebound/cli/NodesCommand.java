package io.corebound.cli;

import io.corebound.analysis.pages.report.nodes.NodesCsv;
import io.corebound.analysis.pages.report.nodes.NodesJson;
import io.corebound.analysis.pages.report.nodes.NodesPage;
import io.corebound.analysis.study.nodes.MeasuredNode;
import io.corebound.analysis.study.nodes.NodeComparison;
import io.corebound.app.micro.MicroChoice;
import io.corebound.app.nodes.NodeFolder;
import io.corebound.app.nodes.NodesJob;
import io.corebound.app.run.Installation;
import io.corebound.app.run.RemoteCorebound.Call;
import io.corebound.app.run.Version;
import io.corebound.app.run.Workspace;
import io.corebound.cli.option.PageOutput;
import io.corebound.cli.option.RunOptions;
import io.corebound.cli.option.SoftwareOptions;
import io.corebound.records.config.ClusterFile;
import io.corebound.records.config.SshDestination;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.ExitStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "nodes",
    customSynopsis =
        """
        corebound nodes CLUSTER|--host NODE --host NODE... [SUITE...] [--in-turns] [--no-links] [--profile NAME] [--show \
        FOLDER] [--threshold PERCENT] [--hadoop-home DIR] [--java HOME] [--data-dir DIR] \
        [--results DIR] [--tag KEY=VALUE] [--format FORMAT] [--export FILE] [--dry-run]\
        """,
    description =
        """
        Measures the same suites, and the disk, on several of your nodes at once, by ssh, and says \
        which node is not as the others.
        Exit status 1 when a node is worse than the others, or could not be measured.\
        """,
    footer = {
      "",
      "Examples:",
      "  corebound nodes mine --data-dir /data1",
      "  corebound nodes --host me@node1 --host me@node2 --host me@node3 sort read",
      "  corebound nodes --show results/nodes-20261130-201500-4711 --export nodes.html"
    })
final class NodesCommand extends Subcommand implements Callable<Integer> {
  private static final String KIND = "nodes";

  /** About half a minute a node. */
  private static final List<String> DISK = List.of("disk", "--streams", "4", "--seconds", "2");

  @Parameters(
      arity = "0..*",
      paramLabel = "WORD",
      description = "a file of a cluster of yours, unless --host names the nodes; then suites")
  private List<String> words = new ArrayList<>();

  @Option(
      names = "--host",
      paramLabel = "NODE",
      description =
          """
          a node, by ssh (user@node); --data-dir (default: $TMPDIR or /tmp), --hadoop-home and \
          --java are folders there\
          """)
  private List<String> hosts = new ArrayList<>();

  @Option(
      names = "--in-turns",
      description = "one node after the other, where they share a machine or a disk")
  private boolean inTurns;

  @Option(
      names = "--no-links",
      description = "leave out the links between pairs of nodes, such as behind firewalls")
  private boolean noLinks;

  @Option(
      names = "--profile",
      paramLabel = "NAME",
      defaultValue = "quick",
      description = "as of micro (default: ${DEFAULT-VALUE})")
  private String profile;

  @Option(
      names = "--show",
      paramLabel = "FOLDER",
      description = "measure nothing, and show what was measured before")
  private Path show;

  @Option(
      names = "--threshold",
      paramLabel = "PERCENT",
      defaultValue = "5",
      description = "differences up to this are not told (default: ${DEFAULT-VALUE})")
  private double threshold;

  @Mixin private SoftwareOptions software;

  @Mixin private RunOptions options;
  @Mixin private PageOutput output;

  @Override
  public Integer call() throws InterruptedException {
    if (!(threshold >= 0 && threshold <= 1000)) {
      throw CoreboundException.invalidInput(
          "--threshold: from 0 to 1000 percent, not %s", threshold);
    }
    output.check();
    Path folder = show;
    if (show == null) {
      List<String> nodes = nodes();
      List<Call> calls = calls();
      if (options.dryRun()) {
        return options.checked(out()).code();
      }
      Path in = options.results() == null ? installation().results() : options.results();
      folder = made(in.resolve(Workspace.newId(KIND)));
      new NodesJob(installation(), folder, inTurns, !noLinks, err()).run(nodes, calls);
    } else if (!words.isEmpty() || !hosts.isEmpty()) {
      throw CoreboundException.invalidInput("--show measures nothing: leave out nodes and suites");
    }
    NodeComparison nodes =
        NodeComparison.of(NodeFolder.in(folder), NodeFolder.linksIn(folder), threshold);
    output.write(
        NodesPage.of(nodes, Version.version(), installation().commit()),
        () -> NodesCsv.of(nodes),
        NodesJson.of(nodes),
        "off",
        "nodes");
    boolean whole = nodes.nodes().stream().map(MeasuredNode::missing).allMatch(String::isEmpty);
    return (nodes.isWorse() || !whole ? ExitStatus.FAILED : ExitStatus.OK).code();
  }

  private Path made(Path folder) {
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw CoreboundException.invalidInput("%s: cannot be made: %s", folder, e.getMessage());
    }
    err().println("corebound: results of each node go to " + folder);
    return folder;
  }

  private List<String> nodes() {
    List<String> nodes = new ArrayList<>(hosts);
    if (hosts.isEmpty()) {
      if (words.isEmpty()) {
        throw CoreboundException.invalidInput(
            "name a file of your cluster, or each node with --host");
      }
      nodes.addAll(workers(words.remove(0)));
    }
    Set<String> names = new HashSet<>();
    for (String node : nodes) {
      try {
        SshDestination.of(node);
      } catch (IllegalArgumentException e) {
        throw CoreboundException.invalidInput("--host: " + e.getMessage(), e);
      }
      if (!names.add(NodeFolder.nameOf(node))) {
        throw CoreboundException.invalidInput("%s is named twice; name each node once", node);
      }
    }
    if (nodes.size() < NodeComparison.FEWEST) {
      throw CoreboundException.invalidInput(
          "it takes %s nodes to see which one is off, not %s; 'corebound compare' shows two",
          NodeComparison.FEWEST, nodes.size());
    }
    return nodes;
  }

  private List<String> workers(String name) {
    ClusterFile cluster = installation().read("cluster", name, ClusterFile.class);
    if (cluster.external() == null) {
      throw CoreboundException.invalidInput(
          "%s: names no nodes of yours; name a file of kind external, or nodes with --host", name);
    }
    return cluster.external().workers();
  }

  private List<Call> calls() {
    Installation installation = installation();
    // refused here rather than on each node
    MicroChoice.of(
        installation,
        profile,
        words,
        Map.of(),
        List.of(),
        List.of(),
        new SoftwareOptions().software(installation));
    CallThere micro =
        new CallThere(MicroCommand.NAME, words)
            .profile(installation, profile)
            .folder("--hadoop-home", software.hadoopHome())
            .folder("--java", software.javaHome());
    CallThere disk = new CallThere("probe", DISK);
    return Stream.of(micro, disk)
        .map(c -> c.folder("--data-dir", options.dataDir()).tags(options.tags()).with(List.of()))
        .toList();
  }
}
