package io.corebound.analysis.report.micro;

import io.corebound.analysis.page.Block;
import io.corebound.analysis.report.micro.PaperFigure.Item;
import io.corebound.analysis.report.micro.PaperFigure.Quantity;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Figure 14: text to lines and words. */
final class ParseFigure {
  /**
   * A variant.
   *
   * @param key its name in the paper's values
   * @param label its name for people
   */
  private record Way(String key, String label, String operation, String reader) {}

  private static final String BOTH_FORMAT = "parse.lines-tokens text-input-format";

  /** The paper's six variants in its order; it does not tell which TextInputFormat the last has. */
  private static final List<Way> WAYS =
      List.of(
          new Way(
              "parse.lines buffered-reader",
              "Lines: BufferedReader",
              "parse.lines",
              "buffered-reader"),
          new Way(
              "parse.lines text-input-format",
              "Lines: TextInputFormat, bytes",
              "parse.lines",
              "text-input-format"),
          new Way(
              "parse.lines text-input-format-string",
              "Lines: TextInputFormat, String",
              "parse.lines",
              "text-input-format-string"),
          new Way("parse.tokens none", "Words: StringTokenizer", "parse.tokens", "none"),
          new Way(
              "parse.lines-tokens buffered-reader",
              "Both: BufferedReader",
              "parse.lines-tokens",
              "buffered-reader"),
          new Way(BOTH_FORMAT, "Both: TextInputFormat", "parse.lines-tokens", "text-input-format"),
          new Way(
              BOTH_FORMAT,
              "Both: TextInputFormat, String",
              "parse.lines-tokens",
              "text-input-format-string"));

  private ParseFigure() {}

  static List<Block> blocks(MeasuredOperations operations, PaperValues paper) {
    List<Item> items =
        WAYS.stream()
            .map(
                way ->
                    new Item(
                        way.key(),
                        way.label(),
                        List.of(find(operations, way.operation(), way.reader()))))
            .toList();
    return new PaperFigure(
            14,
            "figure-14",
            "English text to lines and words",
            "One thread, warm; MB of text, in lines of at most 256 bytes, from memory.",
            "Variant",
            List.of("measured"),
            List.of(Quantity.RATE),
            items)
        .blocks(paper);
  }

  private static Optional<MeasuredOperation> find(
      MeasuredOperations operations, String id, String reader) {
    return operations.named(id).stream()
        .filter(
            o ->
                o.variant().parameter("reader").equals(reader)
                    || (reader.equals("none") && o.variant().parameter("reader").isEmpty()))
        .max(Comparator.comparingDouble(MeasuredOperation::batch));
  }
}
