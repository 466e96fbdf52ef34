package io.corebound.collectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.corebound.hosts.Host;
import io.corebound.hosts.LocalHost;
import io.corebound.records.CoreboundException;
import io.corebound.records.DataSize;
import io.corebound.records.Measurement;
import io.corebound.records.RunDirectory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/** A test of real probes on this machine, which leaves nothing running. */
abstract class RealProbes {
  /** One stream each way, twice. */
  static final ProbeBudget TINY =
      ProbeBudget.quick(2, Duration.ofSeconds(1), DataSize.ofMebibytes(16));

  @TempDir Path folder;

  final LocalHost host = new LocalHost("test-" + UUID.randomUUID(), "node");

  @AfterEach
  void nothingIsLeftRunning() {
    int alive = host.alive();
    host.stopAll(Duration.ofSeconds(1));
    assertThat(alive).as("processes of this test that still run").isZero();
  }

  void assumeThere(Probe probe) {
    assumeThere(host, probe);
  }

  static void assumeThere(Host host, Probe probe) {
    boolean there;
    try {
      probe.probe(host);
      there = true;
    } catch (CoreboundException e) {
      there = false;
    }
    assumeThat(there).as(probe.name() + " is not installed").isTrue();
  }

  RunDirectory run() {
    return new RunDirectory(folder.resolve("run"));
  }

  /** Of two runs. */
  static void assertRate(Measurement row, String operation) {
    assertThat(row.suite()).isEqualTo("probe");
    assertThat(row.operation()).isEqualTo(operation);
    assertThat(row.metric()).isEqualTo("rate");
    assertThat(row.unit()).isEqualTo("MB/s");
    assertThat(row.value()).isPositive();
    assertThat(row.ciLow()).isLessThanOrEqualTo(row.value());
    assertThat(row.ciHigh()).isGreaterThanOrEqualTo(row.value());
    assertThat(row.n()).isEqualTo(2);
  }
}
