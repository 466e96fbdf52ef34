package io.corebound.records.units;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class DataSizeTest {
  @Test
  void decimalAndBinaryUnitsAreDifferentWords() {
    assertThat(DataSize.parse("1MB").bytes()).isEqualTo(1_000_000);
    assertThat(DataSize.parse("1MiB").bytes()).isEqualTo(1_048_576);
    assertThat(DataSize.parse("1.5 GB").bytes()).isEqualTo(1_500_000_000);
  }

  @Test
  void unknownUnitIsNamedWithThoseThatExist() {
    assertThatThrownBy(() -> DataSize.parse("1GX"))
        .hasMessage(
            "'1GX' has an unknown unit 'GX'; it may be B, kB, KiB, MB, MiB, GB, GiB, TB, TiB");
  }

  @Test
  void numberWithoutUnitIsRefused() {
    assertThatThrownBy(() -> DataSize.parse("1000")).hasMessageContaining("has no unit");
  }

  @Test
  void moreThanALongHoldsIsRefused() {
    assertThatThrownBy(() -> DataSize.parse("99999999TB")).hasMessageContaining("8 EiB");
  }

  @Property
  void whatIsWrittenIsReadBack(@ForAll @LongRange(min = 0) long bytes) {
    assertThat(DataSize.parse(new DataSize(bytes).toString())).isEqualTo(new DataSize(bytes));
  }
}
