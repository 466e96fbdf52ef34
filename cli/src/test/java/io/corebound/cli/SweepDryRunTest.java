package io.corebound.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.app.run.Installation;
import io.corebound.hosts.Checkout;
import io.corebound.records.config.SweepFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What {@code corebound sweep} says before it does anything, and what it refuses. */
class SweepDryRunTest {
  /** A run that is no sweep. */
  private static final Path ANOTHER = Checkout.ROOT.resolve("results/samples/terasort-1gb-2-cores");

  @TempDir Path folder;

  @Test
  void dryRunPrintsTheCellsInOrderWithTimeAndSpaceAndMakesNothing() throws Exception {
    Corebound.Result result =
        Corebound.run(
            "sweep", "paper-2013", "--profile", "standard", "--measure", "full", "--dry-run");
    assertThat(result.status()).as(result.err()).isZero();
    List<String> cells =
        result
            .out()
            .lines()
            .filter(l -> l.matches(" +\\d+  .*"))
            .map(l -> l.split(" +")[2])
            .toList();
    assertThat(cells).hasSize(18).doesNotHaveDuplicates();
    assertThat(cells.subList(0, 3))
        .containsExactly("hdd_ethernet-1g_1", "hdd_infiniband-qdr_1", "ssd-sata_ethernet-1g_1");
    assertThat(cells.get(17)).isEqualTo("ssd-pcie_infiniband-qdr_3");
    assertThat(result.out())
        .containsOnlyOnce("generates the input")
        .containsPattern(
            "Settings: nodes 2; cores_per_node \\d+; .*sort_buffer 100MiB; .*slow_start 0.05;")
        // and two journals of 64 MiB
        .contains("space: 8.13 GB on the lab's disks")
        .contains("the full suites are measured")
        .containsPattern("In all about (\\d+ h )?\\d+ min ")
        .contains("100 MB/s and 100 MB/s on 16 cores");
  }

  /** The sweep of {@code run} with one line more. */
  private Path runWith(String line) throws IOException {
    Path run = Checkout.ROOT.resolve("configs/sweep/run.yaml");
    return Files.writeString(folder.resolve("run.yaml"), Files.readString(run) + line + "\n");
  }

  @Test
  void wordCountIsMeasuredByItsOwnProfileAndSweptOverCodecs() throws Exception {
    Corebound.Result shipped = Corebound.run("sweep", "word-count", "--dry-run");
    assertThat(shipped.status()).as(shipped.err()).isZero();
    assertThat(shipped.out())
        .contains("2 cells of 256MB")
        .contains("generates the input")
        .contains("the text-job suites are measured");
    Path codecs = runWith("map_output_codec: [none, snappy, lz4]");
    Corebound.assertRefuses(
        "sweep --dry-run " + codecs,
        "--measure full or --measure model or --measure standard or --machine");
    Corebound.Result swept =
        Corebound.run("sweep", codecs.toString(), "--measure", "standard", "--dry-run");
    assertThat(swept.status()).as(swept.err()).isZero();
    assertThat(swept.out())
        .contains("hdd_ethernet-10g_none_1", "ssd-pcie_ethernet-10g_lz4_1")
        .contains("Variant lz4: 64MB; map_output_codec lz4");
  }

  @Test
  void scanIsSweptOverUnitsInBothLayouts() throws Exception {
    Corebound.Result result = Corebound.run("sweep", "lineitem-units", "--dry-run");
    assertThat(result.status()).as(result.err()).isZero();
    assertThat(result.out())
        .contains("17 cells of 1500MB, on 1 worker of")
        .contains("hdd-pair-1_ethernet-10g_job1_1", "hdd-pair-16-striped_ethernet-10g_job2_1")
        .doesNotContain("hdd-pair-2-striped", "hdd-pair-1-striped")
        .contains("the scan-job suites are measured");
  }

  @Test
  void scanIsSweptOverMapsByCore() throws Exception {
    Corebound.Result result = Corebound.run("sweep", "lineitem-cores", "--dry-run");
    assertThat(result.status()).as(result.err()).isZero();
    assertThat(result.out())
        .contains("9 cells of 2GB, on 1 worker of")
        .contains("hdd-pair-16-striped_ethernet-10g_job2-containers-per-core-0.5_1");
  }

