package io.corebound.analysis.theory.volumes;

import static io.corebound.records.Refusals.assertThatRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.corebound.analysis.theory.Cases;
import io.corebound.records.config.ClusterFile;
import io.corebound.records.config.WorkloadFile;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.units.DataSize;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** Amounts against arithmetic by hand and the rules of the Hadoop classes that are named. */
class HadoopVolumesTest {
  private static final Offset<Double> EXACT = within(1e-6);
  private static final long MIB = 1L << 20;

  @Test
  void teraGenGivesEveryMapItsPartOfTheRows() {
    // ceil(10 / 3) = 4, ceil(20 / 3) = 7, 10
    assertThat(InputSplits.files(10, 3, 100)).containsExactly(400, 300, 300);
  }

  @Test
  void fileIsCutIntoBlocksWhileMoreThanElevenTenthsAreLeft() {
    // 2.09 blocks: one block, then 1.09 at once; 2.2 blocks: two, then 0.2; the largest first
    assertThat(InputSplits.of(new long[] {209}, 100)).containsExactly(109L, 100L);
    assertThat(InputSplits.of(new long[] {220}, 100)).containsExactly(100L, 100L, 20L);
    assertThat(InputSplits.of(new long[] {110}, 100)).containsExactly(110L);
  }

  @Test
  void gigabyteOfTwoFilesIsEightMaps() {
    // 500,000,000 = 3 x 134,217,728 + 97,346,816
    HadoopVolumes volumes = volumes(Cases.local(), "1GB", 1);
    assertThat(volumes.splits())
        .containsExactly(
            134_217_728L,
            134_217_728L,
            134_217_728L,
            134_217_728L,
            134_217_728L,
            134_217_728L,
            97_346_816L,
            97_346_816L);
  }

  @Test
  void moreTasksThanCanBeComputedAreRefused() {
    assertThatRefused(() -> volumes(Cases.local(), "1000000TB", 1))
        .hasMessageStartingWith(
            "7,450,580,597 map tasks: the model computes at most 10,000,000; use");
    ClusterFile large =
        StructuredFiles.readYaml(Path.of("../configs/cluster/local.yaml"), ClusterFile.class)
            .on(2_000_000, new DataSize(1L << 53));
    assertThatRefused(() -> volumes(large, "1GB", 1))
        .hasMessageContaining("2,000,000 tasks at once on all nodes");
    assertThatRefused(() -> volumes(Cases.local(), "1000TB", 1))
        .hasMessageContaining(
            " waves of map tasks: the model computes at most 20,000; use less data");
    ClusterFile manyNodes = Cases.local().planned(100_001, 1, 1).on(1, DataSize.parse("64GiB"));
    assertThatRefused(() -> volumes(manyNodes, "1GB", 1))
        .hasMessage("100,001 nodes: the model computes at most 100,000; use fewer");
  }

  @Test
  void tasksHaveTheDataThatWorkloadFilesMayName() {
    HadoopVolumes volumes = volumes(Cases.local(), "1GB", 1);
    assertThat(volumes.map(1).amounts()).containsOnlyKeys(WorkloadFile.MAP_VOLUMES);
    assertThat(volumes.map(1).times()).containsOnlyKeys(WorkloadFile.MAP_TIMES);
    assertThat(volumes.reduce().amounts()).containsOnlyKeys(WorkloadFile.REDUCE_VOLUMES);
    assertThat(volumes.reduce().times()).isEmpty();
  }

  @Test
  void spillsButTheLastAreWrittenWhileTheMapReadsOn() {
    // two spills, of 710,899 and 631,278 records
    Volumes block = volumes(Cases.local(), "1GB", 1).map(134_217_700);
    assertThat(block.parts()).containsExactly(710_899.0 / 1_342_177, 631_278.0 / 1_342_177);
    Volumes single = volumes(Cases.local(), "1GB", 1).map(50_000_000);
    assertThat(single.parts()).containsExactly(1.0);
  }

  @Test
  void spillBeginsAtTheThresholdOfBytesAndMetadata() {
    // 80 MiB of soft limit, 118 B a record: 710,899 records a spill; 1,342,177 records: two
    List<Double> spills = SortBuffer.spills(1_342_177, 118, 100 * MIB, 0.8);
    assertThat(spills).containsExactly(710_899.0, 631_278.0);
  }

  @Test
  void singleSpillIsNotMerged() {
    ClusterFile large = Cases.with(Cases.local(), DataSize.parse("256MiB"), 10, "snappy");
    // 134,217,728 B / 100 B x 118 B = 158 MB; the soft limit is 215 MB
    assertThat(volumes(large, "1GB", 1).map(134_217_728).times("map-merge-passes")).isZero();
  }

