package io.corebound.analysis.pages.page;

import java.util.Arrays;
import java.util.List;

/** A piece of a page, laid out by a renderer that computes nothing. */
public sealed interface Block
    permits Block.Paragraph,
        Block.Notice,
        Block.Verdicts,
        Block.Timeline,
        Block.Table,
        Block.Facts,
        Block.Details,
        Block.Choice,
        Block.Code,
        Block.Heading,
        Block.Multiples,
        Chart {
  /** Which piece it is, for the template. */
  default String kind() {
    return getClass().getSimpleName();
  }

  /** A paragraph of plain text. */
  record Paragraph(String text) implements Block {}

  /**
   * A sentence that must not be overlooked.
   *
   * @param level {@code alarm}, {@code warning}, {@code missing} (stands where data would be) or
   *     {@code good}
   */
  record Notice(String level, String text, List<String> items) implements Block {
    public static Notice alarm(String text) {
      return new Notice("alarm", text, List.of());
    }

    public static Notice missing(String text) {
      return new Notice("missing", text, List.of());
    }
  }

  /** One card an interval: what bounds it. */
  record Verdicts(List<Verdict> intervals) implements Block {}

  /**
   * What bounds an interval.
   *
   * @param bound its word, and its colour
   * @param sureness {@code sure}, {@code fairly sure}, {@code not sure} or {@code cannot tell}
   */
  record Verdict(
      String name,
      double elapsedS,
      String bound,
      String sureness,
      String length,
      String sentence,
      String model,
      List<Meter> meters) {
    /** The verdict in a line. */
    public String label() {
      return name + ": " + bound + ", " + length;
    }
  }

  /**
   * A bar beside a figure.
   *
   * @param colour name of a colour of the page
   * @param limit where its mark stands, 0 to 1; negative for none
   */
  record Meter(String name, String text, double share, String colour, double limit) {
    public static Meter of(String name, double share, String colour, double limit) {
      boolean known = !Double.isNaN(share);
      return new Meter(
          name,
          known ? Figures.percent(share) : "not known",
          known ? Math.max(0, Math.min(1, share)) : 0,
          colour,
          limit);
    }
  }

  /** A bar of stretches, as long as they took. */
  record Timeline(String label, List<Stretch> stretches) implements Block {}

  /**
   * A stretch of a {@link Timeline}.
   *
   * @param bound its colour: a bound's word
   */
  record Stretch(String name, String bound, double lengthS, String label) {}

  /** A table. */
  record Table(String id, String title, String caption, List<Column> columns, List<Row> rows)
      implements Block {
    public Table {
      for (Row row : rows) {
        if (row.cells().size() != columns.size()) {
          throw new IllegalArgumentException(
              id + ": a row of " + row.cells().size() + " cells for " + columns.size());
        }
      }
    }
  }

  /**
   * A column of a table.
   *
   * @param numeric whether it is aligned to the right
   */
  record Column(String name, String unit, boolean numeric) {
    public static Column text(String name) {
      return new Column(name, "", false);
    }

    /** {@code Name}, or of figures {@code # Name [unit]}. */
    static Column of(String text) {
      String name = text.strip().replaceFirst("^# ?", "");
      int unit = text.contains("[") ? name.indexOf('[') : name.length();
      return new Column(
          name.substring(0, unit).strip(),
          name.substring(unit).replaceAll("[\\[\\]]", ""),
          text.strip().startsWith("#"));
    }

    public static Column number(String name, String unit) {
      return new Column(name, unit, true);
    }
  }

  /** A row of a table; a total stands out. */
  record Row(List<Cell> cells, boolean total) {
    /** Of cells, texts and figures. */
    public static Row of(Object... cells) {
      return new Row(Arrays.stream(cells).map(Cell::of).toList(), false);
    }

    /** As {@link #of}. */
    public static Row total(Object... cells) {
      return new Row(of(cells).cells(), true);
    }
  }

  /**
   * A cell of a table.
   *
   * @param href where it leads, relative to the run directory and encoded; empty for nowhere
   * @param tone {@code good}, {@code bad}, {@code code}, a bound's word or empty
   */
  record Cell(String text, String note, String href, String tone) {
    /** A cell as it is, a figure with three digits, a whole number or anything else as text. */
    public static Cell of(Object value) {
      return value instanceof Cell cell
          ? cell
          : value == null || value instanceof Double
              ? number((Double) value)
              : text(String.valueOf(value));
    }

    public static Cell text(String text) {
      return new Cell(text, "", "", "");
    }

    public static Cell code(String text) {
      return new Cell(text, "", "", "code");
    }

    /** Whether it is code of one word, which needs no escapes. */
    public boolean code() {
      return tone.equals("code") && text.matches("[\\w./-]+");
    }

    public static Cell number(double value) {
      return text(Figures.number(value));
    }

    public static Cell number(Double value) {
      return text(Figures.number(value));
    }

    public static Cell toned(String text, String tone) {
      return new Cell(text, "", "", tone);
    }

    /** A link to a file of the run; plain text when the path would leave the run directory. */
    public static Cell file(String text, String path) {
      return new Cell(text, "", Links.to(path), "");
    }

    public Cell withNote(String small) {
      return new Cell(text, small, href, tone);
    }
  }

  /** Name and value, a line each. */
  record Facts(List<Fact> facts) implements Block {
    /** The same as a table. */
    Table table(String nameHead, String valueHead) {
      return new Table(
          "",
          "",
          "",
          List.of(Column.text(nameHead), Column.text(valueHead)),
          facts.stream().map(f -> Row.of(f.name(), f.value())).toList());
    }
  }

  /** A line of {@link Facts}. */
  record Fact(String name, String value) {}

  /** What is there for those who ask: closed until it is opened. */
  record Details(String summary, List<Block> blocks) implements Block {}

  /** One of many things of the same kind, of which the reader chooses one by its name. */
  record Choice(String id, String label, List<Option> options) implements Block {}

  /** What can be chosen in a {@link Choice}. */
  record Option(String name, List<Block> blocks) {}

  /** Text as it is. */
  record Code(String text) implements Block {}

  /** A heading within a section. */
  record Heading(String text) implements Block {}

  /** Small charts of the same kind side by side, with one legend. */
  record Multiples(
      String id, String title, String caption, int columns, List<Key> keys, List<Chart> charts)
      implements Block {}

  /**
   * A line of a legend.
   *
   * @param colour name of a colour of the page
   * @param form {@code area}, {@code line} or {@code dashed}
   */
  record Key(String name, String colour, String form) {}
}
