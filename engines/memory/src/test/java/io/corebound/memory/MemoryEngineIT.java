package io.corebound.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.StringTokenizer;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The engine's processes on loopback, on local files. */
@Timeout(120)
class MemoryEngineIT {
  private static final int LINES = 40_000;
  private static final int RECORDS = 30_000;

  @TempDir static Path data;
  @TempDir Path folder;

  private static Path text;
  private static Path records;

  @BeforeAll
  static void makeInput() throws IOException {
    Random random = new Random(11);
    List<String> words = new ArrayList<>();
    for (int word = 0; word < 300; word++) {
      words.add(Long.toString(Math.abs(random.nextLong()), 36).substring(0, 1 + word % 11));
    }
    words.add("語");
    StringBuilder lines = new StringBuilder();
    for (int line = 0; line < LINES; line++) {
      for (int word = random.nextInt(12); word > 0; word--) {
        lines.append(words.get(random.nextInt(words.size()))).append(word == 3 ? "  " : " ");
      }
      lines.append('\n');
    }
    text = Files.writeString(data.resolve("text"), lines);
    byte[] all = new byte[100 * RECORDS];
    random.nextBytes(all);
    records = Files.write(data.resolve("records"), all);
  }

  private List<String> output() throws IOException {
    List<String> lines = new ArrayList<>();
    try (Stream<Path> parts = Files.list(folder.resolve("out"))) {
      for (Path part :
          parts.filter(p -> p.getFileName().toString().startsWith("part-r-")).toList()) {
        lines.addAll(Files.readAllLines(part));
      }
    }
    lines.sort(null);
    return lines;
  }

