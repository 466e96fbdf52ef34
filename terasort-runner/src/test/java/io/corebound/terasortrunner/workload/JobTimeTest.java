package io.corebound.terasortrunner.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.corebound.hosts.Checkout;
import io.corebound.records.config.ClusterFile;
import io.corebound.records.config.EngineFile;
import io.corebound.records.config.StorageFile;
import io.corebound.records.units.DataSize;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How long jobs take, before and after something is measured. */
class JobTimeTest {
  /** Two workers of one core and one container each. */
  private static final ClusterFile CLUSTER =
      Checkout.config("cluster/lab", ClusterFile.class).on(2, DataSize.parse("16GiB"));

  private static JobTime terasort(String data, StorageFile storage) {
    return JobTime.rough(
        new TeraSort(), DataSize.parse(data), CLUSTER, storage, Optional.<EngineFile>empty());
  }

  private static StorageFile storage(String name) {
    return Checkout.config("storage/" + name, StorageFile.class);
  }

  @Test
  void withoutADisksFiguresItIsWhatCoresTake() {
    JobTime time = terasort("1GB", null);
    // 8 s and 14 core-s of a small job; a core's 500 MB at 9 MB/s, and at 40 MB/s
    assertThat(time.measuredS()).isCloseTo(22 + 500 / 9.0, within(1e-9));
    assertThat(time.generateS()).isCloseTo(22 + 12.5, within(1e-9));
    assertThat(time.checkS()).isCloseTo(22 + 12.5, within(1e-9));
    assertThat(terasort("1GB", Checkout.storageIn("/mnt/disk2"))).isEqualTo(time);
  }

  @ParameterizedTest
  @ValueSource(strings = {"hdd", "ssd-sata", "ssd-pcie", "nvme"})
  void moreDataTakeLonger(String tier) {
    JobTime less = terasort("1GB", storage(tier));
    JobTime more = terasort("1100MB", storage(tier));
    assertThat(more.generateS()).isGreaterThan(less.generateS());
    assertThat(more.measuredS()).isGreaterThan(less.measuredS());
    assertThat(more.checkS()).isGreaterThan(less.checkS());
  }

  @Test
  void slowDiskTakesLonger() {
    assertThat(terasort("1GB", storage("hdd")).measuredS())
        .isGreaterThan(terasort("1GB", storage("nvme")).measuredS());
  }

  @Test
  void predictedJobMakesAllOfThemAsMuchLonger() {
    JobTime time = new JobTime(10, 50, 20);
    assertThat(time.all(null)).isEqualTo(Duration.ofSeconds(80));
    assertThat(time.all(75.0)).isEqualTo(Duration.ofSeconds(120));
    assertThat(time.factor(25.0)).isEqualTo(0.5);
  }
}
