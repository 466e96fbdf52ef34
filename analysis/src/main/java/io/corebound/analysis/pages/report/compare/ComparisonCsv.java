package io.corebound.analysis.pages.report.compare;

import io.corebound.analysis.study.compare.FigureKey;
import io.corebound.analysis.study.compare.FigureRow;
import io.corebound.analysis.study.compare.RunComparison;
import io.corebound.records.format.CsvFiles;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A comparison as CSV: a row a figure that both sides have, every parameter, every digit. */
public final class ComparisonCsv {
  private static final List<String> COLUMNS =
      List.of(
          ("kind name parameters threads figure unit byte_base a b sample_size_a sample_size_b"
                  + " ratio ratio_low ratio_high adjusted_p verdict reason regression")
              .split(" "));

  private ComparisonCsv() {}

  /** The whole table. */
  public static String of(RunComparison comparison) {
    return CsvFiles.toText(COLUMNS, comparison.rows().stream().map(ComparisonCsv::row).toList());
  }

  private static List<?> row(FigureRow row) {
    FigureKey key = row.key();
    return Arrays.asList(
        key.kind().name().toLowerCase(Locale.ROOT),
        key.name(),
        key.parameters().entrySet().stream()
            .map(p -> p.getKey() + "=" + p.getValue())
            .collect(Collectors.joining(";")),
        key.threads(),
        key.figure(),
        key.unit(),
        key.byteBase(),
        row.a(),
        row.b(),
        row.sampleSizeA(),
        row.sampleSizeB(),
        row.ratio(),
        row.ratioLow(),
        row.ratioHigh(),
        row.adjustedP(),
        row.verdict().name().toLowerCase(Locale.ROOT),
        ComparisonPage.reason(row),
        row.regression());
  }
}