  @Test
  void severalSpillsAreMergedOnce() {
    assertThat(volumes(Cases.local(), "1GB", 1).map(134_217_728).times("map-merge-passes"))
        .isEqualTo(1);
  }

  @Test
  void moreSpillsThanTheFactorNeedAnIntermediatePass() {
    // factor 10, 11 segments: (11 - 1) mod 9 = 1, so 2 are merged first, then 10 remain
    MergePasses passes = MergePasses.of(List.of(), Collections.nCopies(11, 5.0), 10);
    assertThat(passes.merged()).isEqualTo(10);
    assertThat(passes.segments()).isEqualTo(10);
    // 19 segments: (19 - 1) mod 9 = 0, so 10 are merged first
    assertThat(MergePasses.of(List.of(), Collections.nCopies(19, 5.0), 10).merged()).isEqualTo(50);
    // 20 segments of 1: 2 (then 19 with one of size 2, which goes behind the ones), then 10 ones
    assertThat(MergePasses.of(List.of(), Collections.nCopies(20, 1.0), 10).merged()).isEqualTo(12);
    assertThat(MergePasses.of(List.of(), Collections.nCopies(10, 5.0), 10).merged()).isZero();
  }

  @Test
  void segmentsInMemoryJoinTheFirstPass() {
    // 2 in memory, 11 on disk of factor 10: the first pass takes 2 of the disk and both of memory
    MergePasses passes =
        MergePasses.of(Collections.nCopies(2, 1.0), Collections.nCopies(11, 5.0), 10);
    assertThat(passes.merged()).isEqualTo(12);
    assertThat(passes.readFromDisk()).isEqualTo(10);
    assertThat(passes.lastFromDisk()).isEqualTo(57);
  }

  @Test
  void fullShuffleMemoryIsMergedToDiskAndTheRestBeforeTheReduce() {
    // heap 820 MiB x 0.7 = 574 MiB; a merge at 0.66 of it = 378.84 MiB, single limit 143.5 MiB
    ShuffleMerges merges = ShuffleMerges.of(Collections.nCopies(8, 65.0 * MIB), Cases.local());
    // six of 65 MiB = 390 MiB reach it; two are left, and come while two of the six are merged
    assertThat(merges.memoryMerges()).isEqualTo(1);
    assertThat(merges.toMemory()).isCloseTo(8 * 65.0 * MIB, EXACT);
    assertThat(merges.mergedInShuffle()).isCloseTo(2 * 65.0 * MIB, EXACT);
    assertThat(merges.mergedBeforeReduce()).isCloseTo((4 + 2) * 65.0 * MIB, EXACT);
    assertThat(merges.readBackInShuffle()).isZero();
    assertThat(merges.lastFromDisk()).isCloseTo(8 * 65.0 * MIB, EXACT);
    assertThat(merges.lastSegments()).isEqualTo(2);
  }

  @Test
  void heapOfOneCoresCollectorLacksASurvivorSpace() {
    // 820 MiB - 820 / 30 = 792.7 MiB; 0.66 of 0.7 of it = 366.2 MiB, with all of the heap 378.84
    // MiB
    List<Double> segments = Collections.nCopies(5, 75.0 * MIB);
    assertThat(ShuffleMerges.of(segments, Cases.local(1)).memoryMerges()).isEqualTo(1);
    assertThat(ShuffleMerges.of(segments, Cases.local()).memoryMerges()).isZero();
  }

  @Test
  void mergeThatTheLastSegmentSetsOffIsAfterTheShuffle() {
    ShuffleMerges merges = ShuffleMerges.of(Collections.nCopies(12, 65.0 * MIB), Cases.local());
    assertThat(merges.memoryMerges()).isEqualTo(2);
    assertThat(merges.mergedInShuffle()).isCloseTo(6 * 65.0 * MIB, EXACT);
    assertThat(merges.mergedBeforeReduce()).isCloseTo(6 * 65.0 * MIB, EXACT);
  }

  @Test
  void mergeIsOverBeforeAsMuchAgainWasFetched() {
    ShuffleMerges merges = ShuffleMerges.of(Collections.nCopies(11, 65.0 * MIB), Cases.local());
    assertThat(merges.mergedInShuffle()).isCloseTo(5 * 65.0 * MIB, EXACT);
    assertThat(merges.mergedBeforeReduce()).isCloseTo((1 + 5) * 65.0 * MIB, EXACT);
  }

  @Test
  void whatGoesToDiskAsItIsWasFetchedBesideAMergeToo() {
    List<Double> segments = new ArrayList<>(Collections.nCopies(6, 65.0 * MIB));
    segments.add(150.0 * MIB);
    ShuffleMerges merges = ShuffleMerges.of(segments, Cases.local());
    assertThat(merges.memoryMerges()).isEqualTo(1);
    assertThat(merges.mergedInShuffle()).isCloseTo(150.0 * MIB, EXACT);
    assertThat(merges.mergedBeforeReduce()).isCloseTo((6 * 65.0 - 150) * MIB, EXACT);
  }

