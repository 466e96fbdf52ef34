package io.corebound.microbench;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/**
 * How operations are measured unless the command line says otherwise: single shots, each of which
 * handles what one task handles, the first of every fork in a JVM as cold as a task's is. The later
 * iterations of the fork are warm. A benchmark's own time, as JMH shows it, includes little things
 * around the operation; what counts are the figures of {@link OperationMeter}.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 0)
@Measurement(iterations = 4)
@Fork(3)
@Threads(1)
public abstract class OperationBenchmark {}
