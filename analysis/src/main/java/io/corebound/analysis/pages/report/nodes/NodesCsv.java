package io.corebound.analysis.pages.report.nodes;

import io.corebound.analysis.study.compare.FigureKey;
import io.corebound.analysis.study.nodes.NodeComparison;
import io.corebound.analysis.study.nodes.NodeComparison.NodeFigure;
import io.corebound.records.format.CsvFiles;
import java.util.ArrayList;
import java.util.List;

/** A row for each figure of each node. */
public final class NodesCsv {
  private static final List<String> COLUMNS =
      List.of(
          "node",
          "group",
          "operation",
          "variant",
          "figure",
          "unit",
          "value",
          "middle",
          "worse_by",
          "off");

  private NodesCsv() {}

  /** The rows, with names of columns. */
  public static String of(NodeComparison nodes) {
    List<List<?>> rows = new ArrayList<>();
    for (NodeFigure figure : nodes.figures()) {
      FigureKey key = figure.key();
      figure
          .values()
          .forEach(
              (node, value) ->
                  rows.add(
                      List.of(
                          node,
                          figure.group(),
                          key.name(),
                          key.variant(),
                          key.figure(),
                          key.unit(),
                          value,
                          figure.middle(),
                          figure.worseBy(node),
                          isOff(nodes, node, figure))));
    }
    return CsvFiles.toText(COLUMNS, rows);
  }

  private static boolean isOff(NodeComparison nodes, String node, NodeFigure figure) {
    return nodes.off().stream()
        .anyMatch(o -> o.node().equals(node) && o.figures().contains(figure));
  }
}
