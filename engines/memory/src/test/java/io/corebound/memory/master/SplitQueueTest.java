package io.corebound.memory.master;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SplitQueueTest {
  @Test
  void splitsGoToTheirNodesFirst() {
    SplitQueue queue =
        new SplitQueue(List.of(List.of("a"), List.of("a", "b"), List.of("b"), List.of("b")));
    assertThat(queue.take("b", "10.0.0.2")).isEqualTo(1);
    assertThat(queue.take("a")).isZero();
    assertThat(queue.left()).isEqualTo(2);
    assertThat(queue.take("a")).isEqualTo(2);
    assertThat(queue.take("c")).isEqualTo(3);
    assertThat(queue.take("a")).isEqualTo(-1);
    assertThat(queue.local()).isEqualTo(2);
    assertThat(queue.size()).isEqualTo(4);
  }

  @Test
  void splitsWithoutANodeGoAnywhere() {
    SplitQueue queue = new SplitQueue(List.of(List.of(), List.of()));
    assertThat(queue.take("a")).isZero();
    assertThat(queue.take("b")).isEqualTo(1);
    assertThat(queue.local()).isZero();
  }
}
