package io.corebound.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.corebound.analysis.bound.Bound;
import io.corebound.analysis.report.ResourceUse.Device;
import io.corebound.records.Samples;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The rules by which samples become verdicts, means and figures. */
class RulesTest {
  private static ResourceUse use(
      double busy, double ioWait, double steal, double diskShare, double networkShare) {
    return new ResourceUse(
        busy,
        0,
        ioWait,
        steal,
        1 - busy - ioWait - steal,
        20,
        Optional.of(new Device("sda", 1, 1, diskShare)),
        Optional.of(new Device("lo", 1, 1, networkShare)));
  }

  @ParameterizedTest
  @CsvSource({
    "0.80, 0.00, 0.00, 0.10, 0.10, CPU",
    "0.79, 0.00, 0.00, 0.10, 0.10, WAITING",
    "0.70, 0.00, 0.12, 0.10, 0.10, CPU",
    "0.50, 0.10, 0.00, 0.85, 0.10, DISK",
    "0.50, 0.30, 0.00, 0.10, 0.10, DISK",
    "0.30, 0.30, 0.00, 0.10, 0.10, WAITING",
    "0.50, 0.00, 0.00, 0.10, 0.90, NETWORK",
    "0.85, 0.00, 0.00, 0.95, 0.10, DISK",
    "0.85, 0.00, 0.00, NaN,  NaN,  CPU",
    "0.10, 0.00, 0.00, NaN,  NaN,  WAITING",
  })
  void theFullestResourceBoundsElseTheJobWaits(
      double busy, double ioWait, double steal, double disk, double network, Bound bound) {
    assertThat(IntervalVerdict.boundOf(use(busy, ioWait, steal, disk, network))).isEqualTo(bound);
  }

  @Test
  void withoutSamplesNothingIsSaid() {
    ResourceUse none =
        ResourceUse.over(
            List.of(),
            List.of(new Span(0, 10)),
            new ProbedRates(Double.NaN, Double.NaN, Double.NaN));

    assertThat(IntervalVerdict.boundOf(none)).isEqualTo(Bound.UNKNOWN);
  }

  private static Samples samples(double[]... timesAndValues) {
    return new Samples(
        "h",
        "s",
        List.of("x"),
        java.util.Arrays.stream(timesAndValues)
            .map(tv -> new Samples.Row(tv[0], "all", List.of(tv[1])))
            .toList());
  }

  private static SampleMean mean(Samples samples, double from, double to) {
    return SampleMean.of(
        samples, "all", List.of(new Span(from, to)), SampleMean.sumOf(samples, "x"));
  }

  @Test
  void sampleCountsWithTheTimeThatItSharesWithTheInterval() {
    Samples s = samples(new double[] {11, 100}, new double[] {12, 0}, new double[] {13, 50});

    // half a second of 100, one of 0, a quarter of 50
    SampleMean mean = mean(s, 10.5, 12.25);

    assertThat(mean.value()).isCloseTo((50 + 0 + 12.5) / 1.75, within(1e-9));
    assertThat(mean.samples()).isEqualTo(3);
  }

  @Test
  void lostSamplesAreNotFilledWithTheNextOne() {
    Samples s =
        samples(
            new double[] {1, 10},
            new double[] {2, 10},
            new double[] {3, 10},
            new double[] {60, 90});

    assertThat(mean(s, 30, 50).samples()).isZero();
    assertThat(mean(s, 30, 60).value()).isEqualTo(90);
  }

  @Test
  void overheadIsTheJobWithoutItsIntervals() {
    assertThat(
            new Span(0, 48).without(List.of(new Span(31, 45), new Span(5, 29), new Span(29, 31))))
        .containsExactly(new Span(0, 5), new Span(45, 48));
  }

  @Property(tries = 50)
  void thinningKeepsTheHighestAndTheLowestPoint(
      @ForAll @Size(min = 2001, max = 5000) List<@DoubleRange(min = 0, max = 100) Double> values) {
    List<Samples.Row> rows = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      rows.add(new Samples.Row(i, "all", List.of(values.get(i))));
    }

    List<Samples.Row> kept = Charts.thinned(rows, r -> r.values().get(0), Charts.MOST_POINTS);

    assertThat(kept).hasSizeLessThanOrEqualTo(Charts.MOST_POINTS);
    assertThat(kept).isSortedAccordingTo(java.util.Comparator.comparing(Samples.Row::timeS));
    List<Double> figures = kept.stream().map(r -> r.values().get(0)).toList();
    assertThat(figures)
        .contains(
            values.stream().max(Double::compare).orElseThrow(),
            values.stream().min(Double::compare).orElseThrow());
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "24, 24.0",
    "0.0400, 0.0400",
    "999.6, 1000",
    "1234.5, 1230",
    "-5, −5.00",
    "29000000, 29000000",
    "0.9996, 1.00",
    "NaN, –",
  })
  void figuresHaveThreeSignificantDigits(double value, String text) {
    assertThat(Figures.number(value)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"0.956, 96 %", "0.0244, 2.4 %", "0.0997, 10 %", "0, 0.0 %", "-0.00001, 0.0 %"})
  void sharesAreWholePercentAboveTen(double share, String text) {
    assertThat(Figures.percent(share)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "raw/micro/jmh suite.json, ./raw/micro/jmh%20suite.json",
    "raw/a#b?c, ./raw/a%23b%3Fc",
    "/etc/passwd, ''",
    "raw/../../x, ''",
    "javascript:alert(1), ./javascript%3Aalert%281%29",
  })
  void linksStayInsideTheRunDirectory(String path, String href) {
    assertThat(Links.to(path)).isEqualTo(href);
  }
}
