package io.corebound.analysis.pages.page;

import io.corebound.analysis.pages.page.Block.Cell;
import io.corebound.analysis.pages.page.Block.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * What a template says of a cell beside its text. A filter adds it to the text, in characters of
 * the private use area, which no text has; {@link #row} takes it out.
 */
enum CellMark {
  TONE,
  /** Small print; several are separated by commas. */
  NOTE,
  /** A file of the run, which the cell leads to. */
  FILE,
  /** The cell's row is a total. */
  TOTAL;

  private static final Pattern ANY = Pattern.compile("([\uE000-\uE003])([^\uE00F]*)\uE00F");

  /** Stands for a bar that belongs to a fact, so that it ends neither a cell nor a part. */
  private static final char BAR = '\uE010';

  static String escaped(String fact) {
    return fact.replace('|', BAR);
  }

  static String plain(String text) {
    return text.replace(BAR, '|');
  }

  /** The text with this mark; without it where the value is empty. */
  String on(Object text, Object value) {
    String unmarked = text == null ? "" : text.toString();
    return value == null || value.toString().isBlank()
        ? unmarked
        : "%s%c%s\uE00F".formatted(unmarked, 0xE000 + ordinal(), value);
  }

  /** The cells between bars. */
  static Row row(String text) {
    List<Cell> cells = new ArrayList<>();
    boolean total = false;
    for (String cell : text.split("\\|", -1)) {
      Cell read = Cell.text(plain(ANY.matcher(cell).replaceAll("").strip()));
      for (MatchResult mark : ANY.matcher(cell).results().toList()) {
        CellMark kind = values()[mark.group(1).charAt(0) - 0xE000];
        total |= kind == TOTAL;
        read = kind.marked(read, plain(mark.group(2)));
      }
      cells.add(read);
    }
    return new Row(cells, total);
  }

  private Cell marked(Cell cell, String value) {
    return switch (this) {
      case TONE -> new Cell(cell.text(), cell.note(), cell.href(), value);
      case NOTE -> cell.withNote(cell.note().isEmpty() ? value : cell.note() + ", " + value);
      case FILE -> new Cell(cell.text(), cell.note(), Links.to(value), cell.tone());
      case TOTAL -> cell;
    };
  }
}
