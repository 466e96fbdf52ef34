package io.corebound.microbench.sort;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.microbench.KeptInput;
import io.corebound.microbench.Measured;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

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
}
