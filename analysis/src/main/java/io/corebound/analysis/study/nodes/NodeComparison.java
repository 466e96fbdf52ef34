package io.corebound.analysis.study.nodes;

import io.corebound.analysis.study.compare.ComparedRun;
import io.corebound.analysis.study.compare.ComparedRun.Figure;
import io.corebound.analysis.study.compare.EnvironmentDifference;
import io.corebound.analysis.study.compare.FigureKey;
import io.corebound.records.run.Measurement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Nodes beside each other, and which of them are off.
 *
 * @param thresholdPercent differences up to this are not told
 * @param figures those that {@link #FEWEST} nodes have, in order of operation and variant
 * @param off the furthest first
 * @param lacking figures that fewer nodes have
 * @param links between pairs of nodes, the slowest for what its ends can first
 */
public record NodeComparison(
    double thresholdPercent,
    List<MeasuredNode> nodes,
    List<NodeFigure> figures,
    List<OffNode> off,
    int lacking,
    List<NodeLink> links) {
  /** Of two nodes nobody can say which is off. */
  public static final int FEWEST = 3;

  /**
   * A figure on all nodes.
   *
   * @param values by the nodes' names
   * @param middle the median
   */
  public record NodeFigure(
      FigureGroup group, FigureKey key, Map<String, Double> values, double middle) {
    /** How much worse than the median a node is, as a share: below zero is better. */
    public double worseBy(String node) {
      return key.worseBy(values.get(node) / middle);
    }
  }

  /**
   * A node that is off in a group of figures, to one side.
   *
   * @param whole whether its figures are off together; else only those that are named
   * @param worseBy the median of its figures in the group
   * @param figures those that are off, the furthest first; of a node that is off as a whole all
   *     beyond the threshold
   * @param differs what of machine and software is as on no other node
   */
  public record OffNode(
      String node,
      FigureGroup group,
      boolean whole,
      double worseBy,
      List<NodeFigure> figures,
      List<EnvironmentDifference> differs) {
    /** How much worse its furthest figure is. */
    public double furthest() {
      return figures.get(0).worseBy(node);
    }

    /** What is told of it: all of its figures, or the furthest. */
    public double told() {
      return whole ? worseBy : furthest();
    }
  }

  /**
   * Compares; nothing is judged where fewer than {@link #FEWEST} nodes have a figure.
   *
   * @param links a row each, whose parameters name its ends
   */
  public static NodeComparison of(
      List<MeasuredNode> nodes, List<Measurement> links, double thresholdPercent) {
    Map<FigureKey, Map<String, Figure>> all = new TreeMap<>();
    for (MeasuredNode node : nodes) {
      node.figures()
          .forEach(
              (key, figure) ->
                  all.computeIfAbsent(key, k -> new LinkedHashMap<>()).put(node.name(), figure));
    }
    all.putAll(NodeLink.figures(links));
    Map<FigureGroup, List<FigureKey>> groups = new EnumMap<>(FigureGroup.class);
    all.forEach(
        (key, values) -> {
          if (values.size() >= FEWEST) {
            groups.computeIfAbsent(FigureGroup.of(key), g -> new ArrayList<>()).add(key);
          }
        });
    List<Group> judged = groups.values().stream().map(keys -> Group.of(keys, all, nodes)).toList();
    Bounds bounds = Bounds.of(judged.stream().map(Group::known).toList());
    double least = Math.log1p(thresholdPercent / 100);
    List<OffNode> off =
        judged.stream()
            .flatMap(group -> group.off(nodes, bounds, least).stream())
            .sorted(Comparator.comparingDouble(o -> -Math.abs(Math.log1p(o.told()))))
            .toList();
    List<NodeFigure> figures = judged.stream().flatMap(g -> g.figures().stream()).toList();
    return new NodeComparison(
        thresholdPercent, nodes, figures, off, all.size() - figures.size(), NodeLink.of(links));
  }

  /** Whether a node is worse than the others. */
  public boolean isWorse() {
    return off.stream().anyMatch(o -> o.told() > 0);
  }

  /**
   * Figures of one group.
   *
   * @param worse by how much each is worse than the median, as a logarithm; by figure and node
   */
  private record Group(List<NodeFigure> figures, double[][] worse, Scores scores) {
    static Group of(
        List<FigureKey> keys, Map<FigureKey, Map<String, Figure>> all, List<MeasuredNode> nodes) {
      List<NodeFigure> figures = new ArrayList<>();
      double[][] worse = new double[keys.size()][];
      double[] errors = new double[keys.size()];
      for (int i = 0; i < keys.size(); i++) {
        FigureKey key = keys.get(i);
        Map<String, Figure> found = all.get(key);
        Map<String, Double> values = new LinkedHashMap<>();
        found.forEach((node, figure) -> values.put(node, figure.value()));
        double middle =
            Scores.median(values.values().stream().mapToDouble(value -> value).toArray());
        NodeFigure figure =
            new NodeFigure(FigureGroup.of(key), key, Collections.unmodifiableMap(values), middle);
        figures.add(figure);
        worse[i] =
            nodes.stream()
                .mapToDouble(
                    n ->
                        values.containsKey(n.name())
                            ? Math.log1p(figure.worseBy(n.name()))
                            : Double.NaN)
                .toArray();
        // one sample has none: then what nodes differ by alone is the unit
        double error = Scores.median(found.values().stream().mapToDouble(Figure::error).toArray());
        errors[i] = Double.isNaN(error) ? 0 : error;
      }
      return new Group(figures, worse, Scores.of(worse, errors));
    }

    boolean[][] known() {
      boolean[][] known = new boolean[worse.length][];
      for (int i = 0; i < worse.length; i++) {
        double[] row = worse[i];
        known[i] = new boolean[row.length];
        for (int node = 0; node < row.length; node++) {
          known[i][node] = !Double.isNaN(row[node]);
        }
      }
      return known;
    }

    List<OffNode> off(List<MeasuredNode> nodes, Bounds bounds, double least) {
      List<OffNode> off = new ArrayList<>();
      for (int node = 0; node < nodes.size(); node++) {
        double[] own = column(worse, node);
        double middle = Scores.median(own);
        for (int sign : new int[] {1, -1}) {
          boolean whole = sign * scores.ofNode()[node] > bounds.ofNode() && sign * middle > least;
          List<NodeFigure> far = new ArrayList<>();
          for (int f = 0; f < figures.size(); f++) {
            boolean beyond = sign * scores.of()[f][node] > bounds.ofFigure();
            if (sign * own[f] > least && (whole || beyond)) {
              far.add(figures.get(f));
            }
          }
          if (!far.isEmpty()) {
            off.add(off(nodes, nodes.get(node), whole, middle, far));
          }
        }
      }
      return off;
    }

    private static OffNode off(
        List<MeasuredNode> nodes,
        MeasuredNode node,
        boolean whole,
        double middle,
        List<NodeFigure> far) {
      far.sort(Comparator.comparingDouble(f -> -Math.abs(Math.log1p(f.worseBy(node.name())))));
      return new OffNode(
          node.name(),
          far.get(0).group(),
          whole,
          Math.expm1(middle),
          List.copyOf(far),
          differs(nodes, node));
    }

    private static double[] column(double[][] rows, int node) {
      double[] column = new double[rows.length];
      for (int i = 0; i < rows.length; i++) {
        column[i] = rows[i][node];
      }
      return column;
    }
  }

  /** What is as on no other node, where the others agree. */
  private static List<EnvironmentDifference> differs(List<MeasuredNode> nodes, MeasuredNode node) {
    List<ComparedRun> others =
        nodes.stream().filter(n -> n != node).flatMap(n -> n.runs().stream().limit(1)).toList();
    List<ComparedRun> own = node.runs().stream().limit(1).toList();
    // such as the host's name
    List<String> varied = EnvironmentDifference.within(others);
    return EnvironmentDifference.between(others, own).stream()
        .filter(d -> !d.setting() && !varied.contains(d.name()))
        .toList();
  }
}
