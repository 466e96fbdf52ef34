package io.corebound.records.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.corebound.records.units.Mean;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MeasurementTest {
  private static Measurement cost(String partitions, double value, int n, String flags) {
    return new Measurement(
        "tera",
        "partition.total-order",
        Map.of("partitions", partitions),
        "all",
        1,
        Measurement.Metric.COST,
        "ns/B",
        "payload",
        Mean.alone(value, n),
        flags,
        "raw/micro/tera.json");
  }

  private static Measurement figure(String metric, Mean mean) {
    return new Measurement("sort", "sort", Map.of(), "wall", 1, metric, "MB/s", "", mean, "", "");
  }

  private static Mean older(int n) {
    return Mean.ofInterval(44.2, -3.5, 91.9, 0.95, n);
  }

  @Test
  void fewerThanThreeSamplesHaveNoIntervalToShow() {
    assertThat(figure(Measurement.Metric.RATE, older(2)).interval()).isEmpty();
    assertThat(figure(Measurement.Metric.RATE, Mean.alone(44.2, 3)).interval()).isEmpty();
    assertThat(figure(Measurement.Metric.RATE, older(3)).interval()).isPresent();
  }

  @Test
  void rateOfAnOlderFileIsNeverShownBelowNothing() {
    Mean.Interval shown = figure(Measurement.Metric.RATE, older(3)).interval().orElseThrow();
    // 47.7 to either side
    assertThat(shown.low()).isCloseTo(44.2 / Math.exp(47.7 / 44.2), within(1e-9));
    assertThat(shown.high()).isCloseTo(44.2 * Math.exp(47.7 / 44.2), within(1e-9));
    assertThat(figure(Measurement.Metric.COLD_COST, older(3)).interval())
        .hasValueSatisfying(i -> assertThat(i.low()).isCloseTo(-3.5, within(1e-9)));
  }

  @Test
  void intervalsOfAnOlderTableAreReadAsErrors(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("measurements.csv");
    // the half of 12.7062 is that of two samples with an error of 1
    Files.writeString(
        file,
        """
        suite,operation,parameters,process,threads,metric,unit,byte_base,value,ci_low,ci_high,\
        confidence,n,jvm_flags_hash,raw_file
        sort,sort,records=10,all,1,cost,ns/B,payload,40,27.2938,52.7062,0.95,2,abc,raw/a.json
        sort,sort,,all,1,cost_min,ns/B,payload,39,,,0.95,2,abc,raw/a.json
        """);
    List<Measurement> rows = Measurement.read(file);
    assertThat(rows.get(0).mean().error()).isCloseTo(1, within(1e-5));
    assertThat(rows.get(1).mean()).isEqualTo(Mean.alone(39, 2));

    Path written = folder.resolve("written.csv");
    Measurement.write(written, rows);
    assertThat(Files.readString(written)).startsWith("suite,").contains(",value,error,n,");
    assertThat(Measurement.read(written)).isEqualTo(rows);
  }

  @Test
  void laterForksTakeThePlaceOfEarlierOnes() {
    assertThat(cost("16", 0.5, 1, "f782b6fb86c4").sameFigure(cost("16", 0.6, 2, "f782b6fb86c4")))
        .isTrue();
    assertThat(cost("16", 0.5, 1, "f782b6fb86c4").sameFigure(cost("256", 0.5, 1, "f782b6fb86c4")))
        .isFalse();
  }

  @Test
  void figureOfOtherJvmFlagsIsAnotherOne() {
    assertThat(cost("16", 0.5, 5, "f782b6fb86c4").sameFigure(cost("16", 0.5, 5, "70996ede38e5")))
        .isFalse();
  }
}
