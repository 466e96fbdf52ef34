package io.corebound.microbench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.BenchmarkParams;

/**
 * How operations are measured by default: single shots, each with the data of one task; the first
 * of every fork runs in a JVM as cold as a task's.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 0)
@Measurement(iterations = 4)
@Fork(3)
@Threads(1)
public abstract class OperationBenchmark {
  private Rendezvous rendezvous;

  /** Waits for the other copies of this benchmark, where there are any ({@link Rendezvous}). */
  @Setup(Level.Iteration)
  public final void awaitOtherCopies(BenchmarkParams benchmark)
      throws IOException, InterruptedException {
    if (rendezvous == null) {
      rendezvous = Rendezvous.of(benchmark);
    }
    if (rendezvous != null) {
      rendezvous.await(ManagementFactory.getRuntimeMXBean().getName());
    }
  }
}
