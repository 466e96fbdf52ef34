package io.corebound.analysis.pages.report;

import io.corebound.analysis.pages.page.Block;
import io.corebound.analysis.pages.page.Chart;
import io.corebound.analysis.pages.page.Page;
import java.util.List;
import java.util.stream.Stream;

/** Finds parts of a page, those that are folded away too. */
public final class Blocks {
  private Blocks() {}

  /** Blocks of a kind in all of a page, its alarms first. */
  public static <T extends Block> List<T> all(ReportModel model, Class<T> type) {
    return ofType(
        Stream.concat(
            model.alarms().stream(), model.sections().stream().flatMap(s -> s.blocks().stream())),
        type);
  }

  /** The same of a section. */
  public static <T extends Block> List<T> all(ReportModel model, String section, Class<T> type) {
    return ofType(section(model, section).blocks().stream(), type);
  }

  private static <T extends Block> List<T> ofType(Stream<? extends Block> blocks, Class<T> type) {
    return blocks.flatMap(Blocks::inner).filter(type::isInstance).map(type::cast).toList();
  }

  /** A block, and what is folded into it. */
  public static Stream<Block> inner(Block block) {
    return block instanceof Block.Details details
        ? Stream.concat(Stream.of(block), details.blocks().stream().flatMap(Blocks::inner))
        : Stream.of(block);
  }

  public static Page.Section section(ReportModel model, String id) {
    return model.sections().stream().filter(s -> s.id().equals(id)).findFirst().orElseThrow();
  }

  public static Chart chart(ReportModel model, String id) {
    return all(model, Chart.class).stream()
        .filter(c -> c.id().equals(id))
        .findFirst()
        .orElseThrow();
  }

  /** Values of a chart's series. */
  public static List<Double> values(Chart chart, String series) {
    return series(chart, series).values();
  }

  public static Chart.Series series(Chart chart, String name) {
    return chart.series().stream().filter(s -> s.name().equals(name)).findFirst().orElseThrow();
  }

  public static Block.Table table(ReportModel model, String id) {
    return all(model, Block.Table.class).stream()
        .filter(t -> t.id().equals(id))
        .findFirst()
        .orElseThrow();
  }

  /** The texts of a section's table, row by row; empty where it has no such table. */
  public static List<List<String>> rows(ReportModel model, String section, String table) {
    return all(model, section, Block.Table.class).stream()
        .filter(t -> t.id().equals(table))
        .flatMap(t -> t.rows().stream())
        .map(Blocks::texts)
        .toList();
  }

  private static List<String> texts(Block.Row row) {
    return row.cells().stream().map(Block.Cell::text).toList();
  }

  /** The texts of the row that begins like this. */
  public static List<String> row(ReportModel model, String table, String first) {
    return table(model, table).rows().stream()
        .map(Blocks::texts)
        .filter(r -> r.get(0).equals(first))
        .findFirst()
        .orElseThrow();
  }
}
