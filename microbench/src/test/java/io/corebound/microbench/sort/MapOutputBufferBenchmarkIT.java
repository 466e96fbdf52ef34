package io.corebound.microbench.sort;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.microbench.KeptInput;
import io.corebound.microbench.Measured;
import io.corebound.microbench.PrefixCollector;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@ExtendWith(KeptInput.class)
final class MapOutputBufferBenchmarkIT {
  @Test
  void phasesAndThreadsAddUpToTheSort() throws Exception {
    Measured.figures();
    MapOutputBufferBenchmark benchmark =
        MapOutputBufferBenchmarkTest.benchmark("text-10", "90", "random", "several");
    benchmark.sortMib = 4;
    benchmark.records = 200_000;
    MapOutputBufferBenchmarkTest.check(benchmark);
    Map<String, Long> figures = Measured.figures();
    long collector = figures.get("sort|part_cpu_ns@collector");
    long spillThread = figures.get("sort|part_cpu_ns@spill-thread");
    long collect = figures.get("sort|part_cpu_ns@collect");
    long sort = figures.get("sort|part_cpu_ns@sort");
    long spill = figures.get("sort|part_cpu_ns@spill");
    assertThat(List.of(collector, spillThread, collect, sort, spill)).allMatch(ns -> ns > 0);
    // what is no phase is to start threads, files and their index
    assertThat(collect + sort + spill)
        .isLessThanOrEqualTo(collector + spillThread)
        .isGreaterThan((collector + spillThread) * 8 / 10);
    assertThat(figures.get("sort|part_wall_ns@collect")).isLessThan(figures.get("sort|wall_ns"));
    assertThat(figures.get("sort|part_wall_ns@sort")).isGreaterThanOrEqualTo(sort * 9 / 10);
    assertThat(figures.get("sort|wall_ns") + figures.get("merge|wall_ns"))
        .isLessThanOrEqualTo(figures.get("sort-merge|wall_ns"));
  }

  @ParameterizedTest
  @CsvSource({
    "text-10, 90, random, several",
    "text-10, 90, random, single",
    "text-words, int-4, random, several",
    "int-4, 4, duplicates, several"
  })
  void prefixCollectorSortsTheSameAndOnlySpillsThatItMergesAreAMerge(
      String key, String value, String order, String spills) throws Exception {
    MapOutputBufferBenchmark benchmark = prefix(key, value, order, spills);
    benchmark.records = 0;
    Map<String, Long> figures = figures(benchmark);
    String batch = "(records=" + benchmark.pairs.count() + ")|";
    assertThat(figures).containsKeys("sort" + batch + "wall_ns", "sort-merge" + batch + "wall_ns");
    assertThat(figures.keySet()).noneMatch(label -> label.contains("part_"));
    if (spills.equals("single")) {
      assertThat(figures).containsEntry("sort" + batch + "spills", 1L);
      assertThat(figures.keySet()).noneMatch(label -> label.startsWith("merge"));
    } else {
      assertThat(figures.get("sort" + batch + "spills")).isGreaterThanOrEqualTo(3);
      assertThat(figures.get("sort" + batch + "wall_ns") + figures.get("merge" + batch + "wall_ns"))
          .isLessThanOrEqualTo(figures.get("sort-merge" + batch + "wall_ns"));
    }
  }

  @Test
  void moreRunsThanAreMergedAtOnceCountOnceThoughTheLastIsWritten() throws Exception {
    MapOutputBufferBenchmark benchmark = prefix("text-10", "90", "random", "several");
    benchmark.records = 100_000;
    Map<String, Long> figures = figures(benchmark);
    // 104 B in a file and 12 B to sort by, in four fifths of 1 MiB: 13.8 times
    assertThat(figures).containsEntry("sort|spills", 14L);
    assertThat(figures.get("merge|wall_ns")).isPositive();
  }

  private static MapOutputBufferBenchmark prefix(
      String key, String value, String order, String spills) {
    PrefixCollector.assume();
    MapOutputBufferBenchmark benchmark =
        MapOutputBufferBenchmarkTest.benchmark(key, value, order, spills);
    benchmark.collector = "prefix";
    return benchmark;
  }

  private static Map<String, Long> figures(MapOutputBufferBenchmark benchmark) throws Exception {
    Measured.figures();
    MapOutputBufferBenchmarkTest.check(benchmark);
    return Measured.figures();
  }
}
