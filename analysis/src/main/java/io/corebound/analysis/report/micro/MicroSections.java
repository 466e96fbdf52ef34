package io.corebound.analysis.report.micro;

import io.corebound.analysis.page.Block;
import io.corebound.analysis.page.Block.Cell;
import io.corebound.analysis.page.Block.Column;
import io.corebound.analysis.page.Block.Row;
import io.corebound.analysis.page.Page.Section;
import io.corebound.analysis.report.cell.RunContents;
import java.util.ArrayList;
import java.util.List;

/** The measured operations: what they cost, the paper's figures, and everything to look up. */
public final class MicroSections {
  private static final String FLAMES = "raw/micro/flame/";

  private MicroSections() {}

  /**
   * The sections.
   *
   * @param others figures of the paper that are not of operations, and that the run has nothing for
   */
  public static List<Section> of(
      RunContents contents, MeasuredOperations operations, List<String> others) {
    List<Section> sections = new ArrayList<>();
    if (contents.measurements().isEmpty()) {
      return List.of(
          new Section(
              "operations",
              "What the basic operations cost",
              List.of(Block.Notice.missing("No operation was measured: " + contents.why()))));
    }
    List<Block> costs = new ArrayList<>(CostliestSection.blocks(operations, contents));
    FitsTable.of(operations).ifPresent(costs::add);
    costs.addAll(EveryVariant.blocks(operations));
    List<String> missing = new ArrayList<>(others);
    missing.addAll(PaperFigures.missing(operations));
    if (!missing.isEmpty()) {
      costs.add(
          new Block.Notice(
              "missing", "Figures of the paper that this run has nothing for:", missing));
    }
    sections.add(new Section("operations", "What the basic operations cost", costs));
    sections.addAll(PaperFigures.sections(operations));
    List<String> flames =
        contents.rawFiles().keySet().stream()
            .filter(f -> f.startsWith(FLAMES) && f.endsWith(".html"))
            .toList();
    if (!flames.isEmpty()) {
      sections.add(new Section("flames", "Flame graphs", List.of(flames(flames))));
    }
    return sections;
  }

  private static Block flames(List<String> files) {
    return new Block.Table(
        "flames-table",
        "Where the CPU time goes, function by function",
        "Made by async-profiler while the suites ran; the profiler disturbs what it looks at, so"
            + " take costs from a run without it.",
        List.of(Column.text("Flame graph")),
        files.stream().map(f -> Row.of(Cell.file(f.substring(FLAMES.length()), f))).toList());
  }
}
