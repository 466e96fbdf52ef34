package io.corebound.analysis.report.micro;

import io.corebound.analysis.page.Block;
import io.corebound.analysis.report.micro.PaperFigure.Item;
import io.corebound.analysis.report.micro.PaperFigure.Quantity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Figure 13: strings to bytes and back. */
final class TextFigure {
  private TextFigure() {}

  static List<Block> blocks(MeasuredOperations operations, PaperValues paper) {
    List<Item> items = new ArrayList<>();
    for (String through : List.of("string", "text")) {
      for (String kind : List.of("ascii/ascii", "utf-8/ascii", "utf-8/japanese")) {
        String[] parts = kind.split("/", 2);
        items.add(
            new Item(
                through.equals("string") ? kind : kind + " through Text",
                label(parts[0], parts[1], through),
                List.of(
                    find(operations, "text.encode", parts[0], parts[1], through),
                    find(operations, "text.decode", parts[0], parts[1], through))));
      }
    }
    return new PaperFigure(
            13,
            "figure-13",
            "Java strings to bytes and back",
            "One thread, warm; MB of encoded bytes. Strings are UTF-16 or Latin-1 in the JVM, so"
                + " that even ASCII text is converted or copied.",
            "Charset and text",
            List.of("encode", "decode"),
            List.of(Quantity.RATE),
            items)
        .blocks(paper);
  }

  private static String label(String charset, String content, String through) {
    return charset.toUpperCase(Locale.ROOT)
        + ", "
        + (content.equals("ascii") ? "ASCII" : "Japanese")
        + " text"
        + (through.equals("text") ? ", through Text" : "");
  }

  private static Optional<MeasuredOperation> find(
      MeasuredOperations operations, String id, String charset, String content, String through) {
    return operations.named(id).stream()
        .filter(o -> o.variant().parameter("charset").equals(charset))
        .filter(o -> o.variant().parameter("content").equals(content))
        .filter(o -> o.variant().parameter("through").equals(through))
        .max(Comparator.comparingDouble(MeasuredOperation::batch));
  }
}
