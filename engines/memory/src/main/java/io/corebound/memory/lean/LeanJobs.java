package io.corebound.memory.lean;

import io.corebound.memory.job.JobFailure;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/** Lean jobs by name. */
public final class LeanJobs {
  private static final Map<String, Supplier<LeanJob>> NAMED =
      Map.of(
          "word-count", WordCount::new,
          "bigram-count", BigramCount::new,
          "group-by", GroupBy::new,
          "terasort", TeraSort::new);

  private LeanJobs() {}

  /**
   * What makes instances of a job.
   *
   * @param name one of those that corebound has, or a class that implements {@link LeanJob}
   */
  public static Supplier<LeanJob> of(String name) {
    Supplier<LeanJob> named = NAMED.get(name);
    if (named != null) {
      return named;
    }
    try {
      Class<? extends LeanJob> type = Class.forName(name).asSubclass(LeanJob.class);
      return () -> instance(type);
    } catch (ClassNotFoundException | ClassCastException e) {
      throw JobFailure.wrong(
          "--workload %s: neither a lean job's class nor one of %s",
          name, String.join(", ", new TreeMap<>(NAMED).keySet()));
    }
  }

  private static LeanJob instance(Class<? extends LeanJob> type) {
    try {
      return type.getDeclaredConstructor().newInstance();
    } catch (ReflectiveOperationException e) {
      throw JobFailure.wrong(
          "--workload %s: it cannot be made: %s", type.getName(), JobFailure.line(e));
    }
  }
}
