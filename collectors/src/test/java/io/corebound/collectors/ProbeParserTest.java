package io.corebound.collectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.corebound.records.MeanInterval;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProbeParserTest {
  @Test
  void fioRatesAreItsBytesASecondInDecimalMegabytes() throws MalformedOutput {
    assertThat(Fio.parse(Fixture.text("fio-3.33-read.json"), "read"))
        .isEqualTo(new Fio.Result("fio-3.33", 1132.920246, 0));
    assertThat(Fio.parse(Fixture.text("fio-3.33-write.json"), "write"))
        .isEqualTo(new Fio.Result("fio-3.33", 2776.165072, 0));
  }

  @Test
  void fioTellsItsError() throws MalformedOutput {
    assertThat(Fio.parse(Fixture.text("fio-3.33-direct-refused.json"), "write").error())
        .isEqualTo(22);
  }

  @Test
  void fioWarningsBeforeTheJsonDoNoHarm() throws MalformedOutput {
    String text = "fio: a warning {\n" + Fixture.text("fio-3.33-read.json");
    assertThat(Fio.parse(text, "read").megabytesPerSecond()).isEqualTo(1132.920246);
  }

  @Test
  void aBandwidthOfZeroIsNoResult() {
    assertThatThrownBy(() -> Fio.parse(Fixture.text("fio-3.33-read.json"), "write"))
        .isInstanceOf(MalformedOutput.class)
        .hasMessage("measured a bandwidth of 0 for write");
  }

  /** 12032021493.94 bit/s; (98.2756 + 37.0051) % of a core for 2.000936 s and 3009413120 bytes. */
  @Test
  void iperfGivesTheReceivedRateAndTheCostOfBothEnds() throws MalformedOutput {
    Iperf3.Result result = Iperf3.parse(Fixture.text("iperf3-3.12.json"));
    assertThat(result.megabytesPerSecond()).isCloseTo(1504.0027, within(0.0001));
    assertThat(result.coreNanosecondsPerByte())
        .isCloseTo(1.352806981 * 2.000936e9 / 3009413120.0, within(1e-6));
    assertThat(result.blockBytes()).isEqualTo(131072);
  }

  @Test
  void iperfTellsItsError() {
    assertThatThrownBy(() -> Iperf3.parse(Fixture.text("iperf3-3.12-refused.json")))
        .isInstanceOf(MalformedOutput.class)
        .hasMessage("failed: unable to connect to server: Connection refused");
  }

  /** 13996.08 million bits a second. */
  @Test
  void netperfGivesMegabytes() throws MalformedOutput {
    assertThat(Netperf.parse(Fixture.text("netperf-2.7.0.txt")))
        .isEqualTo(new Netperf.Result(1749.51, "16384"));
  }

  @Test
  void netperfInAnotherUnitIsRefused() {
    String text = Fixture.text("netperf-2.7.0.txt").replace("10^6bits/s", "MBytes/s");
    assertThatThrownBy(() -> Netperf.parse(text))
        .isInstanceOf(MalformedOutput.class)
        .hasMessageContaining("MBytes/s");
  }

  /** By R: t.test(c(10, 12, 14)) has the interval 7.031724 to 16.968276. */
  @Test
  void theIntervalIsStudentsT() {
    MeanInterval interval = MeanInterval.of(List.of(10.0, 12.0, 14.0));
    assertThat(interval.mean()).isEqualTo(12);
    assertThat(interval.low()).isCloseTo(7.031724, within(1e-5));
    assertThat(interval.high()).isCloseTo(16.968276, within(1e-5));
    assertThat(MeanInterval.of(List.of(10.0)).low()).isNaN();
  }
}
