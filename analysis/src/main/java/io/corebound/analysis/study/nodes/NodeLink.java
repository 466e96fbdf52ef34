package io.corebound.analysis.study.nodes;

import io.corebound.analysis.study.compare.ComparedRun.Figure;
import io.corebound.analysis.study.compare.FigureKey;
import io.corebound.records.run.Measurement;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * What one TCP stream carries from a node to another.
 *
 * @param ofBest over the most that both ends can, as their best links say: of a slow node's links
 *     1, of a slow way between two fast nodes less
 */
public record NodeLink(String from, String to, double megabytesPerSecond, double ofBest) {
  /** Parameters of a link's row. */
  public static final String FROM = "from";

  public static final String TO = "to";

  private static final String OPERATION = "network.link";

  /** Of all rows, the slowest for what its ends can first. */
  static List<NodeLink> of(List<Measurement> rows) {
    return rows.stream()
        .map(
            row ->
                new NodeLink(
                    from(row),
                    to(row),
                    row.value(),
                    row.value()
                        / Math.min(
                            best(rows, NodeLink::from, from(row)).orElse(row).value(),
                            best(rows, NodeLink::to, to(row)).orElse(row).value())))
        .sorted(Comparator.comparingDouble(NodeLink::ofBest))
        .toList();
  }

  /**
   * What a node sends and receives, each on its best link: a slow node has no good one, and a fast
   * one has them with others.
   */
  static Map<FigureKey, Figure> figures(List<Measurement> rows, String node) {
    Map<FigureKey, Figure> figures = new TreeMap<>();
    best(rows, NodeLink::from, node).ifPresent(r -> figures.put(key("sent", r), Figure.of(r)));
    best(rows, NodeLink::to, node).ifPresent(r -> figures.put(key("received", r), Figure.of(r)));
    return figures;
  }

  private static Optional<Measurement> best(
      List<Measurement> rows, Function<Measurement, String> end, String node) {
    return rows.stream()
        .filter(row -> end.apply(row).equals(node))
        .max(Comparator.comparingDouble(Measurement::value));
  }

  private static String from(Measurement row) {
    return row.parameters().get(FROM);
  }

  private static String to(Measurement row) {
    return row.parameters().get(TO);
  }

  private static FigureKey key(String direction, Measurement row) {
    return new FigureKey(
        FigureKey.Kind.ONE_START,
        OPERATION,
        Map.of("direction", direction),
        1,
        row.metric(),
        row.unit(),
        row.byteBase());
  }
}
