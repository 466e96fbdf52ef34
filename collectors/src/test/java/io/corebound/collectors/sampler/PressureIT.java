package io.corebound.collectors.sampler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.LocalHost;
import io.corebound.records.run.CellResult.CollectorReport;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.run.Samples;
import io.corebound.records.run.State;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the script reads on this machine beside the kernel's own totals. */
class PressureIT {
  /**
   * Four busy shells on one CPU: three of them always wait for it. The kernel's own total, before
   * and after, is the truth to compare with.
   */
  @Test
  void whatIsCollectedHereAddsUpToTheKernelsOwnTotals(@TempDir Path folder) throws Exception {
    Path file = Path.of("/proc/pressure/cpu");
    assumeTrue(Files.isReadable(file), "this kernel keeps no pressure-stall information (psi=1)");
    LocalHost host = new LocalHost("test-" + UUID.randomUUID(), "node");
    assertThat(new Pressure().unavailable(host)).isEmpty();
    RunDirectory run = new RunDirectory(folder);
    Path raw = run.rawFolder("cell").resolve("node/pressure.txt");
    try (Collection collection =
        Collection.start(host, List.of(new Pressure()), run, run.rawFolder("cell"))) {
      for (int i = 0; i < 500 && !Files.readString(raw).contains("memory "); i++) {
        Thread.sleep(20);
      }
      long before = total(file);
      host.run(Command.of(Duration.ofSeconds(20), "bash", "-c", CROWD));
      double kernelS = (total(file) - before) / 1e6;
      Collection.Delivered delivered = collection.stop();
      CollectorReport report = delivered.reports().get(0);
      assertThat(report.reason()).isEmpty();
      assertThat(report.state()).isEqualTo(State.OK);
      assertThat(report.notUnderstood()).as(report.examples().toString()).isZero();
      assertThat(kernelS).as("the load").isGreaterThan(1);
      assertThat(stalledS(delivered.samples().get(0), raw))
          // the collector's own time is a little longer
          .isBetween(0.95 * kernelS, 1.1 * kernelS + 1);
      assertThat(host.alive()).isZero();
    } finally {
      host.stopAll(Duration.ofSeconds(1));
    }
  }

  /** On the first CPU that this shell may use, for two seconds. */
  private static final String CROWD =
      """
      cpu=$(taskset -cp $$)
      cpu=${cpu##*: }
      taskset -cp "${cpu%%[-,]*}" $$ >/dev/null
      for n in 1 2 3 4; do timeout 2 bash -c 'while :; do :; done' & done
      wait
      """;

  /**
   * Seconds in which some task waited for the CPU: each share by the time since the look before.
   */
  private static double stalledS(Samples samples, Path raw) throws Exception {
    double[] looks =
        Files.readAllLines(raw).stream()
            .filter(line -> line.startsWith("uptime "))
            .mapToDouble(line -> Double.parseDouble(line.substring("uptime ".length())))
            .toArray();
    List<Samples.Row> rows =
        samples.rows().stream().filter(row -> row.device().equals("cpu")).toList();
    assertThat(rows).hasSize(looks.length - 1);
    double sum = 0;
    for (int i = 0; i < rows.size(); i++) {
      sum += rows.get(i).values().get(0) / 100 * (looks[i + 1] - looks[i]);
    }
    return sum;
  }

  @Test
  void itEndsWithItsInputAndTakesALastSample(@TempDir Path folder) throws Exception {
    assumeTrue(Files.isReadable(Path.of("/proc/pressure/cpu")), "no pressure-stall information");
    LocalHost host = new LocalHost("test-" + UUID.randomUUID(), "node");
    Recording recording = new Pressure().start(host, folder);
    while (!Files.readString(recording.file()).contains("uptime ")) {
      Thread.sleep(20);
    }
    recording.program().closeInput();
    assertThat(recording.program().waitFor(Duration.ofSeconds(10))).hasValue(0);
    assertThat(Files.readAllLines(recording.file()))
        .filteredOn(line -> line.startsWith("uptime "))
        .hasSizeGreaterThan(1);
  }

  private static long total(Path file) throws Exception {
    String first = Files.readAllLines(file).get(0);
    return Long.parseLong(first.substring(first.indexOf("total=") + "total=".length()));
  }
}
