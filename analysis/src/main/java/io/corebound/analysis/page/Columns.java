package io.corebound.analysis.page;

import io.corebound.analysis.page.Block.Cell;
import io.corebound.analysis.page.Block.Column;
import io.corebound.analysis.page.Block.Row;
import io.corebound.analysis.page.Block.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/** The columns of a table over things of one kind, each with what it shows of a thing. */
public final class Columns<T> {
  private final List<Column> heads = new ArrayList<>();
  private final List<Function<T, Cell>> cells = new ArrayList<>();

  /** A column of words. */
  public Columns<T> text(String name, Function<T, String> shows) {
    return cell(Column.text(name), t -> Cell.text(shows.apply(t)));
  }

  /** A column of names as a program writes them. */
  public Columns<T> code(String name, Function<T, String> shows) {
    return cell(Column.text(name), t -> Cell.code(shows.apply(t)));
  }

  /** A column of figures, which {@link Figures} has written. */
  public Columns<T> number(String name, String unit, Function<T, String> shows) {
    return cell(Column.number(name, unit), t -> Cell.text(shows.apply(t)));
  }

  /** Any column. */
  public Columns<T> cell(Column head, Function<T, Cell> shows) {
    heads.add(head);
    cells.add(shows);
    return this;
  }

  /** The table, a row a thing. */
  public Table table(String id, String title, String caption, List<T> rows) {
    return table(id, title, caption, rows, t -> false);
  }

  /** The table; rows that are totals stand out. */
  public Table table(String id, String title, String caption, List<T> rows, Predicate<T> isTotal) {
    return new Table(
        id,
        title,
        caption,
        List.copyOf(heads),
        rows.stream()
            .map(t -> new Row(cells.stream().map(c -> c.apply(t)).toList(), isTotal.test(t)))
            .toList());
  }
}
