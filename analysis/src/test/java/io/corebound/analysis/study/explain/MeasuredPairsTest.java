package io.corebound.analysis.study.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.analysis.study.account.Loss;
import io.corebound.analysis.study.account.RanJob;
import io.corebound.analysis.study.account.Replay;
import io.corebound.analysis.study.account.Setup;
import io.corebound.analysis.theory.JobCosts;
import io.corebound.analysis.theory.Machine;
import io.corebound.analysis.theory.Overlay;
import io.corebound.analysis.theory.Term;
import io.corebound.records.config.MachineFile;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.run.Measurement;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a change of a TeraSort brings, where a sweep measured it with the change and without. */
class MeasuredPairsTest {
  private static final String SAMPLE = "accuracy-1650mb-2-cores";

  /** In the mean, in seconds; the jobs take 104 to 130 s, and their repetitions differ by 10. */
  private static final double MEAN_ERROR_S = 9;

  private enum Pair {
    CODEC("ssd-pcie_infiniband-qdr_whole", "ssd-pcie_infiniband-qdr_plain"),
    CODEC_ON_SLOWER_DISK("ssd-sata_infiniband-qdr_half", "ssd-sata_infiniband-qdr_plain-half"),
    REDUCES("ssd-pcie_infiniband-qdr_whole", "ssd-pcie_infiniband-qdr_reducers"),
    NETWORK("ssd-pcie_ethernet-1g_whole", "ssd-pcie_infiniband-qdr_whole"),
    NETWORK_ON_SLOWER_DISK("ssd-sata_ethernet-1g_half", "ssd-sata_infiniband-qdr_half"),
    NETWORK_ON_SLOWEST_DISK("hdd_ethernet-1g_small", "hdd_infiniband-qdr_small");

    private final String first;
    private final String second;

    Pair(String first, String second) {
      this.first = first;
      this.second = second;
    }

    /** Seconds less with the change than without, in the mean of the repetitions. */
    double measuredS() {
      return mean(first, ran -> ran.moments().elapsedS())
          - mean(second, ran -> ran.moments().elapsedS());
    }

    double simulatedS(boolean back) {
      String from = back ? second : first;
      String to = back ? first : second;
      return mean(
          from,
          ran -> {
            Replay replay = new Replay(ran, Loss.of(ran), costs(from));
            return replay.gainS(changed(replay.own(), job(to, 1), link(to) / link(from)));
          });
    }

    private Setup changed(Setup own, RanJob other, double network) {
      return switch (this) {
        case CODEC, CODEC_ON_SLOWER_DISK ->
            own.withShape(
                own.shape().withCodec(other.shape().codec(), other.shape().map().ratio()));
        case REDUCES -> own.withTasks(other.maps().tasks(), other.reduces().tasks());
        default -> own.withDevices(1, network);
      };
    }
  }

  private static final Map<String, RanJob> JOBS = new ConcurrentHashMap<>();
  private static final Map<String, JobCosts> COSTS = new ConcurrentHashMap<>();
  private static final List<Measurement> ROWS = Yardsticks.rows(SAMPLE);

  private static RanJob job(String cell, int repetition) {
    return JOBS.computeIfAbsent(
        cell + "_" + repetition, name -> RanJob.of(Histories.ofCell(SAMPLE, name)));
  }

  private static double mean(String cell, ToDoubleFunction<RanJob> figure) {
    return IntStream.rangeClosed(1, 3)
        .mapToDouble(repetition -> figure.applyAsDouble(job(cell, repetition)))
        .average()
        .orElseThrow();
  }

  /** The machine of the sweep over the disk and the link of a cell. */
  private static Machine machine(String cell) {
    Path file = Path.of("../results/samples", SAMPLE, "cells", cell + "_1").resolve("machine.yaml");
    Machine devices = Machine.of(cell, StructuredFiles.readYaml(file, MachineFile.class));
    return Machine.of(SAMPLE, ROWS).with(Overlay.devices(devices, null));
  }

  private static double link(String cell) {
    return costs(cell).machine().value(Term.NETWORK);
  }

  private static JobCosts costs(String cell) {
    return COSTS.computeIfAbsent(cell, c -> Yardsticks.costs(machine(c)));
  }

  @ParameterizedTest
  @EnumSource
  void simulationKnowsWhichIsFaster(Pair pair) {
    assertThat(Math.signum(pair.simulatedS(false))).isEqualTo(Math.signum(pair.measuredS()));
    assertThat(Math.signum(pair.simulatedS(true))).isEqualTo(-Math.signum(pair.measuredS()));
  }

  @Test
  void gainsAreNearToTheMeasuredOnes() {
    double sum = 0;
    for (Pair pair : Pair.values()) {
      sum += Math.abs(pair.simulatedS(false) - pair.measuredS());
      sum += Math.abs(pair.simulatedS(true) + pair.measuredS());
    }
    assertThat(sum / (2 * Pair.values().length)).isLessThan(MEAN_ERROR_S);
  }
}
