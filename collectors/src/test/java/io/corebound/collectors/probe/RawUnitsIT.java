package io.corebound.collectors.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.corebound.collectors.RealProbes;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.DataRate;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** fio on files that stand for devices; on devices it is part of {@code LineitemIT}. */
class RawUnitsIT extends RealProbes {
  private static final Duration LENGTH = Duration.ofSeconds(1);

  @Test
  void unitsAreReadByOneStreamAndByOneForEach() throws Exception {
    assumeThere(new Fio());
    List<Path> units = new ArrayList<>();
    for (String name : List.of("one", "two", "three")) {
      units.add(Files.write(folder.resolve(name), new byte[8 << 20]));
    }
    Map<Integer, DataRate> rates = RawUnits.measure(host, units, run(), LENGTH);
    assertThat(rates).containsOnlyKeys(1, 3);
    assertThat(rates.values()).allMatch(rate -> rate.megabytesPerSecond() > 0);
    assertThat(RawUnits.measure(host, units.subList(0, 1), run(), LENGTH)).containsOnlyKeys(1);
  }

  @Test
  void unitThatCannotBeReadIsTold() {
    assumeThere(new Fio());
    assertThatThrownBy(
            () -> RawUnits.measure(host, List.of(folder.resolve("missing")), run(), LENGTH))
        .isInstanceOf(CoreboundException.class)
        .hasMessageContaining("fio could not read the units of a disk on host node")
        .hasMessageNotContaining("\n");
  }
}
