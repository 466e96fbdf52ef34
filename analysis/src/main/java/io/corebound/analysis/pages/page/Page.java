package io.corebound.analysis.pages.page;

import io.corebound.analysis.pages.page.Block.Notice;
import io.corebound.records.run.RunManifest;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.ArrayList;
import java.util.List;

/**
 * A page for people, computed; {@link HtmlReport}, {@link MarkdownReport} and {@link TextReport}
 * only lay it out.
 *
 * @param name what it is about: a run's id, or several
 * @param when the moment that stands beside the name; may be empty
 * @param state the run's state, or another word as short; may be empty
 */
@RecordBuilder
public record Page(
    String name,
    String when,
    String state,
    String version,
    String commit,
    String headline,
    String lead,
    List<Notice> alarms,
    List<Tile> tiles,
    List<Section> sections)
    implements PageBuilder.With {

  /** Copies the lists. */
  public Page {
    alarms = List.copyOf(alarms);
    tiles = List.copyOf(tiles);
    sections = List.copyOf(sections);
  }

  /** A page about what runs measured, without alarms and figures in large print. */
  public static Page of(
      RunManifest manifest, String name, String headline, String lead, List<Section> sections) {
    return new Page(
        name,
        Figures.moment(manifest.startedAt()),
        manifest.state().name(),
        manifest.coreboundVersion(),
        manifest.commit(),
        headline,
        lead,
        List.of(),
        List.of(),
        sections);
  }

  /** The same for where nothing is drawn; the tables hold the same figures. */
  public Page withoutCharts() {
    List<Section> left = new ArrayList<>();
    for (Section s : sections) {
      List<Block> blocks = s.blocks().stream().filter(b -> !(b instanceof Chart)).toList();
      if (!blocks.isEmpty()) {
        left.add(new Section(s.id(), s.title(), blocks));
      }
    }
    return withSections(left);
  }

  /** The answer alone, for a terminal: of the sections those that are named. */
  public Page only(String... wanted) {
    List<Section> all = withoutCharts().sections;
    List<String> ids = List.of(wanted);
    return withSections(all.stream().filter(s -> ids.contains(s.id())).toList());
  }

  /**
   * A figure in large print.
   *
   * @param name what it is
   * @param note what it is compared with
   */
  public record Tile(String name, String value, String note) {}

  /**
   * A chapter.
   *
   * @param id its anchor
   */
  public record Section(String id, String title, List<Block> blocks) {}
}
