package io.corebound.analysis.pages.page;

import io.corebound.analysis.pages.page.Block.Cell;
import io.corebound.analysis.pages.page.Block.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A page as Markdown (GitHub's tables): everything but the charts. */
public final class MarkdownReport {
  private MarkdownReport() {}

  /** Lays a page out as Markdown. */
  public static String render(Page page) {
    List<String> parts = new ArrayList<>();
    parts.add("# " + text(page.headline()));
    if (!page.state().isEmpty()) {
      parts.add("corebound, run `" + page.name() + "`, " + page.state() + ", " + page.when());
    }
    page.alarms().forEach(a -> parts.add(block(a)));
    parts.add(text(page.lead()));
    for (Page.Tile tile : page.tiles()) {
      parts.add("- " + text(tile.name() + ": " + tile.value() + " (" + tile.note() + ")"));
    }
    for (Page.Section section : page.sections()) {
      parts.add("## " + text(section.title()));
      section.blocks().forEach(b -> parts.add(block(b)));
    }
    return parts.stream().filter(p -> !p.isBlank()).collect(Collectors.joining("\n\n")) + "\n";
  }

  private static String block(Block block) {
    return switch (block.kind()) {
      case "Paragraph" -> text(((Block.Paragraph) block).text());
      case "Notice" -> notice((Block.Notice) block);
      case "Verdicts" -> verdicts((Block.Verdicts) block);
      case "Timeline" -> "";
      case "Table" -> table((Block.Table) block);
      case "Facts" -> table(((Block.Facts) block).table("What", "Value"));
      case "Details" -> details((Block.Details) block);
      case "Choice" -> choice((Block.Choice) block);
      case "Heading" -> "### " + text(((Block.Heading) block).text());
      case "Multiples" ->
          "_"
              + text(((Block.Multiples) block).title())
              + ": see the charts in_ [report.html](./report.html).";
      case "Code" -> "```yaml\n" + ((Block.Code) block).text().replace("```", "`` `") + "\n```";
      default -> chart((Chart) block);
    };
  }

  private static String notice(Block.Notice notice) {
    String text =
        switch (notice.level()) {
          case "alarm" -> "**" + text(notice.text()) + "**";
          case "missing" -> "_" + text(notice.text()) + "_";
          default -> text(notice.text());
        };
    return "> "
        + text
        + notice.items().stream().map(i -> "\n> - " + text(i)).collect(Collectors.joining());
  }

  private static String verdicts(Block.Verdicts verdicts) {
    return verdicts.intervals().stream()
        .map(
            v ->
                "- **%s: %s** (%s; %s). %s"
                    .formatted(
                        text(Words.capital(v.name())),
                        text(v.bound()),
                        v.sureness(),
                        v.length(),
                        text(v.sentence() + " " + v.model())))
        .collect(Collectors.joining("\n"));
  }

  private static String table(Block.Table table) {
    StringBuilder text = new StringBuilder();
    if (!table.title().isEmpty()) {
      text.append("### ").append(text(table.title())).append("\n\n");
    }
    text.append(
        line(
            table.columns().stream()
                .map(c -> text(c.name()) + (c.unit().isEmpty() ? "" : " [" + text(c.unit()) + "]"))
                .toList()));
    text.append(line(table.columns().stream().map(c -> c.numeric() ? "--:" : ":--").toList()));
    for (Row row : table.rows()) {
      text.append(line(row.cells().stream().map(c -> cell(c, row.total())).toList()));
    }
    if (!table.caption().isEmpty()) {
      text.append("\n").append(text(table.caption()));
    }
    return text.toString().stripTrailing();
  }

  private static String line(List<String> cells) {
    return "| " + String.join(" | ", cells) + " |\n";
  }

  private static String cell(Cell cell, boolean total) {
    String text =
        cell.tone().equals("code") && !cell.text().isBlank() && cell.text().matches("[\\w./-]+")
            ? "`" + cell.text() + "`"
            : text(cell.text());
    if (!cell.href().isEmpty()) {
      text = "[" + text + "](" + cell.href() + ")";
    }
    if (!cell.note().isEmpty()) {
      text = text + " (" + text(cell.note()) + ")";
    }
    return total && !text.isBlank() ? "**" + text + "**" : text;
  }

  private static String details(Block.Details details) {
    return "<details><summary>"
        + html(details.summary())
        + "</summary>\n\n"
        + details.blocks().stream().map(MarkdownReport::block).collect(Collectors.joining("\n\n"))
        + "\n\n</details>";
  }

  private static String choice(Block.Choice choice) {
    return "_"
        + text(choice.label())
        + ": of each of "
        + choice.options().size()
        + " to choose from in_ [report.html](./report.html).";
  }

  private static String chart(Chart chart) {
    return "_" + text(chart.title()) + ": see the chart in_ [report.html](./report.html).";
  }

  /** Text within an element of HTML. */
  private static String html(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  /** Text in which nothing is markup. */
  public static String text(String text) {
    return html(text.replace("\\", "\\\\"))
        .replaceAll("([`*\\[\\]|#])", "\\\\$1")
        .replaceAll("(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])", "\\\\_")
        .replaceAll("\\s*\\R\\s*", " ");
  }
}
