package io.corebound.records.format;

import io.corebound.records.units.CoreboundException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** What shows that a spreadsheet has written a CSV file in a form of its own. */
final class Spreadsheet {
  private static final Map<String, String> SEPARATORS =
      Map.of(";", "semicolons", "\t", "tabs", "|", "bars");

  private static final Pattern DECIMAL_COMMA =
      Pattern.compile("(?<![0-9,])-?[0-9]+,[0-9]+(?![0-9,])");

  private Spreadsheet() {}

  /** Refuses a file whose first lines show it; the columns are those that it should have. */
  static void refuse(Path file, List<String> columns) {
    List<String> causes = causes(lines(file), columns);
    if (!causes.isEmpty()) {
      throw CoreboundException.invalidInput(
          """
          %s line 1: a spreadsheet wrote it: %s; save it with commas between cells and points in \
          numbers\
          """,
          file, String.join(", ", causes));
    }
  }

  private static List<String> lines(Path file) {
    try (BufferedReader reader = Files.newBufferedReader(file)) {
      return reader.lines().limit(3).toList();
    } catch (IOException | UncheckedIOException e) {
      // the reader of the table says it
      return List.of();
    }
  }

  private static List<String> causes(List<String> lines, List<String> columns) {
    List<String> causes = new ArrayList<>();
    String first = lines.isEmpty() ? "" : StructuredFiles.withoutMark(lines.get(0));
    boolean says = first.replace("\"", "").startsWith("sep=");
    if (says) {
      causes.add("it begins with '%s'".formatted(first));
    }
    List<String> table = lines.subList(says ? 1 : 0, lines.size());
    String header = table.isEmpty() ? "" : StructuredFiles.withoutMark(table.get(0));
    SEPARATORS.forEach(
        (separator, name) -> {
          if (cells(header, separator).containsAll(columns)) {
            causes.add("its cells are separated by %s, not by commas".formatted(name));
            if (table.size() > 1 && hasDecimalComma(table.get(1))) {
              causes.add("its numbers have decimal commas");
            }
          }
        });
    return causes;
  }

  private static List<String> cells(String line, String separator) {
    return Arrays.stream(line.split(Pattern.quote(separator), -1))
        .map(cell -> cell.strip().replaceAll("^\"|\"$", ""))
        .toList();
  }

  /** Whether a text has a number such as {@code 1,5}. */
  static boolean hasDecimalComma(String text) {
    return DECIMAL_COMMA.matcher(text).find();
  }
}