  @Test
  void jobsAreSweptOverCollectorsWhereTheProfileMeasuresThem() throws Exception {
    Path sweep = runWith("lever: [hadoop, prefix]");
    Corebound.assertRefuses(
        "sweep --dry-run " + sweep,
        "lever: profile 'quick' does not measure the cost of prefix; give --measure"
            + " collector or --machine");
    Corebound.Result swept =
        Corebound.run("sweep", sweep.toString(), "--measure", "collector", "--dry-run");
    assertThat(swept.status()).as(swept.err()).isZero();
    assertThat(swept.out())
        .contains("hdd_ethernet-10g_hadoop_1", "ssd-pcie_ethernet-10g_prefix_1")
        .contains("Variant prefix: 64MB; lever prefix");
    // a run that has not measured it
    Corebound.assertRefuses(
        "sweep --dry-run --machine %s %s"
            .formatted(Checkout.ROOT.resolve("results/samples/measured-2-cores"), sweep),
        "sort, merge: not measured with lever prefix");
  }

  @Test
  void settingsThatHadoopsTasksFailWithAreRefusedBeforeAnythingIsMade() throws Exception {
    Path sweep = runWith("shuffle_segment_limit: [0.25, 0.9]");
    Corebound.assertRefuses(
        "sweep --dry-run --machine %s %s"
            .formatted(Checkout.ROOT.resolve("results/samples/measured-2-cores"), sweep),
        "shuffle_segment_limit (0.9) must be below shuffle_merge_threshold");
  }

  static Stream<Arguments> shipped() {
    Installation installation = new Installation(Checkout.ROOT);
    return installation.names("sweep").stream()
        .sorted()
        .flatMap(
            sweep ->
                installation.read("sweep", sweep, SweepFile.class).profiles().keySet().stream()
                    .map(profile -> Arguments.of(sweep, profile)));
  }

  @ParameterizedTest
  @MethodSource("shipped")
  void everySweepThatIsShippedCanRunWithEachOfItsProfiles(String sweep, String profile) {
    Corebound.Result result = Corebound.run("sweep", sweep, "--profile", profile, "--dry-run");
    // the largest need more room than this machine may have
    boolean lacksRoom = profile.equals("full") && result.err().contains("more than is free");
    assertThat(lacksRoom ? "" : result.err()).isEmpty();
    assertThat(result.status()).isEqualTo(lacksRoom ? 3 : 0);
  }

  @Test
  void moreThanMemoryAndDiskHoldIsToldAfterTheCells() {
    Corebound.Result result = Corebound.run("sweep", "paper-2013", "--dry-run", "--size", "900TB");
    assertThat(result.out()).contains("hdd_ethernet-1g_1");
    assertThat(result.err().lines()).hasSize(1);
    assertThat(result.err()).contains("more than is free");
    assertThat(result.status()).isEqualTo(3);
  }

  @Test
  void ownJobMayBearTheNameOfASuiteAndIsRefusedWithoutItsInput() throws Exception {
    OwnJar.of(
        folder,
        "Merge",
        "package own; public class Merge { public static void main(String[] arguments) {} }");
    String workload =
        """
        description: a job
        source: a test
        tasks: hadoop
        sampled_tasks:
          map: merge.map
          reduce: merge.reduce
          profile: text-job
          job: {jar: merge.jar, class: own.Merge, check: [/bin/true], arguments: ['{input}', '{output}']}
        """;
    Path file = Files.writeString(folder.resolve("merge.yaml"), workload);
    Path sweep =
        Files.writeString(
            folder.resolve("sweep.yaml"),
            SweepIT.TINY.replace("workload: terasort", "workload: ./merge.yaml"));
    Corebound.Result result = Corebound.run("sweep", sweep.toString(), "--dry-run");
    assertThat(result.err()).isEmpty();
    assertThat(result.status()).isZero();
    Files.writeString(file, workload.replace("{input}", "{inptu}"));
    Corebound.assertRefuses("sweep --dry-run " + sweep, "did you mean '{input}'?");
  }

  @Test
  void dryRunOfSomeCellsPrintsThoseOnly() throws Exception {
    Corebound.Result result = Corebound.run("sweep", "paper-2013", "--dry-run", "--only", "hdd/*");
    assertThat(result.out()).contains("hdd_ethernet-1g_1").doesNotContain("ssd-");
  }

