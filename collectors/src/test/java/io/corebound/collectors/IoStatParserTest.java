package io.corebound.collectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.corebound.records.Samples;
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
  @CsvSource({"iostat-12.6.1.json", "iostat-12.7.9.json"})
  void version12IsUnderstoodWithoutRest(String fixture) {
    Parsed parsed = parse(fixture);
    assertThat(parsed.problem()).isEmpty();
    assertThat(parsed.examples()).isEmpty();
    assertThat(parsed.notUnderstood()).isZero();
  }

  @Test
  void version11DoesNotCloseItsJsonWhichIsNotedButLosesNothing() {
    Parsed parsed = parse("iostat-11.6.5.json");
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
