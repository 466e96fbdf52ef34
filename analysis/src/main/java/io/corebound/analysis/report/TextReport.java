package io.corebound.analysis.report;

import io.corebound.analysis.report.Block.Cell;
import io.corebound.analysis.report.Block.Column;
import io.corebound.analysis.report.Block.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A page as plain text for a terminal: everything but the charts. */
public final class TextReport {
  private static final String GAP = "  ";

  private TextReport() {}

  /** Lays a page out; lines of text are at most 100 characters, tables as wide as their cells. */
  public static String render(Page page) {
    List<String> lines = new ArrayList<>(TerminalSummary.wrapped("", page.headline()));
    page.alarms().forEach(a -> lines.addAll(block(a)));
    lines.addAll(TerminalSummary.wrapped("", page.lead()));
    for (Page.Section section : page.sections()) {
      lines.add("");
      lines.add(section.title());
      section.blocks().forEach(b -> lines.addAll(block(b)));
    }
    return String.join("\n", lines) + "\n";
  }

  private static List<String> block(Block block) {
    return switch (block.kind()) {
      case "Paragraph" -> TerminalSummary.wrapped("", ((Block.Paragraph) block).text());
      case "Notice" -> notice((Block.Notice) block);
      case "Table" -> table((Block.Table) block);
      case "Facts" -> facts((Block.Facts) block);
      case "Details" -> details((Block.Details) block);
      case "Heading" -> List.of("", ((Block.Heading) block).text());
      case "Code" -> ((Block.Code) block).text().lines().toList();
      // drawn, and told in tables beside
      case "Chart", "Multiples", "Timeline" -> List.of();
      default -> throw new IllegalArgumentException(block.kind() + " has no form as plain text");
    };
  }

  private static List<String> notice(Block.Notice notice) {
    List<String> lines = new ArrayList<>(TerminalSummary.wrapped("", notice.text()));
    notice.items().forEach(i -> lines.addAll(TerminalSummary.wrapped(GAP, i)));
    return lines;
  }

  private static List<String> facts(Block.Facts facts) {
    return table(
        new Block.Table(
            "",
            "",
            "",
            List.of(Column.text(""), Column.text("")),
            facts.facts().stream()
                .map(f -> Row.of(Cell.text(f.name()), Cell.text(f.value())))
                .toList()));
  }

  private static List<String> details(Block.Details details) {
    List<String> lines = new ArrayList<>(List.of("", details.summary()));
    details.blocks().forEach(b -> lines.addAll(block(b)));
    return lines;
  }

  private static List<String> table(Block.Table table) {
    List<List<String>> cells = new ArrayList<>();
    cells.add(
        table.columns().stream()
            .map(c -> c.name() + (c.unit().isEmpty() ? "" : " (" + c.unit() + ")"))
            .toList());
    table.rows().forEach(r -> cells.add(r.cells().stream().map(TextReport::cell).toList()));
    List<String> lines = new ArrayList<>();
    if (!table.title().isEmpty()) {
      lines.add("");
      lines.add(table.title());
    }
    for (List<String> row : cells) {
      String line = line(table.columns(), cells, row);
      if (!line.isBlank()) {
        lines.add(line);
      }
    }
    if (!table.caption().isEmpty()) {
      lines.addAll(TerminalSummary.wrapped("", table.caption()));
    }
    return lines;
  }

  private static String cell(Cell cell) {
    return cell.note().isEmpty() ? cell.text() : cell.text() + " (" + cell.note() + ")";
  }

  private static String line(List<Column> columns, List<List<String>> all, List<String> row) {
    List<String> padded = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      int column = i;
      int width = all.stream().mapToInt(r -> r.get(column).length()).max().orElse(0);
      String pad = " ".repeat(width - row.get(i).length());
      padded.add(columns.get(i).numeric() ? pad + row.get(i) : row.get(i) + pad);
    }
    return padded.stream().collect(Collectors.joining(GAP)).stripTrailing();
  }
}
