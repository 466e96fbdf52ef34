package io.corebound.analysis.pages.report.micro;

import io.corebound.analysis.pages.page.Block;
import io.corebound.analysis.pages.page.Page.Section;
import io.corebound.analysis.pages.page.Sentences;
import io.corebound.records.run.RunContents;
import java.util.ArrayList;
import java.util.List;

/** The measured operations: what they cost, the paper's figures, and everything to look up. */
public final class MicroSections {
  static final Sentences SENTENCES = Sentences.of(MicroSections.class, "micro");
  private static final String TITLE = "What the basic operations cost";

  private MicroSections() {}

  /**
   * The sections.
   *
   * @param others figures of the paper that are not of operations and that the run does not have
   */
  public static List<Section> of(
      RunContents contents, MeasuredOperations operations, List<String> others) {
    if (contents.measurements().isEmpty()) {
      String missing = "No operation was measured: " + contents.why();
      return List.of(new Section("operations", TITLE, List.of(Block.Notice.missing(missing))));
    }
    Doubts doubts = Doubts.of(operations, contents);
    List<Block> costs = new ArrayList<>(CostSection.blocks(operations.costliest(), doubts.note()));
    costs.addAll(doubts.notices());
    LeverTable.of(operations).ifPresent(costs::add);
    Starts starts = Starts.of(contents.measurements());
    if (!starts.isEmpty()) {
      costs.add(starts.table("starts-table"));
    }
    costs.addAll(VariantTables.blocks(operations));
    List<String> missing = new ArrayList<>(others);
    missing.addAll(PaperFigures.ALL.missing(operations));
    if (!missing.isEmpty()) {
      costs.add(
          new Block.Notice(
              "missing", "Figures of the paper that this run does not have:", missing));
    }
    List<Section> sections = new ArrayList<>(List.of(new Section("operations", TITLE, costs)));
    sections.addAll(
        PaperFigures.ALL.sections(operations, PaperSums.of(operations, contents.environment())));
    return sections;
  }
}
