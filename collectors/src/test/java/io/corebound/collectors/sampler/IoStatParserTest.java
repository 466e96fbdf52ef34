package io.corebound.collectors.sampler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.corebound.collectors.Fixture;
import io.corebound.records.run.Samples;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IoStatParserTest {
  private static Parsed parse(String fixture) {
    return new IoStat().parse("node", Fixture.text(fixture));
  }

  /** dd wrote 400 MiB and read them in the first second: 419.4304 MB of 10^6 bytes. */
  @ParameterizedTest
  @CsvSource({
    "iostat-11.6.5.json,2026-11-21T08:35:53Z,0.92,48.00",
    "iostat-12.6.1.json,2026-11-21T08:35:48Z,0.93,49.20"
  })
  void aSampleIsAsTheToolSays(String fixture, Instant time, double queue, double util) {
    Parsed parsed = parse(fixture);
    assertThat(parsed.problem()).isEmpty();
    Samples disk = parsed.samples().get(0);
    assertThat(disk.source()).isEqualTo("iostat-disk");
    assertThat(disk.rows()).hasSize(4);
    Samples.Row row = disk.rows().get(0);
    assertThat(row.timeS()).isEqualTo(time.getEpochSecond());
    assertThat(row.device()).isEqualTo("vda");
    assertThat(row.values().get(disk.indexOf("read_mb_per_s"))).isCloseTo(419.43, within(2.0));
    assertThat(row.values().get(disk.indexOf("write_mb_per_s"))).isCloseTo(419.43, within(2.0));
    assertThat(row.values().get(disk.indexOf("queue_length"))).isEqualTo(queue);
    assertThat(row.values().get(disk.indexOf("util_percent"))).isEqualTo(util);
  }

  @Test
  void everyMetricComesFromItsOwnField() {
    Samples disk = parse("iostat-12.6.1.json").samples().get(0);
    assertThat(disk.metrics())
        .containsExactly(
            "read_mb_per_s",
            "write_mb_per_s",
            "read_per_s",
            "write_per_s",
            "util_percent",
            "queue_length",
            "read_await_ms",
            "write_await_ms");
    assertThat(disk.rows().get(0).values())
        .containsExactly(
            409936 * 1024 / 1e6, 409600 * 1024 / 1e6, 847.0, 800.0, 49.2, 0.93, 0.72, 0.39);
  }

  @ParameterizedTest
  @CsvSource({
    "iostat-12.0.6.json",
    "iostat-12.2.3.json",
    "iostat-12.5.4.json",
    "iostat-12.6.1.json",
    "iostat-12.7.9.json"
  })
  void version12IsUnderstoodWithoutRest(String fixture) {
    Parsed parsed = parse(fixture);
    assertThat(parsed.problem()).isEmpty();
    assertThat(parsed.examples()).isEmpty();
    assertThat(parsed.notUnderstood()).isZero();
  }

  /** In that second dd read 200 MiB through a loop device. */
  @ParameterizedTest
  @CsvSource({
    "iostat-11.7.3.json",
    "iostat-12.0.6.json",
    "iostat-12.2.3.json",
    "iostat-12.5.4.json"
  })
  void allVersionsSayTheSameOfTheSameSecond(String fixture) {
    Samples disk = parse(fixture).samples().get(0);
    double second = Instant.parse("2026-11-21T15:29:07Z").getEpochSecond();
    assertThat(disk.rows())
        .filteredOn(r -> r.timeS() == second)
        .hasSize(2)
        .allSatisfy(
            r ->
                assertThat(r.values().get(disk.indexOf("read_mb_per_s")))
                    .isCloseTo(209.7152, within(0.01)));
  }

  @Test
  void midnightAndOmittedIntervalsKeepTheirTimes() {
    double midnight = Instant.parse("2027-01-01T00:00:00Z").getEpochSecond();
    assertThat(parse("iostat-12.6.1-midnight.json").samples().get(0).rows())
        .filteredOn(r -> r.device().equals("vda"))
        .extracting(Samples.Row::timeS)
        .startsWith(midnight - 2, midnight - 1, midnight, midnight + 1);
    double first = Instant.parse("2026-11-21T15:30:52Z").getEpochSecond();
    assertThat(parse("iostat-12.6.1-gap.json").samples().get(0).rows())
        .filteredOn(r -> r.device().equals("vda"))
        .extracting(Samples.Row::timeS)
        .containsExactly(first, first + 1, first + 4, first + 5, first + 6);
  }

  /** Without S_TIME_FORMAT=ISO, under en_US and ja_JP: there is no telling the time zone. */
  @ParameterizedTest
  @CsvSource({
    "iostat-12.6.1-12-hour.json,11/21/2026 03:29:06 PM",
    "iostat-12.6.1-ja_JP.json,2026年11月21日 15時29分06秒"
  })
  void timesOfALocaleAreNotGuessed(String fixture, String time) {
    Parsed parsed = parse(fixture);
    assertThat(parsed.samples()).isEmpty();
    assertThat(parsed.notUnderstood()).isEqualTo(5);
    assertThat(parsed.examples()).startsWith("timestamp: \"" + time + "\"");
  }

  @Test
  void anIostatThatWasStartedAgainOnTheSameFileLosesNothing() {
    Parsed parsed =
        new IoStat()
            .parse(
                "node",
                Fixture.text("iostat-11.7.3.json") + Fixture.text("iostat-12.6.1-gap.json"));
    assertThat(parsed.problem()).isEmpty();
    assertThat(parsed.examples()).containsExactly("the JSON is not closed");
    assertThat(parsed.samples().get(0).rows())
        .filteredOn(r -> r.device().equals("vda"))
        .hasSize(5 + 5);
  }

  @ParameterizedTest
  @CsvSource({"iostat-11.6.5.json", "iostat-11.7.3.json"})
  void version11DoesNotCloseItsJsonWhichIsNotedButLosesNothing(String fixture) {
    Parsed parsed = parse(fixture);
    assertThat(parsed.problem()).isEmpty();
    assertThat(parsed.examples()).containsExactly("the JSON is not closed");
  }

  @Test
  void cutOffOutputGivesWhatCameBeforeAndSaysSo() {
    String text = Fixture.text("iostat-12.6.1.json");
    Parsed parsed = new IoStat().parse("node", text.substring(0, text.indexOf("14:05:50") + 300));
    assertThat(parsed.samples().get(0).rows()).hasSize(2);
    assertThat(parsed.problem()).startsWith("iostat was cut off: its output ends at line ");
  }

  @Test
  void aTimeThatIsNotIsoIsNotGuessed() {
    String text =
        Fixture.text("iostat-12.6.1.json").replace("2026-11-21T14:05:48+0530", "11/21/26 02:05:48");
    Parsed parsed = new IoStat().parse("node", text);
    assertThat(parsed.samples().get(0).rows()).hasSize(3);
    assertThat(parsed.examples()).containsExactly("timestamp: \"11/21/26 02:05:48\"");
  }
}