  @Test
  void dryRunTellsWhatVariantsChange() throws Exception {
    Corebound.Result result =
        Corebound.run("sweep", "accuracy", "--dry-run", "--only", "ssd-pcie/infiniband-qdr/*");
    assertThat(result.status()).as(result.err()).isZero();
    assertThat(result.out())
        .contains("15 cells of 900MB to 1500MB, on 2 workers of 1 core\n")
        .contains("ssd-pcie_infiniband-qdr_part_1", "ssd-pcie_infiniband-qdr_defaults-slots_3")
        .contains("Variant part: 1050MB\n")
        .contains("Variant reducers: 1500MB; reduce_tasks 4\n")
        .doesNotContain("Variant small");
  }

  @Test
  void enginesTakeTurnsAndNoOperationIsMeasured() throws Exception {
    Corebound.Result shipped = Corebound.run("sweep", "engines", "--dry-run");
    assertThat(shipped.status()).as(shipped.err()).isZero();
    assertThat(shipped.out())
        .contains("ssd-pcie_infiniband-qdr_group-by-x0.5-hadoop_1")
        .contains("ssd-pcie_infiniband-qdr_bigram-count-x1-memory-pw-tcp_3")
        .contains("Variant word-count-x0.5-memory-fc-tcp: 128MB; engine memory-fc-tcp")
        .contains("No cell is predicted")
        .doesNotContain("suites are measured");
    Corebound.Result some =
        Corebound.run("sweep", "engines", "--dry-run", "--only", "*/*/group-by-*-memory-*");
    assertThat(some.out()).contains("12 cells of").doesNotContain("hadoop", "word-count-x");
    assertThat(Corebound.run("sweep", "engines", "--dry-run", "--measure", "text-job").out())
        .contains("the text-job suites are measured");
  }

  @Test
  void engineThatCannotRunACellIsRefused() throws Exception {
    String sweep = Files.readString(Checkout.ROOT.resolve("configs/sweep/run.yaml"));
    Path file = folder.resolve("engines.yaml");
    Files.writeString(file, sweep + "engine: [hadoop, memory-fc-tpc]\n");
    Corebound.assertRefuses(
        "sweep --dry-run " + file,
        "engine: no 'memory-fc-tpc' in configs/engine; did you mean 'memory-");
    Files.writeString(
        file, sweep.replace("terasort", "grep") + "engine: [hadoop, memory-fc-tcp]\n");
    Corebound.assertRefuses(
        "sweep --dry-run " + file,
        "engine: 'memory-fc-tcp' does not run the workload 'grep'; it runs bigram-count, group-by");
    Files.writeString(
        file,
        Files.readString(Checkout.ROOT.resolve("configs/sweep/my-cluster.yaml"))
            + "engine: [memory-fc-tcp]\n");
    Corebound.assertRefuses(
        "sweep --dry-run " + file,
        "engine: 'memory-fc-tcp' runs on clusters that corebound starts, and 'my-cluster' is of"
            + " kind 'external'");
    Files.writeString(file, sweep + "corpus: random-words\n");
    Corebound.assertRefuses("sweep --dry-run " + file, "workload 'terasort' reads no text");
  }

  @Test
  void whatIsWrongIsToldInALine() throws Exception {
    assertThat(Corebound.run("sweep", "paper-2013", "--dry-run", "--size", "700MB").out())
        .contains("18 cells of 700MB");
    // an older corebound measured fewer operations
    Corebound.assertRefuses(
        "sweep paper-2013 --dry-run --machine " + ANOTHER,
        "lacks 3 of the operations that the workload needs: frame.map, partition.total-order,"
            + " frame.reduce");
    Corebound.assertRefuses("sweep paper-2013 --resume " + ANOTHER, "--resume continues a run");
    Corebound.assertRefuses("sweep --resume " + ANOTHER, "it is not a run of 'corebound sweep'");
    Path tiny = Files.writeString(folder.resolve("tiny.yaml"), SweepIT.TINY);
    String right = SweepIT.TINY;
    Files.writeString(tiny, right.replace("ssd-pcie", "ssd-pci"));
    Corebound.assertRefuses(
        "sweep --dry-run " + tiny,
        tiny + " line 4: storage: no 'ssd-pci' in configs/storage; did you mean 'ssd-pcie'?");
    Files.writeString(tiny, right.replace("cluster: lab", "cluster: local"));
    Corebound.assertRefuses(
        "sweep --dry-run " + tiny,
        tiny + " line 3: cluster: 'local' is of kind 'local', and a sweep needs one of kind 'lab'");
  }
}
