package io.corebound.analysis.page;

import io.corebound.analysis.page.Block.Notice;
import io.corebound.records.run.RunManifest;
import java.util.List;

/**
 * A page for people, computed; {@link HtmlReport}, {@link MarkdownReport} and {@link TextReport}
 * only lay it out.
 *
 * @param name what it is about: a run's id, or several
 * @param when the moment that stands beside the name; may be empty
 * @param state the run's state, or another word as short; may be empty
 * @param lead the headline's figures, a sentence or two
 * @param tiles the few figures that matter most
 */
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
    List<Section> sections) {

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
    return new Page(
        name,
        when,
        state,
        version,
        commit,
        headline,
        lead,
        alarms,
        tiles,
        sections.stream()
            .map(
                s ->
                    new Section(
                        s.id(),
                        s.title(),
                        s.blocks().stream().filter(b -> !(b instanceof Chart)).toList()))
            .filter(s -> !s.blocks().isEmpty())
            .toList());
  }

  /** The answer alone, for a terminal: of the sections those that are named. */
  public Page only(String... wanted) {
    return new Page(
        name,
        when,
        state,
        version,
        commit,
        headline,
        lead,
        alarms,
        tiles,
        withoutCharts().sections.stream().filter(s -> List.of(wanted).contains(s.id())).toList());
  }

  /**
   * A figure in large print.
   *
   * @param name what it is
   * @param note what it is held against
   */
  public record Tile(String name, String value, String note) {}

  /**
   * A chapter.
   *
   * @param id its anchor
   */
  public record Section(String id, String title, List<Block> blocks) {}
}
