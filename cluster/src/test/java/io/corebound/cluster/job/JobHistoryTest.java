package io.corebound.cluster.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.corebound.records.history.Ending;
import io.corebound.records.history.Interval;
import io.corebound.records.history.TaskType;
import io.corebound.records.run.CellResult.Task;
import io.corebound.records.run.MeasuredInterval;
import io.corebound.records.units.CoreboundException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The fixture is the history of a real TeraSort of 100,000 rows with two maps and two reduces, and
 * what its client printed.
 */
class JobHistoryTest {
  private static final Path HISTORY = Path.of("src/test/resources/histories/3.5.0-terasort.jhist");
  private static final Path CLIENT_LOG = Path.of("src/test/resources/terasort-client.log");

  @Test
  void countersAreThoseThatTheClientPrinted() throws Exception {
    Map<String, Long> counters = JobHistory.read(HISTORY).counters();

    assertThat(counters)
        .containsEntry("TaskCounter/MAP_INPUT_RECORDS", printed("Map input records"))
        .containsEntry("TaskCounter/SPILLED_RECORDS", printed("Spilled Records"))
        .containsEntry("TaskCounter/REDUCE_SHUFFLE_BYTES", printed("Reduce shuffle bytes"))
        .containsEntry("TaskCounter/CPU_MILLISECONDS", printed("CPU time spent (ms)"))
        .containsEntry("FileSystemCounter/HDFS_BYTES_READ", printed("HDFS: Number of bytes read"))
        .containsEntry(
            "FileSystemCounter/FILE_BYTES_WRITTEN", printed("FILE: Number of bytes written"))
        .containsEntry("Shuffle Errors/IO_ERROR", printed("IO_ERROR"));
  }

  @Test
  void countersOfTheTasksAddUpToThoseOfTheJob() {
    JobHistory history = JobHistory.read(HISTORY);

    for (String counter :
        List.of("MAP_OUTPUT_BYTES", "SPILLED_RECORDS", "CPU_MILLISECONDS", "GC_TIME_MILLIS")) {
      String name = "TaskCounter/" + counter;
      long sum = history.tasks().stream().mapToLong(t -> t.counters().getOrDefault(name, 0L)).sum();
      assertThat(sum).as(name).isEqualTo(history.counters().get(name));
    }
  }

  @Test
  void everyAttemptHasItsTimes() throws Exception {
    JobHistory history = JobHistory.read(HISTORY);

    assertThat(history.state()).isEqualTo("SUCCEEDED");
    assertThat(history.tasks())
        .extracting(Task::type)
        .containsExactly(TaskType.MAP, TaskType.MAP, TaskType.REDUCE, TaskType.REDUCE);
    assertThat(history.tasks()).extracting(Task::host).containsOnly("localhost");
    double previous = history.submitS();
    assertThat(history.launchS()).isGreaterThan(previous);
    for (Task task : history.tasks()) {
      assertThat(task.startS()).isBetween(history.launchS(), task.finishS());
      assertThat(task.finishS()).isBetween(task.startS(), history.finishS());
      if (task.type() == TaskType.REDUCE) {
        assertThat(task.shuffleFinishS()).isBetween(task.startS(), task.sortFinishS());
        assertThat(task.sortFinishS()).isBetween(task.shuffleFinishS(), task.finishS());
      } else {
        assertThat(task.shuffleFinishS()).isNaN();
      }
    }
    double mapMs =
        history.tasks().stream()
            .filter(t -> t.type() == TaskType.MAP)
            .mapToDouble(t -> (t.finishS() - t.startS()) * 1000)
            .sum();
    assertThat(mapMs)
        .isCloseTo((double) printed("Total time spent by all map tasks (ms)"), within(1.0));
  }

  @Test
  void historyThatIsCutOffIsSaidToBeSo(@TempDir Path folder) throws Exception {
    byte[] whole = Files.readAllBytes(HISTORY);
    Path cut = folder.resolve("cut.jhist");
    Files.write(cut, java.util.Arrays.copyOf(whole, 10));

    assertThatThrownBy(() -> JobHistory.read(cut))
        .isInstanceOf(CoreboundException.class)
        .hasMessageStartingWith(cut + " line 1: is no job history");
  }

