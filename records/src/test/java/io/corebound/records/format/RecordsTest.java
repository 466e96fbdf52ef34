package io.corebound.records.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.corebound.records.units.DataSize;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RecordsTest {
  private record Pair(String name, Integer number) {}

  @Test
  void whatIsNotGivenIsNull() {
    assertThat(Records.make(Pair.class, Map.of("number", 3, "other", 4)))
        .isEqualTo(new Pair(null, 3));
  }

  @Test
  void whatTheRecordRefusesIsRefused() {
    assertThatThrownBy(() -> Records.make(DataSize.class, Map.of("bytes", -1L)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("zero or more bytes");
  }
}
