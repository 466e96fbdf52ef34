package io.corebound.cluster.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.corebound.records.history.Attempt;
import io.corebound.records.history.Attempt.Times;
import io.corebound.records.history.Cause;
import io.corebound.records.history.Counter;
import io.corebound.records.history.Counters;
import io.corebound.records.history.Doubt;
import io.corebound.records.history.Ending;
import io.corebound.records.history.HistoryJob;
import io.corebound.records.history.HistoryJob.Format;
import io.corebound.records.history.Locality;
import io.corebound.records.history.TaskType;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.ExitStatus;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.mapreduce.jobhistory.JobHistoryParser;
import org.apache.hadoop.mapreduce.jobhistory.JobHistoryParser.JobInfo;
import org.apache.hadoop.mapreduce.jobhistory.JobHistoryParser.TaskAttemptInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Real histories of several versions (their README says whose), whole, cut and broken. */
class HistoryFileTest {
  private static final Path HISTORIES = Path.of("src/test/resources/histories");
  private static final String SLEEP = "0.23.1-sleep.jhist";
  private static final String TERASORT = "3.5.0-terasort.jhist";

  @TempDir Path folder;

  private static Path history(String name) {
    return HISTORIES.resolve(name);
  }

  static List<Path> all() {
    return HistoryFile.in(HISTORIES).histories();
  }

  private Path written(String text) throws IOException {
    return Files.writeString(folder.resolve("job.jhist"), text, StandardCharsets.ISO_8859_1);
  }

  private Path changed(String name, String from, String to) throws IOException {
    String text = Files.readString(history(name), StandardCharsets.ISO_8859_1);
    assertThat(text).contains(from);
    return written(text.replace(from, to));
  }

  /**
   * Hadoop's own parser as the measure; it refuses one file, whose schema lacks the queue that
   * Hadoop 3 asks for.
   */
  @ParameterizedTest
  @MethodSource("all")
  void jobIsAsHadoopsOwnParserReadsIt(Path file) throws Exception {
    if (file.endsWith("2.5-uber-unfinished.jhist")) {
      assertThatThrownBy(() -> byHadoop(file)).hasMessageContaining("jobQueueName");
      return;
    }
    JobInfo expected = byHadoop(file);
    CountedJob read = HistoryFile.readEveryCounter(file);
    HistoryJob job = read.job();

    assertThat(job.identity().id()).isEqualTo(expected.getJobId().toString());
    assertThat(job.identity().name()).isEqualTo(expected.getJobname());
    assertThat(job.ending().name()).isEqualTo(expected.getJobStatus());
    assertThat(job.times().submitMs()).isEqualTo(expected.getSubmitTime());
    assertThat(job.times().launchMs()).isEqualTo(expected.getLaunchTime());
    assertThat(job.times().finishMs()).isEqualTo(expected.getFinishTime());
    assertThat(job.times().masterStartsMs())
        .isEqualTo(
            expected.getAMInfos().stream().map(JobHistoryParser.AMInfo::getStartTime).toList());
    assertThat(job.totals())
        .isEqualTo(
            new HistoryJob.Totals(
                (int) expected.getTotalMaps(),
                (int) expected.getTotalReduces(),
                expected.getUberized()));
    assertThat(read.counters()).isEqualTo(byHadoop(expected.getTotalCounters()));
    Map<String, TaskAttemptInfo> attempts = new TreeMap<>();
    expected.getAllTasks().values().stream()
        .flatMap(task -> task.getAllTaskAttempts().entrySet().stream())
        .forEach(e -> attempts.put(e.getKey().toString(), e.getValue()));
    assertThat(job.attempts()).hasSameSizeAs(attempts.keySet());
    for (int i = 0; i < job.attempts().size(); i++) {
      Attempt attempt = job.attempts().get(i);
      String id = job.identity().id().replace("job", "attempt") + "_" + attempt.brief();
      isAs(attempts.get(id), attempt, read.ofAttempts().get(i));
    }
  }

