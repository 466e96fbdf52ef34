package io.corebound.analysis.report.micro;

import io.corebound.analysis.page.Block;
import io.corebound.analysis.page.Page.Section;
import io.corebound.analysis.report.cell.RunContents;
import java.util.ArrayList;
import java.util.List;

/** The measured operations: what they cost, the paper's figures, and everything to look up. */
public final class MicroSections {
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
    return sections;
  }
}
