package io.corebound.analysis.pages.report.cell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.corebound.analysis.study.bound.Sources;
import io.corebound.analysis.study.bound.Span;
import io.corebound.records.run.Bound;
import io.corebound.records.run.Samples;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What bounds workers that have two of a machine's four CPUs. */
class WorkersCpusTest {
  private static final Map<String, List<Integer>> WORKERS =
      Map.of("worker1", List.of(0), "worker2", List.of(1));

  /** CPUs 0 and 1 work, 2 and 3 idle; another source beside. */
  private static List<Samples> machine() {
    List<Samples.Row> rows = new ArrayList<>();
    for (int second = 1; second <= 10; second++) {
      rows.add(cpu(second, "all", 50));
      for (int i = 0; i < 4; i++) {
        rows.add(cpu(second, String.valueOf(i), i < 2 ? 100 - i * 10 : 5));
      }
    }
    return List.of(
        new Samples(
            "bridge",
            "sar-cpu",
            List.of(
                "user_percent",
                "nice_percent",
                "system_percent",
                "irq_percent",
                "soft_percent",
                "iowait_percent",
                "steal_percent",
                "idle_percent"),
            rows),
        new Samples(
            "bridge",
            "sar-network",
            List.of("received_mb_per_s", "transmitted_mb_per_s"),
            List.of(new Samples.Row(1, "all", List.of(1.0, 1.0)))));
  }

  private static Samples.Row cpu(int second, String name, double user) {
    return new Samples.Row(second, name, List.of(user, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 100 - user));
  }

  private static ResourceUse use(List<Samples> samples) {
    return ResourceUse.over(samples, List.of(new Span(0, 10)), BaseRates.NONE);
  }

  @Test
  void cpusOfNoWorkerDoNotHideThatTheWorkersAreFull() {
    assertThat(use(machine()).busy()).isCloseTo(0.5, within(1e-9));
    List<Samples> workers = WorkersCpus.of(machine(), WORKERS);

    // 100 % and 90 %
    assertThat(use(workers).busy()).isCloseTo(0.95, within(1e-9));
    assertThat(IntervalVerdict.boundOf(use(workers))).isEqualTo(Bound.CPU);
    assertThat(Sources.cores(workers.get(0))).isEqualTo(2);
    assertThat(workers.get(1)).isEqualTo(machine().get(1));
  }

  @Test
  void samplesStayAsTheyAreWhereWorkersHaveEveryCpuOrTheirsAreNotKnown() {
    assertThat(WorkersCpus.of(machine(), null)).isEqualTo(machine());
    assertThat(
            WorkersCpus.of(machine(), Map.of("worker1", List.of(0, 1), "worker2", List.of(2, 3))))
        .isEqualTo(machine());
  }
}
