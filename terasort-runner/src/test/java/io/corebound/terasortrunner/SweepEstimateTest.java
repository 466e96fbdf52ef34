package io.corebound.terasortrunner;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.records.ClusterFile;
import io.corebound.records.DataSize;
import io.corebound.records.NetworkFile;
import io.corebound.records.StorageFile;
import io.corebound.records.StructuredFiles;
import io.corebound.records.SweepFile;
import io.corebound.records.WorkloadFile;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What a sweep needs, before it is started. */
class SweepEstimateTest {
  private static final Path CONFIGS = Path.of("../configs");

  static SweepRequest paper(String profile) {
    SweepFile file =
        StructuredFiles.readYaml(CONFIGS.resolve("sweep/paper-2013.yaml"), SweepFile.class);
    Map<String, StorageFile> storage = new TreeMap<>();
    file.storage()
        .forEach(
            n ->
                storage.put(
                    n,
                    StructuredFiles.readYaml(
                        CONFIGS.resolve("storage/" + n + ".yaml"), StorageFile.class)));
    Map<String, NetworkFile> network = new TreeMap<>();
    file.network()
        .forEach(
            n ->
                network.put(
                    n,
                    StructuredFiles.readYaml(
                        CONFIGS.resolve("network/" + n + ".yaml"), NetworkFile.class)));
    ClusterFile cluster =
        StructuredFiles.readYaml(CONFIGS.resolve("cluster/lab.yaml"), ClusterFile.class)
            .on(2, DataSize.parse("16GiB"));
    return new SweepRequest(
        "paper-2013", file, profile, cluster, terasort(), storage, network, List.of(), null);
  }

  static WorkloadFile terasort() {
    return StructuredFiles.readYaml(CONFIGS.resolve("workload/terasort.yaml"), WorkloadFile.class);
  }

  @Test
  void slowTierTakesLongerByAtLeastWhatItsDiskDoes() {
    SweepRequest request = paper("quick");
    // a worker's half of 256 MB goes at least twice over a disk of 100/16 MB/s
    double atLeast = 2 * 128 / (100 / 16.0);
    double slow =
        SweepEstimate.ofCell(request, new SweepCell("hdd", "ethernet-1g", 1), false).toSeconds();
    double fast =
        SweepEstimate.ofCell(request, new SweepCell("ssd-pcie", "ethernet-1g", 1), false)
            .toSeconds();
    assertThat(slow - fast).isGreaterThan(atLeast * 0.9);
  }

  @Test
  void onlyTheFirstCellOfATierGeneratesItsInput() {
    assertThat(SweepEstimate.generating(paper("standard").plan().cells()))
        .extracting(SweepCell::name)
        .containsExactlyInAnyOrder(
            "hdd_ethernet-1g_1", "ssd-sata_ethernet-1g_1", "ssd-pcie_ethernet-1g_1");
  }

  @Test
  void requestReadsBackEqualFromTheRecordOfARun() {
    SweepRequest request = paper("quick");
    assertThat(
            StructuredFiles.fromTree(
                StructuredFiles.toTree(request), SweepRequest.class, Path.of("run.json")))
        .isEqualTo(request);
  }
}
