package io.corebound.analysis.pages.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.corebound.analysis.pages.page.Charts;
import io.corebound.analysis.pages.page.Figures;
import io.corebound.analysis.pages.page.Links;
import io.corebound.analysis.pages.report.cell.BaseRates;
import io.corebound.analysis.pages.report.cell.IntervalVerdict;
import io.corebound.analysis.pages.report.cell.ResourceUse;
import io.corebound.analysis.pages.report.cell.ResourceUse.Device;
import io.corebound.analysis.pages.report.cell.Turns;
import io.corebound.analysis.pages.report.sweep.SweepFixture;
import io.corebound.analysis.study.bound.SampledFigure;
import io.corebound.analysis.study.bound.Sources;
import io.corebound.analysis.study.bound.Span;
import io.corebound.records.run.Bound;
import io.corebound.records.run.Measurement;
import io.corebound.records.run.Samples;
import io.corebound.records.units.Mean;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
    ResourceUse none = ResourceUse.over(List.of(), List.of(new Span(0, 10)), BaseRates.NONE);

    assertThat(IntervalVerdict.boundOf(none)).isEqualTo(Bound.UNKNOWN);
  }

  private static double diskShare(BaseRates base, double... readAndWritten) {
    List<Samples.Row> rows = new ArrayList<>();
    for (int i = 0; i < readAndWritten.length; i += 2) {
      rows.add(
          new Samples.Row(
              i / 2 + 1, "loop3", List.of(readAndWritten[i], readAndWritten[i + 1], 1.0, 1.0)));
    }
    Samples disk =
        new Samples(
            "h",
            Sources.Medium.DISK.source,
            List.of("read_mb_per_s", "write_mb_per_s", "read_per_s", "write_per_s"),
            rows);
    return ResourceUse.over(List.of(disk), List.of(new Span(0, rows.size())), base).diskShare();
  }

  private static BaseRates tier(String storage) {
    return BaseRates.of(SweepFixture.tier(storage, "ethernet-1g", 1), Optional.empty());
  }

  @Test
  void throttledDiskIsAsFullAsTheFullerDirectionOfEachSecond() {
    // hdd on a node of one core: 100 / 16 = 6.25 MB/s each way
    assertThat(diskShare(tier("hdd"), 6.25, 0, 0, 6.25)).isCloseTo(1, within(1e-9));
    assertThat(diskShare(tier("hdd"), 3.125, 3.125)).isCloseTo(0.5, within(1e-9));
    assertThat(tier("hdd").word()).isEqualTo("tier's rate");
    // nor was its link measured
    assertThat(tier("hdd").networkWord()).isEqualTo("tier's rate");
    assertThat(tier("hdd").limits(Sources.Medium.NETWORK).get(0).name()).isEqualTo("tier's");
  }

  /** As fio read and wrote on a btrfs with checksums. */
  private static BaseRates probed(String direct) {
    return BaseRates.of(
        List.of(
            new Measurement(
                "probe",
                "disk.read",
                Map.of("direct", direct),
                "wall",
                1,
                Measurement.Metric.RATE,
                "MB/s",
                "file",
                Mean.ofInterval(6040, 6000, 6080, 0.95, 3),
                "",
                "")));
  }

  @Test
  void ratesThroughThePageCacheAreNotTheDisks() {
    assertThat(probed("0").disk().readMbPerS()).isNaN();
    assertThat(probed("1").disk().readMbPerS()).isEqualTo(6040);
  }

  @Test
  void realDisksReadingAndWritingAddUp() {
    BaseRates probed =
        new BaseRates(
            new BaseRates.Disk(200, 100, Double.NaN, Double.NaN, false),
            Double.NaN,
            BaseRates.PROBED,
            BaseRates.PROBED,
            java.util.Map.of(new BaseRates.Place("", "loop3"), "localhost"),
            java.util.Map.of(),
            false,
            java.util.Set.of(),
            java.util.Map.of());
    assertThat(diskShare(probed, 100, 50)).isCloseTo(1, within(1e-9));
  }

  @Test
  void diskThatTakesNoMoreOperationsIsFullWhateverItMoves() {
    BaseRates operations =
        new BaseRates(
            new BaseRates.Disk(100, 100, Double.NaN, 1.25, true),
            Double.NaN,
            BaseRates.PROBED,
            BaseRates.PROBED,
            java.util.Map.of(new BaseRates.Place("", "loop3"), "worker1"),
            java.util.Map.of(),
            true,
            java.util.Set.of(),
            java.util.Map.of());
    // one write operation a second of 1.25
    assertThat(diskShare(operations, 0, 5)).isCloseTo(0.8, within(1e-9));
  }

  /** Cores busy in the first seconds, the link full in the next, nothing in the last ones. */
  private static List<Samples> oneAfterTheOther(int busy, int full, int nothing) {
    List<Samples.Row> cpu = new ArrayList<>();
    List<Samples.Row> link = new ArrayList<>();
    for (int i = 0; i < busy + full + nothing; i++) {
      double user = i < busy ? 95 : 20;
      double moved = i >= busy && i < busy + full ? 7.6 : 0.01;
      cpu.add(
          new Samples.Row(i + 1, "all", List.of(user, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 100 - user)));
      link.add(new Samples.Row(i + 1, "worker1", List.of(moved, moved)));
    }
    List<String> metrics =
        List.of(
            "user_percent",
            "nice_percent",
            "system_percent",
            "iowait_percent",
            "steal_percent",
            "irq_percent",
            "soft_percent",
            "idle_percent");
    return List.of(
        new Samples("h", Sources.CPU, metrics, cpu),
        new Samples(
            "h",
            Sources.Medium.NETWORK.source,
            List.of("receive_mb_per_s", "transmit_mb_per_s"),
            link));
  }

  @ParameterizedTest
  @CsvSource({
    // as many seconds as not
    "6, 4, 0, CPU, 'CPU 6.00 s, network 4.00 s'",
    "3, 4, 3, NETWORK, 'network 4.00 s, CPU 3.00 s, waiting 3.00 s'",
    "2, 2, 6, WAITING, 'waiting 6.00 s, CPU 2.00 s, network 2.00 s'",
    "0, 0, 10, WAITING, 'waiting 10.0 s'",
  })
  void whatIsFullOneAfterTheOtherIsNotWaiting(
      int busy, int full, int nothing, Bound bound, String words) {
    // ethernet-1g on a node of one core: 125 / 16 = 7.8 MB/s each way
    List<Samples> samples = oneAfterTheOther(busy, full, nothing);
    List<Span> spans = List.of(new Span(0, busy + full + nothing));
    assertThat(IntervalVerdict.boundOf(ResourceUse.over(samples, spans, tier("hdd"))))
        .isEqualTo(Bound.WAITING);
    Turns turns = Turns.of(samples, spans, tier("hdd"));
    assertThat(turns.main()).isEqualTo(bound);
    assertThat(turns.inWords()).isEqualTo(words);
  }

  @Test
  void longIntervalIsCutIntoNoMorePartsThanNeeded() {
    List<Samples> samples = oneAfterTheOther(400, 200, 0);
    Turns turns = Turns.of(samples, List.of(new Span(0.5, 600)), tier("hdd"));
    assertThat(turns.secondsByBound().values().stream().mapToDouble(s -> s).sum())
        .isCloseTo(599.5, within(1e-6));
    assertThat(turns.main()).isEqualTo(Bound.CPU);
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

  private static SampledFigure.Mean mean(Samples samples, double from, double to) {
    return SampledFigure.of(samples, "all", SampledFigure.sumOf(samples, "x"))
        .over(List.of(new Span(from, to)));
  }

  @Test
  void sampleCountsWithTheTimeThatItSharesWithTheInterval() {
    Samples s = samples(new double[] {11, 100}, new double[] {12, 0}, new double[] {13, 50});

    // half a second of 100, one of 0, a quarter of 50
    SampledFigure.Mean mean = mean(s, 10.5, 12.25);

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
