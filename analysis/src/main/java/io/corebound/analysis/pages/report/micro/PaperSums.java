package io.corebound.analysis.pages.report.micro;

import io.corebound.analysis.pages.page.Block;
import io.corebound.records.run.Environment;
import java.util.List;
import java.util.Optional;

/**
 * What the paper computes of its figures, computed of this run's.
 *
 * @param clockMhz of the machine; 0 where unknown
 */
record PaperSums(MeasuredOperations operations, long clockMhz) {
  static PaperSums of(MeasuredOperations operations, Optional<Environment> environment) {
    return new PaperSums(operations, environment.map(Environment::maxFrequencyMhz).orElse(0L));
  }

  /** What stands below a suite's figures; empty where nothing does, or its operations lack. */
  List<Block> blocks(String suite) {
    String text =
        switch (suite) {
          case "serialize" -> clocks();
          case "parse" -> withoutReading();
          default -> "";
        };
    return text.isEmpty() ? List.of() : List.of(new Block.Paragraph(text));
  }

  /** Section 4.2.2: clocks that an element takes, of one size or another. */
  private String clocks() {
    double ns =
        operations.named("serialize.long").stream()
            .findFirst()
            .map(o -> o.value(Quantity.COST_PER_RECORD))
            .orElse(Double.NaN);
    return Double.isNaN(ns)
        ? ""
        : MicroSections.SENTENCES.say("clocks: ns, clockMhz", ns, clockMhz);
  }

  /** Section 4.3.2: the rate of TextInputFormat if its file cost nothing to read. */
  private String withoutReading() {
    double lines = rate("parse.lines", "reader", "text-input-format");
    double file = rate("read.local-fs", "checksum", "true");
    double alone = 1 / (1 / lines - 1 / file);
    return alone > 0
        ? MicroSections.SENTENCES.say("without_reading: lines, file, alone", lines, file, alone)
        : "";
  }

  private double rate(String operation, String parameter, String value) {
    return operations.named(operation).stream()
        .filter(o -> o.variant().parameter(parameter).equals(value))
        .findFirst()
        .map(o -> o.value(Quantity.RATE))
        .orElse(Double.NaN);
  }
}
