package io.corebound.analysis.pages.report.nodes;

import io.corebound.analysis.study.compare.ComparedRun;
import io.corebound.analysis.study.nodes.NodeComparison;
import io.corebound.analysis.study.nodes.NodeComparison.NodeFigure;
import io.corebound.analysis.study.nodes.NodeComparison.OffNode;
import io.corebound.analysis.study.nodes.NodeLink;
import java.util.List;

/** A comparison of nodes as JSON has it: runs by their ids. */
public record NodesJson(
    double thresholdPercent,
    List<Node> nodes,
    List<OffNode> off,
    List<NodeFigure> figures,
    List<NodeLink> links) {
  /** A node with what it lacks. */
  public record Node(String name, List<String> runs, String missing) {}

  /** Of a comparison. */
  public static NodesJson of(NodeComparison of) {
    List<Node> nodes =
        of.nodes().stream()
            .map(
                n ->
                    new Node(
                        n.name(), n.runs().stream().map(ComparedRun::id).toList(), n.missing()))
            .toList();
    return new NodesJson(of.thresholdPercent(), nodes, of.off(), of.figures(), of.links());
  }
}