  private static void isAs(TaskAttemptInfo expected, Attempt read, Map<String, Long> counters) {
    String id = expected.getAttemptId().toString();
    assertThat(read.type().name()).as(id).isEqualTo(expected.getTaskType().name());
    assertThat(read.ending().name()).as(id).isEqualTo(expected.getTaskStatus());
    assertThat(read.host()).as(id).isEqualTo(expected.getHostname());
    assertThat(read.times().startMs()).as(id).isEqualTo(expected.getStartTime());
    assertThat(read.times().finishMs()).as(id).isEqualTo(expected.getFinishTime());
    if (read.succeeded() && !read.isMap()) {
      assertThat(read.times().shuffleFinishMs()).as(id).isEqualTo(expected.getShuffleFinishTime());
      assertThat(read.times().sortFinishMs()).as(id).isEqualTo(expected.getSortFinishTime());
    }
    assertThat(counters).as(id).isEqualTo(byHadoop(expected.getCounters()));
  }

  private static JobInfo byHadoop(Path file) throws IOException {
    Configuration configuration = new Configuration(false);
    configuration.set("fs.file.impl", "org.apache.hadoop.fs.RawLocalFileSystem");
    try (FileSystem local =
        FileSystem.newInstance(java.net.URI.create("file:///"), configuration)) {
      JobHistoryParser parser =
          new JobHistoryParser(local, new org.apache.hadoop.fs.Path(file.toAbsolutePath().toUri()));
      JobInfo job = parser.parse();
      if (parser.getParseException() != null) {
        throw parser.getParseException();
      }
      return job;
    }
  }

  private static Map<String, Long> byHadoop(org.apache.hadoop.mapreduce.Counters counters) {
    Map<String, Long> all = new TreeMap<>();
    if (counters != null) {
      counters.forEach(
          group ->
              group.forEach(
                  counter ->
                      all.put(
                          group.getName().replaceFirst(".*\\.", "") + "/" + counter.getName(),
                          counter.getValue())));
    }
    return all;
  }

  @ParameterizedTest
  @CsvSource({
    // attempts that succeeded, failed, were killed, did not end
    "0.23.1-sleep.jhist, JSON, SUCCEEDED, 10, 1, 11, 0, 0, 0",
    "0.23.9-failed.jhist, JSON, FAILED, 2, 1, 0, 7, 1, 0",
    "2.4-timed-out.jhist, JSON, FAILED, 1, 0, 0, 1, 0, 0",
    "2.5-uber-unfinished.jhist, JSON, UNFINISHED, 1, 0, 0, 0, 0, 1",
    "2.6-teragen.jhist, JSON, SUCCEEDED, 2, 0, 2, 0, 0, 0",
    "3.3.6-terasort.jhist, AVRO, SUCCEEDED, 2, 2, 4, 0, 0, 0",
    "3.4.2-terasort.jhist, AVRO, SUCCEEDED, 2, 2, 4, 0, 0, 0",
    "3.5.0-distcp.jhist, AVRO, SUCCEEDED, 2, 0, 2, 0, 0, 0",
    "3.5.0-failed-attempt.jhist, AVRO, SUCCEEDED, 2, 2, 4, 1, 0, 0",
    "3.5.0-hive.jhist, AVRO, SUCCEEDED, 1, 1, 2, 0, 0, 0",
    "3.5.0-sqoop.jhist, AVRO, SUCCEEDED, 3, 0, 3, 0, 0, 0",
    "3.5.0-streaming.jhist, AVRO, SUCCEEDED, 3, 1, 4, 0, 0, 0",
    "3.5.0-two-masters.jhist, JSON, SUCCEEDED, 3, 1, 4, 0, 0, 0",
    "3.5.0-uber.jhist, JSON, SUCCEEDED, 1, 1, 2, 0, 0, 0",
    "3.5.0-terasort.jhist, AVRO, SUCCEEDED, 2, 2, 4, 0, 0, 0",
    "3.5.0-wordcount.jhist, JSON, SUCCEEDED, 2, 2, 4, 0, 0, 0",
  })
  void attemptsAreThoseOfTheFile(
      String name,
      Format format,
      Ending ending,
      int maps,
      int reduces,
      int succeeded,
      int failed,
      int killed,
      int unfinished) {
    HistoryJob job = HistoryFile.read(history(name));

    assertThat(job.file()).isEqualTo(name);
    assertThat(job.identity().format()).isEqualTo(format);
    assertThat(job.ending()).isEqualTo(ending);
    assertThat(job.totals().maps()).isEqualTo(maps);
    assertThat(job.totals().reduces()).isEqualTo(reduces);
    assertThat(
            Stream.of(Ending.values())
                .map(e -> job.attempts().stream().filter(a -> a.ending() == e).count()))
        .containsExactly((long) succeeded, (long) failed, (long) killed, (long) unfinished);
    assertThat(job.attempts())
        .extracting(a -> a.times().startMs())
        .isSorted()
        .doesNotContain(Times.NEVER);
    assertThat(job.doubts()).extracting(Doubt::kind).containsOnly(Doubt.Kind.NO_CONFIGURATION);
  }

