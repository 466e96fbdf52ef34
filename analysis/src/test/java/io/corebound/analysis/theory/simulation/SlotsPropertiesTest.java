package io.corebound.analysis.theory.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.analysis.theory.simulation.JobPlan.Phase;
import io.corebound.analysis.theory.simulation.JobPlan.Stage;
import io.corebound.analysis.theory.simulation.RunLengthList.Run;
import io.corebound.analysis.theory.volumes.InputSplits;
import io.corebound.records.history.Interval;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** Runs of alike tasks and sizes give what dealing and cutting one by one gives. */
class SlotsPropertiesTest {

  @Provide
  Arbitrary<List<Integer>> runs() {
    return Arbitraries.integers().between(1, 30).list().ofMaxSize(8);
  }

  @Property(tries = 300)
  void everyNodeGetsTheTasksThatItGetsWhenTheyAreDealtOneByOne(
      @ForAll("runs") List<Integer> lengths,
      @ForAll @IntRange(min = 1, max = 12) int nodes,
      @ForAll @IntRange(min = 1, max = 6) int slots) {
    List<Run<List<Phase>>> runs = new ArrayList<>();
    List<Integer> inTurn = new ArrayList<>();
    for (int run = 0; run < lengths.size(); run++) {
      runs.add(new Run<>(List.of(phase(run)), lengths.get(run)));
      for (int i = 0; i < lengths.get(run); i++) {
        inTurn.add(run);
      }
    }
    List<List<Integer>> expected = new ArrayList<>();
    for (int node = 0; node < nodes; node++) {
      expected.add(new ArrayList<>());
      for (int round = 0; round < slots && round * nodes + node < inTurn.size(); round++) {
        expected.get(node).add(inTurn.get(round * nodes + node));
      }
    }

    Stage stage =
        new Stage(List.of(Interval.MAP), 0, 4, slots, null, RunLengthList.ofRuns(runs), null, 1);
    Slots dealt = new Slots(stage, nodes, TaskSpread.NONE);

    assertThat(byNode(dealt)).isEqualTo(expected);
    assertThat(dealt.running()).isEqualTo(Math.min(inTurn.size(), nodes * slots));
  }

  private static List<List<Integer>> byNode(Slots slots) {
    List<List<Integer>> byNode = new ArrayList<>();
    for (Slots.Nodes alike : slots.nodes()) {
      for (int node = alike.first; node < alike.end; node++) {
        List<Integer> tasks = new ArrayList<>();
        for (Slots.Tasks together : alike.tasks) {
          for (int i = 0; i < together.count; i++) {
            tasks.add((int) together.phase.leastS() - 1);
          }
        }
        byNode.add(tasks);
      }
    }
    return byNode;
  }

  /** The time that a task takes says of which run it is. */
  private static Phase phase(int run) {
    return new Phase(Interval.MAP, List.of(), 1, run + 1, 0, 0, false);
  }

  @Property(tries = 300)
  void splitsOfAllFilesAreThoseOfEachFile(
      @ForAll @IntRange(min = 0, max = 5000) int rows,
      @ForAll @IntRange(min = 1, max = 40) int files,
      @ForAll @IntRange(min = 1, max = 3000) int blockBytes) {
    long[] sizes = InputSplits.files(rows, files, 10);
    List<Long> expected = new ArrayList<>();
    for (long size : sizes) {
      long left = size;
      for (; left > 1.1 * blockBytes; left -= blockBytes) {
        expected.add((long) blockBytes);
      }
      if (left > 0) {
        expected.add(left);
      }
    }
    expected.sort((a, b) -> Long.compare(b, a));

    assertThat(InputSplits.of(sizes, blockBytes)).isEqualTo(expected);
    assertThat(expected.stream().mapToLong(Long::longValue).sum()).isEqualTo(10L * rows);
  }
}
