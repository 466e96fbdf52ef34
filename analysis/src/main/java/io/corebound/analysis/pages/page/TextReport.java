package io.corebound.analysis.pages.page;

import io.corebound.analysis.pages.page.Block.Cell;
import io.corebound.analysis.pages.page.Block.Column;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A page as plain text for a terminal: everything but the charts. */
public final class TextReport {
  /** Width of a terminal that does not say its own. */
  public static final int WIDTH = 100;

  private static final String GAP = "  ";

  /** Less of a text says nothing. */
  private static final int SHORTEST_TEXT = 12;

  /** A cell that needs more lines is cut. */
  private static final int MOST_LINES = 6;

  private final int width;

  private TextReport(int width) {
    this.width = width;
  }

  /** Lays a page out in lines of {@value #WIDTH} characters at most. */
  public static String render(Page page) {
    return render(page, WIDTH);
  }

  /** Lays a page out. */
  public static String render(Page page, int width) {
    return new TextReport(width).lines(page);
  }

  /** Blocks alone, in lines of so many characters at most. */
  public static List<String> lines(List<Block> blocks, int width) {
    TextReport report = new TextReport(width);
    return blocks.stream().flatMap(b -> report.block(b).stream()).toList();
  }

  private String lines(Page page) {
    List<String> lines = new ArrayList<>(wrapped("", page.headline()));
    page.alarms().forEach(a -> lines.addAll(block(a)));
    lines.addAll(wrapped("", page.lead()));
    for (Page.Section section : page.sections()) {
      lines.add("");
      lines.addAll(wrapped("", section.title()));
      section.blocks().forEach(b -> lines.addAll(block(b)));
    }
    return String.join("\n", lines) + "\n";
  }

  private List<String> wrapped(String indent, String text) {
    return wrapped(indent, text, width);
  }

  private List<String> block(Block block) {
    return switch (block.kind()) {
      case "Paragraph" -> wrapped("", ((Block.Paragraph) block).text());
      case "Notice" -> notice((Block.Notice) block);
      case "Table" -> table((Block.Table) block);
      case "Facts" -> table(((Block.Facts) block).table("", ""));
      case "Details" -> details((Block.Details) block);
      case "Heading" -> List.of("", ((Block.Heading) block).text());
      case "Code" -> ((Block.Code) block).text().lines().toList();
      // drawn; the tables beside have the figures
      case "Chart", "Multiples", "Timeline" -> List.of();
      default -> throw new IllegalArgumentException(block.kind() + " has no form as plain text");
    };
  }

  private List<String> notice(Block.Notice notice) {
    List<String> lines = new ArrayList<>(wrapped("", notice.text()));
    notice.items().forEach(i -> lines.addAll(wrapped(GAP, i)));
    return lines;
  }

  private List<String> details(Block.Details details) {
    List<String> lines = new ArrayList<>(List.of(""));
    lines.addAll(wrapped("", details.summary()));
    details.blocks().forEach(b -> lines.addAll(block(b)));
    return lines;
  }

  private List<String> table(Block.Table table) {
    List<String> heads =
        table.columns().stream()
            .map(c -> c.name() + (c.unit().isEmpty() ? "" : " (" + c.unit() + ")"))
            .toList();
    List<List<String>> cells =
        table.rows().stream().map(r -> r.cells().stream().map(TextReport::cell).toList()).toList();
    List<String> lines = new ArrayList<>();
    if (!table.title().isEmpty()) {
      lines.add("");
      lines.addAll(wrapped("", table.title()));
    }
    int[] widths = broken(heads, cells);
    for (List<Integer> part : parts(table.columns(), widths)) {
      if (part.size() > 1 && part.get(1) > 1) {
        lines.add("");
      }
      Stream.concat(Stream.of(heads), cells.stream())
          .flatMap(row -> lines(row, widths))
          .map(row -> line(table.columns(), part, widths, row))
          .filter(line -> !line.isBlank())
          .forEach(lines::add);
    }
    if (!table.caption().isEmpty()) {
      lines.addAll(wrapped("", table.caption()));
    }
    return lines;
  }

  private static String cell(Cell cell) {
    return cell.note().isEmpty() ? cell.text() : cell.text() + " (" + cell.note() + ")";
  }

