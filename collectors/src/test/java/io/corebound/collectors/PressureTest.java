package io.corebound.collectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.corebound.hosts.LocalHost;
import io.corebound.records.CellResult.CollectorReport;
import io.corebound.records.RunDirectory;
import io.corebound.records.Samples;
import io.corebound.records.State;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PressureTest {
  private static final String TEXT = Fixture.text("pressure-6.18.txt");

  private static Parsed parse(String text) {
    return new Pressure().parse("node", text);
  }

  private static List<Samples.Row> rows(Parsed parsed, String resource) {
    return parsed.samples().get(0).rows().stream()
        .filter(r -> r.device().equals(resource))
        .toList();
  }

  /** io some: 46486596 - 46309425 us, all of it in the second second; full: 172580 us. */
  @Test
  void sharesAreTheGrowthOfTheTotalsOverTheirTime() {
    Parsed parsed = parse(TEXT);
    assertThat(parsed.problem()).isEmpty();
    assertThat(parsed.notUnderstood()).isZero();
    assertThat(parsed.samples().get(0).metrics()).containsExactly("some_percent", "full_percent");
    List<Samples.Row> io = rows(parsed, "io");
    assertThat(io).hasSize(3);
    assertThat(io.get(0).values()).containsExactly(0.0, 0.0);
    assertThat(io.get(1).values().get(0)).isCloseTo(17.7171, within(1e-6));
    assertThat(io.get(1).values().get(1)).isCloseTo(17.2580, within(1e-6));
    assertThat(io.get(2).values()).containsExactly(0.0, 0.0);
    assertThat(io.get(1).timeS()).isCloseTo(1795275182.2126, within(1e-3));
    assertThat(rows(parsed, "memory")).hasSize(3);
    assertThat(rows(parsed, "cpu")).hasSize(3);
  }

  @Test
  void aKernelWithoutFullOfTheCpuHasNoFigureForIt() {
    Parsed parsed = parse(TEXT.replaceAll("cpu full .*\n", ""));
    assertThat(parsed.notUnderstood()).isZero();
    Samples.Row row = rows(parsed, "cpu").get(0);
    assertThat(row.values().get(0)).isCloseTo(0.016, within(1e-6));
    assertThat(row.values().get(1)).isNaN();
  }

  @Test
  void aTotalThatShrinksIsNotUsedAndSaid() {
    Parsed parsed = parse(TEXT.replaceFirst("total=46486596", "total=5"));
    assertThat(parsed.examples()).containsExactly("io some: total=5 after total=46309425");
    assertThat(rows(parsed, "io").get(1).values().get(0)).isNaN();
  }

  @Test
  void twoRecordingsInOneFileAreNotSubtractedFromEachOther() {
    Parsed parsed = parse(TEXT + TEXT);
    assertThat(rows(parsed, "io")).hasSize(6);
    assertThat(parsed.examples()).containsExactly("the reader of /proc/pressure was started again");
  }

  @Test
  void linesThatAreNotUnderstoodAreCountedAndShown() {
    Parsed parsed = parse(TEXT.replaceFirst("memory full.*", "memory full: none"));
    assertThat(parsed.examples()).containsExactly("memory full: none");
    assertThat(rows(parsed, "memory")).hasSize(3);
  }

  @Test
  void aLastLineThatIsNotWholeIsLeftOutAndSaid() {
    Parsed parsed = parse(TEXT.substring(0, TEXT.length() - 3));
    assertThat(parsed.problem()).contains("cut off");
    assertThat(rows(parsed, "io")).hasSize(3);
    assertThat(parse("").problem()).isEqualTo("the reader of /proc/pressure wrote no sample");
  }

  /** The kernel's own total, before and after, is the truth to compare with. */
  @Test
  void whatIsCollectedHereAddsUpToTheKernelsOwnTotals(@TempDir Path folder) throws Exception {
    Path file = Path.of("/proc/pressure/io");
    assumeThat(file).as("this kernel keeps no pressure-stall information (psi=1)").isReadable();
    LocalHost host = new LocalHost("test-" + UUID.randomUUID(), "node");
    assertThat(Pressure.isKeptBy(host)).isTrue();
    RunDirectory run = new RunDirectory(folder);
    try (Collection collection =
        Collection.start(host, List.of(new Pressure()), run, run.rawFolder("cell"))) {
      long before = total(file);
      Thread.sleep(3500);
      long after = total(file);
      Collection.Delivered delivered = collection.stop();
      CollectorReport report = delivered.reports().get(0);
      assertThat(report.reason()).isEmpty();
      assertThat(report.state()).isEqualTo(State.OK);
      assertThat(report.notUnderstood()).isZero();
      double seconds =
          delivered.samples().get(0).rows().stream()
              .filter(r -> r.device().equals("io"))
              .mapToDouble(r -> r.values().get(0) / 100)
              .sum();
      assertThat(delivered.samples().get(0).rows()).hasSizeGreaterThanOrEqualTo(6);
      // the samples begin a little before the first look and end up to a second before the last
      assertThat(seconds).isBetween(0.0, (after - before) / 1e6 + 1);
      assertThat(host.alive()).isZero();
    } finally {
      host.stopAll(Duration.ofSeconds(1));
    }
  }

  private static long total(Path file) throws Exception {
    String first = Files.readAllLines(file).get(0);
    return Long.parseLong(first.substring(first.indexOf("total=") + "total=".length()));
  }
}
