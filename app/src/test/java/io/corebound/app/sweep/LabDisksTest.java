package io.corebound.app.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.corebound.app.run.MemoryNeed;
import io.corebound.hosts.machine.MemoryRoom;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.DataSize;
import io.corebound.records.units.ExitStatus;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What the files behind a lab's disks lie on. */
class LabDisksTest {
  private static final MemoryNeed NEED =
      new MemoryNeed(MemoryNeed.Whose.LAB, gigabytes(2), gigabytes(5));

  private static DataSize gigabytes(int number) {
    return new DataSize(number * 1_000_000_000L);
  }

  private static LabDisks choose(LabDisks before, int shared, int available) {
    return LabDisks.choose(
        Optional.ofNullable(before),
        NEED,
        gigabytes(shared),
        new MemoryRoom(gigabytes(64), gigabytes(available)));
  }

  @Test
  void memoryIsTakenWhereFilesAndProgramsFitAndNothingElseWhereTheyDoNot() {
    assertThat(choose(null, 2, 8)).isEqualTo(LabDisks.MEMORY);
    assertThat(choose(null, 1, 8)).isEqualTo(LabDisks.DATA_DIRECTORY);
    // nothing would stay free
    assertThat(choose(null, 2, 7)).isEqualTo(LabDisks.DATA_DIRECTORY);
  }

  @Test
  void runThatGoesOnHasWhatItHadOrIsRefused() {
    assertThat(choose(LabDisks.DATA_DIRECTORY, 60, 60)).isEqualTo(LabDisks.DATA_DIRECTORY);
    assertThat(choose(LabDisks.MEMORY, 2, 8)).isEqualTo(LabDisks.MEMORY);
    for (int available : new int[] {7, 60}) {
      assertThatThrownBy(() -> choose(LabDisks.MEMORY, 1, available))
          .isInstanceOfSatisfying(
              CoreboundException.class,
              e -> assertThat(e.status()).isEqualTo(ExitStatus.MACHINE_LACKS))
          .hasMessageContaining("disks of this run are files in memory")
          .hasMessageContaining("2.00 GB in files and 5.00 GB for programs")
          .hasMessageContaining("then resume");
    }
  }
}
