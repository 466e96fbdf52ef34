package io.corebound.records.units;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class DataRateTest {
  @Test
  void bitsAndBytesAreTold() {
    assertThat(DataRate.parse("10 Gbit/s").megabytesPerSecond()).isEqualTo(1250);
    assertThat(DataRate.parse("2 GB/s").megabytesPerSecond()).isEqualTo(2000);
    assertThat(DataRate.parse("1 MiB/s").megabytesPerSecond()).isEqualTo(1.048576);
  }

  @Test
  void rateOfZeroIsRefused() {
    assertThatThrownBy(() -> DataRate.parse("0 MB/s")).hasMessageContaining("above zero");
  }

  @Test
  void wordThatIsNoRateIsRefusedWithTheForm() {
    assertThatThrownBy(() -> DataRate.parse("fast"))
        .hasMessageContaining("'fast' is not a data rate");
  }

  @Test
  void whatIsWrittenIsReadBack() {
    assertThat(DataRate.parse(new DataRate(1490).toString())).isEqualTo(new DataRate(1490));
  }
}
