package io.corebound.collectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.corebound.collectors.output.MalformedOutput;
import io.corebound.collectors.output.NotUnderstood;
import io.corebound.collectors.probe.FioJob;
import io.corebound.collectors.probe.Iperf3;
import io.corebound.collectors.probe.Netperf;
import io.corebound.collectors.sampler.Collector;
import io.corebound.collectors.sampler.IoStat;
import io.corebound.collectors.sampler.Parsed;
import io.corebound.collectors.sampler.Sar;
import io.corebound.records.run.Samples;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Output that tools are known to get wrong. */
class ToolFaultsTest {
  private static final String STRAY = "a comma that separates nothing";

  /** In the second sample dd read 200 MiB; the versions print 409600 "kB", sar had half of it. */
  @ParameterizedTest
  @ValueSource(strings = {"iostat-12.1.4.json", "iostat-12.2.0.json"})
  void sectorsUnderTheNameOfKilobytesAreReadAsSectors(String fixture) {
    Parsed parsed = new IoStat().parse("node", Fixture.text(fixture));
    Samples disk = parsed.samples().get(0);
    assertThat(disk.rows()).hasSize(3);
    List<Double> second = disk.rows().get(1).values();
    assertThat(second.get(disk.indexOf("read_mb_per_s"))).isCloseTo(209.7152, within(1e-9));
    assertThat(second.get(disk.indexOf("write_mb_per_s"))).isCloseTo(0.843776, within(1e-9));
    assertThat(parsed.examples())
        .contains(
            "iostat-disk: 'rkB/s' is in sectors, a bug of sysstat 12.1.2 to 12.2.0",
            "iostat-disk: 'wkB/s' is in sectors, a bug of sysstat 12.1.2 to 12.2.0");
  }

  /** The list of samples begins with a comma there, whenever iostat is ended. */
  @Test
  void iostatOf1214LosesNoSampleToItsComma() {
    Parsed parsed = new IoStat().parse("node", Fixture.text("iostat-12.1.4.json"));
    assertThat(parsed.problem()).isEmpty();
    assertThat(parsed.rows()).isEqualTo(3);
    assertThat(parsed.examples()).containsOnlyOnce(STRAY);
    assertThat(parsed.notUnderstood()).isEqualTo(3);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"statistics\": [|\"statistics\": [,",
        "\"disk\": [|\"disk\": [,",
        "\"hosts\": [|\"hosts\": [ ,",
        "\"nodename\"|,\"nodename\"",
        "\"machine\"|,\"machine\""
      })
  void commaThatSeparatesNothingCostsNoSampleAndCounts(String place, String broken) {
    for (Collector collector : List.of(new IoStat(), new Sar())) {
      String text = Fixture.text(collector.name() + "-12.6.1.json");
      int places = text.split(Pattern.quote(place), -1).length - 1;
      Parsed parsed = collector.parse("node", text.replace(place, broken));
      assertThat(parsed.samples()).isEqualTo(collector.parse("node", text).samples());
      assertThat(parsed.problem()).isEmpty();
      assertThat(parsed.notUnderstood()).isEqualTo(places).isPositive();
      assertThat(parsed.examples()).containsOnly(STRAY);
    }
  }

  @Test
  void commaAfterTheLastSampleCostsNoneAndACommaInAStringIsNone() {
    String text =
        Fixture.text("iostat-12.6.1.json")
            .replaceFirst("\n\t\t\t]", ",\n\t\t\t]")
            .replace("\"vda\"", "\"[, \\\",,]\"");
    Parsed parsed = new IoStat().parse("node", text);
    assertThat(parsed.rows()).isEqualTo(4);
    assertThat(parsed.samples().get(0).devices()).containsExactly("[, \",,]");
    assertThat(parsed.examples()).containsExactly(STRAY);
  }

  @Test
  void probesAreReadPastACommaThatSeparatesNothingAndCountIt() throws MalformedOutput {
    FioJob.Result fio =
        FioJob.parse(
            Fixture.text("fio-3.33-read.json").replace("\"jobs\" : [", "\"jobs\" : [ ,"), "read");
    assertThat(fio).isEqualTo(new FioJob.Result("fio-3.33", 1132.920246, 0, 1, fio.bytes()));
    String iperf = Fixture.text("iperf3-3.12.json");
    Iperf3.Result whole = Iperf3.parse(iperf);
    Iperf3.Result broken = Iperf3.parse(iperf.replaceFirst("\"intervals\":\\s*\\[", "$0,"));
    assertThat(whole.notUnderstood()).isZero();
    assertThat(broken)
        .isEqualTo(
            new Iperf3.Result(
                whole.megabytesPerSecond(),
                whole.coreNanosecondsPerByte(),
                whole.blockBytes(),
                1,
                whole.bytes()));
    String netperf = Fixture.text("netperf-2.7.0.txt");
    Netperf.Result of = Netperf.parse(netperf);
    assertThat(of.notUnderstood()).isZero();
    assertThat(Netperf.parse(",\n" + netperf))
        .isEqualTo(new Netperf.Result(of.megabytesPerSecond(), of.sendSize(), 1, of.bytes()));
  }

  @Test
  void whatAProbeDidNotUnderstandIsAmongItsParameters() {
    assertThat(NotUnderstood.among(Map.of("tool", "fio"), 2))
        .containsEntry("not_understood", "2")
        .containsEntry("tool", "fio");
    assertThat(NotUnderstood.among(Map.of("tool", "fio"), 0)).containsOnlyKeys("tool");
  }

  /** As fio prints the jobs of {@code --name=a ... --name=b}, each with its own figures. */
  private static String jobs(String... jobs) {
    return """
    {"fio version" : "fio-3.33", "jobs" : [
      %s
    ]}
    """
        .formatted(String.join(",\n", jobs));
  }

  private static String job(int error, long read, long written) {
    return """
    {"jobname" : "a", "groupid" : 0, "error" : %s,
     "read" : {"bw_bytes" : %s, "bw" : %s}, "write" : {"bw_bytes" : %s, "bw" : %s}}
    """
        .formatted(error, read, read / 1024, written, written / 1024);
  }

  @Test
  void bandwidthsOfSeveralJobsOfFioAreAddedUp() throws MalformedOutput {
    String text = jobs(job(0, 100_000_000, 0), job(0, 50_000_000, 7_000_000));
    assertThat(FioJob.parse(text, "read").megabytesPerSecond()).isEqualTo(150);
    assertThat(FioJob.parse(text, "write").megabytesPerSecond()).isEqualTo(7);
    assertThat(FioJob.parse(text, "read", "write").megabytesPerSecond()).isEqualTo(157);
  }

  @Test
  void errorOfAnyJobOfFioIsTold() throws MalformedOutput {
    String text = jobs(job(0, 100_000_000, 0), job(28, 50_000_000, 0), job(0, 1000, 0));
    assertThat(FioJob.parse(text, "read").error()).isEqualTo(28);
  }
}
