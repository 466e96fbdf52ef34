package io.corebound.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.corebound.hosts.Checkout;
import io.corebound.records.format.CsvFiles;
import io.corebound.records.format.StructuredFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Histories of real jobs explained as a user has them explained. */
class ExplainTest {
  private static final Path HISTORIES =
      Checkout.ROOT.resolve("cluster/src/test/resources/histories");
  private static final String TERASORT = HISTORIES.resolve("3.5.0-terasort.jhist").toString();
  private static final String MACHINE =
      Checkout.ROOT.resolve("results/samples/measured-2-cores").toString();

  /** Nothing else may have it. */
  private static final String SECRET = "AKIA-never-to-be-seen";

  @TempDir Path folder;

  private static JsonNode json(String... arguments) {
    Corebound.Result result = Corebound.run(arguments);
    assertThat(result.err()).isEmpty();
    assertThat(result.status()).isZero();
    return StructuredFiles.parseJson(result.out());
  }

  @Test
  void jobIsExplainedInEveryFormatWithAMachineAndWithout() throws Exception {
    for (List<String> machine : List.of(List.<String>of(), List.of("--machine", MACHINE))) {
      JsonNode explained = json(with(machine, "explain", TERASORT, "--format", "json"));
      assertThat(explained.path("job").path("id").asString()).startsWith("job_1795250419559_");
      assertThat(explained.path("job").path("maps").asInt()).isEqualTo(2);

      Path html = folder.resolve("job.html");
      Corebound.Result text =
          Corebound.run(with(machine, "explain", TERASORT, "--export", html.toString()));
      assertThat(text.err()).isEmpty();
      assertThat(text.status()).isZero();
      assertThat(text.out()).contains("core-seconds").doesNotContain("NaN");
      assertThat(html).content().contains("TeraSort");

      Corebound.Result csv = Corebound.run(with(machine, "explain", TERASORT, "--format", "csv"));
      Path table = Files.writeString(folder.resolve("table.csv"), csv.out());
      assertThat(CsvFiles.read(table, List.of("section", "core_s")))
          .extracting(row -> row.get("section"))
          .contains("job", "account", "interval");

      assertThat(Corebound.run(with(machine, "explain", TERASORT, "--format", "md")).out())
          .contains("| ")
          .doesNotContain("NaN");
    }
  }

