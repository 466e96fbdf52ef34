package io.corebound.analysis.study.nodes;

import io.corebound.analysis.study.compare.ComparedRun;
import io.corebound.analysis.study.compare.ComparedRun.Figure;
import io.corebound.analysis.study.compare.FigureKey;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What was measured on a node.
 *
 * @param name that of its folder
 * @param runs its runs; none where nothing was measured
 * @param missing why it lacks something; empty where it does not
 */
public record MeasuredNode(String name, List<ComparedRun> runs, String missing) {
  /** Copies the list. */
  public MeasuredNode {
    runs = List.copyOf(runs);
  }

  Map<FigureKey, Figure> figures() {
    Map<FigureKey, Figure> figures = new TreeMap<>();
    runs.forEach(run -> run.figures().forEach(figures::putIfAbsent));
    return figures;
  }
}
