package io.corebound.collectors.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.corebound.collectors.Fixture;
import io.corebound.collectors.output.MalformedOutput;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProbeParserTest {
  @Test
  void fioRatesAreItsBytesASecondInDecimalMegabytes() throws MalformedOutput {
    assertThat(FioJob.parse(Fixture.text("fio-3.33-read.json"), "read"))
        .isEqualTo(new FioJob.Result("fio-3.33", 1132.920246, 0, 0, 2281701376L));
    assertThat(FioJob.parse(Fixture.text("fio-3.33-write.json"), "write"))
        .isEqualTo(new FioJob.Result("fio-3.33", 2776.165072, 0, 0, 5568987136L));
  }

  @Test
  void fioTellsItsError() throws MalformedOutput {
    assertThat(FioJob.parse(Fixture.text("fio-3.33-direct-refused.json"), "write").error())
        .isEqualTo(22);
  }

  @Test
  void fioWarningsBeforeTheJsonDoNoHarm() throws MalformedOutput {
    String text = "fio: a warning {\n" + Fixture.text("fio-3.33-read.json");
    assertThat(FioJob.parse(text, "read").megabytesPerSecond()).isEqualTo(1132.920246);
  }

  /** Each moved 67108864 bytes in the milliseconds of its "runtime". */
  @ParameterizedTest
  @CsvSource({
    "fio-2.21-read.json,read,fio-2.21,32",
    "fio-2.21-write.json,write,fio-2.21,33",
    "fio-2.21-read-de_DE.json,read,fio-2.21,43",
    "fio-3.1-read.json,read,fio-3.1,42",
    "fio-3.1-write.json,write,fio-3.1,25",
    "fio-3.41-read.json,read,fio-3.41,47",
    "fio-3.41-write.json,write,fio-3.41,25"
  })
  void fioOfEveryVersionGivesBytesOverTime(
      String fixture, String operation, String version, double runtimeMs) throws MalformedOutput {
    FioJob.Result result = FioJob.parse(Fixture.text(fixture), operation);
    assertThat(result.version()).isEqualTo(version);
    assertThat(result.error()).isZero();
    assertThat(result.megabytesPerSecond())
        .isCloseTo(67.108864 / (runtimeMs / 1000), withinPercentage(0.01));
  }

  /** 29 MiB and 35 MiB in 51 ms. */
  @Test
  void readingAndWritingAtOnceAreAddedUp() throws MalformedOutput {
    String text = Fixture.text("fio-3.33-read-write.json");
    assertThat(FioJob.parse(text, "read", "write").megabytesPerSecond())
        .isCloseTo(596.249098 + 719.61098, within(1e-9));
    assertThatThrownBy(() -> FioJob.parse(Fixture.text("fio-3.33-read.json"), "read", "write"))
        .hasMessage("measured a bandwidth of 0 for write");
  }

  /** With --status-interval: results on the way, then the final one. */
  @Test
  void ofSeveralResultsOfFioTheLastOneCounts() throws MalformedOutput {
    String text = Fixture.text("fio-3.33-status.json");
    assertThat(FioJob.parse(text, "write").megabytesPerSecond()).isEqualTo(31.941391);
    String cut = text.substring(0, text.length() - 500);
    assertThatThrownBy(() -> FioJob.parse(cut, "write")).hasMessage("wrote no complete JSON");
  }

  @Test
  void whatFioPrintsBetweenAndAfterItsResultsDoesNoHarm() throws MalformedOutput {
    String text = Fixture.text("fio-3.33-status.json").replace("\n}\n", "\n}\nfio: {a} warning\n");
    assertThat(FioJob.parse(text, "write").megabytesPerSecond()).isEqualTo(31.941391);
  }

  @Test
  void aCutResultBeforeAWholeOneDoesNotHideIt() throws MalformedOutput {
    String whole = Fixture.text("fio-3.41-read.json");
    String text = whole.substring(0, whole.indexOf("\"bw\"")) + "\n" + whole;
    assertThat(FioJob.parse(text, "read").megabytesPerSecond()).isEqualTo(1427.84817);
  }

  @Test
  void anErrorOfFioIsNoResult() {
    assertThatThrownBy(() -> FioJob.parse(Fixture.text("fio-3.33-unknown-option.txt"), "read"))
        .isInstanceOf(MalformedOutput.class)
        .hasMessage("wrote no complete JSON");
  }

  @Test
  void aBandwidthOfZeroIsNoResult() {
    assertThatThrownBy(() -> FioJob.parse(Fixture.text("fio-3.33-read.json"), "write"))
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

  /** Bits a second as its own text output prints them, over 8e6. */
  @ParameterizedTest
  @CsvSource({
    "3.0.12,4605.70875,84.128215,46.817962",
    "3.1.3,4978.8526,94.731431,47.997809",
    "3.5,4354.8518,91.906627,48.504106",
    "3.9,4953.6168,95.297439,49.109487",
    "3.16,5346.1639,99.256643,69.872238",
    "3.19,4212.6679,99.812733,55.812625"
  })
  void everyVersionOfIperfReadsTheSame(
      String version, double megabytes, double hostPercent, double remotePercent)
      throws MalformedOutput {
    Iperf3.Result result = Iperf3.parse(Fixture.text("iperf3-" + version + ".json"));
    assertThat(result.megabytesPerSecond()).isCloseTo(megabytes, within(0.001));
    // ns a byte: (host + remote) / 100 seconds a second, over bytes a second
    assertThat(result.coreNanosecondsPerByte())
        .isCloseTo((hostPercent + remotePercent) * 10 / megabytes, withinPercentage(0.01));
    assertThat(result.blockBytes()).isEqualTo(131072);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "3.1.3|failed: error - unable to connect to server: Connection refused",
        "3.12|failed: unable to connect to server: Connection refused",
        "3.16|failed: unable to connect to server - server may have stopped running or use a"
            + " different port, firewall issue, etc.: Connection refused"
      })
  void iperfTellsItsError(String version, String message) {
    assertThatThrownBy(() -> Iperf3.parse(Fixture.text("iperf3-" + version + "-refused.json")))
        .isInstanceOf(MalformedOutput.class)
        .hasMessage(message);
  }

  /** 13996.08 million bits a second. */
  @Test
  void netperfGivesMegabytes() throws MalformedOutput {
    assertThat(Netperf.parse(Fixture.text("netperf-2.7.0.txt")))
        .isEqualTo(new Netperf.Result(1749.51, "16384", 0, 1749.51e6));
  }

  /** 38347.25 and 39440.56 million bits a second: netperf writes a point in every language. */
  @ParameterizedTest
  @CsvSource({"netperf-2.6.0.txt,4793.40625", "netperf-2.6.0-de_DE.txt,4930.07"})
  void netperf26ReadsTheSame(String fixture, double megabytes) throws MalformedOutput {
    assertThat(Netperf.parse(Fixture.text(fixture)))
        .isEqualTo(new Netperf.Result(megabytes, "16384", 0, megabytes * 1e6));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"netperf-2.6.0-refused.txt", "netperf-2.6.0-rr.txt", "netperf-2.7.0-rr.txt"})
  void anErrorOrAnotherTestOfNetperfIsNoStream(String fixture) {
    assertThatThrownBy(() -> Netperf.parse(Fixture.text(fixture)))
        .isInstanceOf(MalformedOutput.class)
        .hasMessageContaining("not in 10^6bits/s");
  }

  @Test
  void netperfInAnotherUnitIsRefused() {
    String text = Fixture.text("netperf-2.7.0.txt").replace("10^6bits/s", "MBytes/s");
    assertThatThrownBy(() -> Netperf.parse(text))
        .isInstanceOf(MalformedOutput.class)
        .hasMessageContaining("MBytes/s");
  }

  @Test
  void messagesGoThereAndBack() throws MalformedOutput {
    assertThat(TransportProbe.parse("1024 1000 2.0 0.5\n1 10 1.5 0.003\n"))
        .containsExactly(
            new TransportProbe.Result(1024, 1.024, 0.5e9 / 2_048_000),
            new TransportProbe.Result(1, 20 / 1.5 / 1e6, 0.003e9 / 20));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"1024 1000 2.0", "1024 0 2.0 0.5", "1 2 -3 4", "1 2 3 -4", "a b c d", "1"})
  void messagesThatCannotBeAreRefused(String line) {
    assertThatThrownBy(() -> TransportProbe.parse(line)).isInstanceOf(MalformedOutput.class);
  }
}
