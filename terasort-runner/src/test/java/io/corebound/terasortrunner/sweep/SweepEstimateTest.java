package io.corebound.terasortrunner.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.corebound.hosts.Checkout;
import io.corebound.records.Runs;
import io.corebound.records.config.ClusterFile;
import io.corebound.records.config.NetworkFile;
import io.corebound.records.config.StorageFile;
import io.corebound.records.config.SweepFile;
import io.corebound.records.config.WorkloadFile;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.run.Prediction;
import io.corebound.records.units.DataSize;
import io.corebound.terasortrunner.workload.JobTime;
import io.corebound.terasortrunner.workload.TeraSort;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What a sweep needs, before it is started. */
public class SweepEstimateTest {
  public static SweepRequest paper(String profile) {
    SweepFile file = Checkout.config("sweep/paper-2013", SweepFile.class);
    ClusterFile cluster =
        Checkout.config("cluster/lab", ClusterFile.class).on(2, DataSize.parse("16GiB"));
    return SweepRequestBuilder.builder()
        .name("paper-2013")
        .file(file)
        .profile(profile)
        .cluster(cluster)
        .workload(terasort())
        .storage(tiers("storage", file.storage(), StorageFile.class))
        .network(tiers("network", file.network(), NetworkFile.class))
        .only(List.of())
        .build();
  }

  private static <T> Map<String, T> tiers(String axis, List<String> names, Class<T> type) {
    Map<String, T> tiers = new TreeMap<>();
    names.forEach(name -> tiers.put(name, Checkout.config(axis + "/" + name, type)));
    return tiers;
  }

  /** The paper's sweep on other tiers, and another cluster. */
  public static SweepRequest on(
      Map<String, StorageFile> storage,
      Map<String, NetworkFile> network,
      ClusterFile cluster,
      SweepFile.Profile quick) {
    SweepRequest paper = paper("quick");
    SweepFile file =
        paper
            .file()
            .with(
                b ->
                    b.storage(List.copyOf(storage.keySet()))
                        .network(List.copyOf(network.keySet()))
                        .profiles(Map.of("quick", quick)));
    return paper.with(b -> b.file(file).cluster(cluster).storage(storage).network(network));
  }

  public static WorkloadFile terasort() {
    return Checkout.config("workload/terasort", WorkloadFile.class);
  }

  @Test
  void slowTierTakesLongerByAtLeastWhatItsDiskDoes() {
    SweepRequest request = paper("quick");
    // a worker's half of 512 MB goes at least twice over a disk of 100/16 MB/s
    double atLeast = 2 * 256 / (100 / 16.0);
    SweepCell slow = new SweepCell("hdd", "ethernet-1g", 1);
    SweepCell fast = new SweepCell("ssd-pcie", "ethernet-1g", 1);
    double slowS = again(request, slow).toSeconds();
    double fastS = again(request, fast).toSeconds();
    assertThat(slowS - fastS).isGreaterThan(atLeast * 0.9);
  }

  /** A cell after one of the same tiers: without TeraGen. */
  private static Duration again(SweepRequest request, SweepCell cell) {
    SweepCell next = new SweepCell(cell.storage(), cell.network(), 2);
    return SweepEstimate.ofEach(request, List.of(cell, next)).get(next);
  }

  @Test
  void cellTakesAsManyTimesAsLongAsItsJobIsPredictedTo() {
    SweepRequest request = paper("quick");
    List<SweepCell> cells = List.of(new SweepCell("hdd", "ethernet-1g", 1));
    SweepCell cell = cells.get(0);
    JobTime rough =
        JobTime.rough(
            new TeraSort(),
            request.size(cell),
            request.cluster(cell),
            request.storage().get("hdd"),
            Optional.empty());
    Duration expected = SweepEstimate.ofEach(request, cells).get(cell);
    assertThat(expectedAt(request, cell, 2 * rough.measuredS()))
        .isCloseTo(expected.multipliedBy(2), Duration.ofMillis(1));
    assertThat(expectedAt(request, cell, null)).isEqualTo(expected);
  }

  private static Duration expectedAt(SweepRequest request, SweepCell cell, Double totalS) {
    Prediction predicted = Runs.prediction(request.size(cell)).totalS(totalS).build();
    return SweepEstimate.ofEach(request, List.of(cell), c -> predicted).get(cell);
  }

  @Test
  void daemonsOnOtherDisksTakeTheTimeOfAStartAndAWarmUp() {
    SweepRequest request = withTwoDisksOnTheFastTier();
    SweepCell first = new SweepCell("hdd", "ethernet-1g", 1);
    SweepCell other = new SweepCell("ssd-pcie", "ethernet-1g", 1);
    SweepCell second = new SweepCell("hdd", "infiniband-qdr", 1);
    Duration running = SweepEstimate.ofEach(request, List.of(first, second, other)).get(second);
    Duration started = SweepEstimate.ofEach(request, List.of(first, other, second)).get(second);
    // two workers of one core: 28 s for the daemons, 22 s for the warm-up
    assertThat(started.minus(running)).isEqualTo(Duration.ofSeconds(50));
  }

  @Test
  void tiersOfOneDiskAWorkerShareTheDiskAndItsInput() {
    SweepRequest request = paper("standard");
    assertThat(SweepEstimate.generating(request, request.plan().cells()))
        .extracting(SweepCell::name)
        .containsExactly("hdd_ethernet-1g_1");
  }

