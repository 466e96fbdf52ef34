package io.corebound.app.nodes;

import io.corebound.analysis.study.nodes.NodeLink;
import io.corebound.app.run.RemoteNode;
import io.corebound.app.run.Stages;
import io.corebound.collectors.probe.Link;
import io.corebound.collectors.probe.Probe;
import io.corebound.collectors.probe.ProbeBudget;
import io.corebound.hosts.process.AtOnce;
import io.corebound.hosts.process.LocalHost;
import io.corebound.hosts.process.Watch;
import io.corebound.hosts.ssh.SshHost;
import io.corebound.records.run.Measurement;
import io.corebound.records.run.Measurement.Metric;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.units.DataSize;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Links between pairs of nodes, one TCP stream at a time at each node, by iperf3 or netperf there.
 * The tools' output stays under {@code links/}.
 *
 * @param folder of the job
 */
record NodeLinks(Path folder, LocalHost host) {
  private static final ProbeBudget BUDGET =
      ProbeBudget.quick(2, Duration.ofSeconds(2), DataSize.ofMegabytes(1));

  /** A node that can be measured. */
  private record End(String node, SshHost shell, String address) {}

  /** What was measured, and why what is missing is, by node; of threads of several nodes. */
  private record Found(List<End> ends, List<Measurement> rows, Map<String, List<String>> missing) {
    void lacks(String node, String reason) {
      missing.computeIfAbsent(node, n -> new ArrayList<>()).add(reason);
    }
  }

  /**
   * Measures all links; {@code inTurns} one after the other.
   *
   * @param sockets a folder with a short path
   * @return why links are missing, by node
   */
  Map<String, String> measure(List<String> nodes, Path sockets, boolean inTurns)
      throws InterruptedException {
    Found found =
        new Found(
            Collections.synchronizedList(new ArrayList<>()),
            Collections.synchronizedList(new ArrayList<>()),
            new ConcurrentHashMap<>());
    try {
      AtOnce.each(nodes, node -> open(node, sockets.resolve("link" + nodes.indexOf(node)), found));
      List<End> ends = found.ends();
      AtOnce.Work<LinkRounds.Pair> link =
          pair -> link(ends.get(pair.from()), ends.get(pair.to()), found);
      for (List<LinkRounds.Pair> round : LinkRounds.of(ends.size())) {
        if (inTurns) {
          for (LinkRounds.Pair pair : round) {
            link.on(pair);
          }
        } else {
          AtOnce.each(round, link);
        }
      }
    } finally {
      AtOnce.eachToItsEnd(List.copyOf(found.ends()), end -> end.shell().close());
      Measurement.write(NodeFolder.links(folder), found.rows());
    }
    Map<String, String> missing = new LinkedHashMap<>();
    found.missing().forEach((node, reasons) -> missing.put(node, told(reasons)));
    return missing;
  }

  private static String told(List<String> reasons) {
    return reasons.size() == 1
        ? reasons.get(0)
        : "%s (and %s more links)".formatted(reasons.get(0), reasons.size() - 1);
  }

  private void open(String node, Path sockets, Found found) throws InterruptedException {
    SshHost shell = null;
    try {
      shell = SshHost.open(host, node, Files.createDirectory(sockets), SshHost.GRACE);
      Probe.network(shell);
      found.ends().add(new End(node, shell, RemoteNode.address(shell)));
    } catch (RuntimeException | IOException e) {
      if (shell != null) {
        shell.close();
      }
      if (!Thread.currentThread().isInterrupted()) {
        found.lacks(node, "links: " + Stages.reason(e));
      }
    }
  }

  private void link(End from, End to, Found found) {
    String names =
        "%s-to-%s".formatted(NodeFolder.nameOf(from.node()), NodeFolder.nameOf(to.node()));
    Link link = new Link(to.shell(), from.shell(), to.address(), names);
    try {
      RunDirectory output = new RunDirectory(folder.resolve("links").resolve(names));
      Probe.network(link).measure(from.shell(), null, output, BUDGET, Watch.blind()).stream()
          .filter(row -> row.metric().equals(Metric.RATE))
          .map(row -> named(row, from, to))
          .forEach(found.rows()::add);
    } catch (RuntimeException e) {
      if (!Thread.currentThread().isInterrupted()) {
        found.lacks(from.node(), "link to %s: %s".formatted(to.node(), Stages.reason(e)));
      }
    }
  }

  private static Measurement named(Measurement row, End from, End to) {
    Map<String, String> parameters = new TreeMap<>(row.parameters());
    parameters.remove("link");
    parameters.put(NodeLink.FROM, NodeFolder.nameOf(from.node()));
    parameters.put(NodeLink.TO, NodeFolder.nameOf(to.node()));
    return row.withParameters(parameters);
  }
}
