package io.corebound.microbench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openjdk.jmh.Main;

final class RunSuiteTest {
  /** Of the suites that are run, what needs an HDFS or adds nothing. */
  private static final String OTHERS =
      "BasicType|VariableLength|decompress|Hdfs|read.*Tera|File|LocalFs";

  @TempDir private Path directory;
  private String output;

  @BeforeEach
  void useNoHdfsOfOtherTests() {
    System.clearProperty(Hdfs.PROPERTY);
  }

  @Test
  void jsonHasOneFigureForEachForkAndIteration() throws Exception {
    Path json = directory.resolve("out.json");
    List<String> arguments =
        new ArrayList<>(
            List.of("io\\.corebound\\.microbench\\.sort\\..*", "-f", "2", "-wi", "0", "-i", "3"));
    arguments.addAll(List.of("-bm", "ss", "-prof", OperationProfiler.class.getName()));
    arguments.addAll(List.of("-p", "records=20000", "-p", "sortMib=1"));
    arguments.addAll(List.of("-rf", "json", "-rff", json.toString()));
    assertThat(run(Main.class, arguments.toArray(new String[0]))).isZero();

    JsonNode metrics = new ObjectMapper().readTree(json.toFile()).get(0).get("secondaryMetrics");
    for (String operation : List.of("sort", "merge")) {
      assertThat(numbers(metrics.get(operation + "|records"))).containsOnly(20_000.0).hasSize(6);
      assertThat(numbers(metrics.get(operation + "|bytes"))).containsOnly(2_000_000.0).hasSize(6);
      assertThat(numbers(metrics.get(operation + "|wall_ns"))).hasSize(6).allMatch(ns -> ns > 0);
      for (String field :
          List.of(
              "user_ns@benchmark",
              "system_ns@benchmark",
              "user_ns@machine",
              "system_ns@machine",
              "steal_ns@machine",
              "gc_ns@benchmark",
              "alloc_bytes@benchmark")) {
        assertThat(metrics.get(operation + "|" + field).get("rawData"))
            .hasSize(2)
            .allMatch(fork -> fork.size() == 3);
      }
    }
    assertThat(numbers(metrics.get("sort|spills"))).allMatch(spills -> spills >= 3);
  }

  @Test
  void suitesNamedByCommasAndBlanksEndWithATableAndTagsStandInWholeJson() throws Exception {
    Path json = directory.resolve("out.json");
    List<String> arguments = new ArrayList<>(List.of("sort,codec", "serialize", "read"));
    arguments.addAll(List.of("-e", OTHERS, "-f", "1", "-i", "2"));
    for (String parameter :
        List.of("records=20000", "sortMib=1", "codec=snappy", "data=tera", "bytes=1000")) {
      arguments.addAll(List.of("-p", parameter));
    }
    arguments.addAll(List.of("-rf", "json", "-rff", json.toString()));
    assertThat(run(RunSuite.class, arguments.toArray(new String[0]))).isZero();

    String table = output.substring(output.indexOf("\noperation "));
    assertThat(table).contains("\nsort ", "\ncompress.snappy");
    for (String operation : List.of("serialize.tera-record", "deserialize.tera-record")) {
      assertThat(table).containsPattern("(?m)^" + operation + " +cold +1 ");
      assertThat(table).containsPattern("(?m)^" + operation + " +warm +1 ");
    }
    List<String> metrics = new ArrayList<>();
    new ObjectMapper()
        .readTree(json.toFile())
        .forEach(benchmark -> metrics.addAll(names(benchmark.get("secondaryMetrics"))));
    assertThat(metrics)
        .anyMatch(name -> name.matches("read\\.cat\\(implementation=[a-z0-9.-]+\\)\\|bytes"));
  }

  @Test
  void unknownSuiteIsNamedWithThoseThatExist() throws Exception {
    assertThat(said("serialize,sorting")).isEqualTo(2);
    assertThat(output)
        .startsWith("unknown suite 'sorting'; did you mean 'sort'? Suites: ")
        .contains("codec, ", "merge, ", "read, ", "serialize, ", "or all");
  }

