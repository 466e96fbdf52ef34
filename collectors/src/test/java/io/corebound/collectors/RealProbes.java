package io.corebound.collectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.corebound.collectors.probe.Probe;
import io.corebound.collectors.probe.ProbeBudget;
import io.corebound.hosts.process.Host;
import io.corebound.hosts.process.LocalHost;
import io.corebound.records.run.Measurement;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.DataSize;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/** A test of real probes on this machine, which leaves nothing running. */
public abstract class RealProbes {
  /** One stream each way, twice. */
  public static final ProbeBudget TINY =
      ProbeBudget.quick(2, Duration.ofSeconds(1), DataSize.ofMebibytes(16));

  @TempDir public Path folder;

  public final LocalHost host = new LocalHost("test-" + UUID.randomUUID(), "node");

  @AfterEach
  void nothingIsLeftRunning() {
    int alive = host.alive();
    host.stopAll(Duration.ofSeconds(1));
    assertThat(alive).as("processes of this test that still run").isZero();
  }

  public void assumeThere(Probe probe) {
    assumeThere(host, probe);
  }

  public static void assumeThere(Host host, Probe probe) {
    boolean there;
    try {
      probe.probe(host);
      there = true;
    } catch (CoreboundException e) {
      there = false;
    }
    assumeTrue(there, probe.name() + " is not installed");
  }

  public RunDirectory run() {
    return new RunDirectory(folder.resolve("run"));
  }

  /** Of two runs. */
  public static void assertRate(Measurement row, String operation) {
    assertThat(row.suite()).isEqualTo("probe");
    assertThat(row.operation()).isEqualTo(operation);
    assertThat(row.metric()).isEqualTo("rate");
    assertThat(row.unit()).isEqualTo("MB/s");
    assertThat(row.value()).isPositive();
    assertThat(row.mean().error()).isNotNegative().isFinite();
    assertThat(row.n()).isEqualTo(2);
  }
}
