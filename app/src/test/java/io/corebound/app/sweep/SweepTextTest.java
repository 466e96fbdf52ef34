package io.corebound.app.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a dry run says. */
class SweepTextTest {
  @ParameterizedTest
  @CsvSource({
    "PT48.9S, 48 s",
    "PT1M, 1 min 0 s",
    "PT12M30S, 12 min 30 s",
    "PT59M59S, 1 h 0 min",
    "PT98M48S, 1 h 39 min",
    "PT111H, 111 h 0 min"
  })
  void timesHaveTheirUnits(String time, String words) {
    assertThat(SweepText.words(Duration.parse(time))).isEqualTo(words);
  }
}