  @Test
  void segmentAboveTheSingleLimitGoesToDiskAsItIs() {
    ShuffleMerges merges = ShuffleMerges.of(Collections.nCopies(3, 144.0 * MIB), Cases.local());
    assertThat(merges.toMemory()).isZero();
    assertThat(merges.toDisk()).isCloseTo(3 * 144.0 * MIB, EXACT);
    assertThat(merges.mergedInShuffle() + merges.mergedBeforeReduce()).isZero();
    assertThat(merges.lastSegments()).isEqualTo(3);
  }

  @Test
  void nineteenFilesOnDiskAreMergedByTen() {
    // 2 x 10 - 1 = 19 trigger a merge of 10; 9 + 1 are left for the last merge
    ShuffleMerges merges = ShuffleMerges.of(Collections.nCopies(19, 144.0 * MIB), Cases.local());
    assertThat(merges.readBackInShuffle()).isCloseTo(10 * 144.0 * MIB, EXACT);
    assertThat(merges.mergedInShuffle()).isCloseTo(10 * 144.0 * MIB, EXACT);
    assertThat(merges.lastSegments()).isEqualTo(10);
    assertThat(merges.mergedBeforeReduce()).isZero();
  }

  @Test
  void limitsThatHadoopRefusesAreRefused() {
    ClusterFile c = Cases.local();
    ClusterFile wrong = c.withShuffleMergeThreshold(0.2);
    assertThatRefused(() -> ShuffleMerges.of(List.of(1.0), wrong))
        .hasMessageContaining("shuffle_segment_limit (0.25) must be below");
  }

  @Test
  void mapOutputIsLargerByItsFramesAndSmallerByTheRatio() {
    Volumes map = volumes(Cases.local(), "1GB", 2.5).map(100_000_000);
    assertThat(map.amount("map-output").bytes()).isCloseTo(104e6, EXACT);
    assertThat(map.amount("map-output-stored").bytes()).isCloseTo(41.6e6, EXACT);
    assertThat(map.amount("hdfs-read").bytes()).isCloseTo(100e6, EXACT);
  }

  @Test
  void jobOfOneReducerCallsNoPartitioner() {
    ClusterFile one = Cases.local(1);
    ClusterFile two = Cases.local(2);
    assertThat(one.reduceTasks()).isEqualTo(1);
    assertThat(two.reduceTasks()).isEqualTo(2);
    assertThat(volumes(one, "1GB", 1).map(100_000_000).amount("partitioned").bytes()).isZero();
    assertThat(volumes(two, "1GB", 1).map(100_000_000).amount("partitioned").bytes())
        .isCloseTo(100e6, EXACT);
  }

  @Test
  void amountIsCountedInTheFormOfTheCost() {
    var size = Cases.terasort().record();
    var ifile = new Volumes.Amount(104, "ifile");
    assertThat(Volumes.bytesAs(ifile, "payload", size, 2)).isEqualTo(100);
    assertThat(Volumes.bytesAs(ifile, "serialized", size, 2)).isEqualTo(102);
    assertThat(Volumes.bytesAs(ifile, "compressed", size, 2)).isEqualTo(52);
    var compressed = new Volumes.Amount(52, "compressed");
    assertThat(Volumes.bytesAs(compressed, "wire", size, 2)).isEqualTo(52);
    assertThat(Volumes.bytesAs(compressed, "payload", size, 2)).isEqualTo(100);
    assertThatThrownBy(() -> Volumes.bytesAs(ifile, "furlong", size, 2))
        .hasMessageContaining("byte base 'furlong'");
  }

  @Test
  void reducersShareEverythingEqually() {
    Volumes reduce = volumes(Cases.local(), "1GB", 2.5).reduce();
    assertThat(reduce.amount("output").bytes()).isCloseTo(0.5e9, EXACT);
    assertThat(reduce.amount("reduce-input").bytes()).isCloseTo(0.52e9, EXACT);
    assertThat(reduce.amount("fetched").bytes()).isCloseTo(0.208e9, EXACT);
    assertThat(
            reduce.amount("merged-in-shuffle").bytes()
                + reduce.amount("merged-before-reduce").bytes())
        .isCloseTo(reduce.amount("fetched-to-memory").bytes(), within(1.0));
  }

  private static HadoopVolumes volumes(ClusterFile cluster, String data, double ratio) {
    return new HadoopVolumes(
        cluster, Cases.terasort().record(), null, DataSize.parse(data).bytes(), ratio);
  }
}
