package io.corebound.collectors.sampler;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.collectors.Fixture;
import io.corebound.records.run.Samples;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is missing in samples whose times are given. */
class MissingSamplesTest {
  /** 2026-11-21, 09:00:00 UTC. */
  private static final double NINE = 1_795_251_600;

  private static List<Samples> sampled(double... times) {
    List<Samples.Row> rows = new ArrayList<>();
    for (double time : times) {
      rows.add(new Samples.Row(NINE + time, "all", List.of(1.0)));
    }
    return List.of(new Samples("node", "some", List.of("x"), rows));
  }

  private static List<String> gaps(List<Samples> samples) {
    return MissingSamples.inWords(samples, NINE, NINE + 40);
  }

  @Test
  void samplesThatAreAFewSecondsLateAreNoGap() {
    assertThat(gaps(sampled(5, 6, 7, 17, 27, 28, 30))).isEmpty();
  }

  @Test
  void gapInTheMiddleIsNamedWithItsTimes() {
    assertThat(gaps(sampled(1, 2, 14, 37, 38)))
        .containsExactly(
            "it has no sample for 23 s, from 09:00:14 to 09:00:37 UTC, the longest of 2 such gaps");
    assertThat(gaps(sampled(1, 2, 3, 13.5, 20, 30, 31)))
        .containsExactly("it has no sample for 11 s, from 09:00:03 to 09:00:13 UTC");
  }

  @Test
  void gapIsJudgedOverAllSourcesOfACollectorInOrderOfTime() {
    List<Samples> both = new ArrayList<>(sampled(1, 2, 3, 30, 31));
    both.addAll(sampled(22, 13));
    assertThat(gaps(both)).isEmpty();
  }

  /** Two samples, a restart of the recording, and half a minute later two more. */
  @Test
  void gapOverARestartIsAGapLikeAnyOther() {
    String text =
        Fixture.text("sar-12.6.1-restart.json")
            .replace("15:30:55", "15:31:25")
            .replace("15:30:56", "15:31:26");
    Parsed parsed = new Sar().parse("node", text);
    double start = Instant.parse("2026-11-21T15:30:51Z").getEpochSecond();
    assertThat(MissingSamples.inWords(parsed.samples(), start, start + 36))
        .containsExactly("it has no sample for 32 s, from 15:30:53 to 15:31:25 UTC");
  }

  @Test
  void firstSampleThatComesLateAndLastThatComesEarlyAreNamed() {
    assertThat(gaps(sampled(6, 10, 20, 29)))
        .containsExactly(
            "its first sample is 6 s after its start", "its last sample is 11 s before its end");
  }

  @Test
  void endOfACollectorThatEndedByItselfDoesNotCount() {
    assertThat(MissingSamples.inWords(sampled(1, 2), NINE, Double.NaN)).isEmpty();
  }
}
