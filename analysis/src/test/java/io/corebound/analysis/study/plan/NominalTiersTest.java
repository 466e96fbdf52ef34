package io.corebound.analysis.study.plan;

import static io.corebound.records.Refusals.assertThatRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.corebound.analysis.theory.Machine;
import io.corebound.records.config.MachineFile;
import io.corebound.records.config.NetworkFile;
import io.corebound.records.config.StorageFile;
import io.corebound.records.format.StructuredFiles;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class NominalTiersTest {
  private static final Path CONFIGS = Path.of("../configs");

  @Test
  void figuresAreTheDevicesAsTheyAreTimesTheirNumber() {
    Machine machine = NominalTiers.on(paper(), storage("ssd-pcie", 3), network("ethernet-1g"));
    assertThat(machine.diskMbPerS(16)[0]).isCloseTo(3 * 2000, within(1e-9));
    assertThat(machine.diskMbPerS(16)[1]).isCloseTo(3 * 1500, within(1e-9));
    assertThat(machine.modelsNetwork()).isTrue();
  }

  @Test
  void whichFiguresAreNominalIsSaid() {
    Machine both = NominalTiers.on(paper(), storage("hdd", null), network("ethernet-1g"));
    assertThat(both.base().file()).isEqualTo("hdd and ethernet-1g");
    assertThat(both.base().source())
        .startsWith(
            "nominal, not measured: disk 100 MB/s reading, 100 MB/s writing (1 device of hdd)")
        .endsWith("network 125 MB/s (ethernet-1g)");
    Machine disk = NominalTiers.on(paper(), storage("hdd", null), null);
    assertThat(disk.base().source()).endsWith("; the network is that of oikawa-2013");
    assertThat(NominalTiers.on(paper(), null, null).base()).isNull();
  }

  @Test
  void realDiskAndInterfaceAreRefusedForTheyStateNothing() {
    assertThatRefused(() -> storage("my-disk", null))
        .hasMessageContaining("my-disk is a folder on a real disk")
        .hasMessageContaining("--base");
    assertThatRefused(() -> network("my-network")).hasMessageContaining("is a real interface");
  }

  @Test
  void priceIsThatOfAllDevicesOfANode() {
    StorageFile priced =
        StructuredFiles.parseYaml(
            "description: d\nsource: s\nread: 500 MB/s\nwrite: 500 MB/s\ndevices_per_node: 2\n"
                + "reference_cores: 16\nprice: 80\n",
            "priced.yaml",
            StorageFile.class);
    assertThat(StorageTier.of("priced", priced, null).price()).isEqualTo(160);
    assertThat(StorageTier.of("priced", priced, 5).price()).isEqualTo(400);
    assertThat(storage("hdd", null).price()).isNull();
  }

  private static Machine paper() {
    return Machine.of(
        "oikawa-2013",
        StructuredFiles.readYaml(CONFIGS.resolve("machine/oikawa-2013.yaml"), MachineFile.class));
  }

  private static StorageTier storage(String name, Integer devices) {
    return StorageTier.of(
        name,
        StructuredFiles.readYaml(CONFIGS.resolve("storage/" + name + ".yaml"), StorageFile.class),
        devices);
  }

  private static NetworkTier network(String name) {
    return new NetworkTier(
        name,
        StructuredFiles.readYaml(CONFIGS.resolve("network/" + name + ".yaml"), NetworkFile.class));
  }
}
