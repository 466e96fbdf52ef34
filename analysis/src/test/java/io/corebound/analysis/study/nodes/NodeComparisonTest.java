package io.corebound.analysis.study.nodes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.corebound.analysis.pages.page.MarkdownReport;
import io.corebound.analysis.pages.report.nodes.NodesCsv;
import io.corebound.analysis.pages.report.nodes.NodesPage;
import io.corebound.analysis.study.compare.ComparedRun;
import io.corebound.analysis.study.compare.ComparedRuns;
import io.corebound.analysis.study.compare.EnvironmentDifference;
import io.corebound.analysis.study.nodes.NodeComparison.OffNode;
import io.corebound.records.Runs;
import io.corebound.records.run.Measurement;
import io.corebound.records.units.Mean;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.ToDoubleBiFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nodes whose figures are simulated, as they would be read. */
class NodeComparisonTest {
  private static final int OPERATIONS = 12;
  private static final double THRESHOLD = 5;

  @TempDir Path folder;
  private final Random random = new Random(3);

  /**
   * A node whose figures scatter by 2 %.
   *
   * @param slower how many times as long its operations take
   * @param ofDisk what part its disk carries
   */
  private MeasuredNode node(int number, double slower, double ofDisk, String jdk) {
    ComparedRuns run = new ComparedRuns(folder.resolve("run-" + number)).jdk(jdk);
    for (int i = 0; i < OPERATIONS; i++) {
      run.operation("sort.number-" + i, 10 * slower * noise(), 10 * slower * noise());
    }
    for (String access : List.of("read", "write", "random-read", "random-write")) {
      run.figure("disk." + access, "rate", "wall", "MB/s", 200 * ofDisk * noise());
    }
    return new MeasuredNode("node" + number, List.of(run.read()), "");
  }

  private double noise() {
    return Math.exp(0.02 * random.nextGaussian());
  }

  private List<MeasuredNode> clean(int nodes) {
    List<MeasuredNode> all = new ArrayList<>();
    for (int i = 0; i < nodes; i++) {
      all.add(node(i, 1, 1, "17.0.15"));
    }
    return all;
  }

  @Test
  void ofFortyNodesTheSlowOneAndThatWithTheSlowDiskAreNamedAlone() {
    List<MeasuredNode> nodes = clean(40);
    nodes.set(11, node(11, 1.3, 1, "25.0.1"));
    nodes.set(29, node(29, 1, 0.5, "17.0.15"));
    NodeComparison compared = NodeComparison.of(nodes, List.of(), THRESHOLD);
    assertThat(compared.off())
        .extracting(o -> o.node() + " " + o.group() + " " + o.whole())
        .containsExactly("node29 DISK true", "node11 CORE true");
    OffNode slow = compared.off().get(1);
    assertThat(slow.told()).isCloseTo(0.3, within(0.03));
    assertThat(slow.figures()).hasSize(2 * OPERATIONS);
    assertThat(slow.differs())
        .extracting(EnvironmentDifference::name, EnvironmentDifference::b)
        .containsExactly(tuple("jdk", "25.0.1"));
    assertThat(compared.isWorse()).isTrue();
    String page = MarkdownReport.render(NodesPage.of(compared, "1", "abc").withoutCharts());
    assertThat(page).contains("node29").contains("node11").contains("17.0.15").contains("25.0.1");
    assertThat(NodesCsv.of(compared).lines()).hasSize(1 + 40 * (2 * OPERATIONS + 4));
  }

  @Test
  void ofThreeNodesTheSlowDiskIsNamedAndNothingElse() {
    List<MeasuredNode> nodes = clean(3);
    nodes.set(2, node(2, 1, 0.6, "17.0.15"));
    NodeComparison compared = NodeComparison.of(nodes, List.of(), THRESHOLD);
    assertThat(compared.off()).extracting(OffNode::node).containsExactly("node2");
    assertThat(compared.off()).extracting(OffNode::group).containsExactly(FigureGroup.DISK);
  }

  /** Links of five nodes at 100 MB/s, with some changes of them. */
  private List<Measurement> links(ToDoubleBiFunction<Integer, Integer> part) {
    List<Measurement> links = new ArrayList<>();
    for (int from = 0; from < 5; from++) {
      for (int to = 0; to < 5; to++) {
        if (from != to) {
          double rate = 100 * part.applyAsDouble(from, to) * noise();
          Map<String, String> ends = Map.of("from", "node" + from, "to", "node" + to);
          links.add(
              Runs.measurement("network.stream", "rate", "MB/s", Mean.exact(rate))
                  .with(b -> b.parameters(ends).process("wall").byteBase("payload")));
        }
      }
    }
    return links;
  }

