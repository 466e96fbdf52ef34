package io.corebound.analysis.study.nodes;

import io.corebound.analysis.study.compare.ComparedRun.Figure;
import io.corebound.analysis.study.compare.FigureKey;
import io.corebound.records.run.Measurement;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.stream.Collectors;

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
    Map<String, Measurement> sent = best(rows, NodeLink::from);
    Map<String, Measurement> received = best(rows, NodeLink::to);
    return rows.stream()
        .map(
            row -> {
              double sends = sent.get(from(row)).value();
              double receives = received.get(to(row)).value();
              return new NodeLink(
                  from(row), to(row), row.value(), row.value() / Math.min(sends, receives));
            })
        .sorted(Comparator.comparingDouble(NodeLink::ofBest))
        .toList();
  }

  /**
   * What each node sends and receives, each on its best link: a slow node has no good one, and a
   * fast one has them with others.
   */
  static Map<FigureKey, Map<String, Figure>> figures(List<Measurement> rows) {
    Map<FigureKey, Map<String, Figure>> figures = new TreeMap<>();
    Map.of("sent", best(rows, NodeLink::from), "received", best(rows, NodeLink::to))
        .forEach(
            (direction, best) ->
                best.forEach(
                    (node, row) ->
                        figures
                            .computeIfAbsent(key(direction, row), k -> new LinkedHashMap<>())
                            .put(node, Figure.of(row))));
    return figures;
  }

  /** The fastest link of each node at one end. */
  private static Map<String, Measurement> best(
      List<Measurement> rows, Function<Measurement, String> end) {
    return rows.stream()
        .collect(
            Collectors.toMap(
                end,
                row -> row,
                BinaryOperator.maxBy(Comparator.comparingDouble(Measurement::value)),
                TreeMap::new));
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
