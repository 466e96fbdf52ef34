package io.corebound.analysis.plan;

import io.corebound.analysis.model.Machine;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The job with other codecs of its map output. All of them by the sum of operations, that of the
 * cluster too: a whole task was measured with one codec only, and would be compared with sums.
 */
final class Codecs {
  private static final String NONE = "none";

  /** Those that Hadoop brings for fast data. */
  private static final List<String> KNOWN = List.of("gzip", "lz4", "snappy", "zstd");

  private Codecs() {}

  static List<Plan.Codec> of(Estimates estimates, Configuration own, Machine machine) {
    String current = own.cluster().settings().mapOutputCodec();
    Set<String> others = new TreeSet<>(machine.codecs());
    others.add(NONE);
    others.remove(current);
    Estimate before = estimates.of(own.withCodec(current));
    List<Plan.Codec> codecs = new ArrayList<>();
    codecs.add(new Plan.Codec(current, before.totalS(), 0, before.bottleneck()));
    for (String codec : others) {
      Estimate after = estimates.of(own.withCodec(codec));
      codecs.add(
          new Plan.Codec(
              codec, after.totalS(), before.totalS() - after.totalS(), after.bottleneck()));
    }
    return codecs;
  }

  static List<String> notMeasured(Machine machine) {
    return KNOWN.stream().filter(c -> !machine.codecs().contains(c)).toList();
  }
}
