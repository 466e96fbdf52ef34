package io.corebound.analysis.plan;

import io.corebound.analysis.model.Machine;
import io.corebound.records.config.MapOutputCodec;
import io.corebound.records.config.WorkloadFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The job with other codecs of its map output. All of them by the sum of operations, that of the
 * cluster too: whole tasks are not measured with every codec, and would be compared with sums.
 */
final class Codecs {
  private static final String NONE = "none";

  private Codecs() {}

  /** Whether a job can be computed with another codec than that of its whole tasks. */
  static boolean comparable(WorkloadFile workload) {
    // tasks that work on a sample are no sum of operations
    return !workload.worksOnSample();
  }

  static List<Plan.Codec> of(Estimates estimates, Configuration own, Machine machine) {
    String current = own.codec() == null ? own.cluster().settings().mapOutputCodec() : own.codec();
    Set<String> others = new TreeSet<>(machine.codecs());
    others.add(NONE);
    others.remove(current);
    Estimate before = estimates.of(own.withCodec(current));
    List<Plan.Codec> codecs = new ArrayList<>();
    codecs.add(codec(current, before, before));
    for (String other : others) {
      codecs.add(codec(other, before, estimates.of(own.withCodec(other))));
    }
    return codecs;
  }

  private static Plan.Codec codec(String name, Estimate before, Estimate after) {
    return new Plan.Codec(
        name,
        after.totalS(),
        before.totalS() - after.totalS(),
        after.bottleneck(),
        after.extrapolated());
  }

  static List<String> notMeasured(Machine machine) {
    return MapOutputCodec.names().stream()
        .filter(c -> !c.equals(NONE) && !machine.codecs().contains(c))
        .sorted()
        .toList();
  }
}