  @Test
  void aNodeWhoseLinksAreSlowIsNamedAndThoseThatItTalksToAreNot() {
    NodeComparison compared =
        NodeComparison.of(clean(5), links((from, to) -> from == 3 || to == 3 ? 0.1 : 1), THRESHOLD);
    assertThat(compared.off())
        .extracting(OffNode::node, OffNode::group)
        .containsExactly(tuple("node3", FigureGroup.LINK));
    assertThat(compared.links()).hasSize(20).allMatch(link -> link.ofBest() > 0.8);
    String page = MarkdownReport.render(NodesPage.of(compared, "1", "abc").withoutCharts());
    assertThat(page).contains("its links");
  }

  @Test
  void aSlowWayBetweenTwoNodesIsShownAndNoNodeIsOff() {
    NodeComparison compared =
        NodeComparison.of(clean(5), links((from, to) -> from == 1 && to == 4 ? 0.3 : 1), THRESHOLD);
    assertThat(compared.off()).isEmpty();
    NodeLink slowest = compared.links().get(0);
    assertThat(slowest).extracting(NodeLink::from, NodeLink::to).containsExactly("node1", "node4");
    assertThat(slowest.ofBest()).isCloseTo(0.3, within(0.05));
    assertThat(compared.links().get(1).ofBest()).isGreaterThan(0.8);
  }

  @Test
  void aFasterNodeIsToldAndIsNoFault() {
    List<MeasuredNode> nodes = clean(5);
    nodes.set(0, node(0, 0.6, 1, "17.0.15"));
    NodeComparison compared = NodeComparison.of(nodes, List.of(), THRESHOLD);
    assertThat(compared.off()).extracting(OffNode::node).containsExactly("node0");
    assertThat(compared.isWorse()).isFalse();
  }

  @Test
  void aNodeThatWasNotMeasuredIsARowWithItsReason() {
    List<MeasuredNode> nodes = clean(3);
    nodes.add(new MeasuredNode("node9", List.of(), "no route to host"));
    NodeComparison compared = NodeComparison.of(nodes, List.of(), THRESHOLD);
    assertThat(compared.off()).isEmpty();
    String page = MarkdownReport.render(NodesPage.of(compared, "1", "abc").withoutCharts());
    assertThat(page).contains("node9").contains("no route to host");
  }

  @Test
  void whereTwoOfThreeWereMeasuredNothingIsJudgedAndThePageSaysWhy() {
    List<MeasuredNode> nodes = clean(2);
    nodes.add(new MeasuredNode("node9", List.of(), "no route to host"));
    NodeComparison compared = NodeComparison.of(nodes, List.of(), THRESHOLD);
    assertThat(compared.figures()).isEmpty();
    assertThat(compared.lacking()).isEqualTo(2 * OPERATIONS + 4);
    String page = MarkdownReport.render(NodesPage.of(compared, "1", "abc").withoutCharts());
    assertThat(page).contains("no route to host");
  }

  @Test
  void aNodeThatIsFasterAndHasOneDearOperationIsWorse() {
    List<MeasuredNode> nodes = clean(20);
    MeasuredNode fast = node(4, 0.5, 1, "17.0.15");
    ComparedRun dear = new ComparedRuns(folder.resolve("run-4-2")).operation("dear", 40).read();
    nodes.set(4, new MeasuredNode("node4", List.of(fast.runs().get(0), dear), ""));
    for (int i = 0; i < 20; i++) {
      if (i != 4) {
        ComparedRun run =
            new ComparedRuns(folder.resolve("run-2-" + i)).operation("dear", 10 * noise()).read();
        nodes.set(i, new MeasuredNode("node" + i, List.of(nodes.get(i).runs().get(0), run), ""));
      }
    }
    NodeComparison compared = NodeComparison.of(nodes, List.of(), THRESHOLD);
    assertThat(compared.isWorse()).isTrue();
    assertThat(compared.off()).extracting(OffNode::node).containsOnly("node4").hasSize(2);
  }
}
