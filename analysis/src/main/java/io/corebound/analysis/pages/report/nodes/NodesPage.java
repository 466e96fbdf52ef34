package io.corebound.analysis.pages.report.nodes;

import io.corebound.analysis.pages.page.Block;
import io.corebound.analysis.pages.page.Page;
import io.corebound.analysis.pages.page.Page.Section;
import io.corebound.analysis.pages.page.Sentences;
import io.corebound.analysis.pages.report.compare.FigureNames;
import io.corebound.analysis.study.nodes.FigureGroup;
import io.corebound.analysis.study.nodes.MeasuredNode;
import io.corebound.analysis.study.nodes.NodeComparison;
import io.corebound.analysis.study.nodes.NodeComparison.NodeFigure;
import io.corebound.analysis.study.nodes.NodeComparison.OffNode;
import io.corebound.analysis.study.nodes.NodeLink;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Nodes side by side, for people. */
public final class NodesPage {
  private static final Sentences SAY = Sentences.of(NodesPage.class, "nodes");

  /** Links on the page; JSON and links.csv have all. */
  private static final int SHOWN = 20;

  private NodesPage() {}

  /** What the sentences of a page are about. */
  public record Facts(NodeComparison nodes, FigureNames names) {
    /** How many nodes were measured. */
    public long measured() {
      return nodes.nodes().stream().filter(n -> !n.runs().isEmpty()).count();
    }

    /** The node that has the least of a figure. */
    public String lowest(NodeFigure figure) {
      return figure.values().entrySet().stream()
          .min(Map.Entry.comparingByValue())
          .orElseThrow()
          .getKey();
    }

    /** The node that has the most of it. */
    public String highest(NodeFigure figure) {
      return figure.values().entrySet().stream()
          .max(Map.Entry.comparingByValue())
          .orElseThrow()
          .getKey();
    }

    /** Where a node is off. */
    public List<OffNode> off(MeasuredNode node) {
      return nodes.off().stream().filter(o -> o.node().equals(node.name())).toList();
    }
  }

  /** The page; {@code version} and {@code commit} are those of the corebound that makes it. */
  public static Page of(NodeComparison nodes, String version, String commit) {
    Facts facts =
        new Facts(nodes, new FigureNames(nodes.figures().stream().map(NodeFigure::key).toList()));
    List<Section> sections = new ArrayList<>();
    sections.add(
        new Section(
            "off", "Off", List.of(SAY.tableOf("off: facts", "off-nodes", nodes.off(), facts))));
    sections.add(
        new Section(
            "nodes",
            "Nodes",
            List.of(SAY.tableOf("nodes: facts", "all-nodes", nodes.nodes(), facts))));
    List<Block> figures = new ArrayList<>();
    for (FigureGroup group : FigureGroup.values()) {
      List<NodeFigure> ofGroup = nodes.figures().stream().filter(f -> f.group() == group).toList();
      if (!ofGroup.isEmpty()) {
        figures.add(
            SAY.tableOf("figures: facts, group", "figures-" + group, ofGroup, facts, group));
      }
    }
    if (nodes.lacking() > 0) {
      figures.add(SAY.missing("lacking: facts, fewest", facts, NodeComparison.FEWEST));
    }
    sections.add(new Section("figures", "Side by side", figures));
    if (!nodes.links().isEmpty()) {
      List<NodeLink> slowest = nodes.links().stream().limit(SHOWN).toList();
      sections.add(
          new Section(
              "links",
              "Links",
              List.of(
                  SAY.paragraph("links: facts", facts),
                  SAY.tableOf("link: facts", "slowest-links", slowest, facts))));
    }
    sections.add(
        new Section("how", "How to read this", List.of(SAY.paragraph("how: facts", facts))));
    OffNode worst =
        nodes.off().stream().max(Comparator.comparingDouble(OffNode::told)).orElse(null);
    return new Page(
        SAY.say("name: facts", facts),
        "",
        "",
        version,
        commit,
        SAY.say("headline: facts, worst, fewest", facts, worst, NodeComparison.FEWEST),
        SAY.say("lead: facts", facts),
        List.of(),
        List.of(),
        sections);
  }
}
