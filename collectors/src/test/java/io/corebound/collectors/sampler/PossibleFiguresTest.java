package io.corebound.collectors.sampler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.corebound.collectors.Fixture;
import io.corebound.collectors.output.MalformedOutput;
import io.corebound.collectors.output.NotUnderstood;
import io.corebound.collectors.output.SampleTable;
import io.corebound.collectors.probe.FioJob;
import io.corebound.collectors.probe.Iperf3;
import io.corebound.collectors.probe.Netperf;
import io.corebound.records.run.Samples;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Figures that no machine can have, of every tool: noted, and judged by nobody. */
class PossibleFiguresTest {
  private static Samples source(Parsed parsed, String source) {
    return parsed.samples().stream()
        .filter(s -> s.source().equals(source))
        .findFirst()
        .orElseThrow();
  }

  private static double first(Parsed parsed, String source, String metric) {
    Samples samples = source(parsed, source);
    return samples.rows().get(0).values().get(samples.indexOf(metric));
  }

  /** As iostat printed it of counters that ran backwards (2^31 / 10), and of a kernel's bug. */
  @ParameterizedTest
  @CsvSource({
    "util, 49.20, 214748364.7, util_percent",
    "util, 49.20, 117.00, util_percent",
    "util, 49.20, -3.10, util_percent",
    "rkB/s, 409936.00, 188476562500.00, read_mb_per_s",
    "wkB/s, 409600.00, -1.00, write_mb_per_s",
    "r/s, 847.00, 4294967295.00, read_per_s",
    "aqu-sz, 0.93, 429496729.53, queue_length",
    "r_await, 0.72, 4294967295.00, read_await_ms"
  })
  void iostats(String field, String was, String is, String metric) {
    String text = Fixture.text("iostat-12.6.1.json");
    // so that no mean size shows the rate to be in sectors
    text = text.replaceAll("\"rareq-sz\": [0-9.]+|\"wareq-sz\": [0-9.]+", "\"areq\": 0");
    int fieldsAlready = new IoStat().parse("node", text).notUnderstood();
    String changed =
        text.replaceFirst("\"%s\": %s".formatted(field, was), "\"%s\": %s".formatted(field, is));
    Parsed parsed = new IoStat().parse("node", changed);
    assertThat(first(parsed, "iostat-disk", metric)).isNaN();
    assertThat(parsed.notUnderstood()).isEqualTo(fieldsAlready + 1);
    assertThat(parsed.examples()).anyMatch(e -> e.contains(metric) && e.contains("vda"));
    assertThat(parsed.rows()).isEqualTo(4);
  }

  /** 1 s by a clock of hundredths, and jiffies of 4 ms. */
  @Test
  void aShareThatIsRoundedBeyondTheWholeStays() {
    String text = Fixture.text("iostat-12.6.1.json").replace("\"util\": 49.20", "\"util\": 101.40");
    Parsed parsed = new IoStat().parse("node", text);
    assertThat(parsed.notUnderstood()).isZero();
    assertThat(first(parsed, "iostat-disk", "util_percent")).isEqualTo(101.4);
  }

  @ParameterizedTest
  @CsvSource({
    "'\"usr\": 78.79', '\"usr\": 178.79', sar-cpu, user_percent",
    "'\"idle\": 10.10', '\"idle\": -10.10', sar-cpu, idle_percent",
    "'\"pgpgin\": 409936.00', '\"pgpgin\": 18446744073709.00', sar-paging, in_mb_per_s",
    "'\"memfree\": 23241928', '\"memfree\": 18446744073709', sar-memory, free_mb",
    "'\"runq-sz\": 2', '\"runq-sz\": 4294967295', sar-queue, run_queue",
    "'\"rkB\": 409936.00', '\"rkB\": 188476562500.00', sar-disk, read_mb_per_s",
    "'\"rxkB\": 0.00', '\"rxkB\": 4294967295.00', sar-network, receive_mb_per_s"
  })
  void sars(String was, String is, String source, String metric) {
    String text = Fixture.text("sar-12.6.1.json");
    assertThat(text).contains(was);
    Parsed parsed = new Sar().parse("node", text.replaceFirst(was, is));
    assertThat(first(parsed, source, metric)).isNaN();
    assertThat(parsed.notUnderstood()).isEqualTo(1);
  }

  /** A process may use more than one CPU, but not more than there are. */
  @ParameterizedTest
  @CsvSource({"188.00, false", "203.00, false", "230.00, true", "-1.00, true", "99999, true"})
  void pidstats(String user, boolean impossible) {
    String text = Fixture.text("pidstat-12.6.1.txt").replaceFirst("88\\.00", user);
    Parsed parsed = new PidStat(Map.of(22001L, "idle", 22002L, "worker")).parse("node", text);
    Samples.Row row = source(parsed, "pidstat").rowsOf("worker").get(0);
    assertThat(Double.isNaN(row.values().get(0))).isEqualTo(impossible);
    assertThat(row.values().get(1)).isEqualTo(3);
    assertThat(parsed.notUnderstood()).isEqualTo(impossible ? 1 : 0);
  }

