package io.corebound.terasortrunner.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.corebound.hosts.Checkout;
import io.corebound.records.config.StorageFile;
import io.corebound.records.config.SweepFile;
import io.corebound.records.units.DataSize;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a sweep takes on disks, before it is started. */
class SweepSpaceTest {
  private static final long MIB = 1 << 20;

  @Test
  void allDisksKeepAnInputWhileOneSortsAndEveryDiskHasAJournal() {
    SweepRequest paper = SweepEstimateTest.paper("standard");
    // an input of 2 GB, an output, the map output spilled and merged; two disks of 2 to 16 GiB
    assertThat(SweepSpace.ofLab(paper, paper.plan().cells()))
        .isEqualTo(new DataSize(8_000_000_000L + 2 * 64 * MIB));
    SweepRequest more = SweepEstimateTest.withTwoDisksOnTheFastTier();
    assertThat(SweepSpace.ofLab(more, more.plan().cells()))
        .isEqualTo(new DataSize(10_000_000_000L + 6 * 64 * MIB));
  }

  @Test
  void disksThatNoLaterCellIsOnHoldNoInput() {
    SweepRequest once = onUnits(1);
    SweepRequest twice = onUnits(2);
    assertThat(
            SweepSpace.ofLab(twice, twice.plan().cells()).bytes()
                - SweepSpace.ofLab(once, once.plan().cells()).bytes())
        .isEqualTo(1_000_000_000L);
  }

  /** Of 1 GB, on one disk and on two. */
  private static SweepRequest onUnits(int repetitions) {
    SweepRequest paper = SweepEstimateTest.paper("quick");
    SweepFile.Profile quick = new SweepFile.Profile(DataSize.ofMegabytes(1000), repetitions);
    SweepFile file =
        paper
            .file()
            .with(
                b ->
                    b.storage(List.of("hdd"))
                        .units(List.of(1, 2))
                        .profiles(Map.of("quick", quick)));
    Map<String, StorageFile> storage = new HashMap<>();
    file.tiers().forEach(t -> storage.put(t.name(), t.of(paper.storage().get("hdd"))));
    return paper.with(b -> b.file(file).storage(storage));
  }

  @Test
  void probesFileIsMoreThanLittleData() {
    SweepRequest request = SweepEstimateTest.paper("quick").of(DataSize.ofMegabytes(20));
    List<SweepCell> cells = request.plan().only(List.of("hdd/*")).cells();
    // two disks below 1 GiB
    assertThat(SweepSpace.ofLab(request, cells)).isEqualTo(new DataSize(512 * MIB + 2 * 16 * MIB));
  }

  @Test
  void deviceHoldsAllDataAndABlockForEveryWriterAndNoMore() {
    SweepRequest request = SweepEstimateTest.paper("quick").of(DataSize.ofMegabytes(20));
    // the probe's file is more than three blocks of 128 MiB
    assertThat(SweepSpace.ofDevice(request, "hdd"))
        .isEqualTo(new DataSize(6 * 20_000_000L + 512 * MIB + 16 * MIB));
  }

  @Test
  void folderOnARealDiskIsCountedApart() {
    SweepRequest paper = SweepEstimateTest.paper("standard");
    StorageFile real = Checkout.storageIn("/mnt/disk2");
    SweepRequest request =
        paper.withStorage(
            Map.of("hdd", real, "ssd-sata", real, "ssd-pcie", paper.storage().get("ssd-pcie")));
    List<SweepCell> cells = request.plan().cells();

    assertThat(SweepSpace.ofDirectories(request, cells))
        .containsExactly(entry("/mnt/disk2", DataSize.parse("16GB")));
    assertThat(SweepSpace.ofLab(request, cells))
        .isEqualTo(new DataSize(8_000_000_000L + 2 * 64 * MIB));
    assertThat(SweepSpace.ofDirectories(paper, paper.plan().cells())).isEmpty();
  }
}
