package io.corebound.microbench;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/**
 * Puts what the {@link OperationMeter}s measured into JMH's results. In JMH's JSON every figure is
 * an entry of {@code secondaryMetrics}, named {@code <operation>|<field>} or {@code
 * <operation>(tag=value;…)|<field>}, whose {@code rawData} has one number for each fork and
 * iteration. The fields:
 *
 * <ul>
 *   <li>{@code records}, {@code bytes}: what one iteration handled; the unit of {@code bytes} says
 *       which bytes ({@link ByteBase});
 *   <li>{@code wall_ns};
 *   <li>{@code user_ns@<process>}, {@code system_ns@<process>}: CPU time; the process is {@code
 *       benchmark} for the JVM itself, the role of a watched process, or {@code machine} for the
 *       busy time of all CPUs;
 *   <li>{@code cpu_ns@benchmark}: the sum of both for the JVM itself, in ns, as of the last
 *       scheduler tick, where the kernel gives that, else in ticks of 10 ms like the others;
 *   <li>{@code steal_ns@machine}: time that a hypervisor took away from all CPUs;
 *   <li>{@code gc_ns@benchmark}, {@code alloc_bytes@benchmark}: pauses of the collector, and what
 *       the threads allocated that were alive at the end;
 *   <li>and what an operation reports itself, for instance {@code sort|spills}.
 * </ul>
 */
public final class OperationProfiler implements InternalProfiler {
  @Override
  public String getDescription() {
    return "wall and CPU time of each operation, in all processes that it makes work";
  }

  @Override
  public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
    OperationMeter.drain();
  }

  @Override
  public Collection<? extends Result<?>> afterIteration(
      BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
    List<ScalarResult> results = new ArrayList<>();
    for (OperationMeter.Figure figure : OperationMeter.drain()) {
      results.add(new ScalarResult(figure.label, figure.value, figure.unit, AggregationPolicy.AVG));
    }
    return results;
  }
}
