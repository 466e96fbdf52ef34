package io.corebound.microbenchrunner.jmh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.within;

import io.corebound.records.run.Measurement;
import io.corebound.records.run.Measurement.Metric;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CostFitsTest {
  private final List<Measurement> rows = new ArrayList<>();
  private String flags = "";

  @Test
  void recordsOfThreeSizesTellNsPerRecordAndNsPerByte() {
    for (int element : new int[] {8, 64, 1024}) {
      element("serialize.text", element, 25 + 0.5 * element);
    }
    assertThat(fitted("serialize.text", Metric.FIT_NS_PER_RECORD).value())
        .isCloseTo(25, within(1e-6));
    assertThat(fitted("serialize.text", Metric.FIT_NS_PER_BYTE).value())
        .isCloseTo(0.5, within(1e-9));
    assertThat(fitted("serialize.text", Metric.FIT_NS_PER_BYTE).n()).isEqualTo(3);
    assertThat(fitted("serialize.text", Metric.FIT_WORST_RESIDUAL).value())
        .isCloseTo(0, within(1e-9));
  }

  @Test
  void whatDoesNotLieOnALineShowsInResidualsAndInterval() {
    element("serialize.text", 8, 29);
    element("serialize.text", 64, 57 * 1.3);
    element("serialize.text", 256, 153);
    element("serialize.text", 1024, 537);
    assertThat(fitted("serialize.text", Metric.FIT_WORST_RESIDUAL).value()).isGreaterThan(0.1);
    assertThat(CostFits.of(rows))
        .filteredOn(m -> m.metric().equals(Metric.FIT_RESIDUAL))
        .hasSize(4)
        .anySatisfy(
            m -> {
              assertThat(m.parameters())
                  .contains(entry("element", "64"), entry("fit", Metric.FIT_NS_PER_BYTE));
              assertThat(m.value()).isPositive();
            });
    Measurement slope = fitted("serialize.text", Metric.FIT_NS_PER_BYTE);
    assertThat(slope.ciLow()).isLessThan(slope.value());
    assertThat(slope.ciHigh()).isGreaterThan(slope.value());
  }

  @Test
  void twoSizesAreNoFit() {
    element("serialize.text", 8, 29);
    element("serialize.text", 64, 57);
    // another value of what does not vary the size is no third size
    record("serialize.text", Map.of("element", "64", "seed", "1"), 64, 57);
    assertThat(CostFits.of(rows)).isEmpty();
  }

  @Test
  void otherFlagsAreNoThirdSize() {
    element("serialize.text", 8, 29);
    element("serialize.text", 64, 57);
    flags = "f782b6fb86c4";
    element("serialize.text", 1024, 537);
    assertThat(CostFits.of(rows)).isEmpty();
    element("serialize.text", 8, 29);
    element("serialize.text", 64, 57);
    assertThat(fitted("serialize.text", Metric.FIT_NS_PER_BYTE).jvmFlagsHash()).isEqualTo(flags);
  }

  @Test
  void keysOfOneTypeAreFittedTogetherAndOfAnotherApart() {
    for (String pair : List.of("text-10 90", "text-10 4", "text-4 90", "text-4 4", "int-4 4")) {
      String[] parts = pair.split(" ");
      int bytes =
          Integer.parseInt(parts[0].substring(parts[0].indexOf('-') + 1))
              + Integer.parseInt(parts[1]);
      double base = parts[0].startsWith("int") ? 9999 : 300;
      record("sort", Map.of("key", parts[0], "value", parts[1]), bytes, base + 2.0 * bytes);
    }
    Measurement fit = fitted("sort", Metric.FIT_NS_PER_RECORD);
    assertThat(fit.value()).isCloseTo(300, within(1e-6));
    assertThat(fit.parameters()).containsExactly(entry("key", "text"));
  }

  @Test
  void sortIsFittedOverTheLogarithmOfTheRecordsOfASpill() {
    sortsOf("sortMib");
    assertThat(fitted("sort", Metric.FIT_NS_PER_LOG2).value()).isCloseTo(20, within(1e-6));
    assertThat(fitted("sort", Metric.FIT_NS_PER_RECORD).value()).isCloseTo(150, within(1e-6));
  }

  @Test
  void sortsOfDifferentBatchesAreNotFittedTogether() {
    sortsOf("records");
    assertThat(CostFits.of(rows))
        .extracting(Measurement::metric)
        .doesNotContain(Metric.FIT_NS_PER_LOG2);
  }

  private void sortsOf(String varied) {
    for (int n : new int[] {100_000, 400_000, 1_600_000}) {
      Map<String, String> parameters = Map.of("key", "text-10", varied, Integer.toString(n));
      record("sort", parameters, 100, 150 + 20 * (Math.log(n) / Math.log(2)));
      rows.add(row("sort", "sort", parameters, "wall", "records_per_spill", "records", n));
    }
  }

  @Test
  void mergeIsFittedOverTheLogarithmOfItsSegments() {
    for (int k : new int[] {2, 10, 100}) {
      record(
          "merge.reduce",
          Map.of("segments", Integer.toString(k), "codec", "none"),
          100,
          40 + 15 * (Math.log(k) / Math.log(2)));
    }
    assertThat(fitted("merge.reduce", Metric.FIT_NS_PER_LOG2).value()).isCloseTo(15, within(1e-6));
  }

  @Test
  void wholeTasksAreFittedOverTheirRecordsFromTheEmptyOneOn() {
    for (int n : new int[] {0, 500_000, 1_000_000}) {
      rows.add(
          row(
              "task",
              "task.map",
              Map.of("records", Integer.toString(n)),
              "all",
              n == 0 ? Metric.EMPTY_COST : Metric.FIRST_COST,
              "core-s",
              1.5 + 3e-6 * n));
    }
    assertThat(fitted("task.map", Metric.FIT_COLD_CORE_S).value()).isCloseTo(1.5, within(1e-9));
    assertThat(fitted("task.map", Metric.FIT_NS_PER_RECORD).value()).isCloseTo(3000, within(1e-5));
  }

  private Measurement fitted(String operation, String metric) {
    return CostFits.of(rows).stream()
        .filter(m -> m.operation().equals(operation) && m.metric().equals(metric))
        .findFirst()
        .orElseThrow();
  }

  private void element(String operation, int element, double nsPerRecord) {
    record(operation, Map.of("element", Integer.toString(element)), element, nsPerRecord);
  }

  private void record(
      String operation, Map<String, String> parameters, double bytes, double nsPerRecord) {
    String suite = operation.split("\\.")[0];
    rows.add(
        row(suite, operation, parameters, "all", Metric.COST_PER_RECORD, "ns/record", nsPerRecord));
    rows.add(row(suite, operation, parameters, "all", Metric.COST, "ns/B", nsPerRecord / bytes));
  }

  private Measurement row(
      String suite,
      String operation,
      Map<String, String> parameters,
      String process,
      String metric,
      String unit,
      double value) {
    return new Measurement(
        suite,
        operation,
        parameters,
        process,
        1,
        metric,
        unit,
        "payload",
        value,
        value,
        value,
        0.95,
        3,
        flags,
        "raw/x.json");
  }
}