  @Test
  void countersAreThoseThatTheJobSays() {
    HistoryJob job = HistoryFile.read(history(SLEEP));

    // of the event JOB_FINISHED
    assertThat(job.counters().get(Counter.CPU_MILLISECONDS)).isEqualTo(4460);
    assertThat(job.counters().get(Counter.GC_TIME_MILLIS)).isEqualTo(2256);
    assertThat(job.counters().get(Counter.FILE_BYTES_WRITTEN)).isEqualTo(528_584);
    assertThat(job.counters().get(Counter.STORE_BYTES_READ)).isEqualTo(480);
    assertThat(job.counters().get(Counter.TOTAL_LAUNCHED_MAPS)).isEqualTo(10);
    assertThat(job.counters().has(Counter.DATA_LOCAL_MAPS)).isFalse();
    for (Counter counter :
        List.of(Counter.CPU_MILLISECONDS, Counter.SPILLED_RECORDS, Counter.FILE_BYTES_READ)) {
      assertThat(job.attempts().stream().mapToLong(a -> a.counters().get(counter)).sum())
          .as(counter.name())
          .isEqualTo(job.counters().get(counter));
    }
    Attempt reduce = job.attempts().get(10);
    assertThat(reduce.type()).isEqualTo(TaskType.REDUCE);
    assertThat(reduce.times())
        .isEqualTo(new Times(1329348464995L, 1329348468462L, 1329348468517L, 1329348468600L));
    assertThat(HistoryFile.read(history("2.6-teragen.jhist")).counters().get(Counter.OUTPUT_BYTES))
        .isEqualTo(10_000);
  }

  @Test
  void causeOfAFailureIsKeptAndItsTextIsNot() throws Exception {
    HistoryJob failed = HistoryFile.read(history("2.4-timed-out.jhist"));
    assertThat(failed.attempts()).extracting(Attempt::cause).containsExactly(Cause.TIMEOUT);
    assertThat(failed.toString()).doesNotContain("5 secs");
    assertThat(HistoryFile.read(history(SLEEP)).attempts())
        .extracting(Attempt::cause)
        .containsOnlyNulls();
  }

  @Test
  void causeThatIsNotKnownIsKeptInItsOwnWords() throws Exception {
    String said = "AttemptID:attempt_1393307629410_0001_m_000000_0 Timed out after 5 secs";
    HistoryJob failed =
        HistoryFile.read(
            changed("2.4-timed-out.jhist", said, "Error: java.io.EOFException in /data/secret"));
    assertThat(failed.attempts()).extracting(Attempt::cause).containsExactly(Cause.OTHER);
    assertThat(failed.attempts())
        .extracting(Attempt::words)
        .containsExactly("Error: java.io.EOFException in …");
  }

  @Test
  void mapWhoseOutputWasLostKeepsWhatItDid() throws Exception {
    String lost =
        """
        {"type":"MAP_ATTEMPT_FAILED","event":{"org.apache.hadoop.mapreduce.jobhistory.\
        TaskAttemptUnsuccessfulCompletion":{"taskid":"task_1329348432655_0001_m_000005",\
        "taskType":"MAP","attemptId":"attempt_1329348432655_0001_m_000005_0",\
        "finishTime":1329348468000,"hostname":"localhost","port":1,"rackname":"/r",\
        "status":"FAILED","error":"Too many fetch failures.Failing the attempt",\
        "clockSplits":[],"cpuUsages":[],"vMemKbytes":[],"physMemKbytes":[]}}}
        """;
    Attempt attempt =
        HistoryFile.read(written(Files.readString(history(SLEEP)) + lost)).attempts().stream()
            .filter(a -> a.brief().equals("m_000005_0"))
            .findFirst()
            .orElseThrow();

    assertThat(attempt.ending()).isEqualTo(Ending.FAILED);
    assertThat(attempt.cause()).isEqualTo(Cause.NODE);
    assertThat(attempt.times().finishMs()).isEqualTo(1329348461951L);
    assertThat(attempt.counters().get(Counter.CPU_MILLISECONDS)).isEqualTo(340);
  }

