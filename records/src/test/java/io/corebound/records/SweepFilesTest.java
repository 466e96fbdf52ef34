package io.corebound.records;

import static io.corebound.records.Refusals.assertThatRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.corebound.records.config.ClusterFile;
import io.corebound.records.config.EngineFile;
import io.corebound.records.config.LeverFile;
import io.corebound.records.config.NetworkFile;
import io.corebound.records.config.StorageFile;
import io.corebound.records.config.StorageUnits;
import io.corebound.records.config.SweepFile;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.run.CellResult;
import io.corebound.records.run.CellResult.Tier;
import io.corebound.records.run.State;
import io.corebound.records.units.DataRate;
import io.corebound.records.units.DataSize;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Storage, network and sweep files, what is said of wrong ones, and the tier of a cell. */
class SweepFilesTest {
  private static final Path CONFIGS = Path.of("../configs");
  private static final Map<String, Class<?>> TYPES =
      Map.of(
          "storage", StorageFile.class, "network", NetworkFile.class, "engine", EngineFile.class);

  @TempDir Path folder;

  @Test
  void fileThatASweepNamesLiesBesideItOrWhereCoreboundWasStarted() throws IOException {
    Path sweep = Files.writeString(folder.resolve("s.yaml"), "workload: w\ncluster: mine.yaml\n");
    Path mine = folder.resolve("mine.yaml");
    assertThatThrownBy(() -> SweepFile.named(sweep, "cluster", "mine.yaml"))
        .hasMessage(
            "%s line 2: cluster: no file 'mine.yaml' in %s, nor in %s"
                .formatted(sweep, folder, Path.of("").toAbsolutePath()));
    Files.createFile(mine);
    assertThat(SweepFile.named(sweep, "cluster", "mine.yaml")).isEqualTo(mine);
    assertThat(SweepFile.named(sweep, "cluster", "./mine.yaml")).isEqualTo(mine);
    assertThat(SweepFile.named(sweep, "cluster", "src/test/java"))
        .isEqualTo(Path.of("src/test/java").toAbsolutePath());
    assertThat(SweepFile.named(sweep, "cluster", mine.toString())).isEqualTo(mine);
    assertThatThrownBy(() -> SweepFile.named(sweep, "cluster", "/no/mine.yaml"))
        .hasMessageEndingWith("cluster: no file '/no/mine.yaml'");
  }

  static Stream<Path> storageFiles() throws IOException {
    return files("storage");
  }

  static Stream<Path> networkFiles() throws IOException {
    return files("network");
  }

  static Stream<Path> sweepFiles() throws IOException {
    return files("sweep");
  }

  private static Stream<Path> files(String axis) throws IOException {
    try (Stream<Path> files = Files.list(CONFIGS.resolve(axis))) {
      return files.sorted().toList().stream();
    }
  }

  @ParameterizedTest
  @MethodSource("storageFiles")
  void shippedStorageSaysWhereItsFiguresComeFromAndIsOfThePapersNode(Path file) {
    StorageFile storage = StructuredFiles.readYaml(file, StorageFile.class);
    if (isTemplate(file)) {
      assertThat(storage.real()).isTrue();
      return;
    }
    assertThat(storage.source()).isNotBlank();
    assertThat(storage.referenceCores()).isEqualTo(16);
    assertThat(storage.real()).isFalse();
  }

  @ParameterizedTest
  @MethodSource("networkFiles")
  void shippedNetworkSaysWhereItsFigureComesFromAndIsOfThePapersNode(Path file) {
    NetworkFile network = StructuredFiles.readYaml(file, NetworkFile.class);
    if (isTemplate(file)) {
      assertThat(network.real()).isTrue();
      return;
    }
    assertThat(network.source()).isNotBlank();
    assertThat(network.referenceCores()).isEqualTo(16);
  }

  @ParameterizedTest
  @MethodSource("sweepFiles")
  void everyNameOfAShippedSweepIsAFile(Path file) throws IOException {
    SweepFile sweep = SweepFile.read(file, shipped());
    assertThat(sweep.profiles()).containsKeys("quick", "standard", "full");
    assertThat(sweep.over(cluster(sweep.cluster())).kind())
        .isEqualTo(isTemplate(file) ? "external" : "lab");
  }

  /** What users copy for what they have themselves. */
  private static boolean isTemplate(Path file) {
    return file.getFileName().toString().startsWith("my-");
  }

  @Test
  void paperSweepHasItsThreeKindsOfStorageAndTwoOfNetwork() throws IOException {
    SweepFile sweep = SweepFile.read(CONFIGS.resolve("sweep/paper-2013.yaml"), shipped());
    assertThat(sweep.storage()).containsExactly("hdd", "ssd-sata", "ssd-pcie");
    assertThat(sweep.network()).containsExactly("ethernet-1g", "infiniband-qdr");
    assertThat(sweep.profile("full").size()).isEqualTo(DataSize.parse("400GB"));
  }

  @Test
  void tierIsScaledByCoresOverReferenceCores() throws IOException {
    StorageFile disk = storage("hdd").scaledTo(2);
    assertThat(disk.read().megabytesPerSecond()).isCloseTo(100 * 2 / 16.0, within(1e-9));
    assertThat(disk.readOperationsPerS()).isNull();
    assertThat(disk.referenceCores()).isEqualTo(2);
    StorageFile fast = storage("ssd-pcie").scaledTo(1);
    assertThat(fast.write().megabytesPerSecond()).isCloseTo(1500 / 16.0, within(1e-9));
    assertThat(fast.readOperationsPerS()).isEqualTo(180_000 / 16);
    NetworkFile link = network("ethernet-1g");
    assertThat(link.scaledTo(2).rate().megabytesPerSecond()).isCloseTo(15.625, within(1e-9));
  }

  @Property
  void scalingToTheReferenceAndBackChangesNoRate(@ForAll @IntRange(min = 1, max = 512) int cores) {
    StorageFile nominal =
        new StorageFile(
            "d", "s", new DataRate(123.5), new DataRate(77), 900, null, 2, 16, null, null, null);
    StorageFile back = nominal.scaledTo(cores).scaledTo(16);
    assertThat(back.read().megabytesPerSecond()).isCloseTo(123.5, within(1e-6));
    assertThat(back.write().megabytesPerSecond()).isCloseTo(77, within(1e-6));
    assertThat(back.devicesPerNode()).isEqualTo(2);
    assertThat(nominal.scaledTo(cores).readOperationsPerS()).isPositive();
  }

