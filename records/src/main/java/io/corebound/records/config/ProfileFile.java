package io.corebound.records.config;

import io.corebound.records.units.DataSize;
import io.corebound.records.units.Refuse;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Map;

/**
 * {@code configs/profile/<name>.yaml}: how much is measured.
 *
 * @param size payload of TeraSort's input
 * @param probeSeconds length of one run of a probe
 * @param probeRepetitions runs of each probe
 * @param batchRecords TeraSort records that one invocation of a benchmark handles
 * @param suites the micro suites, in order
 * @param remeasureSeconds how long what is unstable is measured once more; null for as long as it
 *     takes
 * @param confirmSeconds how long at most operations get further forks until a second fork has been
 *     as cheap as the cheapest; none where null
 * @param contentionSuites suites whose pinned copies are measured together; {@code sort} where null
 * @param contentionIterations an even number of pairs of iterations: a copy once alone and once
 *     beside the others
 * @param contentionOneCpu suites of which two copies that share one CPU are measured, too; none
 *     where null
 * @param contentionParameters values of their JMH parameters, where they are not those that the
 *     model's entry has; none where null
 * @param startWaves waves of empty maps of the first empty job; the step from one wave to the next
 *     is what containers cost
 * @param startRepetitions empty jobs; each has half as many waves as the one before, down to one,
 *     and so on from the start
 * @param idleSeconds how long the idle cluster is watched
 */
@RecordBuilder
public record ProfileFile(
    DataSize size,
    int probeSeconds,
    int probeRepetitions,
    int batchRecords,
    List<Suite> suites,
    Integer remeasureSeconds,
    Integer confirmSeconds,
    List<String> contentionSuites,
    int contentionIterations,
    List<String> contentionOneCpu,
    Map<String, String> contentionParameters,
    int startWaves,
    int startRepetitions,
    int idleSeconds)
    implements ProfileFileBuilder.With {

  public ProfileFile {
    atLeast(1, "probe_seconds", probeSeconds);
    atLeast(1, "probe_repetitions", probeRepetitions);
    atLeast(1, "batch_records", batchRecords);
    // the first is cold, the others are warm
    Refuse.when(
        contentionIterations < 2 || contentionIterations % 2 != 0,
        "contention_iterations is an even number of pairs, at least 2, not %s",
        contentionIterations);
    atLeast(2, "start_waves", startWaves);
    atLeast(1, "start_repetitions", startRepetitions);
    atLeast(1, "idle_seconds", idleSeconds);
    Refuse.when(suites == null || suites.isEmpty(), "suites names at least one suite");
    suites = List.copyOf(suites);
    if (remeasureSeconds != null) {
      atLeast(0, "remeasure_seconds", remeasureSeconds);
    }
    confirmSeconds = confirmSeconds == null ? 0 : confirmSeconds;
    atLeast(0, "confirm_seconds", confirmSeconds);
    contentionParameters =
        contentionParameters == null ? Map.of() : Map.copyOf(contentionParameters);
    contentionSuites = contentionSuites == null ? List.of("sort") : List.copyOf(contentionSuites);
    contentionOneCpu = contentionOneCpu == null ? List.of() : List.copyOf(contentionOneCpu);
    Refuse.when(
        !contentionSuites.containsAll(contentionOneCpu),
        "contention_one_cpu names suites of contention_suites %s, not %s",
        contentionSuites,
        contentionOneCpu);
  }

  /** The same without {@code confirm_seconds}: forks are as many as the entries say. */
  public ProfileFile withoutConfirming() {
    return withConfirmSeconds(0);
  }

  /**
   * How one micro suite, or a part of it, is run; a suite may stand in several entries.
   *
   * @param suite its name: a package below {@code io.corebound.microbench}
   * @param benchmarks simple names of its classes; all of them where none is named
   * @param model whether the model needs it: then {@code corebound run} measures it, too
   * @param forks fresh JVMs
   * @param iterations batches in each; the first is cold
   * @param parameters values of JMH's parameters, where they are not those of the benchmarks
   */
  public record Suite(
      String suite,
      List<String> benchmarks,
      boolean model,
      int forks,
      int iterations,
      Map<String, List<String>> parameters) {
    public Suite {
      Refuse.when(suite == null || suite.isBlank(), "suite is the name of a micro suite");
      atLeast(1, "forks", forks);
      atLeast(2, "iterations", iterations);
      benchmarks = benchmarks == null ? List.of() : List.copyOf(benchmarks);
      parameters = parameters == null ? Map.of() : Map.copyOf(parameters);
    }
  }

  private static void atLeast(int least, String key, int number) {
    Refuse.when(number < least, "%s is at least %s, not %s", key, least, number);
  }
}