  @Test
  void tierOfTwoDisksAWorkerHasAnInputOnThem() {
    SweepRequest request = withTwoDisksOnTheFastTier();
    assertThat(SweepEstimate.generating(request, request.plan().cells()))
        .extracting(SweepCell::name)
        .containsExactlyInAnyOrder("hdd_ethernet-1g_1", "ssd-pcie_ethernet-1g_1");
  }

  static SweepRequest withTwoDisksOnTheFastTier() {
    SweepRequest paper = paper("standard");
    Map<String, StorageFile> storage = new LinkedHashMap<>(paper.storage());
    storage.computeIfPresent("ssd-pcie", (name, one) -> one.withDevicesPerNode(2));
    return paper.withStorage(storage);
  }

  @Test
  void requestReadsBackEqualFromTheRecordOfARun() {
    for (SweepRequest request : List.of(paper("quick"), withVariants())) {
      assertThat(
              StructuredFiles.fromTree(
                  StructuredFiles.toTree(request), SweepRequest.class, Path.of("run.json")))
          .isEqualTo(request);
    }
    assertThat(StructuredFiles.toJson(paper("quick")))
        .as("records of older runs have no such key")
        .doesNotContain("variants");
  }

  /** Cells of 256 MB, of 1024 MB on two slots a worker and on one, of 256 MB without a codec. */
  private static SweepRequest withVariants() {
    SweepRequest paper = paper("quick");
    SweepFile file =
        StructuredFiles.parseYaml(
            """
            description: a test
            workload: terasort
            cluster: lab
            storage: [hdd, ssd-pcie]
            network: [ethernet-1g, infiniband-qdr]
            variants:
              base:
              large: {storage: [ssd-pcie], size_factor: 4, settings: {containers_per_node: 2}}
              slots: {storage: [ssd-pcie], network: [ethernet-1g], size_factor: 4}
              plain: {storage: [ssd-pcie], network: [ethernet-1g], settings: {map_output_codec: none}}
            profiles:
              quick: {size: 256MB, repetitions: 1}
            """,
            "sweep.yaml",
            SweepFile.class);
    Map<String, ClusterFile> variants = new LinkedHashMap<>();
    file.variants().keySet().forEach(v -> variants.put(v, file.over(paper.cluster(), v)));
    return paper.with(b -> b.file(file).variants(variants));
  }

  @Test
  void cellHasTheDataAndTheSettingsOfItsVariant() {
    SweepRequest request = withVariants();
    List<SweepCell> cells = request.plan().cells();
    assertThat(cells)
        .extracting(SweepCell::name)
        .containsExactly(
            "hdd_ethernet-1g_base_1",
            "hdd_infiniband-qdr_base_1",
            "ssd-pcie_ethernet-1g_base_1",
            "ssd-pcie_infiniband-qdr_base_1",
            "ssd-pcie_ethernet-1g_large_1",
            "ssd-pcie_infiniband-qdr_large_1",
            "ssd-pcie_ethernet-1g_slots_1",
            "ssd-pcie_ethernet-1g_plain_1");
    assertThat(cells)
        .extracting(c -> request.size(c).megabytes())
        .containsExactly(256.0, 256.0, 256.0, 256.0, 1024.0, 1024.0, 1024.0, 256.0);
    assertThat(cells)
        .extracting(c -> request.cluster(c).containersPerNode())
        .containsExactly(1, 1, 1, 1, 2, 2, 1, 1);
    assertThat(cells)
        .extracting(c -> request.cluster(c).mapOutputCodec())
        .containsOnly("snappy", "none")
        .endsWith("none");
    assertThat(request.largestSize()).isEqualTo(DataSize.ofMegabytes(1024));
    assertThat(request.largestCluster().containersPerNode()).isEqualTo(2);
  }

  @Test
  void inputIsGeneratedAgainWhereTheCellBeforeHadAnotherSizeOrOtherFiles() {
    SweepRequest request = withVariants();
    assertThat(SweepEstimate.generating(request, request.plan().cells()))
        .extracting(SweepCell::name)
        .containsExactlyInAnyOrder(
            "hdd_ethernet-1g_base_1",
            "ssd-pcie_ethernet-1g_large_1",
            // as much, in other files
            "ssd-pcie_ethernet-1g_slots_1",
            "ssd-pcie_ethernet-1g_plain_1");
  }

  @Test
  void onlyTakesAPairOfTiersOrOneVariantOfIt() {
    SweepPlan all = withVariants().plan();
    assertThat(all.only(List.of("ssd-pcie/*")).cells()).hasSize(6);
    assertThat(all.only(List.of("*/*/large")).cells()).hasSize(2);
    assertThatThrownBy(() -> all.only(List.of("hdd/*/large")))
        .hasMessageContaining("storage/network/variant are hdd/ethernet-1g/base");
  }

  @Test
  void spaceIsForTheLargestVariant() {
    SweepRequest request = withVariants();
    assertThat(SweepSpace.ofDevice(request, "ssd-pcie").bytes())
        .isGreaterThan(6L * 1024_000_000)
        .isGreaterThan(SweepSpace.ofDevice(paper("quick"), "ssd-pcie").bytes());
    assertThat(SweepEstimate.inFileSystem(request).bytes())
        .isEqualTo(2L * 1024_000_000 * request.cluster().replication());
  }
}
