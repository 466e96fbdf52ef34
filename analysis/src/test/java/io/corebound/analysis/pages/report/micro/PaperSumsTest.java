package io.corebound.analysis.pages.report.micro;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.analysis.pages.page.Block;
import io.corebound.records.run.Measurement;
import io.corebound.records.units.Mean;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PaperSumsTest {
  private static Measurement row(
      String suite,
      String operation,
      Map<String, String> parameters,
      String metric,
      String unit,
      double value) {
    return new Measurement(
        suite, operation, parameters, "all", 1, metric, unit, "", new Mean(value, 0, 5), "", "");
  }

  private static String text(String suite, long clockMhz, Measurement... rows) {
    List<Block> blocks =
        new PaperSums(MeasuredOperations.of(List.of(rows)), clockMhz).blocks(suite);
    return blocks.isEmpty() ? "" : ((Block.Paragraph) blocks.get(0)).text();
  }

  /** 25 ns at 3.6 GHz are 90 clocks. */
  @Test
  void clocksOfAnElementComeFromTheMachinesClock() {
    Measurement rate = row("serialize", "serialize.long", Map.of(), "rate", "MB/s", 320);
    Measurement cost =
        row("serialize", "serialize.long", Map.of(), "cost_per_record", "ns/record", 25);
    assertThat(text("serialize", 3600, rate, cost)).contains("25.0 ns", "90.0 clocks", "3.60 GHz");
    assertThat(text("serialize", 0, rate, cost))
        .contains("25.0 ns")
        .contains("does not say its clock");
    assertThat(text("serialize", 3600)).isEmpty();
  }

  /** 1/400 - 1/2000 = 1/500. */
  @Test
  void readingTheFileIsTakenOffTextInputFormat() {
    Measurement lines =
        row("parse", "parse.lines", Map.of("reader", "text-input-format"), "rate", "MB/s", 400);
    Measurement file =
        row("read", "read.local-fs", Map.of("checksum", "true"), "rate", "MB/s", 2000);
    assertThat(text("parse", 0, lines, file)).contains("400", "2000", "500 MB/s");
    assertThat(text("parse", 0, lines)).isEmpty();
  }
}
