package io.corebound.analysis.study.explain;

import io.corebound.records.format.StructuredFiles;
import io.corebound.records.history.Attempt;
import io.corebound.records.history.Cause;
import io.corebound.records.history.Counter;
import io.corebound.records.history.Counters;
import io.corebound.records.history.Ending;
import io.corebound.records.history.HistoryJob;
import io.corebound.records.history.Locality;
import io.corebound.records.history.Setting;
import io.corebound.records.history.TaskType;
import io.corebound.records.run.CellResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Jobs as histories tell them: of a sample's measured cells, and made up. */
public final class Histories {
  /** What the names of counters are where they are not those of {@link Counter}. */
  private static final Map<String, Counter> OTHER_NAMES =
      Map.of(
          "FileInputFormatCounter/BYTES_READ", Counter.INPUT_BYTES,
          "FileOutputFormatCounter/BYTES_WRITTEN", Counter.OUTPUT_BYTES,
          "FileSystemCounter/HDFS_BYTES_READ", Counter.STORE_BYTES_READ,
          "FileSystemCounter/HDFS_BYTES_WRITTEN", Counter.STORE_BYTES_WRITTEN);

  private static final Path SAMPLES = Path.of("../results/samples");

  private Histories() {}

  /** The job of a measured cell, as a TeraSort. */
  static HistoryJob ofCell(String sample, String cell) {
    CellResult result =
        StructuredFiles.readJson(
            SAMPLES.resolve(sample).resolve("cells").resolve(cell).resolve("cell.json"),
            CellResult.class);
    CellResult.Job sort =
        result.stages().stream().filter(j -> j.name().equals("terasort")).findFirst().orElseThrow();
    Map<Setting, String> settings = new EnumMap<>(Setting.class);
    result
        .configuration()
        .forEach(
            (key, value) ->
                Setting.of(key).ifPresent(s -> s.kept(value).ifPresent(v -> settings.put(s, v))));
    settings.put(Setting.INPUT_FORMAT, "org.apache.hadoop.examples.terasort.TeraInputFormat");
    settings.put(
        Setting.PARTITIONER, "org.apache.hadoop.examples.terasort.TeraSort$TotalOrderPartitioner");
    settings.put(Setting.OUTPUT_KEY, "org.apache.hadoop.io.Text");
    List<Attempt> attempts = result.tasks().stream().map(Histories::attempt).toList();
    int maps = (int) attempts.stream().filter(Attempt::isMap).count();
    return new HistoryJob(
        cell + ".jhist",
        new HistoryJob.Identity(sort.jobId(), "TeraSort", HistoryJob.Format.AVRO),
        Ending.SUCCEEDED,
        new HistoryJob.Times(ms(sort.submitS()), ms(sort.submitS()), ms(sort.finishS()), List.of()),
        new HistoryJob.Totals(maps, attempts.size() - maps, false),
        attempts,
        counters(result.counters()),
        settings,
        List.of());
  }

  private static Attempt attempt(CellResult.Task task) {
    String[] id = task.id().split("_");
    TaskType type = task.type();
    return new Attempt(
        type,
        Integer.parseInt(id[4]),
        Integer.parseInt(id[5]),
        task.state(),
        null,
        "",
        task.host(),
        type == TaskType.MAP ? Locality.NODE : Locality.UNKNOWN,
        type == TaskType.MAP ? task.host() : "",
        new Attempt.Times(
            ms(task.startS()),
            ms(task.shuffleFinishS()),
            ms(task.sortFinishS()),
            ms(task.finishS())),
        counters(task.counters()));
  }

  private static Counters counters(Map<String, Long> byName) {
    Map<Counter, Long> known = new EnumMap<>(Counter.class);
    byName.forEach(
        (name, value) -> {
          Counter other = OTHER_NAMES.get(name);
          String plain = name.replaceFirst(".*/", "");
          for (Counter counter : Counter.values()) {
            boolean same = counter.name().equals(plain) && !name.startsWith("Shuffle");
            if (counter == other || other == null && same) {
              known.put(counter, value);
            }
          }
        });
    return Counters.of(known);
  }

  private static long ms(double seconds) {
    return Double.isNaN(seconds) ? Attempt.Times.NEVER : Math.round(seconds * 1e3);
  }

  /** An attempt that succeeded, on a node of its data; times in seconds. */
  public static Attempt map(int task, String host, long startS, long finishS, Object... counted) {
    return new Attempt(
        TaskType.MAP,
        task,
        0,
        Ending.SUCCEEDED,
        null,
        "",
        host,
        Locality.NODE,
        host,
        new Attempt.Times(startS * 1000, -1, -1, finishS * 1000),
        counters(counted));
  }

  /** As {@link #map}. */
  public static Attempt reduce(
      int task, String host, long startS, long shuffleS, long finishS, Object... counted) {
    return map(task, host, startS, finishS, counted)
        .with(
            b ->
                b.type(TaskType.REDUCE)
                    .locality(Locality.UNKNOWN)
                    .source("")
                    .times(
                        new Attempt.Times(
                            startS * 1000, shuffleS * 1000, shuffleS * 1000, finishS * 1000)));
  }

  /** The same attempt, come to nothing. */
  public static Attempt lost(Attempt attempt, Ending ending, Cause cause) {
    return attempt.with(b -> b.ending(ending).cause(cause).number(attempt.number() + 1));
  }

  /** Counters and their values in turn. */
  public static Counters counters(Object... counted) {
    Map<Counter, Long> values = new EnumMap<>(Counter.class);
    for (int i = 0; i < counted.length; i += 2) {
      values.put((Counter) counted[i], ((Number) counted[i + 1]).longValue());
    }
    return Counters.of(values);
  }

  /** A job that succeeded, from a submission to a finish in seconds. */
  public static HistoryJob job(
      long submitS, long finishS, Map<Setting, String> settings, List<Attempt> attempts) {
    int maps = (int) attempts.stream().filter(Attempt::isMap).map(Attempt::task).distinct().count();
    int reduces =
        (int) attempts.stream().filter(a -> !a.isMap()).map(Attempt::task).distinct().count();
    return new HistoryJob(
        "job_1_0001.jhist",
        new HistoryJob.Identity("job_1_0001", "nightly", HistoryJob.Format.AVRO),
        Ending.SUCCEEDED,
        new HistoryJob.Times(submitS * 1000, submitS * 1000, finishS * 1000, List.of()),
        new HistoryJob.Totals(maps, reduces, false),
        new ArrayList<>(attempts),
        Counters.NONE,
        settings,
        List.of());
  }
}