  private static String[] with(List<String> machine, String... arguments) {
    List<String> all = new java.util.ArrayList<>(List.of(arguments));
    all.addAll(machine);
    return all.toArray(new String[0]);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.23.1-sleep", "2.6-teragen", "3.3.6-terasort", "3.5.0-wordcount"})
  void historyOfEveryVersionIsExplained(String name) {
    String file = HISTORIES.resolve(name + ".jhist").toString();
    for (String[] arguments :
        List.of(
            new String[] {"explain", file}, new String[] {"explain", file, "--machine", MACHINE})) {
      Corebound.Result result = Corebound.run(arguments);
      assertThat(result.err()).isEmpty();
      assertThat(result.status()).isZero();
      assertThat(result.out()).isNotBlank().doesNotContain("NaN", "null");
    }
  }

  @Test
  void jobsOfAFolderAreInATableAndThoseThatCannotBeReadAreNamed() throws Exception {
    Path day = Files.createDirectories(folder.resolve("done/000000"));
    for (String name :
        List.of("2.6-teragen.jhist", "3.5.0-terasort.jhist", "0.23.9-failed.jhist")) {
      Files.copy(HISTORIES.resolve(name), day.resolve(name));
    }
    Path done = folder.resolve("done");
    JsonNode table = json("explain", done.toString(), "--format", "json");
    assertThat(table.path("jobs")).hasSize(2);
    // nothing of it succeeded
    assertThat(table.path("refused")).hasSize(1);

    Files.writeString(day.resolve("broken.jhist"), "Avro-Json\n{}\n{\"type\":3}\n");
    Corebound.Result result = Corebound.run("explain", done.toString());
    assertThat(result.out()).contains("TeraGen", "TeraSort", "broken.jhist").contains("line 2");
    assertThat(result.err().strip().lines()).hasSize(1);
    assertThat(result.err()).contains("1 of its histories and folders could not be read");
    assertThat(result.status()).isEqualTo(2);
  }

  @Test
  void jobInTwoPlacesCountsOnceByItsFullestHistory() throws Exception {
    Path done = Files.createDirectories(folder.resolve("done/a/b"));
    byte[] whole = Files.readAllBytes(Path.of(TERASORT));
    // what a master that died left is found first
    Files.write(done.resolve("a.jhist"), Arrays.copyOf(whole, whole.length - 3000));
    Files.write(done.resolve("b.jhist"), whole);
    Files.write(done.resolve("c.jhist"), whole);
    String top = done.getParent().toString();
    JsonNode one = json("explain", TERASORT, "--format", "json");
    JsonNode table = json("explain", top, "--format", "json");

    assertThat(table.path("jobs")).hasSize(1);
    assertThat(table.path("jobs").get(0).path("file").asString()).isEqualTo("b.jhist");
    assertThat(table.path("jobs").get(0).path("core_s").asDouble())
        .isEqualTo(one.path("account").path("total_core_s").asDouble());
    assertThat(table.path("refused")).isEmpty();
    assertThat(table.path("copies"))
        .extracting(c -> c.path("file").asString(), c -> c.path("counted").asString())
        .containsExactly(tuple("b/a.jhist", "b/b.jhist"), tuple("b/c.jhist", "b/b.jhist"));
    assertThat(Corebound.run("explain", top).out()).contains("2 files not counted");
  }

  @Test
  void cutHistorySaysSoAndCountsWhatCameBefore() throws Exception {
    byte[] whole = Files.readAllBytes(Path.of(TERASORT));
    Path cut =
        Files.write(
            folder.resolve("cut.jhist"), java.util.Arrays.copyOf(whole, whole.length - 1000));
    JsonNode explained = json("explain", cut.toString(), "--format", "json");
    assertThat(explained.path("job").path("ending").asString()).isEqualTo("UNFINISHED");
    assertThat(explained.path("doubts").toString()).contains("CUT");
    assertThat(Corebound.run("explain", cut.toString()).out()).contains("cut");

    Path early = folder.resolve("early.jhist");
    int first = new String(whole, StandardCharsets.ISO_8859_1).indexOf("_m_000000_0");
    Files.write(early, java.util.Arrays.copyOf(whole, first));
    Corebound.Result both = Corebound.run("explain", folder.toString());
    assertThat(both.out()).contains("before the end of its first task");
    assertThat(both.status()).isEqualTo(2);
  }

  @Test
  void nothingOfAConfigurationIsShownButKnownSettings() throws Exception {
    Path conf =
        Files.writeString(
            folder.resolve("job.xml"),
            """
            <configuration>
              <property><name>mapreduce.task.io.sort.mb</name><value>217</value></property>
              <property><name>fs.s3a.secret.key</name><value>%1$s</value></property>
              <property>
                <name>mapreduce.map.java.opts</name><value>-Xmx300m -Dp=%1$s</value>
              </property>
            </configuration>
            """
                .formatted(SECRET));
    Path html = folder.resolve("job.html");
    for (String format : List.of("text", "json", "csv", "md")) {
      Corebound.Result result =
          Corebound.run(
              "explain",
              TERASORT,
              "--conf",
              conf.toString(),
              "--format",
              format,
              "--export",
              html.toString());
      assertThat(result.status()).as(result.err()).isZero();
      assertThat(result.out()).doesNotContain(SECRET);
    }
    assertThat(html).content().doesNotContain(SECRET);
    assertThat(
            json("explain", TERASORT, "--conf", conf.toString(), "--format", "json")
                .path("job")
                .path("settings")
                .toString())
        .contains("217");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "explain | Missing required parameter",
        "explain --mashine x y | Unknown option",
        "explain /does/not/exist.jhist | /does/not/exist.jhist: no such file",
        "explain job_1700000000000_0001 | --cluster FILE job_1700000000000_0001",
        "explain FOLDER | has no job history",
        "explain FOLDER --conf x.xml | --conf belongs to one job",
        "explain TERASORT --conf /does/not/exist.xml | /does/not/exist.xml: no such file",
        "explain TERASORT --machine run-2026 | a run is given by its folder",
        "explain TERASORT --machine TERASORT | is no machine file",
        "explain TERASORT --cores 4 | --cores needs --machine",
        "explain TERASORT --machine MACHINE --cores 0 | --cores is at least 1, not 0",
        "explain TERASORT --format yaml | --format",
        "explain --cluster my-cluster x.jhist | give a job's id, such as job_1700000000000_0001",
        "explain --cluster local job_1_0001 | name a file with 'kind: external'",
        "explain --cluster mycluster job_1_0001 | no cluster 'mycluster'",
        "explain EMPTY | empty.jhist: is empty",
        "explain OLD | Hadoop 0.20 or 1.x, which is not supported",
        "explain JOBLINE | Hadoop 0.20 or 1.x, which is not supported",
        "explain FAILED | no task of the job succeeded",
      })
  void badInputIsOneClearLineAndStatusTwo(String arguments, String message) throws IOException {
    Path empty = Files.createFile(folder.resolve("empty.jhist"));
    Path old =
        Files.writeString(folder.resolve("old.jhist"), "Meta VERSION=\"1\" .\nJob JOBID=\"j\" .\n");
    Path jobLine =
        Files.writeString(
            folder.resolve("jobline.jhist"), "Job JOBID=\"job_201001010000_0001\" .\n");
    String line =
        arguments
            .replace("FOLDER", Files.createDirectory(folder.resolve("none")).toString())
            .replace("TERASORT", TERASORT)
            .replace("MACHINE", MACHINE)
            .replace("EMPTY", empty.toString())
            .replace("OLD", old.toString())
            .replace("JOBLINE", jobLine.toString())
            .replace("FAILED", HISTORIES.resolve("0.23.9-failed.jhist").toString());
    Corebound.assertRefuses(line, message);
  }
}
