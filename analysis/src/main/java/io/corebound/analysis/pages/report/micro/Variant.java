package io.corebound.analysis.pages.report.micro;

import io.corebound.records.run.Measurement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What is measured together: an operation under one set of parameters and of JVM flags.
 *
 * @param threads the number of pinned copies that ran at once
 * @param flags hash of its JVMs' flags where {@link MeasuredOperations} says that others count;
 *     else empty
 */
record Variant(
    String suite, String operation, Map<String, String> parameters, int threads, String flags) {

  static Variant of(Measurement m, String flags) {
    return new Variant(m.suite(), m.operation(), new TreeMap<>(m.parameters()), m.threads(), flags);
  }

  /** Whether figures take it: not where it was measured with a task's flags too. */
  boolean counts() {
    return flags.isEmpty();
  }

  /** The value of a parameter; empty where the variant has none of that name. */
  String parameter(String name) {
    return parameters.getOrDefault(name, "");
  }

  /** {@code buffer 65536, checksum true}; empty without a parameter. */
  public String inWords() {
    List<String> parts = new ArrayList<>();
    parameters.forEach((name, value) -> parts.add(name + " " + value));
    if (threads > 1) {
      parts.add(threads + " at once");
    }
    if (!flags.isEmpty()) {
      parts.add("JVM flags " + flags);
    }
    return String.join(", ", parts);
  }

  /** Only that in which this variant and at least one of the others differ. */
  Variant amongst(List<Variant> others) {
    Map<String, String> differing = new TreeMap<>(parameters);
    differing
        .entrySet()
        .removeIf(p -> others.stream().allMatch(o -> p.getValue().equals(o.parameter(p.getKey()))));
    boolean sameThreads = others.stream().allMatch(o -> o.threads == threads);
    return new Variant(suite, operation, differing, sameThreads ? 1 : threads, flags);
  }
}