  /** 1 s of 2 CPUs has 200 ticks. */
  @ParameterizedTest
  @CsvSource({"300, 200, false", "500, 400, true"})
  void rolesOfMoreCpusThanThereAre(long ticks, double percent, boolean impossible) {
    String text =
        """
        c 2
        t 100.0 100 0 0 0 0 0 0 0 0 0
        p 9 70 1 100 0 0 0
        r 9 70 datanode
        e
        t 101.0 %1$s 0 0 0 0 0 0 0 0 0
        p 9 70 1 %1$s 0 0 0
        e
        """
            .formatted(ticks);
    Parsed parsed = new CpuByRole().parse("node", text);
    // one role's time makes that of all doubtful
    assertThat(parsed.rows() == 0).isEqualTo(impossible);
    assertThat(parsed.notUnderstood()).isEqualTo(impossible ? 1 : 0);
    if (!impossible) {
      assertThat(source(parsed, "roles").rowsOf("datanode").value(0, 0)).isEqualTo(percent);
    }
  }

  /** 20 ms of 2 CPUs have 4 ticks; those of the time before may come late. */
  @Test
  void rolesOfAShortSampleMayHaveTicksOfTheTimeBefore() {
    String text =
        """
        c 2
        t 100.0 100 0 0 0 0 0 0 0 0 0
        e
        t 100.02 110 0 0 0 0 0 0 0 0 0
        e
        """;
    Parsed parsed = new CpuByRole().parse("node", text);
    assertThat(parsed.notUnderstood()).isZero();
    assertThat(source(parsed, "roles").timesS()).containsExactly(100.02);
  }

  /** A shell waits for a build of an hour. */
  @Test
  void roleMayHaveWhatItsChildrenUsedBeforeAtOnce() {
    String text =
        """
        c 2
        t 100.0 100 0 0 0 0 0 0 0 0 0
        p 9 70 1 0 0 0 0
        r 9 70 command
        e
        t 101.0 200 0 0 0 0 0 0 0 0 0
        p 9 70 1 0 0 360000 0
        e
        """;
    Parsed parsed = new CpuByRole().parse("node", text);
    assertThat(parsed.notUnderstood()).isZero();
    assertThat(source(parsed, "roles").rowsOf("command").value(0, 0)).isEqualTo(360_000);
    assertThat(source(parsed, "roles").rowsOf("gap").value(0, 0)).isEqualTo(100 - 360_000);
  }

  @Test
  void rolesOfAMachineWhoseTimeRunsBackwardsHaveNoSample() {
    String text =
        """
        t 100.0 100 0 0 0 0 0 0 0 0 0
        e
        t 101.0 50 0 0 0 0 0 0 0 0 0
        e
        t 102.0 60 0 0 0 0 0 0 0 0 0
        e
        """;
    Parsed parsed = new CpuByRole().parse("node", text);
    assertThat(parsed.notUnderstood()).isEqualTo(1);
    assertThat(source(parsed, "roles").timesS()).containsExactly(102);
  }

  /** The uptime has hundredths: 1.01 s of waiting in 1 s is all of it, 1.5 s cannot be. */
  @ParameterizedTest
  @CsvSource({"1010000, 100", "500000, 50", "1500000, NaN"})
  void pressures(long total, double percent) {
    String text =
        """
        epoch 1000.00 50.00
        uptime 50.00
        io some avg10=0.00 avg60=0.00 avg300=0.00 total=0
        uptime 51.00
        io some avg10=0.00 avg60=0.00 avg300=0.00 total=%s
        """
            .formatted(total);
    Parsed parsed = new Pressure().parse("node", text);
    double some = source(parsed, "pressure").rowsOf("io").value(0, 0);
    if (Double.isNaN(percent)) {
      assertThat(some).isNaN();
    } else {
      assertThat(some).isCloseTo(percent, within(1e-9));
    }
    assertThat(parsed.notUnderstood()).isEqualTo(Double.isNaN(percent) ? 1 : 0);
  }

  @Test
  void probesRefuseThem() throws MalformedOutput {
    String fio = Fixture.text("fio-3.33-read.json");
    assertThatThrownBy(
            () ->
                FioJob.parse(
                    fio.replaceFirst("\"bw_bytes\" : 1", "\"bw_bytes\" : 1000001"), "read"))
        .isInstanceOf(MalformedOutput.class)
        .hasMessageContaining("cannot be");
    String netperf = Fixture.text("netperf-2.7.0.txt");
    assertThatThrownBy(
            () -> Netperf.parse(netperf.replaceFirst("THROUGHPUT=.*", "THROUGHPUT=99999999999")))
        .isInstanceOf(MalformedOutput.class)
        .hasMessageContaining("cannot be");
    String iperf = Fixture.text("iperf3-3.12.json");
    assertThatThrownBy(
            () ->
                Iperf3.parse(
                    iperf.replaceAll(
                        "\"bits_per_second\":\\s*[0-9.e+]+", "\"bits_per_second\": 1e15")))
        .isInstanceOf(MalformedOutput.class)
        .hasMessageContaining("cannot be");
    Iperf3.Result backwards =
        Iperf3.parse(iperf.replaceAll("\"host_total\":\\s*[0-9.]+", "\"host_total\": -300"));
    assertThat(backwards.coreNanosecondsPerByte()).isNaN();
    assertThat(backwards.notUnderstood()).isEqualTo(1);
  }

  @Test
  void everyUnitHasItsLimit() {
    for (String metric :
        List.of("a_percent", "a_mb_per_s", "a_per_s", "a_ms", "a_mb", "queue_length")) {
      assertThat(notes(metric, 5)).as(metric).isZero();
      assertThat(notes(metric, 1e14)).as(metric).isEqualTo(1);
      assertThat(notes(metric, -1)).as(metric).isEqualTo(1);
    }
  }

  private static int notes(String metric, double figure) {
    NotUnderstood notes = new NotUnderstood();
    new SampleTable("node", "s", List.of(metric), notes).add(1, "d", figure);
    return notes.count();
  }
}