  @ParameterizedTest
  @CsvSource({
    "OFF_SWITCH, ELSEWHERE, a",
    "RACK_LOCAL, RACK, a",
    "NODE_LOCAL, NODE, 172.25.142.198",
    // as before Hadoop 2.4: the node is one of the split's
    "'', NODE, 172.25.142.198",
  })
  void placeOfAMapIsThatOfItsSplit(String said, Locality locality, String source) throws Exception {
    Path file = changed("2.4-timed-out.jhist", "OFF_SWITCH", said);
    assertThat(HistoryFile.read(file).attempts())
        .extracting(Attempt::locality, Attempt::source)
        .containsExactly(tuple(Locality.UNKNOWN, ""));
    String text = Files.readString(file);
    file =
        written(text.replace("\"splitLocations\":\"\"", "\"splitLocations\":\"a,172.25.142.198\""));
    assertThat(HistoryFile.read(file).attempts())
        .extracting(Attempt::locality, Attempt::source)
        .containsExactly(tuple(locality, source));
  }

  @Test
  void eventsThatNobodyKnowsAreCounted() throws Exception {
    Path file = changed(SLEEP, "\"TASK_FINISHED\"", "\"TASK_PAUSED\"");
    assertThat(HistoryFile.read(file).doubts())
        .contains(new Doubt(Doubt.Kind.UNKNOWN_EVENTS, 11, "TASK_PAUSED"));
  }

  /** What an ApplicationMaster that was killed leaves, or half a copy. */
  @ParameterizedTest
  @ValueSource(strings = {SLEEP, "2.6-teragen.jhist", TERASORT})
  void cutFileIsNeverTakenForAWholeOne(String name) throws Exception {
    byte[] whole = Files.readAllBytes(history(name));
    HistoryJob job = HistoryFile.read(history(name));
    Path cut = folder.resolve("cut.jhist");
    long before = 0;
    int cuts = 0;
    for (int length = 0; length < whole.length - 2; length += 97) {
      Files.write(cut, Arrays.copyOf(whole, length));
      try {
        HistoryJob part = HistoryFile.read(cut);
        assertThat(part.ending()).isEqualTo(Ending.UNFINISHED);
        assertThat(part.identity().id()).isEqualTo(job.identity().id());
        long events =
            part.doubts().stream()
                .filter(d -> d.kind() == Doubt.Kind.CUT)
                .mapToLong(Doubt::count)
                .findFirst()
                .orElse(before);
        assertThat(events).isGreaterThanOrEqualTo(before);
        before = events;
        cuts++;
      } catch (CoreboundException e) {
        assertThat(e).hasMessageStartingWith(cut.toString());
        assertThat(e.status()).isEqualTo(ExitStatus.INVALID_INPUT);
        assertThat(before).as("events that came before the cut").isZero();
      }
    }
    assertThat(cuts).isPositive();
  }

  @Test
  void eventsBeforeACutAreCounted() throws Exception {
    String text = Files.readString(history(SLEEP));
    // within the last event
    HistoryJob part = HistoryFile.read(written(text.substring(0, text.length() - 100)));
    long events = text.lines().filter(line -> line.contains("{\"type\":\"")).count() - 1;
    assertThat(part.doubts())
        // the schema's line is no event
        .contains(new Doubt(Doubt.Kind.CUT, events - 1, ""));
    assertThat(part.attempts()).hasSize(11);
    assertThat(part.counters()).isEqualTo(Counters.NONE);
  }

