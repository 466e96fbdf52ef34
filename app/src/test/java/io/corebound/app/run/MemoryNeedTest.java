package io.corebound.app.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.corebound.app.run.MemoryNeed.Whose;
import io.corebound.hosts.machine.MemoryRoom;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.DataSize;
import io.corebound.records.units.ExitStatus;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The refusals when memory is too small. */
class MemoryNeedTest {
  private static final MemoryRoom ROOM =
      new MemoryRoom(new DataSize(8_000_000_000L), new DataSize(4_000_000_000L));

  @ParameterizedTest
  @CsvSource({
    "SUITES, the micro suites need 5.00 GB, choose fewer suites",
    "LAB, the lab needs 5.00 GB, give it fewer nodes or containers",
    "RUN, this run needs 5.00 GB, measure on a larger machine"
  })
  void remedyIsThatOfWhatNeedsIt(Whose whose, String need, String remedy) {
    assertThatThrownBy(
            () ->
                new MemoryNeed(whose, new DataSize(2_000_000_000L), new DataSize(3_000_000_000L))
                    .check(ROOM))
        .isInstanceOfSatisfying(
            CoreboundException.class,
            e -> assertThat(e.status()).isEqualTo(ExitStatus.MACHINE_LACKS))
        .hasMessageContaining(need)
        .hasMessageContaining("4.00 GB are available")
        .hasMessageContaining(remedy);
    assertThatCode(
            () -> new MemoryNeed(whose, new DataSize(0), new DataSize(3_000_000_000L)).check(ROOM))
        .doesNotThrowAnyException();
  }
}
