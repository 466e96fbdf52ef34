package io.corebound.collectors.sampler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.corebound.collectors.Fixture;
import io.corebound.hosts.process.Outcome;
import io.corebound.records.run.Samples;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SarParserTest {
  private static final double EPOCH_OF_15_29_07 =
      Instant.parse("2026-11-21T15:29:07Z").getEpochSecond();

  private static Parsed parse(String fixture) {
    return new Sar().parse("node", Fixture.text(fixture));
  }

  private static Samples source(Parsed parsed, String source) {
    return parsed.samples().stream().filter(s -> s.source().equals(source)).findFirst().get();
  }

  private static double value(Samples samples, int row, String metric) {
    return samples.rows().get(row).values().get(samples.indexOf(metric));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sar-11.6.5.json",
        "sar-11.7.3.json",
        "sar-12.0.6.json",
        "sar-12.2.3.json",
        "sar-12.5.4.json",
        "sar-12.6.1.json",
        "sar-12.7.9.json"
      })
  void everyVersionIsUnderstoodWithoutRest(String fixture) {
    Parsed parsed = parse(fixture);
    assertThat(parsed.problem()).isEmpty();
    assertThat(parsed.examples()).isEmpty();
    assertThat(parsed.notUnderstood()).isZero();
    assertThat(parsed.samples())
        .extracting(Samples::source)
        .containsExactlyInAnyOrder(
            "sar-cpu", "sar-memory", "sar-paging", "sar-queue", "sar-disk", "sar-network");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sar-11.2.12.json",
        "sar-11.6.5.json",
        "sar-12.0.6.json",
        "sar-12.5.4.json",
        "sar-12.6.1.json",
        "sar-12.7.9.json"
      })
  void sharesOfTheCpuAddUpToHundred(String fixture) {
    for (Samples.Row row : source(parse(fixture), "sar-cpu").rows()) {
      assertThat(row.values().stream().mapToDouble(v -> v).sum()).isCloseTo(100, within(0.05));
    }
  }

  /** As sadf -d, its other format, prints the same file: 78.79, 9.09, 2.02, 10.10. */
  @Test
  void cpuIsAsSadfPrintsItInItsOtherFormat() {
    Samples cpu = source(parse("sar-12.6.1.json"), "sar-cpu");
    assertThat(cpu.host()).isEqualTo("node");
    assertThat(cpu.rows())
        .extracting(Samples.Row::device)
        .startsWith("all", "0", "1", "all", "0", "1");
    assertThat(cpu.rows()).hasSize(12);
    assertThat(cpu.rows().get(0).timeS())
        .isEqualTo(Instant.parse("2026-11-21T08:35:48Z").getEpochSecond());
    assertThat(cpu.rows().get(0).values())
        .isEqualTo(List.of(78.79, 0.0, 9.09, 0.0, 0.0, 0.0, 2.02, 10.10));
  }

  /** As sadf of sysstat 11 prints it: idle 0.00 like the rest, which is no CPU that is full. */
  @Test
  void cpuThatIsOfflineHasNoSample() {
    String text =
        Pattern.compile("\"cpu\": \"1\"[^}]*")
            .matcher(Fixture.text("sar-11.6.5.json"))
            .replaceAll(m -> m.group().replaceAll("[0-9]+[.][0-9]+", "0.00"));
    Samples cpu = source(new Sar().parse("node", text), "sar-cpu");
    assertThat(cpu.devices()).containsExactly("all", "0");
  }

  /** dd wrote 400 MiB and read them in the first second: 419.4304 MB of 10^6 bytes. */
  @ParameterizedTest
  @CsvSource({"sar-11.6.5.json", "sar-12.6.1.json", "sar-12.7.9.json"})
  void disksAreInDecimalMegabytes(String fixture) {
    Samples disk = source(parse(fixture), "sar-disk");
    assertThat(disk.rows().get(0).device()).isEqualTo("vda");
    assertThat(value(disk, 0, "write_mb_per_s")).isCloseTo(419.4304, within(2.0));
    assertThat(value(disk, 0, "read_mb_per_s")).isCloseTo(419.4304, within(2.0));
  }

  @Test
  void memoryNetworkAndPagingAreInDecimalMegabytes() {
    Parsed parsed = parse("sar-12.6.1.json");
    Samples memory = source(parsed, "sar-memory");
    assertThat(value(memory, 0, "free_mb")).isCloseTo(23241928 * 1024e-6, within(1e-6));
    assertThat(value(memory, 0, "dirty_mb")).isCloseTo(1908 * 1024e-6, within(1e-9));
    Samples network = source(parsed, "sar-network");
    Samples.Row loopback = network.rows().get(4);
    assertThat(loopback.device()).isEqualTo("lo");
    assertThat(loopback.values().get(0)).isCloseTo(304777.16 * 1024e-6, within(1e-6));
    assertThat(value(source(parsed, "sar-paging"), 0, "in_mb_per_s"))
        .isCloseTo(409936 * 1024e-6, within(1e-6));
    assertThat(source(parsed, "sar-queue").rows().get(0).values())
        .isEqualTo(List.of(2.0, 1.89, 0.0));
  }

  @ParameterizedTest
  @ValueSource(strings = {"sar-12.6.1-local.json", "sar-12.7.9-local.json"})
  void localTimeWithoutItsOffsetIsNotTakenForUtc(String fixture) {
    Parsed parsed = parse(fixture);
    assertThat(parsed.samples()).isEmpty();
    assertThat(parsed.notUnderstood()).isEqualTo(4);
    assertThat(parsed.examples().get(0)).contains("14:05:");
  }

  @Test
  void anOffsetIsTakenIntoAccount() {
    String text = Fixture.text("sar-12.7.9-local.json").replace("\"IST\"", "\"+0530\"");
    Samples cpu = source(new Sar().parse("node", text), "sar-cpu");
    assertThat(cpu.rows().get(0).timeS())
        .isEqualTo(Instant.parse("2026-11-21T08:35:58Z").getEpochSecond());
  }

  @Test
  void timeOfGuestsIsPartOfUserAsInProcStat() {
    String text =
        Fixture.text("sar-12.6.1.json")
            .replaceFirst("\"guest\": 0.00, \"gnice\": 0.00", "\"guest\": 1.25, \"gnice\": 0.50");
    Samples cpu = source(new Sar().parse("node", text), "sar-cpu");
    assertThat(value(cpu, 0, "user_percent")).isCloseTo(80.04, within(1e-9));
    assertThat(value(cpu, 0, "nice_percent")).isEqualTo(0.5);
  }

  @Test
  void aFieldOfALaterVersionIsCountedOnceAndNamed() {
    String text = Fixture.text("sar-12.6.1.json").replace("\"irq\":", "\"new\": 1, \"irq\":");
    Parsed parsed = new Sar().parse("node", text);
    assertThat(parsed.notUnderstood()).isEqualTo(1);
    assertThat(parsed.examples()).containsExactly("sar-cpu: unknown field 'new'");
    assertThat(source(parsed, "sar-cpu").rows()).hasSize(12);
  }

  @Test
  void aFieldThatIsLackingIsNamedAndNotTakenForZero() {
    String text = Fixture.text("sar-12.6.1.json").replace("\"dirty\"", "\"soiled\"");
    Parsed parsed = new Sar().parse("node", text);
    assertThat(parsed.examples())
        .containsExactly("sar-memory: unknown field 'soiled'", "sar-memory: no field 'dirty'");
    assertThat(value(source(parsed, "sar-memory"), 0, "dirty_mb")).isNaN();
  }

  @Test
  void warningsBeforeTheJsonAreCountedAndTheRestIsRead() {
    Parsed parsed = new Sar().parse("node", "sadf: beware\n" + Fixture.text("sar-12.6.1.json"));
    assertThat(parsed.examples()).containsExactly("sadf: beware");
    assertThat(source(parsed, "sar-cpu").rows()).hasSize(12);
  }

  @Test
  void cutOffOutputGivesWhatCameBeforeAndSaysSo() {
    String text = Fixture.text("sar-12.6.1.json");
    int third = text.indexOf("08:35:50");
    Parsed parsed = new Sar().parse("node", text.substring(0, third + 200));
    assertThat(source(parsed, "sar-cpu").rows()).hasSize(6);
    assertThat(parsed.problem()).startsWith("sadf was cut off: its output ends at line ");
  }

  @Test
  void whatIsNoJsonIsSaidToBeNone() {
    assertThat(new Sar().parse("node", "").problem()).isEqualTo("sadf wrote no JSON");
    assertThat(new Sar().parse("node", "Cannot open x\n").examples())
        .containsExactly("Cannot open x");
    assertThat(new Sar().parse("node", "{}").problem())
        .isEqualTo("sadf wrote JSON that has no 'statistics'");
  }

  @Test
  void version11Dot2LacksAvailableMemoryAndNothingElse() {
    Parsed parsed = parse("sar-11.2.12.json");
    assertThat(parsed.problem()).isEmpty();
    assertThat(parsed.examples()).containsExactly("sar-memory: no field 'avail'");
    assertThat(parsed.samples()).hasSize(6);
    assertThat(value(source(parsed, "sar-memory"), 0, "available_mb")).isNaN();
  }

  /**
   * Five versions watched the same second: dd read 200 MiB through a loop device, so that both it
   * and vda moved 209.7152 MB of 10^6 bytes. Versions before 11.6 say it in sectors.
   */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "sar-11.2.12.json",
        "sar-11.7.3.json",
        "sar-12.0.6.json",
        "sar-12.2.3.json",
        "sar-12.5.4.json"
      })
  void allVersionsSayTheSameOfTheSameSecond(String fixture) {
    Parsed parsed = parse(fixture);
    Samples disk = source(parsed, "sar-disk");
    List<Samples.Row> second =
        disk.rows().stream().filter(r -> r.timeS() == EPOCH_OF_15_29_07).toList();
    assertThat(second).extracting(Samples.Row::device).containsExactly("loop0", "vda");
    for (Samples.Row row : second) {
      assertThat(row.values().get(disk.indexOf("read_mb_per_s"))).isCloseTo(209.7152, within(0.01));
    }
    Samples memory = source(parsed, "sar-memory");
    assertThat(value(memory, 1, "free_mb")).isCloseTo(22461332 * 1024e-6, within(1e-6));
    assertThat(value(memory, 1, "cached_mb")).isCloseTo(1704400 * 1024e-6, within(1e-6));
    Samples network = source(parsed, "sar-network");
    assertThat(network.rows())
        .filteredOn(r -> r.device().equals("cbv1"))
        .singleElement()
        .satisfies(r -> assertThat(r.values().get(0)).isCloseTo(0.26 * 1024e-6, within(1e-9)));
  }

  /** A loop device and a pair of interfaces came in the second second; the pair went again. */
  @Test
  void devicesThatComeAndGoHaveRowsWhileTheyAreThere() {
    Parsed parsed = parse("sar-12.6.1-devices.json");
    assertThat(parsed.problem()).isEmpty();
    assertThat(parsed.notUnderstood()).isZero();
    assertThat(times(source(parsed, "sar-disk"), "loop0")).first().isEqualTo(EPOCH_OF_15_29_07);
    assertThat(times(source(parsed, "sar-disk"), "vda")).hasSize(5);
    assertThat(times(source(parsed, "sar-network"), "cbv0")).containsExactly(EPOCH_OF_15_29_07);
    assertThat(times(source(parsed, "sar-network"), "lo")).hasSize(5);
  }

  private static List<Double> times(Samples samples, String device) {
    return samples.rows().stream()
        .filter(r -> r.device().equals(device))
        .map(Samples.Row::timeS)
        .toList();
  }

  @Test
  void aRestartInTheMiddleLosesNothingAndIsNoted() {
    Parsed parsed = parse("sar-12.6.1-restart.json");
    assertThat(parsed.problem()).isEmpty();
    assertThat(parsed.examples())
        .containsExactly("the recording was interrupted by a restart at 2026-11-21 15:30:54");
    double first = Instant.parse("2026-11-21T15:30:52Z").getEpochSecond();
    assertThat(times(source(parsed, "sar-cpu"), "all"))
        .containsExactly(first, first + 1, first + 3, first + 4);
  }

  @Test
  void midnightIsASecondLikeAnyOther() {
    Parsed parsed = parse("sar-12.6.1-midnight.json");
    double first = Instant.parse("2026-12-31T23:59:58Z").getEpochSecond();
    assertThat(parsed.notUnderstood()).isZero();
    assertThat(times(source(parsed, "sar-cpu"), "all"))
        .containsExactly(first, first + 1, first + 2, first + 3);
  }

  /** sar was stopped for 3 s, and took one sample over them. */
  @Test
  void omittedIntervalsAreNotMadeUp() {
    Parsed parsed = parse("sar-12.6.1-gap.json");
    double first = Instant.parse("2026-11-21T15:30:52Z").getEpochSecond();
    assertThat(parsed.notUnderstood()).isZero();
    assertThat(times(source(parsed, "sar-cpu"), "all"))
        .containsExactly(first, first + 1, first + 4, first + 5, first + 6);
  }

  @Test
  void severalDocumentsInOneFileAreAllRead() {
    String text = Fixture.text("sar-12.6.1-midnight.json");
    String other = Fixture.text("sar-12.6.1-gap.json");
    Parsed parsed = new Sar().parse("node", text + "a warning\n" + other + "the end\n");
    assertThat(parsed.problem()).isEmpty();
    assertThat(parsed.examples()).containsExactly("a warning", "the end");
    assertThat(times(source(parsed, "sar-cpu"), "all")).hasSize(9);
  }

  @Test
  void aDocumentThatIsCutOffDoesNotTakeTheNextOneAlong() {
    String text = Fixture.text("sar-12.6.1-midnight.json");
    String cut = text.substring(0, text.indexOf("00:00:00"));
    Parsed parsed = new Sar().parse("node", cut + Fixture.text("sar-12.6.1-gap.json"));
    assertThat(times(source(parsed, "sar-cpu"), "all")).hasSize(2 + 5);
    assertThat(parsed.problem()).startsWith("sadf ").contains(" line ");
  }

  /** As sadf 12.6.1 ends on a file of sar that is cut off: with status 0. */
  @Test
  void aBinaryFileThatIsCutOffIsAProblemThoughSadfSucceeds() {
    Outcome outcome =
        new Outcome(
            0, false, Duration.ofSeconds(1), "{}", "End of system activity file unexpected\n");
    assertThat(Sar.readProblem(outcome, Path.of("sar.sa")))
        .isEqualTo("sadf could not read all of sar.sa: End of system activity file unexpected");
  }

  @Test
  void whatElseSadfSaysOnStandardErrorIsNoProblem() {
    Outcome outcome =
        new Outcome(
            0,
            false,
            Duration.ofSeconds(1),
            "{}",
            "ERROR: ld.so: object 'x' from LD_PRELOAD cannot be preloaded: ignored.\n");
    assertThat(Sar.readProblem(outcome, Path.of("sar.sa"))).isEmpty();
  }
}
