package io.corebound.app.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.app.nodes.LinkRounds.Pair;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LinkRoundsTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 7, 40})
  void allPairsMeetBothWaysAndNobodyIsInTwoAtOnce(int nodes) {
    List<List<Pair>> rounds = LinkRounds.of(nodes);
    for (List<Pair> round : rounds) {
      assertThat(round.stream().flatMap(p -> Stream.of(p.from(), p.to())).toList())
          .doesNotHaveDuplicates();
    }
    List<Pair> expected = new ArrayList<>();
    for (int from = 0; from < nodes; from++) {
      for (int to = 0; to < nodes; to++) {
        if (from != to) {
          expected.add(new Pair(from, to));
        }
      }
    }
    assertThat(rounds.stream().flatMap(List::stream)).containsExactlyInAnyOrderElementsOf(expected);
    // as few as can be
    assertThat(rounds.size()).isEqualTo(2 * (nodes + nodes % 2 - 1));
  }
}
