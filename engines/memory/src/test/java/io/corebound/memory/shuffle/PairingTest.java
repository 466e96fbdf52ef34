package io.corebound.memory.shuffle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PairingTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 16, 31, 32})
  void eachWorkerSendsToEachOtherOnce(int workers) {
    Set<String> sent = new HashSet<>();
    for (int step : Pairing.steps(workers)) {
      for (int rank = 0; rank < workers; rank++) {
        Pairing pair = Pairing.of(rank, workers, step);
        assertThat(Pairing.of(pair.to(), workers, step).from()).isEqualTo(rank);
        assertThat(sent.add(rank + ">" + pair.to())).isTrue();
        assertThat(pair.to()).isNotEqualTo(rank);
      }
    }
    assertThat(sent).hasSize(workers * (workers - 1));
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 4, 8, 32})
  void powersOfTwoExchangeByXor(int workers) {
    for (int step : Pairing.steps(workers)) {
      assertThat(Pairing.of(1, workers, step)).isEqualTo(new Pairing(1 ^ step, 1 ^ step));
    }
    // the paper, section 3.2: (n - 1) n/2 links in all
    assertThat(Pairing.links(workers) * (workers - 1)).isEqualTo((workers - 1) * workers / 2);
  }
}
