package io.corebound.analysis.report.micro;

import io.corebound.analysis.page.Block;
import io.corebound.analysis.page.Page.Section;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.BiFunction;

/** The paper's Figures 9 to 16 from this run's operations, a section a group of them. */
final class PaperFigures {
  private PaperFigures() {}

  /**
   * Figures that belong together.
   *
   * @param suite what measures them: {@code ./corebound micro <suite>}
   * @param figures their numbers in words
   * @param title their heading
   * @param blocks what is shown; nothing where nothing of it was measured
   */
  private record Group(
      String suite,
      String figures,
      String title,
      BiFunction<MeasuredOperations, PaperValues, List<Block>> blocks) {}

  private static final List<Group> GROUPS =
      List.of(
          new Group("read", "Figures 9 and 10", "Reading files", ReadFigures::blocks),
          new Group("serialize", "Figures 11 and 12", "Serializing", SerializeFigures::blocks),
          new Group("text", "Figure 13", "Strings", TextFigure::blocks),
          new Group("parse", "Figure 14", "Parsing text", ParseFigure::blocks),
          new Group("sort", "Figures 15 and 16", "Sorting and merging", SortFigures::blocks));

  /** A section a group of which something was measured. */
  static List<Section> sections(MeasuredOperations operations) {
    PaperValues paper = PaperValues.load();
    List<Section> sections = new ArrayList<>();
    for (Group group : GROUPS) {
      List<Block> figures = group.blocks().apply(operations, paper);
      if (!figures.isEmpty()) {
        List<Block> blocks = new ArrayList<>(figures);
        blocks.add(
            new Block.Paragraph(
                "The paper's machine ("
                    + paper.machine()
                    + ") is shown where the paper's text states a figure: another machine with"
                    + " another Hadoop, to be held beside this run, no target. Its MB may be 2²⁰"
                    + " bytes, which is 5 % more."));
        sections.add(
            new Section("paper-" + group.suite(), group.title() + " · " + group.figures(), blocks));
      }
    }
    return List.copyOf(sections);
  }

  /** A line each group of which nothing was measured: which suite has it. */
  static List<String> missing(MeasuredOperations operations) {
    PaperValues paper = PaperValues.load();
    return GROUPS.stream()
        .filter(group -> group.blocks().apply(operations, paper).isEmpty())
        .map(
            group ->
                group.figures()
                    + " ("
                    + group.title().toLowerCase(Locale.ROOT)
                    + "): ./corebound micro "
                    + group.suite())
        .toList();
  }
}
