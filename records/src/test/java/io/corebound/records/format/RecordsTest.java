package io.corebound.records.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.corebound.records.units.DataSize;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RecordsTest {
  private record Pair(String name, Integer number) {}

  @Test
  void copyDiffersInWhatIsNamedAlone() {
    Pair pair = new Pair("a", 1);
    assertThat(Records.with(pair, "number", null)).isEqualTo(new Pair("a", null));
    assertThat(Records.with(pair, Map.of("name", "b", "number", 2))).isEqualTo(new Pair("b", 2));
    assertThat(Records.make(Pair.class, Map.of("number", 3, "other", 4)))
        .isEqualTo(new Pair(null, 3));
  }

  @Test
  void whatTheRecordRefusesIsRefused() {
    assertThatThrownBy(() -> Records.with(new DataSize(1), "bytes", -1L))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("zero or more bytes");
    assertThatThrownBy(() -> Records.with(new DataSize(1), "byts", 1L))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no component byts");
  }
}