  private String[] job(String workload, Path input, String... more) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--workload",
                workload,
                "--input",
                input.toString(),
                "--output",
                folder.resolve("out").toString(),
                "--split-bytes",
                "1048576",
                "--silence-s",
                "5"));
    arguments.addAll(List.of(more));
    return arguments.toArray(String[]::new);
  }

  /** What a straight loop over the text finds. */
  private static List<String> expected(String workload) throws IOException {
    Map<String, Long> counts = new TreeMap<>();
    Map<Integer, long[]> groups = new TreeMap<>();
    for (String line : Files.readAllLines(text)) {
      StringTokenizer words = new StringTokenizer(line);
      String before = null;
      int number = 0;
      while (words.hasMoreTokens()) {
        String word = words.nextToken();
        number++;
        long[] group =
            groups.computeIfAbsent(
                word.getBytes(StandardCharsets.UTF_8).length, length -> new long[2]);
        group[0]++;
        group[1] += word.hashCode();
        if (workload.equals("word-count")) {
          counts.merge(word, 1L, Long::sum);
        } else if (before != null) {
          counts.merge(before + " " + word, 1L, Long::sum);
        }
        before = word;
      }
      if (number == 1 && workload.equals("bigram-count")) {
        counts.merge(before, 1L, Long::sum);
      }
    }
    Stream<String> lines =
        workload.equals("group-by")
            ? groups.entrySet().stream()
                .map(g -> "%s\t%s\t%s".formatted(g.getKey(), g.getValue()[0], g.getValue()[1]))
            : counts.entrySet().stream().map(c -> c.getKey() + "\t" + c.getValue());
    return lines.sorted().toList();
  }

  @ParameterizedTest
  @CsvSource({
    "word-count, lean, fully-connected, 2",
    "word-count, lean, pairwise, 1",
    "bigram-count, lean, pairwise, 3",
    "bigram-count, lean, fully-connected, 1",
    "group-by, lean, fully-connected, 3",
    "group-by, lean, pairwise, 4",
    "word-count, hadoop, pairwise, 2",
    "bigram-count, hadoop, fully-connected, 2",
    "group-by, hadoop, pairwise, 3"
  })
  void countsAsAStraightLoop(String workload, String api, String pattern, int workers)
      throws Exception {
    try (EngineProcesses engine =
        new EngineProcesses(folder, "-Xmx256m")
            .start(
                workers,
                job(workload, text, "--api", api, "--pattern", pattern, "--reduces", "5"))) {
      assertThat(engine.await()).as(engine.log("master")).isZero();
      for (int rank = 0; rank < workers; rank++) {
        assertThat(engine.awaitWorker(rank)).isZero();
      }
      assertThat(output()).isEqualTo(expected(workload));
      assertThat(folder.resolve("out/_SUCCESS")).exists();
      check(engine.result(), workers, pattern);
    }
  }

  private static void check(JsonNode result, int workers, String pattern) throws IOException {
    assertThat(result.get("state").asText()).isEqualTo("OK");
    assertThat(result.get("processes")).hasSize(workers + 1);
    JsonNode run = result.get("runs").get(0);
    double parts =
        Stream.of("map_s", "shuffle_s", "reduce_s", "overhead_s")
            .mapToDouble(name -> run.get(name).asDouble())
            .sum();
    assertThat(parts).isCloseTo(run.get("elapsed_s").asDouble(), within(1e-6));
    assertThat(run.get("maps").asInt()).isGreaterThan(1);
    assertThat(run.get("input_bytes").asLong()).isEqualTo(Files.size(text));
    assertThat(run.get("output_records").asLong()).isPositive();
    assertThat(run.get("shuffle_bytes").asLong())
        .isGreaterThanOrEqualTo(run.get("network_bytes").asLong());
    if (workers > 1) {
      assertThat(run.get("network_bytes").asLong()).isPositive();
    }
    assertThat(run.get("steps")).hasSize(pattern.equals("pairwise") ? workers - 1 : 1);
    assertThat(run.get("workers")).hasSize(workers);
  }

  @ParameterizedTest
  @CsvSource({"lean, pairwise, 3", "hadoop, fully-connected, 2"})
  void recordsAreSortedOverAllPartitions(String api, String pattern, int workers) throws Exception {
    try (EngineProcesses engine =
        new EngineProcesses(folder, "-Xmx256m")
            .start(
                workers,
                job("terasort", records, "--api", api, "--pattern", pattern, "--reduces", "4"))) {
      assertThat(engine.await()).as(engine.log("master")).isZero();
      List<byte[]> sorted = new ArrayList<>();
      for (int partition = 0; partition < 4; partition++) {
        byte[] part =
            Files.readAllBytes(
                folder.resolve(String.format(Locale.ROOT, "out/part-r-%05d", partition)));
        assertThat(part.length)
            .as("partition %s", partition)
            .isBetween(100 * RECORDS / 5, 100 * RECORDS / 3);
        for (int at = 0; at < part.length; at += 100) {
          sorted.add(Arrays.copyOfRange(part, at, at + 100));
        }
      }
      byte[] input = Files.readAllBytes(records);
      byte[][] expected = new byte[RECORDS][];
      for (int record = 0; record < RECORDS; record++) {
        expected[record] = Arrays.copyOfRange(input, 100 * record, 100 * record + 100);
      }
      Arrays.sort(expected, Arrays::compareUnsigned);
      assertThat(sorted.toArray(byte[][]::new)).isDeepEqualTo(expected);
    }
  }

  @Test
  void runsFollowEachOtherAndStrangersAreSentAway() throws Exception {
    try (EngineProcesses engine = new EngineProcesses(folder, "-Xmx256m")) {
      engine.startMaster(2, job("word-count", text, "--runs", "3", "--pattern", "pairwise"));
      String[] address = engine.address().split(":");
      try (Socket stranger = new Socket(address[0], Integer.parseInt(address[1]))) {
        OutputStream out = stranger.getOutputStream();
        out.write("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      }
      engine.startWorker(1);
      engine.startWorker(0);
      assertThat(engine.await()).as(engine.log("master")).isZero();
      assertThat(engine.result().get("runs")).hasSize(3);
      assertThat(engine.result().get("reduces").asInt()).isEqualTo(4);
      assertThat(output()).isEqualTo(expected("word-count"));
    }
  }

  private EngineProcesses slow(int workers) throws Exception {
    EngineProcesses engine =
        new EngineProcesses(folder, "-Xmx256m")
            .start(workers, job(SlowCount.class.getName(), text));
    engine.awaitLog("master", "progress 100 0");
    return engine;
  }

  private void assertAllEnded(EngineProcesses engine) throws Exception {
    for (int i = 0; i < 100 && engine.anyAlive(); i++) {
      Thread.sleep(100);
    }
    assertThat(engine.anyAlive()).isFalse();
  }

  @Test
  void aKilledWorkerEndsTheRunWithItsName() throws Exception {
    try (EngineProcesses engine = slow(3)) {
      long pid = engine.worker(1).pid();
      engine.worker(1).destroyForcibly();
      assertThat(engine.master().waitFor(30, TimeUnit.SECONDS)).isTrue();
      assertThat(engine.await()).isEqualTo(1);
      assertThat(engine.log("master")).contains("worker 1 (127.0.0.1, pid %s)".formatted(pid));
      assertThat(engine.result().get("state").asText()).isEqualTo("FAILED");
      assertThat(engine.result().get("reason").asText()).contains("worker 1");
      assertAllEnded(engine);
      assertThat(folder.resolve("out")).doesNotExist();
    }
  }

  @Test
  void aWorkerThatHangsEndsTheRunWithItsName() throws Exception {
    try (EngineProcesses engine = slow(2)) {
      long pid = engine.worker(0).pid();
      assertThat(new ProcessBuilder("kill", "-STOP", String.valueOf(pid)).start().waitFor())
          .isZero();
      assertThat(engine.master().waitFor(30, TimeUnit.SECONDS)).isTrue();
      assertThat(engine.await()).isEqualTo(1);
      assertThat(engine.result().get("reason").asText()).contains("worker 0");
      assertThat(engine.awaitWorker(1)).isEqualTo(1);
    }
  }

  @Test
  void workersEndWithTheirMaster() throws Exception {
    try (EngineProcesses engine = slow(2)) {
      engine.master().destroyForcibly();
      assertThat(engine.awaitWorker(0)).isEqualTo(1);
      assertThat(engine.awaitWorker(1)).isEqualTo(1);
      assertThat(engine.log("worker-0")).contains("the master");
    }
  }

  @Test
  void aJobThatCannotFitIsRefusedBeforeItStarts() throws Exception {
    Path large = folder.resolve("large");
    Files.writeString(large, "some words of different lengths\n".repeat(6_000_000));
    try (EngineProcesses engine =
        new EngineProcesses(folder, "-Xmx96m").start(2, job("group-by", large))) {
      assertThat(engine.await()).as(engine.log("master")).isEqualTo(3);
      assertThat(engine.result().get("reason").asText()).contains("-Xmx");
      assertThat(engine.result().get("runs")).isEmpty();
      assertAllEnded(engine);
      assertThat(folder.resolve("out")).doesNotExist();
    }
  }

  @Test
  void aPartitionThatIsTooLargeIsNamed() throws Exception {
    Path skewed = folder.resolve("skewed");
    Files.writeString(skewed, "four char each line\n".repeat(4_500_000));
    try (EngineProcesses engine =
        new EngineProcesses(folder, "-Xmx96m")
            .start(2, job("group-by", skewed, "--reduces", "8"))) {
      assertThat(engine.await()).as(engine.log("master")).isEqualTo(3);
      assertThat(engine.result().get("reason").asText())
          .containsPattern("partitions? [0-9]")
          .contains("-Xmx");
      assertAllEnded(engine);
    }
  }

  @Test
  void aWrongInputOrOutputIsRefused() throws Exception {
    try (EngineProcesses engine =
        new EngineProcesses(folder, "-Xmx256m")
            .start(1, job("word-count", folder.resolve("missing")))) {
      assertThat(engine.await()).isEqualTo(2);
      assertThat(engine.log("master")).contains("missing");
    }
    Files.createDirectory(folder.resolve("out"));
    Files.delete(folder.resolve("address"));
    try (EngineProcesses engine =
        new EngineProcesses(folder, "-Xmx256m").start(1, job("word-count", text))) {
      assertThat(engine.await()).isEqualTo(2);
      assertThat(engine.log("master")).contains("already exists");
    }
    assertThat(folder.resolve("out")).exists();
  }
}