  /** What an ApplicationMaster that was killed leaves. */
  @Test
  void historyWithoutItsEndIsRefusedOrHasNoIntervals(@TempDir Path folder) throws Exception {
    byte[] whole = Files.readAllBytes(HISTORY);
    Path cut = folder.resolve("cut.jhist");
    int withoutEnd = 0;
    for (int length = 0; length < whole.length; length += 101) {
      Files.write(cut, java.util.Arrays.copyOf(whole, length));
      try {
        JobHistory history = JobHistory.read(cut);
        if (Double.isNaN(history.finishS())) {
          withoutEnd++;
          assertThat(history.phases().intervals(JobHistoryTest::twoBusyCores)).isEmpty();
        }
      } catch (CoreboundException e) {
        assertThat(e).hasMessageStartingWith(cut.toString());
      }
    }
    assertThat(withoutEnd).isPositive();
  }

  @Test
  void intervalsFollowOneAnother() {
    JobHistory job =
        job(
            100,
            130,
            map(Ending.SUCCEEDED, 104, 110),
            map(Ending.SUCCEEDED, 105, 112),
            // was killed and done again: its end is no map's end
            map(Ending.KILLED, 103, 120),
            reduce(112.5, 115, 115.5, 124),
            reduce(112.5, 116, 116.5, 126));

    assertThat(job.phases().intervals(JobHistoryTest::twoBusyCores))
        .containsExactly(
            new MeasuredInterval(Interval.MAP, 104, 112, 8, 16),
            new MeasuredInterval(Interval.SHUFFLE_TAIL, 112, 116, 4, 8),
            new MeasuredInterval(Interval.REDUCE, 116, 126, 10, 20),
            new MeasuredInterval(Interval.OVERHEAD, 100, 130, 8, 16));
  }

  @Test
  void jobWithoutReducesHasNoReduceInterval() {
    assertThat(
            job(0, 10, map(Ending.SUCCEEDED, 2, 9))
                .phases()
                .intervals(JobHistoryTest::twoBusyCores))
        .extracting(MeasuredInterval::name)
        .containsExactly(Interval.MAP, Interval.OVERHEAD);
  }

  @Property(tries = 200)
  void intervalsAddUpToTheJob(
      @ForAll @Size(4) List<@DoubleRange(min = 0, max = 50) Double> starts,
      @ForAll @Size(4) List<@DoubleRange(min = 0, max = 50) Double> lengths) {
    JobHistory job =
        job(
            0,
            200,
            map(Ending.SUCCEEDED, starts.get(0), starts.get(0) + lengths.get(0)),
            map(Ending.SUCCEEDED, starts.get(1), starts.get(1) + lengths.get(1)),
            reduceOf(starts.get(2), lengths.get(2)),
            reduceOf(starts.get(3), lengths.get(3)));

    List<MeasuredInterval> intervals = job.phases().intervals(JobHistoryTest::twoBusyCores);

    assertThat(intervals.stream().mapToDouble(MeasuredInterval::elapsedS).sum())
        .isCloseTo(200, within(1e-9));
    assertThat(intervals.stream().mapToDouble(MeasuredInterval::coreS).sum())
        .isCloseTo(400, within(1e-9));
    assertThat(intervals).allSatisfy(i -> assertThat(i.elapsedS()).isNotNegative());
  }

  private static double twoBusyCores(double start, double end) {
    return 2 * (end - start);
  }

  private static JobHistory job(double submit, double finish, Task... tasks) {
    return new JobHistory(
        "job_1_1", "SUCCEEDED", submit, submit + 1, finish, List.of(tasks), Map.of());
  }

  private static Task map(Ending state, double start, double finish) {
    return new Task(
        "m", TaskType.MAP, state, "localhost", start, Double.NaN, Double.NaN, finish, Map.of());
  }

  private static Task reduce(double start, double shuffled, double sorted, double finish) {
    return new Task(
        "r",
        TaskType.REDUCE,
        Ending.SUCCEEDED,
        "localhost",
        start,
        shuffled,
        sorted,
        finish,
        Map.of());
  }

  private static Task reduceOf(double start, double length) {
    return reduce(start, start + length / 3, start + length / 2, start + length);
  }

  private static long printed(String counter) throws Exception {
    Matcher matcher =
        Pattern.compile("^\\s*" + Pattern.quote(counter) + "=([0-9]+)$", Pattern.MULTILINE)
            .matcher(Files.readString(CLIENT_LOG));
    assertThat(matcher.find()).as(counter).isTrue();
    return Long.parseLong(matcher.group(1));
  }
}