  private void refuses(Path file, String message) {
    assertThatThrownBy(() -> HistoryFile.read(file))
        .isInstanceOfSatisfying(
            CoreboundException.class,
            e -> assertThat(e.status()).isEqualTo(ExitStatus.INVALID_INPUT))
        .hasMessageStartingWith(file.toString())
        .hasMessageContaining(message)
        .hasMessageNotContaining("\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "`` | : is empty",
        "Meta VERSION=\"1\" . | Hadoop 0.20 or 1.x, which is not supported",
        "Job JOBID=\"job_201001010000_0001\" JOBNAME=\"a\" . | Hadoop 0.20 or 1.x, which is not",
        "Jobtracker START_TIME=\"1262304000000\" . | Hadoop 0.20 or 1.x, which is not supported",
        "{\"jobs\":[]} | line 1: is no job history, as it begins with '{\"jobs\":[]}'",
        "PK\u0003\u0004. | begins with 'PK??.'",
        "Avro-Json | line 2: is no schema",
        "Avro-Binary | line 2: is no schema",
      })
  void whatIsNoHistoryIsRefusedInOneLine(String text, String message) throws Exception {
    refuses(written(text), message);
  }

  @Test
  void whatIsBrokenIsRefusedWithItsPlace() throws Exception {
    refuses(changed(SLEEP, "\"totalMaps\":10", "\"totalMaps\":ten"), " event 3: is no event");
    refuses(
        changed(
            SLEEP,
            "\"attempt_1329348432655_0001_m_000000_0\",\"startTime\"",
            "\"none\",\"startTime\""),
        " event 16: is no event of a job history: 'none' is no attempt's id");
    refuses(
        changed(SLEEP, "\"jobid\":\"job_1329348432655_0001\"", "\"jobid\":\"../../job\""),
        "'../../job' is no job's id");
    byte[] bytes = Files.readAllBytes(history(TERASORT));
    int events = new String(bytes, StandardCharsets.ISO_8859_1).indexOf("\n", 20) + 1;
    bytes[events] = 0x7f;
    refuses(Files.write(folder.resolve("broken.jhist"), bytes), " event 1: is no event");
    refuses(folder.resolve("none.jhist"), "no such file");
  }

  @Test
  void historiesOfAFolderAreFoundBelowIt() throws Exception {
    assertThatThrownBy(() -> HistoryFile.in(folder))
        .isInstanceOf(CoreboundException.class)
        .hasMessageContaining(folder + ": has no job history");
    Path day = Files.createDirectories(folder.resolve("done/2026/11/28/000000"));
    Files.createFile(day.resolve("job_1_0002-x.jhist"));
    Files.createFile(day.resolve("job_1_0002_conf.xml"));
    Files.createFile(folder.resolve("job_1_0001-x.jhist"));
    assertThat(HistoryFile.in(folder).histories())
        .extracting(file -> file.getFileName().toString())
        .containsExactlyInAnyOrder("job_1_0001-x.jhist", "job_1_0002-x.jhist");
  }

  @Test
  void linkToAFolderIsThatFolder() throws Exception {
    Path done = Files.createDirectories(folder.resolve("done/day")).getParent();
    Files.createFile(done.resolve("day/job_1_0001-x.jhist"));
    Path link = Files.createSymbolicLink(folder.resolve("link"), done);
    assertThat(HistoryFile.in(link).histories())
        .containsExactly(link.resolve("day/job_1_0001-x.jhist"));
  }

  @Test
  void folderWithoutPermissionDoesNotHideTheOthers() throws Exception {
    Path closed = Files.createDirectory(folder.resolve("closed"));
    Files.createFile(folder.resolve("job_1_0001-x.jhist"));
    Files.setPosixFilePermissions(closed, Set.of());
    assumeFalse(Files.isReadable(closed), "root reads every folder");
    HistoryFile.Found found = HistoryFile.in(folder);
    assertThat(found.histories()).hasSize(1);
    assertThat(found.closed()).containsOnlyKeys(closed);
    assertThat(found.closed().get(closed)).hasMessageContaining("has no permission");
  }

  @Test
  void nameOfAJobHasNoControlCharacters() throws Exception {
    // Avro has a length before each text: 0x1b for a letter of it
    byte[] bytes = Files.readAllBytes(history(TERASORT));
    int at = new String(bytes, StandardCharsets.ISO_8859_1).indexOf("TeraSort");
    bytes[at] = 0x1b;
    Path file = Files.write(folder.resolve("job.jhist"), bytes);
    assertThat(HistoryFile.read(file).identity().name()).isEqualTo(" eraSort");
  }
}
