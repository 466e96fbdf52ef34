package io.corebound.microbenchrunner.jmh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.tuple;

import io.corebound.microbenchrunner.suite.ExpectedTime;
import io.corebound.records.config.LeverFile;
import io.corebound.records.config.ProfileFile;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.DataSize;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MicroPlanTest {
  private static final Catalogue CATALOGUE =
      Catalogue.parse(
          """
          read\tReadFileBenchmark\tread.cat read.file\t-\t2.0\t0.0\tWhat does a file cost?\t2\tbuffer=65536,4096 bytes=1000 seed=0
          jvm\tStartJvmBenchmark\tstart.jvm\t-\t1.0\t0.0\tWhat does a JVM cost?\t1\tseed=0
          read\tReadHdfsBenchmark\tread.hdfs\thdfs\t2.0\t1.0\tWhat does HDFS cost?\t1\tbuffer=65536 bytes=1000 seed=0
          sort\tSortBenchmark\tsort merge\t-\t3.0\t0.0\tWhat does a sort cost?\t1\tkey=text-10,int-4 partitions=2 records=10 seed=0
          merge\tMergeBenchmark\tmerge.reduce\t-\t2.0\t0.0\tWhat does a merge cost?\t1\trecords=10 seed=0 value=90
          task\tMapTaskBenchmark\ttask.map\thdfs\t1.0\t3.0\tWhat does a task cost?\t1\trecords=10 seed=0
          task\tReduceTaskBenchmark\ttask.reduce\thdfs\t4.0\t1.0\tWhat does a task cost?\t1\trecords=10 seed=0
          """);
  private static final ProfileFile.Suite SORT = suite("sort", true, Map.of());
  private static final JmhOptions NONE = JmhOptions.NONE;
  private static final Map<String, String> JOB =
      Map.of("records", "500", "bytes", "50000", "partitions", "4");

  @Test
  void modelIsMeasuredWithTheFirstValueOfEachParameterAndTheJobsBatch() {
    MicroPlan plan = plan(profile(SORT), List.of(), true, NONE);
    assertThat(plan.entries()).hasSize(1);
    assertThat(plan.entries().get(0).parameters())
        .containsOnly(
            entry("key", List.of("text-10")),
            entry("partitions", List.of("4")),
            entry("records", List.of("500")),
            entry("seed", List.of("0")));
  }

  @Test
  void whatTheModelDoesNotNeedKeepsTheBenchmarksOwnValues() {
    MicroPlan plan = plan(profile(suite("sort", false, Map.of())), List.of(), false, NONE);
    assertThat(plan.entries().get(0).parameters()).isEmpty();
    assertThat(plan(profile(suite("sort", false, Map.of())), List.of(), true, NONE).entries())
        .isEmpty();
  }

  @Test
  void leastCostsAreConfirmedForComparisonsWithoutForks() {
    assertThat(plan(profile(SORT), List.of(), false, NONE).profile().confirmSeconds())
        .isEqualTo(60);
    assertThat(plan(profile(SORT), List.of(), true, NONE).profile().confirmSeconds()).isZero();
    JmhOptions forks = new JmhOptions(List.of("-f", "3"));
    assertThat(plan(profile(SORT), List.of(), false, forks).profile().confirmSeconds()).isZero();
  }

  @Test
  void profileSetsParameters() {
    ProfileFile.Suite spec = suite("sort", true, Map.of("records", List.of("1", "2")));
    MicroPlan plan = plan(profile(spec), List.of(), true, NONE);
    assertThat(plan.entries().get(0).parameters()).containsEntry("records", List.of("1", "2"));
  }

  @Test
  void emptyTaskIsMeasuredBesideTheWholeOne() {
    MicroPlan plan = plan(profile(suite("task", true, Map.of())), List.of(), true, NONE);
    assertThat(plan.entries().get(0).parameters()).containsEntry("records", List.of("0", "500"));
  }

  @Test
  void wholeTasksOfTheModelAreMeasuredWithALeversFlagsToo() {
    MicroPlan plan = plan(profile(SORT, suite("task", true, Map.of())), List.of(), true, NONE);
    LeverFile c1 = lever("c1", "-XX:TieredStopAtLevel=1");
    LeverFile archive = lever("archive", "$(sh /opt/classes/tasks)");
    LeverFile both = LeverFile.together(List.of(archive, c1));
    MicroPlan under = plan.under(List.of(c1, archive, both, c1));
    assertThat(under.levers())
        .extracting(LeverFile::name)
        .containsExactly("c1", "archive", "archive+c1");
    assertThat(under.entries()).startsWith(plan.entries().toArray(MicroPlan.Entry[]::new));
    MicroPlan.Entry task = plan.entries().get(1);
    // once for all of them, and not with what only a container's shell understands
    assertThat(under.entries().subList(plan.entries().size(), under.entries().size()))
        .singleElement()
        .satisfies(
            more -> {
              assertThat(more.lever()).isEqualTo("c1");
              assertThat(more.jvmFlags()).containsAll(c1.containerFlags());
              assertThat(more.parameters()).isEqualTo(task.parameters());
              assertThat(more.name()).isNotEqualTo(task.name());
            });
  }

  @Test
  void ofLeversWhatChangesStartsIsMeasuredWithThem() {
    MicroPlan plan = plan(profile(SORT, suite("task", true, Map.of())), List.of(), true, NONE);
    LeverFile c1 = lever("c1", "-XX:TieredStopAtLevel=1");
    LeverFile collector =
        LeverFile.named("prefix")
            .with(
                b ->
                    b.description("a")
                        .settings(Map.of("a", "b"))
                        .replaces(List.of("task.map"))
                        .profile("p"));
    assertThat(plan.under(List.of(collector))).isEqualTo(plan);
    assertThat(plan.under(List.of(LeverFile.together(List.of(c1, collector)))).levers())
        .containsExactly(c1);
  }

  private static LeverFile lever(String name, String flags) {
    return LeverFile.named(name).with(b -> b.description(name).containerFlags(List.of(flags)));
  }

  @Test
  void daemonsAreWatchedOnlyWhereTheyWork() {
    MicroPlan plan = plan(profile(suite("read", true, Map.of())), List.of(), true, NONE);
    assertThat(plan.entries()).extracting(MicroPlan.Entry::name).containsExactly("read", "read-2");
    assertThat(plan.entries()).extracting(MicroPlan.Entry::hdfs).containsExactly(false, true);
  }

  @Test
  void entriesOfOneSuiteHaveNamesOfTheirOwn() {
    MicroPlan plan = plan(profile(SORT, suite("sort", false, Map.of())), List.of(), false, NONE);
    assertThat(plan.entries()).extracting(MicroPlan.Entry::name).containsExactly("sort", "sort-2");
  }

  @Test
  void suiteThatTheProfileHasNotIsMeasuredAsItsBenchmarksSay() {
    MicroPlan plan = plan(profile(SORT), List.of("read"), false, NONE);
    assertThat(plan.suites()).containsExactly("read");
    assertThat(plan.entries()).allMatch(e -> e.forks() == 3 && e.iterations() == 4);
  }

  @Test
  void clusterIsNeededByHdfsAndByTheRunnersOwnSuites() {
    assertThat(plan(profile(SORT), List.of("sort"), false, NONE).needsCluster()).isFalse();
    for (String suite : List.of("read", "start", "idle")) {
      assertThat(plan(profile(SORT), List.of(suite), false, NONE).needsCluster())
          .as(suite)
          .isTrue();
    }
  }

  @Test
  void memoryIsThatOfTheLargestLocalAndTheLargestHdfsBatch() {
    MicroPlan plan =
        plan(profile(SORT, suite("read", true, Map.of())), List.of("sort", "read"), false, NONE);
    // sort: 500 records of 100 B x 3; read: 50 000 B x 1 in HDFS; the input in two orders
    assertThat(plan.memoryNeeded(8)).isEqualTo(new DataSize(150_000 + 50_000 + 100_000));
  }

  @ParameterizedTest
  // 2 B in memory for each of the data, and TeraSort's records in two orders
  @CsvSource({"90, 500, 100000", "9990, 5, 100000", "4, 1000, 28000"})
  void memoryIsThatOfTheRecordsOwnBytes(String value, String records, long bytes) {
    Map<String, List<String>> sized = Map.of("value", List.of(value), "records", List.of(records));
    MicroPlan plan = plan(profile(suite("merge", true, sized)), List.of("merge"), false, NONE);
    assertThat(plan.memoryNeeded(8)).isEqualTo(new DataSize(bytes + 100_000));
  }

  /** As long as a batch of TeraSort's: what goes with the number of records is most of it. */
  @Test
  void smallRecordsAreExpectedToTakeAsLongAsTeraSorts() {
    double tera = batch("90", "1000");
    assertThat(batch("4", "1000")).isEqualTo(tera);
    assertThat(batch("9990", "1000")).isEqualTo(100 * tera);
  }

  private static double batch(String value, String records) {
    Map<String, List<String>> sized = Map.of("value", List.of(value), "records", List.of(records));
    MicroPlan.Entry entry =
        plan(profile(suite("merge", true, sized)), List.of("merge"), false, NONE).entries().get(0);
    return entry.sizeOfBatch(entry.benchmarks().get(0));
  }

  @Test
  void everyPinnedCopyHasFilesOfItsOwn() {
    MicroPlan plan = plan(profile(SORT), List.of("contention"), false, NONE);
    assertThat(plan.contention()).hasSize(1);
    assertThat(plan.memoryNeeded(8)).isEqualTo(new DataSize(8 * 150_000));
  }

  @Test
  void copiesThatShareACpuAreAmongThePinnedOnes() {
    MicroPlan plan = plan(profile(List.of("sort"), SORT), List.of(), false, NONE);
    assertThat(plan.oneCpu()).isEqualTo(plan.contention()).hasSize(1);
    MicroPlan without = plan(profile(SORT), List.of(), false, NONE);
    assertThat(without.oneCpu()).isEmpty();
    assertThat(ExpectedTime.ofSuite(plan, "contention", 2))
        .isGreaterThan(ExpectedTime.ofSuite(without, "contention", 2));
    assertThatThrownBy(() -> profile(List.of("codec"), SORT))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("contention_one_cpu names suites of contention_suites [sort], not [codec]");
  }

  @Test
  void pinnedCopiesMayHaveASmallerBatch() {
    MicroPlan plan = plan(profile(Map.of("records", "40"), SORT), List.of(), false, NONE);
    assertThat(plan.contention().get(0).parameters())
        .containsEntry("records", List.of("40"))
        .containsEntry("key", List.of("text-10"));
    assertThatThrownBy(() -> plan(profile(Map.of("bytes", "40"), SORT), List.of(), false, NONE))
        .isInstanceOf(CoreboundException.class)
        .hasMessage(
            "profile test: contention_parameters: no contention suite has a parameter 'bytes'");
  }

  @Test
  void copiesOfWholeTasksAreOfBothKindsHaveDataAndNeedTheCluster() {
    ProfileFile profile =
        profile(
            List.of("task"),
            Map.of(),
            task("MapTaskBenchmark", "70", "30", "0"),
            task("ReduceTaskBenchmark", "70", "0"));
    MicroPlan plan = plan(profile, List.of("contention"), false, NONE);
    assertThat(plan.contention())
        .singleElement()
        .satisfies(
            entry -> {
              assertThat(entry.benchmarks())
                  .extracting(Catalogue.Benchmark::name)
                  .containsExactly("MapTaskBenchmark", "ReduceTaskBenchmark");
              assertThat(entry.parameters()).containsEntry("records", List.of("70"));
            });
    assertThat(plan.needsCluster()).isTrue();
    // 2 copies: 7000 B x 4 local, x 3 in HDFS, where those of the batch before may still be
    assertThat(plan.memoryNeeded(2)).isEqualTo(new DataSize(2 * (28_000 + 2 * 21_000)));
    MicroPlan byDefault =
        plan(
            profile(List.of("task"), Map.of(), suite("task", true, Map.of())),
            List.of("contention"),
            false,
            NONE);
    assertThat(byDefault.contention().get(0).parameters())
        .as("not those of an empty task")
        .containsEntry("records", List.of("500"));
  }

  private static ProfileFile.Suite task(String benchmark, String... records) {
    return new ProfileFile.Suite(
        "task", List.of(benchmark), true, 1, 2, Map.of("records", List.of(records)));
  }

  @Test
  void whatIsComparedIsCompiledInTheForegroundAndWhatThePredictionNeedsAsTasksAre() {
    MicroPlan plan =
        plan(
            profile(
                SORT,
                suite("jvm", false, Map.of()),
                suite("read", false, Map.of("bytes", List.of("7")))),
            List.of(),
            false,
            NONE);
    assertThat(plan.entries())
        .extracting(MicroPlan.Entry::suite, MicroPlan.Entry::jvmFlags)
        .contains(
            tuple("sort", List.of()),
            tuple("jvm", List.of()),
            tuple("read", List.of("-XX:-BackgroundCompilation")));
    assertThat(plan.contention()).allMatch(e -> e.jvmFlags().isEmpty());
  }

  @ParameterizedTest
  @ValueSource(strings = {"model", "standard", "full"})
  void codecsThatAPlanComparesAreMeasuredAsTasksRun(String name) {
    ProfileFile profile =
        StructuredFiles.readYaml(
            Path.of("../configs/profile/" + name + ".yaml"), ProfileFile.class);
    List<ProfileFile.Suite> ofModel =
        profile.suites().stream().filter(s -> s.suite().equals("codec") && s.model()).toList();
    assertThat(ofModel)
        .allSatisfy(s -> assertThat(s.parameters().get("data")).containsExactly("tera"))
        .flatExtracting(s -> s.parameters().get("codec"))
        .containsExactlyInAnyOrder("snappy", "lz4", "gzip", "zstd");
    assertThat(ofModel.get(0).parameters().get("codec"))
        .as("copies for contention are of the first")
        .containsExactly("snappy");
  }

  @Test
  void copiesForContentionAreOfABenchmarksFirstEntry() {
    ProfileFile.Suite other = suite("sort", true, Map.of("key", List.of("int-4")));
    assertThat(plan(profile(SORT, other), List.of("contention"), false, NONE).contention())
        .singleElement()
        .satisfies(
            entry -> assertThat(entry.parameters()).containsEntry("key", List.of("text-10")));
  }

  @Test
  void unknownNamesAreToldTheNearest() {
    refused("unknown suite 'srot'; did you mean 'sort'?", profile(SORT), "srot", NONE);
    refused(
        "profile test: unknown suite 'reed'; did you mean 'read'?",
        profile(suite("reed", true, Map.of())),
        "sort",
        NONE);
    refused(
        "profile test: the suite 'sort' has no parameter 'keys'; did you mean 'key'?",
        profile(suite("sort", true, Map.of("keys", List.of("int-4")))),
        "sort",
        NONE);
    refused(
        "profile test: the suite 'sort' has no benchmark 'SortBenchmarks'; did you mean"
            + " 'SortBenchmark'?",
        profile(new ProfileFile.Suite("sort", List.of("SortBenchmarks"), true, 1, 2, Map.of())),
        "sort",
        NONE);
    refused(
        "JMH's option -p: no chosen suite has a parameter 'record'; did you mean 'records'?",
        profile(SORT),
        "sort",
        new JmhOptions(List.of("-p", "record=5")));
  }

  @Test
  void forksAndBatchesOfTheCommandLineCount() {
    MicroPlan plan =
        plan(profile(SORT), List.of(), true, new JmhOptions(List.of("-f", "7", "-i", "9")));
    assertThat(plan.entries().get(0).forks()).isEqualTo(7);
    assertThat(plan.entries().get(0).iterations()).isEqualTo(9);
  }

  @Test
  void parametersOfTheCommandLineAreInThePlanAndInWhatItNeeds() {
    MicroPlan plan =
        plan(
            profile(SORT),
            List.of("sort"),
            false,
            new JmhOptions(List.of("-p", "records=700,900", "-p", "key=int-4")));
    assertThat(plan.entries().get(0).parameters())
        .containsEntry("records", List.of("700", "900"))
        .containsEntry("key", List.of("int-4"));
    // 900 records of 100 B x 3; the input in two orders
    assertThat(plan.memoryNeeded(8)).isEqualTo(new DataSize(270_000 + 100_000));
  }

  @Test
  void startOfJobsIsMeasuredBesideTheIdleCluster() {
    assertThat(plan(profile(SORT), List.of("start"), false, NONE).suites())
        .containsExactly("idle", "start");
  }

  @Test
  void forksTakeTurnsAndOfTwoSettingsEachComesFirstInEveryOther() {
    ProfileFile.Suite once = new ProfileFile.Suite("sort", List.of(), false, 1, 2, Map.of());
    MicroPlan plan =
        plan(profile(SORT, once, suite("sort", false, Map.of())), List.of("sort"), false, NONE);
    assertThat(plan.turns())
        .extracting(t -> t.entry().name(), MicroPlan.Turn::fork, MicroPlan.Turn::secondFirst)
        .containsExactly(
            tuple("sort", 1, false),
            tuple("sort-2", 1, true),
            tuple("sort-3", 1, false),
            tuple("sort", 2, true),
            tuple("sort-3", 2, true));
  }

  @Test
  void forkByForkOnlyWhatNeedsNoClusterIsMeasuredInForksEnough() {
    ProfileFile profile =
        profile(
            new ProfileFile.Suite("sort", List.of(), false, 9, 2, Map.of()),
            suite("read", false, Map.of()));
    MicroPlan plan = plan(profile, List.of(), false, NONE).forkByFork(5);
    assertThat(plan.entries())
        .extracting(MicroPlan.Entry::name, MicroPlan.Entry::forks)
        .containsExactly(tuple("sort", 9), tuple("read", 5));
    assertThat(plan.suites()).containsExactly("sort", "read");
    assertThat(plan.needsCluster()).isFalse();
  }

  @Test
  void forksOfTheCommandLineCountForkByForkToo() {
    MicroPlan plan = plan(profile(SORT), List.of(), false, new JmhOptions(List.of("-f", "3")));
    assertThat(plan.forkByFork(5).entries()).allMatch(e -> e.forks() == 3);
  }

  private static void refused(
      String message, ProfileFile profile, String suite, JmhOptions options) {
    assertThatThrownBy(() -> plan(profile, List.of(suite), false, options))
        .isInstanceOf(CoreboundException.class)
        .hasMessage(message);
  }

  @Test
  void eachWorkloadIsMeasuredByTheBenchmarksThatHaveOne() {
    Catalogue catalogue =
        Catalogue.parse(
            """
            task\tJobMapTaskBenchmark\tjob.map\thdfs\t1.0\t3.0\tWhat?\t1\tbytes=1 command=c corpus=d workload=w
            task\tJobReduceTaskBenchmark\tjob.reduce\thdfs\t4.0\t1.0\tWhat?\t1\tbytes=2 command=c corpus=d workload=w
            read\tReadHdfsBenchmark\tread.hdfs\thdfs\t2.0\t1.0\tWhat?\t1\tbytes=1000
            """);
    ProfileFile profile =
        profile(
            List.of("task"),
            Map.of(),
            suite("task", true, Map.of()),
            suite("read", true, Map.of()));
    List<Map<String, String>> samples =
        List.of(
            Map.of("workload", "word-count", "command", "a.A", "corpus", "x"),
            Map.of("workload", "log-filter", "command", "b.B", "corpus", "y"));
    MicroPlan plan =
        MicroPlan.of(
            catalogue,
            new MicroPlan.Choice("test", profile, List.of(), true, JOB, Map.of(), samples, NONE));
    assertThat(plan.entries())
        .filteredOn(e -> e.suite().equals("task"))
        .extracting(e -> e.parameters().get("workload") + " " + e.parameters().get("command"))
        .containsExactly(
            "[word-count] [a.A]", "[log-filter] [b.B]", "[word-count] [a.A]", "[log-filter] [b.B]");
    assertThat(plan.entries())
        .filteredOn(e -> !e.suite().equals("task"))
        .noneMatch(e -> e.parameters().containsKey("workload"));
    assertThat(plan.contention()).extracting(MicroPlan.Entry::name).doesNotHaveDuplicates();
    assertThat(plan.contention()).hasSize(2);
  }

  @Test
  void jobOfMapsAloneIsMeasuredByNoBenchmarkOfReduces() {
    Catalogue catalogue =
        Catalogue.parse(
            """
            task\tJobMapTaskBenchmark\tjob.map\thdfs\t1.0\t3.0\tWhat?\t1\tbytes=1 partitions=2 workload=w
            task\tJobReduceTaskBenchmark\tjob.reduce\thdfs\t4.0\t1.0\tWhat?\t1\tbytes=2 workload=w
            """);
    ProfileFile profile =
        profile(List.of("task"), Map.of(), suite("task", true, Map.of("bytes", List.of("1"))));
    List<Map<String, String>> samples =
        List.of(Map.of("workload", "word-count"), Map.of("workload", "scan", "partitions", "0"));
    MicroPlan plan =
        MicroPlan.of(
            catalogue,
            new MicroPlan.Choice("test", profile, List.of(), true, JOB, Map.of(), samples, NONE));
    assertThat(plan.entries())
        .flatExtracting(
            e ->
                e.benchmarks().stream()
                    .map(b -> e.parameters().get("workload") + " " + b.operations())
                    .toList())
        .containsExactlyInAnyOrder(
            "[word-count] [job.map]", "[word-count] [job.reduce]", "[scan] [job.map]");
    assertThat(plan.contention().get(1).benchmarks()).hasSize(1);
  }

  private static MicroPlan plan(
      ProfileFile profile, List<String> suites, boolean modelOnly, JmhOptions options) {
    return MicroPlan.of(
        CATALOGUE,
        new MicroPlan.Choice(
            "test", profile, suites, modelOnly, JOB, Map.of(), List.of(), options));
  }

  private static ProfileFile.Suite suite(
      String name, boolean model, Map<String, List<String>> parameters) {
    return new ProfileFile.Suite(name, List.of(), model, 2, 3, parameters);
  }

  private static ProfileFile profile(ProfileFile.Suite... suites) {
    return profile(Map.of(), suites);
  }

  private static ProfileFile profile(
      Map<String, String> contentionParameters, ProfileFile.Suite... suites) {
    return profile(null, null, contentionParameters, suites);
  }

  private static ProfileFile profile(List<String> oneCpu, ProfileFile.Suite... suites) {
    return profile(null, oneCpu, Map.of(), suites);
  }

  private static ProfileFile profile(
      List<String> contentionSuites,
      Map<String, String> contentionParameters,
      ProfileFile.Suite... suites) {
    return profile(contentionSuites, null, contentionParameters, suites);
  }

  private static ProfileFile profile(
      List<String> contentionSuites,
      List<String> oneCpu,
      Map<String, String> contentionParameters,
      ProfileFile.Suite... suites) {
    return new ProfileFile(
        DataSize.ofMegabytes(1),
        1,
        1,
        500,
        List.of(suites),
        30,
        60,
        contentionSuites,
        2,
        oneCpu,
        contentionParameters,
        2,
        1,
        1);
  }
}