  /** Widths of columns: as heads and cells need; where that is too wide, heads are broken. */
  private int[] broken(List<String> heads, List<List<String>> cells) {
    int[] ofCells =
        IntStream.range(0, heads.size())
            .map(i -> cells.stream().mapToInt(r -> r.get(i).length()).max().orElse(0))
            .toArray();
    int[] widths =
        IntStream.range(0, heads.size())
            .map(i -> Math.max(heads.get(i).length(), ofCells[i]))
            .toArray();
    narrow(widths, i -> Math.max(longestWord(heads.get(i)), ofCells[i]));
    return widths;
  }

  /**
   * Which columns stand beside each other: all of them, if need be with their texts broken, the
   * widest first. Where that is too wide still, the others come below, each time beside the first,
   * which says what a row is.
   */
  private List<List<Integer>> parts(List<Column> columns, int[] widths) {
    int[] cut = widths.clone();
    int first = (width - 2 * GAP.length()) / 3;
    narrow(cut, i -> columns.get(i).numeric() ? cut[i] : i == 0 ? first : SHORTEST_TEXT);
    if (fits(cut)) {
      System.arraycopy(cut, 0, widths, 0, widths.length);
      return List.of(IntStream.range(0, widths.length).boxed().toList());
    }
    widths[0] = Math.min(widths[0], width / 2);
    List<List<Integer>> parts = new ArrayList<>();
    int taken = width;
    for (int i = 1; i < widths.length; i++) {
      widths[i] = Math.min(widths[i], width - widths[0] - GAP.length());
      if (taken + GAP.length() + widths[i] > width) {
        parts.add(new ArrayList<>(List.of(0)));
        taken = widths[0];
      }
      parts.get(parts.size() - 1).add(i);
      taken += GAP.length() + widths[i];
    }
    return parts;
  }

  private boolean fits(int[] widths) {
    return IntStream.of(widths).sum() + GAP.length() * (widths.length - 1) <= width;
  }

  private static int longestWord(String text) {
    return Stream.of(text.split(" ", -1)).mapToInt(String::length).max().orElse(0);
  }

  private void narrow(int[] widths, IntUnaryOperator least) {
    while (!fits(widths)) {
      Optional<Integer> widest =
          IntStream.range(0, widths.length)
              .boxed()
              .filter(i -> widths[i] > least.applyAsInt(i))
              .max(Comparator.comparingInt(i -> widths[i]));
      if (widest.isEmpty()) {
        return;
      }
      widths[widest.get()]--;
    }
  }

  /** The lines of a row whose texts are broken between words, each in its column. */
  private static Stream<List<String>> lines(List<String> row, int[] widths) {
    List<List<String>> broken =
        IntStream.range(0, widths.length).mapToObj(i -> fitted(row.get(i), widths[i])).toList();
    int lines = broken.stream().mapToInt(List::size).max().orElse(0);
    return IntStream.range(0, lines)
        .mapToObj(line -> broken.stream().map(b -> line < b.size() ? b.get(line) : "").toList());
  }

  private static List<String> fitted(String text, int width) {
    List<String> lines =
        text.length() <= width
            ? List.of(text)
            : wrapped("", text, width).stream().flatMap(l -> pieces(l, width)).toList();
    return lines.size() <= MOST_LINES ? lines : List.of(text);
  }

  /** A word that is longer than a line may be, broken where it must. */
  private static Stream<String> pieces(String line, int width) {
    return IntStream.iterate(0, at -> at < line.length(), at -> at + width)
        .mapToObj(at -> line.substring(at, Math.min(line.length(), at + width)));
  }

  private static String line(
      List<Column> columns, List<Integer> part, int[] widths, List<String> row) {
    List<String> padded = new ArrayList<>();
    for (int i : part) {
      String text = cut(row.get(i), widths[i]);
      String pad = " ".repeat(widths[i] - text.length());
      padded.add(columns.get(i).numeric() ? pad + text : text + pad);
    }
    return padded.stream().collect(Collectors.joining(GAP)).stripTrailing();
  }

  private static String cut(String text, int width) {
    return text.length() <= width ? text : text.substring(0, width - 1) + "…";
  }

  /** Words in lines of at most so many characters; later lines are indented as the first. */
  public static List<String> wrapped(String indent, String text, int width) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder(indent);
    for (String word : text.strip().split("\\s+", -1)) {
      if (line.length() > indent.length() && line.length() + word.length() + 1 > width) {
        lines.add(line.toString());
        line = new StringBuilder(" ".repeat(indent.length()));
      }
      if (!line.isEmpty() && line.charAt(line.length() - 1) != ' ') {
        line.append(' ');
      }
      line.append(word);
    }
    lines.add(line.toString());
    return lines;
  }
}