  @Test
  void realDiskAndInterfaceAreNamedInsteadOfFiguresAndNeverScaled() throws IOException {
    StorageFile disk =
        read("description: the disk\ndirectory: /mnt/disk\n", StorageFile.class, "disk.yaml");
    assertThat(disk.real()).isTrue();
    assertThat(disk.scaledTo(4)).isEqualTo(disk);
    NetworkFile link =
        read("description: the link\ninterface: eth1\n", NetworkFile.class, "link.yaml");
    assertThat(link.interfaceName()).isEqualTo("eth1");
    assertThat(link.scaledTo(4)).isEqualTo(link);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "storage: [hdd,  | storage: [hhd,      | storage: no 'hhd' in configs/storage; did you"
            + " mean",
        "cluster: lab    | cluster: labb       | cluster: no 'labb' in configs/cluster; did you"
            + " mean",
        "workload: terasort | workload: tera   | workload: no 'tera' in configs/workload; known"
            + " are",
        "infiniband-qdr] | infiniband-qdrr]    | no 'infiniband-qdrr' in configs/network; did you"
      })
  void unknownNameOfASweepNamesFileLineAndTheNearest(String part, String instead, String said)
      throws IOException {
    String shipped = Files.readString(CONFIGS.resolve("sweep/paper-2013.yaml"));
    Path file = Files.writeString(folder.resolve("s.yaml"), shipped.replace(part, instead));
    long line = 1 + shipped.substring(0, shipped.indexOf(part)).lines().count();
    // a part in the middle of a line
    line = shipped.charAt(shipped.indexOf(part) - 1) == '\n' ? line : line - 1;
    assertThatRefused(() -> SweepFile.read(file, shipped()))
        .hasMessageStartingWith(file + " line " + line + ": ")
        .hasMessageContaining(said);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "storage:        | storages:       | unknown key 'storages'; did you mean 'storage'?",
        "repetitions: 3} | repetitions: 0} | repetitions is at least 1, not 0",
        "repetitions: 3} | repetitions: 2000000} | repetitions are at most 1000, not 2000000",
        "repetitions: 3} | repetition: 3}  | did you mean 'repetitions'?",
        "size: 512MB     | size: 10kB      | size is at least 1MB, not 10kB",
        "ssd-sata,       | hdd,            | storage names each tier once",
        "ssd-sata,       | ../ssd-sata,    | storage has names of files in configs/storage"
      })
  void wrongSweepFileIsRefused(String part, String instead, String said) throws IOException {
    String text = Files.readString(CONFIGS.resolve("sweep/paper-2013.yaml")).replace(part, instead);
    assertThatRefused(() -> read(text, SweepFile.class, "sweep.yaml"))
        .hasMessageContaining("sweep.yaml line ")
        .hasMessageContaining(said);
  }

  @Test
  void unknownProfileNamesTheNearest() throws IOException {
    SweepFile sweep = SweepFile.read(CONFIGS.resolve("sweep/paper-2013.yaml"), shipped());
    assertThatThrownBy(() -> sweep.profile("quik"))
        .hasMessageContaining("no profile 'quik'; did you mean 'quick'?");
  }

  @Test
  void settingsOfASweepStandInPlaceOfTheClustersOwn() throws IOException {
    ClusterFile own = cluster("lab");
    SweepFile sweep =
        withSettings(
            "{map_output_codec: none, slow_start: 0.5, nodes: 4, memory_per_node: 6GiB,"
                + " spill_threshold: 0.5, shuffle_segment_limit: 0.1}");
    ClusterFile changed = sweep.over(own);
    assertThat(changed.memoryPerNode()).isEqualTo(DataSize.parse("6GiB"));
    assertThat(changed.spillThreshold()).isEqualTo(0.5);
    assertThat(changed.shuffleSegmentLimit()).isEqualTo(0.1);
    assertThat(changed.shuffleInputBuffer()).isEqualTo(own.shuffleInputBuffer());
    assertThat(changed.mapOutputCodec()).isEqualTo("none");
    assertThat(changed.slowStart()).isEqualTo(0.5);
    assertThat(changed.nodes()).isEqualTo(4);
    assertThat(changed.sortBuffer()).isEqualTo(own.sortBuffer());
    assertThatRefused(() -> withSettings("{replication: 3}").over(own))
        .hasMessageContaining("replication is at most nodes (2), not 3");
    assertThatRefused(() -> withSettings("{nodes: 251}").over(own))
        .hasMessageContaining("nodes of a lab are at most 249, not 251");
  }

  @Test
  void containersFollowTheCores() throws IOException {
    ClusterFile eight = cluster("lab").with(b -> b.nodes(1).replication(1).containersPerNode(8));
    DataSize memory = DataSize.ofMebibytes(64 << 10);
    ClusterFile half = withSettings("{containers_per_core: 0.5}").over(eight);
    assertThat(half.on(16, memory).containersPerNode()).isEqualTo(8);
    assertThat(half.on(2, memory).containersPerNode()).isEqualTo(1);
    assertThat(half.on(1, memory).containersPerNode()).isEqualTo(1);
    ClusterFile four = withSettings("{containers_per_core: 4}").over(eight);
    assertThat(four.on(2, memory).containersPerNode()).isEqualTo(8);
    assertThat(four.on(2, memory).containersPerCore()).isNull();
    assertThat(withSettings("{containers_per_node: 3}").over(half).containersPerNode())
        .isEqualTo(3);
    assertThatRefused(() -> withSettings("{containers_per_core: 0}"))
        .hasMessageContaining("above 0");
    assertThatThrownBy(() -> eight.with(b -> b.containersPerCore(1.0)))
        .hasMessageContaining("say the same");
  }

  private static String withoutSettings() throws IOException {
    String shipped = Files.readString(CONFIGS.resolve("sweep/paper-2013.yaml"));
    String text = shipped.replaceFirst("(?m)^settings: .*\\R", "");
    assertThat(text).isNotEqualTo(shipped);
    return text;
  }

  private SweepFile withSettings(String settings) throws IOException {
    return sweep("settings: " + settings);
  }

  /** The paper's sweep without its settings and with these lines at its end. */
  private SweepFile sweep(String... lines) throws IOException {
    return read(withoutSettings() + String.join("\n", lines) + "\n", SweepFile.class, "sweep.yaml");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          # wrong variants
          variants: {}                               | variants has at least one, such as 'large: {size_factor: 4}'
          variants: {a_b: }                          | \
              variants: names are of letters, digits, dots and hyphens, not 'a_b'
          variants: {a: {size_factor: 0}}            | size_factor is above 0 and at most 1000, not 0.0
          variants: {a: {size_factor: .nan}}         | size_factor is above 0 and at most 1000, not NaN
          variants: {a: {size_factor: 0.000001}}     | \
              variants.a: size_factor 1.0E-6 of profile 'quick' makes 512B; the minimum is 1MB
          variants: {a: {size: 1GB}}                 | unknown key 'size'
          variants: {a: {storage: [nvme]}}           | \
              variants.a.storage: 'nvme' is not one of the sweep's; known are hdd, ssd-pcie, ssd-sata
          variants: {a: {storage: [hdd, ssd-pcie]}}  | \
              variants: none is measured on storage 'ssd-sata': leave it out, or name it in one
          variants: {a: {network: [ethernet-1g]}}    | \
              variants: none is measured on network 'infiniband-qdr': leave it out, or name it in one
          variants: {a: {network: [ethernet-10g]}}   | \
              variants.a.network: 'ethernet-10g' is not one of the sweep's; did you mean 'ethernet-1g'?
          variants: {a: {settings: {nodes: 1}}}      | \
              nodes, cores_per_node and memory_per_node are the same for all cells
          variants: {a: {settings: {memory_per_node: 4GiB}}} | memory_per_node are the same for all cells

          # settings that are none, and slots that leave none for maps or reduces
          settings: {codec: none}                    | unknown key 'codec'
          settings: {containers_per_node: 1, reduce_slots: 0.5} | \
              reduce_slots splits a node's containers between maps and reduces: containers_per_node must be at least 2, not 1
          settings: {reduce_slots: 1}                | \
              reduce_slots is a part of a node's containers, from 0 (none) to below 1, not 1.0
          settings: {reduce_slots: -0.1}             | \
              reduce_slots is a part of a node's containers, from 0 (none) to below 1, not -0.1

          # units that cannot be
          units: []                                  | units are different numbers from 1 to 64
          units: [1, 1]                              | such as [1, 2, 4], not [1, 1]
          units: [0]                                 | from 1 to 64
          units: [100]                               | from 1 to 64
          "units: [2]\nlayout: [stripped]"           | \
              layout has 'directories', 'striped' or both, not [stripped]
          "units: [1]\nlayout: [striped]"            | a single unit cannot be striped

          # axes with wrong values
          map_output_codec: [snapy]                  | map_output_codec: unknown codec 'snapy'; did you mean 'snappy'
          map_output_codec: []                       | map_output_codec names each value once
          map_output_codec: [none, none]             | map_output_codec names each value once
          map_output_codec: none                     | map_output_codec: is not a list
          lever: []                                  | lever names each value once
          lever: [prefix, prefix]                    | lever names each value once
          engine: []                                 | engine names each value once
          engine: [spark, spark]                     | engine names each value once
          engine: [a_b]                              | engine has names of files in configs/engine, not 'a_b'
          size_factor: [0]                           | size_factor is above 0 and at most 1000, not 0.0
          size_factor: [1, 1]                        | size_factor names each value once
          """)
  void wrongLineOfASweepIsRefused(String line, String said) {
    assertThatRefused(() -> sweep(line))
        .hasMessageContaining("sweep.yaml line ")
        .hasMessageContaining(said);
  }

  @Test
  void sizeOfTooLittleDataIsRefused() {
    assertThatRefused(() -> sweep("size_factor: [0.000001]"))
        .hasMessageContaining(
            "size_factor 1.0E-6 of profile 'quick' makes 512B; the minimum is 1MB");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          map_output_codec: [none, lz4]  | {settings: {map_output_codec: none}}
          lever: [hadoop]                | {settings: {lever: prefix}}
          engine: [hadoop]               | {engine: spark}
          size_factor: [1]               | {size_factor: 2}
          """)
  void axisIsStatedInOnePlace(String axis, String variant) {
    String key = axis.substring(0, axis.indexOf(':'));
    assertThatThrownBy(() -> sweep("variants: {a: " + variant + "}", axis))
        .hasMessageContaining(key + ": variant 'a' has one as well");
  }

  @Test
  void settingsOfAVariantStandOverThoseOfTheSweep() throws IOException {
    ClusterFile own = cluster("lab");
    SweepFile sweep =
        sweep(
            "variants: {base: , more: {size_factor: 0.5, settings: {reduce_tasks: 4}}}",
            "settings: {map_output_codec: none, reduce_tasks: 2}");
    assertThat(sweep.variantNames()).containsExactly("base", "more");
    assertThat(sweep.measures(new StorageUnits("hdd", null, false), "ethernet-1g", "more"))
        .isTrue();
    assertThat(sweep.over(own, "base")).isEqualTo(sweep.over(own));
    assertThat(sweep.over(own, "more").reduceTasks()).isEqualTo(4);
    assertThat(sweep.over(own, "more").mapOutputCodec()).isEqualTo("none");
    assertThat(sweep.variants().get("more").of(DataSize.ofMegabytes(10)))
        .isEqualTo(DataSize.ofMegabytes(5));
    SweepFile wrong = sweep("variants: {more: {settings: {replication: 3}}}");
    assertThatRefused(() -> wrong.over(own, "more"))
        .hasMessageContaining("the settings of variant 'more' over cluster 'lab': replication is");
  }

  @Test
  void tierBecomesOneOfEachNumberOfUnitsInEachLayout() throws IOException {
    SweepFile sweep =
        sweep(
            "units: [1, 4]",
            "layout: [directories, striped]",
            "variants: {a: {storage: [hdd-4]}, b: }");
    assertThat(sweep.tiers())
        .extracting(StorageUnits::name)
        .contains("hdd-1", "hdd-4", "hdd-4-striped", "ssd-pcie-4-striped")
        // one unit cannot be striped
        .doesNotContain("hdd", "hdd-1-striped")
        .hasSize(9);
    StorageUnits four = new StorageUnits("hdd", 4, true);
    assertThat(sweep.tiers()).contains(four);
    assertThat(sweep.measures(four, "ethernet-1g", "b")).isTrue();
    assertThat(sweep.measures(four, "ethernet-1g", "a")).isFalse();
    assertThat(sweep.measures(new StorageUnits("hdd", 4, false), "ethernet-1g", "a")).isTrue();
    assertReadsBackEqual(sweep);

    StorageFile striped = four.of(storage("hdd"));
    assertThat(striped.devicesPerNode()).isEqualTo(4);
    assertThat(striped.spansDevices()).isTrue();
    assertThat(striped.scaledTo(2).spansDevices()).isTrue();
    assertThat(new StorageUnits("hdd", 4, false).of(storage("hdd")).spansDevices()).isFalse();
    StorageFile real =
        new StorageFile("d", null, null, null, null, null, null, null, "/data", null, null);
    assertThatThrownBy(() -> four.of(real))
        .hasMessageContaining("storage 'hdd' is a folder on a real disk, which has no units");
  }

  @Test
  void variantsHaveEachNumberOfUnitsInOneLayoutAtLeastAndEachLayout() throws IOException {
    String both = "units: [1, 4]\nlayout: [directories, striped]";
    String variant = "variants: {a: {storage: [hdd, ssd-sata, %s]}}";
    assertThat(sweep(both, variant.formatted("ssd-pcie-1, ssd-pcie-4-striped"))).isNotNull();
    assertThatThrownBy(() -> sweep(both, variant.formatted("ssd-pcie-1, ssd-pcie-4")))
        .hasMessageContaining("none is measured on storage 'ssd-pcie-4-striped'");
    assertThatThrownBy(() -> sweep(both, variant.formatted("ssd-pcie-4-striped")))
        .hasMessageContaining("none is measured on storage 'ssd-pcie-1'");
  }

  @Test
  void everyPairAndVariantIsMeasuredWithEveryCodec() throws IOException {
    ClusterFile own = cluster("lab");
    SweepFile plain = sweep("map_output_codec: [none, lz4]");
    assertThat(plain.variantNames()).containsExactly("none", "lz4");
    assertThat(plain.over(own, "lz4").mapOutputCodec()).isEqualTo("lz4");
    SweepFile varied =
        sweep(
            "variants: {half: {size_factor: 0.5, storage: [hdd]}, whole: }",
            "map_output_codec: [gzip, zstd]");
    assertThat(varied.variantNames())
        .containsExactly("half-gzip", "half-zstd", "whole-gzip", "whole-zstd");
    assertThat(
            varied.measures(new StorageUnits("ssd-sata", null, false), "ethernet-1g", "half-zstd"))
        .isFalse();
    assertThat(varied.over(own, "whole-zstd").mapOutputCodec()).isEqualTo("zstd");
    assertThat(varied.ways().get("half-gzip").sizeFactor()).isEqualTo(0.5);
    // a run's record has what was written, and is read back
    assertReadsBackEqual(varied);
  }

  @Test
  void everyPairVariantAndCodecIsMeasuredWithEveryLever() throws IOException {
    ClusterFile own = cluster("lab");
    SweepFile both = sweep("lever: [prefix, prefix+c1]");
    assertThat(both.variantNames()).containsExactly("prefix", "c1+prefix");
    assertThat(both.over(own, "c1+prefix").leverName()).isEqualTo("c1+prefix");
    SweepFile plain = sweep("lever: [hadoop, prefix]");
    assertThat(plain.variantNames()).containsExactly("hadoop", "prefix");
    assertThat(own.leverName()).isEqualTo("hadoop");
    assertThat(plain.over(own, "hadoop").leverName()).isEqualTo("hadoop");
    assertThat(plain.over(own, "prefix").leverName()).isEqualTo("prefix");
    SweepFile varied =
        sweep(
            "variants: {half: {size_factor: 0.5}}",
            "map_output_codec: [none, snappy]",
            "lever: [hadoop, prefix]");
    assertThat(varied.variantNames())
        .containsExactly(
            "half-none-hadoop", "half-none-prefix", "half-snappy-hadoop", "half-snappy-prefix");
    ClusterFile last = varied.over(own, "half-snappy-prefix");
    assertThat(last.mapOutputCodec()).isEqualTo("snappy");
    assertThat(last.leverName()).isEqualTo("prefix");
    assertReadsBackEqual(varied);
  }

  @Test
  void enginesTakeTurnsOnEverySizeOfEveryVariant() throws IOException {
    SweepFile sweep =
        sweep(
            "variants: {words: , sort: {workload: sort}}",
            "size_factor: [0.25, 1]",
            "engine: [hadoop, memory-fc-tcp]");
    assertThat(sweep.variantNames())
        .containsExactly(
            "words-x0.25-hadoop",
            "words-x0.25-memory-fc-tcp",
            "words-x1-hadoop",
            "words-x1-memory-fc-tcp",
            "sort-x0.25-hadoop",
            "sort-x0.25-memory-fc-tcp",
            "sort-x1-hadoop",
            "sort-x1-memory-fc-tcp");
    assertThat(sweep.engine("sort-x1-memory-fc-tcp")).contains("memory-fc-tcp");
    assertThat(sweep.engine("")).isEmpty();
    assertThat(sweep.engines()).containsExactly("hadoop", "memory-fc-tcp");
    SweepFile.Variant quarter = sweep.ways().get("sort-x0.25-hadoop");
    assertThat(quarter.of(DataSize.ofMegabytes(8))).isEqualTo(DataSize.ofMegabytes(2));
    assertThat(quarter.workload()).isEqualTo("sort");
    assertReadsBackEqual(sweep);
  }

  @Test
  void everySettingIsAnAxisAndNumbersBearItsName() throws IOException {
    ClusterFile own = cluster("lab");
    SweepFile sweep =
        sweep(
            "map_output_codec: [none, snappy]",
            "sort_buffer: [50MiB]",
            "heartbeat_ms: [100, 1000]");
    // in the order of the cluster file
    assertThat(sweep.variantNames())
        .containsExactly(
            "sort-buffer-50MiB-none-heartbeat-ms-100",
            "sort-buffer-50MiB-none-heartbeat-ms-1000",
            "sort-buffer-50MiB-snappy-heartbeat-ms-100",
            "sort-buffer-50MiB-snappy-heartbeat-ms-1000");
    ClusterFile last = sweep.over(own, "sort-buffer-50MiB-snappy-heartbeat-ms-1000");
    assertThat(last.heartbeatMs()).isEqualTo(1000);
    assertThat(last.sortBuffer()).isEqualTo(DataSize.ofMebibytes(50));
    assertThat(last.replication()).isEqualTo(own.replication());
    assertReadsBackEqual(sweep);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "sort_bufer: [50MiB]      | unknown key 'sort_bufer'; did you mean 'sort_buffer'?",
        "sort_buffer: [50]        | sort_buffer: 50 is not an amount with its unit",
        "sort_buffer: [50Mib]     | sort_buffer: '50Mib' has an unknown unit 'Mib'",
        "heartbeat_ms: [100.5]    | heartbeat_ms: 100.5 is not a whole number",
        "heartbeat_ms: [100, null] | heartbeat_ms names each value once, not [100, null]",
        "heartbeat_ms: 100        | heartbeat_ms: is not a list",
        "worklod: terasort        | unknown key 'worklod'; did you mean 'workload'?",
        "variant: {a: {}}         | unknown key 'variant'; did you mean 'variants'?",
        "axes: [1]                | unknown key 'axes'; known are",
        "cores_per_node: [1, 2]   | unknown key 'cores_per_node'",
        "block_size: [1GiB]       | block_size: settings has one as well"
      })
  void wrongAxisIsRefusedWithItsLine(String line, String said) throws IOException {
    long before = withoutSettings().lines().count();
    assertThatRefused(() -> sweep("settings: {block_size: 64MiB}", line))
        .hasMessageContaining("sweep.yaml line %s: ", before + 2)
        .hasMessageContaining(said);
  }

  static Stream<Path> engineFiles() throws IOException {
    return Files.list(CONFIGS.resolve("engine"));
  }

  @ParameterizedTest
  @MethodSource("engineFiles")
  void engineFilesAreValid(Path file) {
    EngineFile engine = StructuredFiles.readYaml(file, EngineFile.class);
    assertReadsBackEqual(engine);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          storage/hdd          | read: 100 MB/s      | raed: 100 MB/s | line 4: unknown key 'raed'; did you mean 'read'?
          storage/hdd          | read: 100 MB/s      | read: 100 MX/s | line 4: read: '100 MX/s' is not a data rate
          storage/hdd          | read: 100 MB/s      | ""             | read is missing, such as '500 MB/s'
          storage/hdd          | reference_cores: 16 | ""             | reference_cores is missing; it is at least 1
          storage/hdd          | devices_per_node: 1 | devices_per_node: 0 | devices_per_node is at least 1, not 0
          storage/hdd          | reference_cores: 16 | directory: /x  | cannot be combined with directory
          storage/hdd          | write: 100 MB/s     | write_operations_per_s: 5 | write is missing

          network/ethernet-1g  | rate: 1 Gbit/s      | rat: 1 Gbit/s  | unknown key 'rat'; did you mean 'rate'?
          network/ethernet-1g  | rate: 1 Gbit/s      | ""             | rate is missing
          network/ethernet-1g  | reference_cores: 16 | interface: eth0 | rate cannot be combined with interface

          engine/memory-pw-tcp | kind: memory | kind: memry | kind: unknown kind 'memry'; did you mean 'memory'
          engine/memory-pw-tcp | pairwise     | pairwsie    | pattern: unknown pattern 'pairwsie'; did you mean
          engine/memory-pw-tcp | tcp          | rdma        | transport: unknown transport 'rdma'; known are
          engine/memory-pw-tcp | api: lean    | heap: 1GiB  | api is missing
          engine/memory-pw-tcp | api: lean    | "api: lean\nsettings: {spark.serializer: a}" | \
              settings are for kind 'spark'
          engine/memory-pw-tcp | kind: memory | kind: spark | are for kind 'memory' only; leave them out
          # settings of Spark are Spark's
          engine/spark         | spark.serializer | serializer | settings have keys such as 'spark.serializer'
          """)
  void wrongStorageNetworkAndEngineAreRefused(String file, String part, String instead, String said)
      throws IOException {
    String axis = file.replaceFirst("/.*", "");
    String text = Files.readString(CONFIGS.resolve(file + ".yaml"));
    assertThat(text).contains(part);
    assertThatRefused(() -> read(text.replace(part, instead), TYPES.get(axis), axis + ".yaml"))
        .hasMessageContaining(axis + ".yaml")
        .hasMessageContaining(said);
  }

  @Test
  void heapOfAnEngineIsAtMostThatOfTheTasks() throws IOException {
    ClusterFile lab = cluster("lab").on(2, DataSize.parse("16GiB"));
    String file = Files.readString(CONFIGS.resolve("engine/memory-pw-tcp.yaml"));
    EngineFile plain = read(file, EngineFile.class, "engine.yaml");
    assertThat(plain.heapOn(lab)).isEqualTo(DataSize.ofMebibytes(820));
    EngineFile large = read(file + "heap: 900MiB\n", EngineFile.class, "engine.yaml");
    assertThatThrownBy(() -> large.heapOn(lab))
        .hasMessageContaining("heap (900MiB) is at most what all tasks of a node have (820MiB)");
    EngineFile small = read(file + "heap: 1MB\n", EngineFile.class, "engine.yaml");
    assertThatThrownBy(() -> small.heapOn(lab)).hasMessageContaining("at least 450MiB");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "spark.driver.bindAddress",
        "spark.executor.memory",
        "spark.cores.max",
        "spark.eventLog.dir",
        "spark.blockManager.port",
        "spark.authenticate"
      })
  void settingsOfSparkThatAnEngineMakesItselfAreRefused(String key) throws IOException {
    String file = Files.readString(CONFIGS.resolve("engine/spark.yaml"));
    assertThatThrownBy(
            () -> read(file.replace("spark.serializer", key), EngineFile.class, "engine.yaml"))
        .hasMessageContaining(key);
  }

  @Test
  void leverThatIsNotStatedIsNoneOfTheRecords() throws IOException {
    assertThat(StructuredFiles.toTree(cluster("lab")).has("lever")).isFalse();
    ClusterFile named = withSettings("{lever: prefix}").over(cluster("lab"));
    assertThat(named.leverName()).isEqualTo("prefix");
    assertThat(StructuredFiles.toTree(named).path("lever").asString()).isEqualTo("prefix");
    assertThatThrownBy(named::attached).hasMessageContaining("lever: the file of 'prefix'");
    ClusterFile read = named.withLever(lever("prefix").of("prefix", "/a.jar"));
    assertThat(read.attached().orElseThrow().jar()).isEqualTo("/a.jar");
    for (ClusterFile cluster : List.of(named, read)) {
      assertReadsBackEqual(cluster);
    }
    assertThat(withSettings("{lever: hadoop}").over(cluster("lab")).attached()).isEmpty();
  }

  @Test
  void olderFilesAndRunsCallTheLeverAfterTheCollector() throws IOException {
    SweepFile older = sweep("map_output_collector: [hadoop, prefix]");
    SweepFile today = sweep("lever: [hadoop, prefix]");
    assertThat(older).isEqualTo(today);
    assertThat(withSettings("{map_output_collector: prefix}"))
        .isEqualTo(withSettings("{lever: prefix}"));
    assertThatThrownBy(() -> withSettings("{map_output_collector: prefix, lever: hadoop}"))
        .hasMessageContaining("map_output_collector is the older name of lever");
    String lab = Files.readString(CONFIGS.resolve("cluster/lab.yaml"));
    ClusterFile collecting =
        read(lab + "map_output_collector: prefix\n", ClusterFile.class, "cluster.yaml");
    assertThat(collecting.leverName()).isEqualTo("prefix");
    String both = lab + "lever: hadoop\nmap_output_collector: prefix\n";
    assertThatThrownBy(() -> read(both, ClusterFile.class, "cluster.yaml"))
        .hasMessageContaining("cluster.yaml line %s: ", both.lines().count())
        .hasMessageContaining("'lever' and 'map_output_collector'");
    assertThatThrownBy(
            () ->
                read(
                    lab + "lever: {description: a, task_flags: [-Xss1m]}\n",
                    ClusterFile.class,
                    "cluster.yaml"))
        .hasMessageContaining("lever is the name of a file in configs/lever");
    assertThat(withSettings("{map_output_collector: null}")).isEqualTo(withSettings("{}"));
  }

  static Stream<Path> leverFiles() throws IOException {
    return files("lever");
  }

  @ParameterizedTest
  @MethodSource("leverFiles")
  void shippedLeverSaysWhatItChangesAndWhatMeasuresIt(Path file) {
    LeverFile lever = StructuredFiles.readYaml(file, LeverFile.class);
    assertThat(lever.description()).isNotBlank();
    assertThat(lever.replaces().isEmpty()).isEqualTo(lever.profile() == null);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "{description: a}                             | a lever has settings, task_flags, container_flags or master_flags",
        "{task_flags: ['-XX:+UseSerialGC']}           | description is missing",
        "{description: a, task_flags: ['-Xmx1g']}     | without a heap, which is task_heap; not"
            + " '-Xmx1g'",
        "{description: a, task_flags: [UseSerialGC]}  | task_flags are such as",
        "{description: a, settings: {mapreduce.map.java.opts: b}} | flags of tasks are task_flags",
        "{description: a, flags: ['-Xss1m']}          | unknown key 'flags'",
        "{description: a, task_flags: [-Xss1m], replaces: [sort]} | the profile that measures sort"
      })
  void wrongLeverIsRefused(String text, String said) {
    assertThatRefused(() -> read(text, LeverFile.class, "lever.yaml"))
        .hasMessageContaining("lever.yaml")
        .hasMessageContaining(said);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[prefx]          | s.yaml line 14: lever: no 'prefx' in configs/lever; did you mean"
            + " 'prefix'",
        "[prefix+c2]      | s.yaml line 14: lever: no 'c2' in configs/lever; did you mean 'c1'",
        "[prefix+c1, c1+prefix] | lever names each value once",
        "[hadoop+c1]      | several levers are named once each, without 'hadoop'",
        "[c1+]            | a lever is named after its file in configs/lever, not 'c1+'",
        "[zstd]           | a lever is not called like codec 'zstd'",
        "[a_b]            | a lever is named after its file in configs/lever, not 'a_b'"
      })
  void wrongLeversOfASweepAreRefused(String levers, String said) throws IOException {
    Path file =
        Files.writeString(folder.resolve("s.yaml"), withoutSettings() + "lever: " + levers + "\n");
    assertThatRefused(() -> SweepFile.read(file, shipped())).hasMessageContaining(said);
  }

  @Test
  void workersOfALabShareTheMachine() throws IOException {
    DataSize memory = DataSize.ofMebibytes(24 << 10);
    ClusterFile lab = cluster("lab").on(8, memory);
    assertThat(lab.coresPerNode()).isEqualTo(4);
    assertThat(lab.containersPerNode()).isEqualTo(4);
    assertThat(lab.reduceTasks()).isEqualTo(8);
    assertThat(cluster("lab").on(2, memory).containersPerNode()).isEqualTo(1);
    assertThat(cluster("lab").on(1, memory).coresPerNode()).isEqualTo(1);
    // 3 GiB are kept, the rest is for two workers with tasks of 1 GiB
    assertThat(cluster("lab").on(64, DataSize.ofMebibytes(9 << 10)).containersPerNode())
        .isEqualTo(3);
    assertThat(cluster("local").on(8, memory).coresPerNode()).isEqualTo(8);
  }

  @Test
  void clusterOnFewerCoresRunsATaskOnEachAndKeepsItsJob() throws IOException {
    DataSize memory = DataSize.ofMebibytes(64 << 10);
    ClusterFile eight = cluster("local").on(8, memory);
    ClusterFile two = eight.onFewerCores(2);
    assertThat(two.coresPerNode()).isEqualTo(2);
    assertThat(two.containersPerNode()).isEqualTo(2);
    assertThat(two.reduceTasks()).isEqualTo(eight.reduceTasks()).isEqualTo(8);
    assertThat(eight.onFewerCores(8)).isSameAs(eight);
    assertThat(eight.onFewerCores(16)).isSameAs(eight);
    ClusterFile apart = withSettings("{reduce_slots: 0.25}").over(cluster("local")).on(8, memory);
    ClusterFile one = apart.onFewerCores(1);
    assertThat(one.mapsAtOnce()).isEqualTo(1);
    assertThat(one.reducesAtOnce()).isEqualTo(1);
  }

  @Test
  void reducesThatBeginBeforeTheLastMapHoldSlotsBesideTheMaps() throws IOException {
    ClusterFile early = withSettings("{slow_start: 0.05}").over(cluster("lab"));
    ClusterFile lab = early.on(8, DataSize.ofMebibytes(24 << 10));
    assertThat(lab.coresPerNode()).isEqualTo(4);
    assertThat(lab.containersPerNode()).isEqualTo(8);
    assertThat(lab.reduceTasks()).isEqualTo(8);
    // memory for three tasks a worker
    ClusterFile small = early.on(8, DataSize.ofMebibytes(9 << 10));
    assertThat(small.containersPerNode()).isEqualTo(3);
    assertThat(small.reduceTasks()).isEqualTo(3);
  }

  @ParameterizedTest
  @CsvSource({
    // cores of a worker, maps and reduces at once: the paper's nodes had 32, 30 and 10
    "0.25, 1, 1, 1",
    "0.25, 2, 2, 1",
    "0.25, 4, 4, 1",
    "0.2, 5, 5, 1",
    "0.125, 8, 8, 1",
    "0.25, 8, 8, 3",
    "0.25, 32, 32, 11",
    "0.5, 8, 8, 8",
    "0.01, 8, 8, 1",
    "0.9, 1, 1, 9"
  })
  void slotsOfReducesAreBesideAMapOnEveryCore(double part, int cores, int maps, int reduces)
      throws IOException {
    ClusterFile lab =
        withSettings("{slow_start: 0.05, reduce_slots: " + part + "}")
            .over(cluster("lab"))
            .on(2 * cores, DataSize.parse("1TiB"));
    assertThat(lab.mapsAtOnce()).isEqualTo(maps);
    assertThat(lab.reducesAtOnce()).isEqualTo(reduces);
    assertThat(lab.containersPerNode()).isEqualTo(maps + reduces);
    assertThat(lab.reduceTasks()).isEqualTo(2 * reduces);
  }

  @Test
  void slotsOfTheirOwnReadBackEqualAndAreGivenUpByNone() throws IOException {
    DataSize memory = DataSize.ofMebibytes(24 << 10);
    ClusterFile apart = withSettings("{reduce_slots: 0.25}").over(cluster("lab")).on(8, memory);
    assertReadsBackEqual(apart);
    ClusterFile none = withSettings("{reduce_slots: 0}").over(cluster("lab")).on(8, memory);
    assertThat(none.hasOwnSlots()).isFalse();
    assertThat(none.containersPerNode()).isEqualTo(4);
    assertThat(none.mapsAtOnce()).isEqualTo(4);
    assertThat(none.reduceTasks()).isEqualTo(8);
  }

  @Test
  void whereMemoryIsShortThereIsASlotOfEitherKind() throws IOException {
    ClusterFile apart = withSettings("{reduce_slots: 0.25}").over(cluster("lab"));
    ClusterFile small = apart.on(8, DataSize.ofMebibytes(5 << 10));
    assertThat(small.mapsAtOnce()).isEqualTo(1);
    assertThat(small.reducesAtOnce()).isEqualTo(1);
    ClusterFile shared = cluster("lab").on(8, DataSize.ofMebibytes(24 << 10));
    assertThat(shared.mapsAtOnce()).isEqualTo(4);
    assertThat(shared.reducesAtOnce()).isEqualTo(4);
  }

  @Test
  void slotsThatASweepAndItsClusterTogetherDoNotHaveAreRefused() throws IOException {
    SweepFile sweep =
        sweep(
            "variants: {a: {settings: {containers_per_node: 1}}}", "settings: {reduce_slots: 0.5}");
    ClusterFile lab = cluster("lab");
    assertThatRefused(() -> sweep.over(lab, "a"))
        .hasMessageContaining("the settings of variant 'a' over cluster 'lab': reduce_slots");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "reduce_slots: 1.5           | reduce_slots is a part of a node's containers, from 0 (none)"
            + " to below 1, not 1.5",
        "reduce_slots: .nan          | reduce_slots is a part of a node's containers, from 0 (none)"
            + " to below 1, not NaN",
        "slow_start: 2               | slow_start is from 0 to 1, not 2.0",
        "spill_threshold: 80         | spill_threshold is above 0 and at most 1, not 80.0",
        "shuffle_input_buffer: 0     | shuffle_input_buffer is above 0 and at most 1, not 0.0",
        "shuffle_merge_threshold: -1 | shuffle_merge_threshold is above 0 and at most 1, not -1.0",
        "shuffle_segment_limit: 1.1  | shuffle_segment_limit is above 0 and at most 1, not 1.1",
        "containers_per_node: 0      | containers_per_node is at least 1, not 0",
        "replication: 0              | replication is at least 1, not 0",
        "reduce_tasks: -1            | reduce_tasks is at least 0, not -1",
        "heartbeat_ms: 0             | heartbeat_ms is at least 1, not 0",
        "merge_factor: 1             | merge_factor is at least 2, not 1",
        "map_output_codec: snapy     | map_output_codec: unknown codec 'snapy'; did you mean"
            + " 'snappy'?"
      })
  void settingThatNoClusterCouldHaveIsToldWithItsLine(String setting, String said)
      throws IOException {
    String before = withoutSettings();
    long line = before.lines().count();
    assertThatThrownBy(
            () ->
                read(
                    before + "settings:\n  task_memory: 1GiB\n  " + setting + "\n",
                    SweepFile.class,
                    "sweep.yaml"))
        .hasMessage("%s line %s: settings: %s", folder.resolve("sweep.yaml"), line + 3, said);
    assertThatThrownBy(
            () ->
                read(
                    before + "variants:\n  a:\n    settings:\n      " + setting + "\n",
                    SweepFile.class,
                    "sweep.yaml"))
        .hasMessage(
            "%s line %s: variants.a.settings: %s", folder.resolve("sweep.yaml"), line + 4, said);
  }

  @Test
  void fractionOfARepetitionOrADeviceIsRefusedWithItsLine() throws IOException {
    String sweep = Files.readString(CONFIGS.resolve("sweep/paper-2013.yaml"));
    assertThatThrownBy(
            () ->
                read(
                    sweep.replaceFirst("repetitions: \\d+", "repetitions: 1.5"),
                    SweepFile.class,
                    "sweep.yaml"))
        .hasMessageMatching(
            ".*/sweep.yaml line \\d+: profiles.quick.repetitions: 1.5 is not a whole number");
    String disk = Files.readString(CONFIGS.resolve("storage/hdd.yaml"));
    assertThatThrownBy(
            () ->
                read(
                    disk.replaceFirst("devices_per_node: \\d+", "devices_per_node: 1.5"),
                    StorageFile.class,
                    "disk.yaml"))
        .hasMessageMatching(".*/disk.yaml line \\d+: devices_per_node: 1.5 is not a whole number");
  }

  @Test
  void corpusIsATextThatCoreboundHasOrMakes() throws IOException {
    String sweep = Files.readString(CONFIGS.resolve("sweep/word-count.yaml"));
    assertThat(read(sweep + "corpus: random-words\n", SweepFile.class, "sweep.yaml").corpus())
        .isEqualTo("random-words");
    assertThatThrownBy(() -> read(sweep + "corpus: random-word\n", SweepFile.class, "sweep.yaml"))
        .hasMessageContaining(
            "corpus: unknown text 'random-word' (--corpus FILE takes your own); did you mean"
                + " 'random-words'?");
  }

  @Test
  void sweepWithoutItsClusterIsNamedWithoutALine() throws IOException {
    String sweep = Files.readString(CONFIGS.resolve("sweep/paper-2013.yaml"));
    assertThatThrownBy(
            () -> read(sweep.replaceFirst("(?m)^cluster:.*$", ""), SweepFile.class, "sweep.yaml"))
        .hasMessage(folder.resolve("sweep.yaml") + ": cluster is missing");
  }

  @Test
  void clusterReadsBackEqualFromTheRecordOfARun() {
    ClusterFile lab = cluster("lab").on(8, DataSize.ofMebibytes(24 << 10));
    assertReadsBackEqual(lab);
  }

  @Test
  void tierOfACellReadsBackEqualAndACellWithoutHasNoSuchKey() throws IOException {
    StorageFile storage = storage("hdd");
    NetworkFile network = network("ethernet-1g");
    Tier tier =
        new Tier(
            "hdd",
            "ethernet-1g",
            2,
            storage,
            storage.scaledTo(1),
            network,
            network.scaledTo(1),
            Map.of("worker1", List.of("loop3"), "worker2", List.of("loop4")),
            Map.of("worker1", "worker1", "worker2", "worker2"),
            1,
            null,
            null,
            null);
    Path file = folder.resolve("cell.json");
    StructuredFiles.writeJson(file, cell(tier));
    CellResult read = StructuredFiles.readJson(file, CellResult.class);
    assertThat(read).isEqualTo(cell(tier));
    assertThat(read.tier().cell()).isEqualTo("hdd_ethernet-1g_2");
    assertThat(read.tier().referenceCores()).isEqualTo(16);
    assertThat(Files.readString(file))
        .as("older records have no such key")
        .doesNotContain("hosts_by_node", "cpus_by_node", "variant");
    StructuredFiles.writeJson(file, cell(null));
    assertThat(Files.readString(file)).doesNotContain("tier");
    assertThat(StructuredFiles.readJson(file, CellResult.class).tier()).isNull();
  }

  @Test
  void tierWhoseNodesAreHostsOfTheirOwnReadsBackEqual() {
    StorageFile disk =
        new StorageFile("d", null, null, null, null, null, null, null, "/data", null, null);
    NetworkFile link = new NetworkFile("l", null, null, null, "eth0", null);
    Tier tier =
        new Tier(
            "disk",
            "lan",
            1,
            disk,
            null,
            link,
            null,
            Map.of("worker1", List.of("sda"), "worker2", List.of("sda")),
            Map.of("worker1", "eth0", "worker2", "eth0"),
            8,
            Map.of("worker1", "me@worker1", "worker2", "me@worker2"),
            Map.of("worker1", List.of(0, 1), "worker2", List.of(2, 3)),
            "large");
    Path file = folder.resolve("cell.json");
    StructuredFiles.writeJson(file, cell(tier));
    assertThat(StructuredFiles.readJson(file, CellResult.class)).isEqualTo(cell(tier));
    assertThat(tier.cell()).isEqualTo("disk_lan_large_1");
  }

  private static CellResult cell(Tier tier) {
    return new CellResult(
        "c",
        "terasort",
        State.OK,
        "",
        DataSize.parse("1GB"),
        Map.of(),
        List.of(),
        List.of(),
        List.of(),
        Map.of(),
        Map.of(),
        List.of(),
        List.of(),
        tier,
        null);
  }

  private static StorageFile storage(String name) {
    return StructuredFiles.readYaml(
        CONFIGS.resolve("storage/" + name + ".yaml"), StorageFile.class);
  }

  private static NetworkFile network(String name) {
    return StructuredFiles.readYaml(
        CONFIGS.resolve("network/" + name + ".yaml"), NetworkFile.class);
  }

  private static ClusterFile cluster(String name) {
    return StructuredFiles.readYaml(
        CONFIGS.resolve("cluster/" + name + ".yaml"), ClusterFile.class);
  }

  private static LeverFile lever(String name) {
    return StructuredFiles.readYaml(CONFIGS.resolve("lever/" + name + ".yaml"), LeverFile.class);
  }

  private static Map<String, List<String>> shipped() throws IOException {
    Map<String, List<String>> names = new TreeMap<>();
    for (String axis : List.of("storage", "network", "workload", "cluster", "engine", "lever")) {
      names.put(
          axis, files(axis).map(f -> f.getFileName().toString().replace(".yaml", "")).toList());
    }
    return names;
  }

  /** As it is read from the record of a run. */
  private static void assertReadsBackEqual(Object file) {
    assertThat(
            StructuredFiles.fromTree(
                StructuredFiles.toTree(file), file.getClass(), Path.of("run.json")))
        .isEqualTo(file);
  }

  private <T> T read(String text, Class<T> type, String name) throws IOException {
    return StructuredFiles.readYaml(Files.writeString(folder.resolve(name), text), type);
  }
}