  @Test
  void listSaysWhatEverySuiteMeasures() throws Exception {
    assertThat(said("list")).isZero();
    for (String name : ListBenchmarks.classes()) {
      assertThat(output.lines())
          .contains(ListBenchmarks.suite(name))
          .anyMatch(line -> line.startsWith("  " + name.substring(name.lastIndexOf('.') + 1)));
    }
    assertThat(output)
        .contains(
            "\n  MapOutputBufferBenchmark\n"
                + "    What does a map task's own sort cost, and its final merge?\n"
                + "    sort merge sort-merge\n")
        .contains("\n  WriteHdfsBenchmark, needs an HDFS\n    What does it cost to write ")
        .doesNotContain("# Fork");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "-l | io.corebound.microbench.sort.MapOutputBufferBenchmark.sortAndMerge",
        "-lp | param \"spills\" = {several}",
        "-h | -jvmArgsAppend",
        "-lprof | gc",
        "-lrf | json"
      })
  void whatJmhIsOnlyAskedForIsAnsweredWithoutARun(String option, String answer) throws Exception {
    assertThat(said("sort", option)).isZero();
    assertThat(output)
        .contains(answer)
        .doesNotContain("io.corebound.microbench.read", "# Fork", "\noperation ");
  }

  @Test
  void unknownOptionOfJmhIsRefused() throws Exception {
    assertThat(said("sort", "--nonsense")).isEqualTo(2);
    assertThat(output).startsWith("JMH's options: ").contains("nonsense");
  }

  @Test
  void suiteThatNeedsHdfsSaysHowToGiveOne() throws Exception {
    assertThat(run(RunSuite.class, "write", "-f", "1", "-i", "1", "-e", "LocalFs")).isEqualTo(1);
    assertThat(output)
        .contains("this suite needs a running HDFS: give it by -Dcorebound.fs=hdfs://HOST:PORT")
        .doesNotContain("\tat io.corebound");
  }

  @Test
  void wrongWatchedProcessIsNamedInOneLine() throws Exception {
    assertThat(
            run(
                RunSuite.class,
                "serialize",
                "-f",
                "1",
                "-i",
                "1",
                "-p",
                "records=10",
                "-jvmArgsAppend",
                "-Dcorebound.watch=datanode"))
        .isEqualTo(1);
    assertThat(output)
        .contains("corebound.watch: 'datanode' is not role:pid, for instance datanode:1234")
        .doesNotContain("\tat io.corebound");
    try (Stream<Path> left = Files.list(directory)) {
      assertThat(left.map(path -> path.getFileName().toString()))
          .noneMatch(name -> name.startsWith("corebound-"));
    }
  }

  /** By what the Jackson of every Hadoop 3 knows. */
  static List<String> names(JsonNode object) {
    List<String> names = new ArrayList<>();
    object.fieldNames().forEachRemaining(names::add);
    return names;
  }

  /** What measures nothing needs no JVM of its own. */
  private int said(String... arguments) throws Exception {
    PrintStream before = System.out;
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream both = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    System.setOut(both);
    try {
      return RunSuite.run(arguments, both, both);
    } finally {
      System.setOut(before);
      output = bytes.toString(StandardCharsets.UTF_8);
    }
  }

  private int run(Class<?> main, String... arguments) throws Exception {
    Process process = start(directory, main, arguments);
    output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    Files.writeString(directory.resolve("output.txt"), output);
    return process.waitFor();
  }

  static Process start(Path directory, Class<?> main, String... arguments) throws IOException {
    ProcessBuilder builder = ChildJvm.of(main, arguments).redirectErrorStream(true);
    builder.command().add(1, "-Djmh.ignoreLock=true"); // another build may be at it
    builder.command().add(1, "-Djava.io.tmpdir=" + directory);
    // JMH starts its forks with the same flags
    builder.command().addAll(1, List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    Process process = builder.start();
    process.getOutputStream().close();
    return process;
  }

  static List<Double> numbers(JsonNode metric) throws IOException {
    List<Double> numbers = new ArrayList<>();
    metric.get("rawData").forEach(fork -> fork.forEach(number -> numbers.add(number.asDouble())));
    return numbers;
  }
}
