package io.corebound.analysis.pages.report.micro;

import io.corebound.analysis.pages.page.Block;
import io.corebound.analysis.pages.page.Page.Section;
import io.corebound.records.format.StructuredFiles;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The paper's Figures 9 to 16 from this run's operations, as {@code paper-figures.yaml} describes
 * them. What the paper states is of another machine: it stands beside the run, never mixed with it.
 */
record PaperFigures(String source, String machine, List<Group> groups) {
  static final PaperFigures ALL =
      StructuredFiles.yamlBeside(PaperFigures.class, "paper-figures.yaml");

  /**
   * Figures of one section of the report.
   *
   * @param suite measures them: {@code ./corebound micro <suite>}
   * @param intro what stands above them; null for nothing
   */
  record Group(String suite, String name, String title, String intro, List<PaperFigure> figures) {
    List<Block> blocks(MeasuredOperations operations) {
      return figures.stream().flatMap(f -> f.blocks(operations).stream()).toList();
    }
  }

  /** A section for each group of which something was measured. */
  List<Section> sections(MeasuredOperations operations, PaperSums sums) {
    List<Section> sections = new ArrayList<>();
    for (Group group : groups) {
      List<Block> blocks = new ArrayList<>(group.blocks(operations));
      if (!blocks.isEmpty()) {
        if (group.intro() != null) {
          blocks.add(0, new Block.Paragraph(group.intro()));
        }
        blocks.addAll(sums.blocks(group.suite()));
        blocks.add(
            new Block.Paragraph(MicroSections.SENTENCES.say("papers_machine", "machine", machine)));
        String title = "%s · %s".formatted(group.title(), group.name());
        sections.add(new Section("paper-" + group.suite(), title, blocks));
      }
    }
    return sections;
  }

  /** A line for each group of which nothing was measured: the suite that measures it. */
  List<String> missing(MeasuredOperations operations) {
    return groups.stream()
        .filter(group -> group.blocks(operations).isEmpty())
        .map(
            group ->
                "%s (%s): ./corebound micro %s"
                    .formatted(group.name(), group.title().toLowerCase(Locale.ROOT), group.suite()))
        .toList();
  }
}
