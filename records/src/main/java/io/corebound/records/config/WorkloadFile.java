package io.corebound.records.config;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.history.Interval;
import io.corebound.records.units.DataSize;
import io.corebound.records.units.Refuse;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * {@code configs/workload/<name>.yaml}: the basic operations that a job consists of, each with the
 * interval that it falls into and the data that it works on.
 *
 * @param record how large a record is in each of its forms; null where a sample shows it
 * @param sampledTasks whole tasks that are measured on a sample of the job's input, which shows
 *     what its maps make of it, what combining leaves and how far that is compressed; null where
 *     every record is passed on
 * @param publishedMbPerSPerCore what its source states for the whole, to be shown beside what is
 *     computed; null where it states nothing
 * @param reduceCores the part of a node's cores that works after the maps, of a job that is not cut
 *     into tasks; null for all
 * @param client work of its client before it submits the job; null for none
 * @param steps null for those of {@code sampledTasks}
 * @param otherSteps what tasks of other jobs do, in the place of these or beside them; jobs that
 *     ran are explained by them
 */
@RecordBuilder
public record WorkloadFile(
    String description,
    String source,
    Tasks tasks,
    RecordSize record,
    SampledTasks sampledTasks,
    @JsonProperty("published_mb_per_s_per_core") Double publishedMbPerSPerCore,
    @JsonInclude(JsonInclude.Include.NON_NULL) Double reduceCores,
    Client client,
    List<String> notModelled,
    List<Step> steps,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Step> otherSteps)
    implements WorkloadFileBuilder.With {

  /** The text that comes with the benchmarks. */
  private static final String CORPUS = "enwiki-2016";

  /** The texts that the benchmarks have or make. */
  static final List<String> TEXTS = List.of(CORPUS, "random-words", "web-log");

  /** The data of a map task, by the names that steps call it. */
  public static final List<String> MAP_VOLUMES =
      List.of(
          "split",
          "split-on-disk",
          "partitioned",
          "collected",
          "combined",
          "spilled",
          "map-output",
          "map-output-stored",
          "map-output-written",
          "map-written",
          "hdfs-read",
          "hdfs-written",
          "hdfs-moved");

  /** How often a map task may go over its data, by the names that steps call it. */
  public static final List<String> MAP_TIMES = List.of("map-merge-passes");

  /** The data of a reduce task, by the names that steps call it. */
  public static final List<String> REDUCE_VOLUMES =
      List.of(
          "fetched",
          "fetched-over-network",
          "fetched-to-memory",
          "merged-in-shuffle",
          "read-back-in-shuffle",
          "stored-in-shuffle",
          "merged-before-reduce",
          "read-back-before-reduce",
          "stored-before-reduce",
          "reduce-input",
          "reduce-input-on-disk",
          "output",
          "output-stored",
          "reduce-written",
          "hdfs-written");

  /** The data of a job that is not cut into tasks. */
  private static final List<String> STREAM_VOLUMES = List.of("input");

  public WorkloadFile {
    Refuse.when(tasks == null, "tasks is 'hadoop' or 'none'; it is missing");
    Refuse.when(
        record == null && sampledTasks == null,
        "record (payload, serialized, ifile, metadata) is missing");
    Refuse.when(
        record != null && sampledTasks != null,
        "record and sampled_tasks exclude each other: the sample shows how large records are");
    Refuse.when(
        sampledTasks != null && (tasks != Tasks.HADOOP || client != null),
        "sampled_tasks go with tasks: hadoop, and with no client of their own");
    Refuse.when(
        publishedMbPerSPerCore != null && !(publishedMbPerSPerCore > 0),
        "published_mb_per_s_per_core is above 0, not %s",
        publishedMbPerSPerCore);
    Refuse.when(
        reduceCores != null && (tasks != Tasks.NONE || !(reduceCores > 0 && reduceCores <= 1)),
        "reduce_cores is a part of the cores, above 0 and at most 1, and goes with tasks: none");
    steps = steps == null && sampledTasks != null ? sampledTasks.steps() : steps;
    Refuse.when(steps == null || steps.isEmpty(), "steps has at least one step");
    notModelled = notModelled == null ? List.of() : List.copyOf(notModelled);
    steps = valid("steps", tasks, steps);
    otherSteps = valid("other_steps", tasks, otherSteps == null ? List.of() : otherSteps);
    Refuse.when(
        sampledTasks != null
            && sampledTasks.reduce() == null
            && steps.stream().anyMatch(s -> s.interval() != Interval.MAP),
        "steps: a job whose sampled_tasks have no reduce has steps of its maps alone");
  }

  /** Of a node's cores those that work after the maps, at least one. */
  public int coresOfReduce(int cores) {
    return reduceCores == null ? cores : Math.max(1, (int) Math.round(reduceCores * cores));
  }

  private static List<Step> valid(String key, Tasks tasks, List<Step> steps) {
    for (int i = 0; i < steps.size(); i++) {
      Refuse.when(steps.get(i) == null, "%s[%d] is empty", key, i);
      requireNames(key + "[" + i + "].", tasks, steps.get(i));
    }
    return List.copyOf(steps);
  }

  /** Whether what its tasks cost, and make of their input, is measured on a sample of it. */
  public boolean worksOnSample() {
    return sampledTasks != null;
  }

  /** Whether its jobs have no reduces, so that what maps leave is the output. */
  public boolean mapsOnly() {
    return worksOnSample() && sampledTasks.reduce() == null;
  }

  /** A cluster as it serves this workload: without reduces where its jobs have none. */
  public ClusterFile on(ClusterFile cluster) {
    return mapsOnly() ? cluster.withReduceTasks(0) : cluster;
  }

  /** Whether its jobs have reduces, and a cluster gives them none. */
  public boolean lacksReduces(ClusterFile cluster) {
    return cluster.reduceTasks() == 0 && !mapsOnly();
  }

  private static void requireNames(String at, Tasks tasks, Step step) {
    boolean map = step.interval() == Interval.MAP;
    String whose = map ? "a map task" : "a reduce task";
    List<String> volumes = map ? MAP_VOLUMES : REDUCE_VOLUMES;
    List<String> times = map ? MAP_TIMES : List.of();
    if (tasks == Tasks.NONE) {
      whose = "a job that is not cut into tasks (tasks: none)";
      volumes = STREAM_VOLUMES;
      times = List.of();
    }
    requireName(at + "volume", step.volume(), "volume", whose, volumes);
    requireName(at + "reads", step.reads(), "volume", whose, volumes);
    requireName(at + "writes", step.writes(), "volume", whose, volumes);
    requireName(at + "sends", step.sends(), "volume", whose, volumes);
    requireName(at + "times", step.times(), "times", whose, times);
  }

  private static void requireName(
      String key, String name, String kind, String whose, List<String> known) {
    if (name != null && !known.contains(name)) {
      throw new IllegalArgumentException(
          "%s: unknown %s '%s' of %s%s"
              .formatted(
                  key,
                  kind,
                  name,
                  whose,
                  known.isEmpty() ? "; leave it out" : StructuredFiles.nearest(name, known)));
    }
  }

  /** Work of a job's client, in a cold JVM, before it submits the job, on this many records. */
  public record Client(String operation, long records) {
    public Client {
      Refuse.when(
          operation == null || operation.isBlank() || records < 1,
          "client has an operation and records, which are at least 1");
    }
  }

  /**
   * Whole tasks that are measured on a sample of a job's input, and the profile that measures them.
   *
   * @param reduce null for a job of maps alone
   * @param job what sets the tasks up; null where the benchmarks of the profile do
   */
  @RecordBuilder
  public record SampledTasks(
      String map,
      @JsonInclude(JsonInclude.Include.NON_NULL) String reduce,
      String profile,
      @JsonInclude(JsonInclude.Include.NON_NULL) Job job)
      implements WorkloadFileSampledTasksBuilder.With {
    public SampledTasks {
      Refuse.when(
          Stream.of(map, profile).anyMatch(n -> n == null || n.isBlank())
              || reduce != null && reduce.isBlank(),
          "sampled_tasks has map, profile, and reduce where the job has any");
    }

    /** The steps of a job of whole tasks: its maps, fetching, and its reduces. */
    private List<Step> steps() {
      Step maps =
          new Step(
              Interval.MAP,
              null,
              map,
              "split",
              null,
              "split",
              "map-output-written",
              "hdfs-moved",
              null);
      if (reduce == null) {
        return List.of(maps);
      }
      return List.of(
          maps,
          // the whole reduce task includes fetching: the two figures divide its total
          new Step(
              Interval.SHUFFLE_TAIL,
              "fetch",
              "shuffle.fetch",
              "fetched",
              null,
              null,
              "stored-in-shuffle",
              "fetched-over-network",
              null),
          new Step(
              Interval.REDUCE,
              null,
              reduce,
              "reduce-input",
              null,
              null,
              "reduce-written",
              "hdfs-written",
              null));
    }

    /** The operations that whole tasks measure; they bear the job's name, whatever that is. */
    public List<String> operations() {
      return Stream.of(map, reduce).filter(Objects::nonNull).toList();
    }

    /** The text of the sample where no other is given. */
    public String text() {
      return readsCorpus() ? CORPUS : job.text();
    }

    /** Whether its text is the corpus, in whose place a user may give another one. */
    public boolean readsCorpus() {
      return job == null || job.text() == null;
    }

    /**
     * Parameters of the benchmarks that measure them.
     *
     * @param workload the name of this workload, which the operations bear
     */
    public Map<String, String> parameters(String workload) {
      Map<String, String> parameters = new TreeMap<>(Map.of("corpus", text()));
      if (job != null) {
        parameters.put("workload", workload);
        parameters.put("command", job.command());
        parameters.put("jar", job.jar() == null ? "" : job.jar());
      }
      if (reduce == null) {
        parameters.put("partitions", "0");
      }
      return parameters;
    }
  }

  /**
   * A job as its user starts it.
   *
   * @param jar that has its classes; null for Hadoop's examples and corebound's jobs
   * @param mainClass its main class
   * @param arguments in which {@code {input}} and {@code {output}} stand for the paths, {@code
   *     {reduces}} for the number of reduces; null for the paths alone
   * @param text which text its input is; null for the corpus
   * @param check a command whose exit status judges the output, a file whose path it gets as its
   *     last argument; null where corebound has a check of its own
   */
  @RecordBuilder
  public record Job(
      @JsonInclude(JsonInclude.Include.NON_NULL) String jar,
      @JsonProperty("class") String mainClass,
      @JsonInclude(JsonInclude.Include.NON_NULL) List<String> arguments,
      @JsonInclude(JsonInclude.Include.NON_NULL) String text,
      @JsonInclude(JsonInclude.Include.NON_NULL) List<String> check)
      implements WorkloadFileJobBuilder.With {
    /** The paths alone. */
    private static final List<String> PATHS = List.of("{input}", "{output}");

    private static final List<String> PLACEHOLDERS = List.of("{input}", "{output}", "{reduces}");

    /** What looks like one; the numbers of a regular expression do not. */
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{[A-Za-z][A-Za-z_-]*\\}");

    public Job {
      Refuse.when(mainClass == null || mainClass.isBlank(), "job has a class, its main class");
      arguments = words("arguments", arguments);
      // a job of the examples may write nothing
      requirePlaceholders(
          arguments == null ? PATHS : arguments, jar == null ? PATHS.subList(0, 1) : PATHS);
      check = words("check", check);
      Refuse.when(jar == null && check != null, "check goes with a jar; leave it out");
      Refuse.when(
          jar != null && (check == null || check.isEmpty()),
          "a job of a jar has a check, such as [./check.sh]: a command that gets the output's"
              + " path");
    }

    private static void requirePlaceholders(List<String> arguments, List<String> paths) {
      List<String> named =
          arguments.stream()
              .flatMap(a -> PLACEHOLDER.matcher(a).results())
              .map(MatchResult::group)
              .toList();
      for (String name : named) {
        Refuse.when(
            !PLACEHOLDERS.contains(name),
            "arguments: nothing stands for %s%s",
            name,
            StructuredFiles.nearest(name, PLACEHOLDERS));
      }
      for (String path : paths) {
        Refuse.when(
            !named.contains(path),
            "arguments: %s is missing: where the job takes the path of its %s",
            path,
            path.substring(1, path.length() - 1));
      }
    }

    private static List<String> words(String key, List<String> words) {
      Refuse.when(
          words != null && words.stream().anyMatch(Objects::isNull), "%s has an empty entry", key);
      return words == null ? null : List.copyOf(words);
    }

    /** Its arguments for an input, an output and a number of reduces. */
    public List<String> arguments(String input, String output, String reduces) {
      return (arguments == null ? PATHS : arguments)
          .stream()
              .map(
                  a ->
                      a.replace("{input}", input)
                          .replace("{output}", output)
                          .replace("{reduces}", reduces))
              .toList();
    }

    /**
     * Main class and arguments in one word, each encoded as in a URL, with a plus between them: the
     * benchmarks' parameter {@code command}.
     */
    public String command() {
      return Stream.concat(
              Stream.of(mainClass), arguments("{input}", "{output}", "{reduces}").stream())
          .map(word -> URLEncoder.encode(word, StandardCharsets.UTF_8).replace("+", "%20"))
          .collect(Collectors.joining("+"));
    }
  }

  /** How a job is cut. */
  public enum Tasks {
    /** Into map and reduce tasks, as Hadoop cuts it. */
    @JsonProperty("hadoop")
    HADOOP,
    /** Not at all: every interval is one stream of data over all cores. */
    @JsonProperty("none")
    NONE
  }

  /**
   * Bytes of a record in each of its forms.
   *
   * @param serialized in the sort buffer, with the lengths that the Writables add
   * @param ifile in a spill or map output file, with the lengths that an IFile adds
   * @param metadata of the sort buffer's own accounting (16 B in MapOutputBuffer)
   */
  public record RecordSize(
      DataSize payload, DataSize serialized, DataSize ifile, DataSize metadata) {
    public RecordSize {
      Refuse.when(
          payload == null || serialized == null || ifile == null || metadata == null,
          "record has payload, serialized, ifile and metadata");
      Refuse.when(
          payload.bytes() < 1 || serialized.bytes() < 1 || ifile.bytes() < 1,
          "payload, serialized and ifile are at least 1B");
    }

    /** Of a record with another payload, the lengths around which are as long. */
    public RecordSize ofPayload(DataSize other) {
      long more = other.bytes() - payload.bytes();
      return new RecordSize(
          other,
          new DataSize(Math.max(1, serialized.bytes() + more)),
          new DataSize(Math.max(1, ifile.bytes() + more)),
          metadata);
    }
  }

  /**
   * A step of the job.
   *
   * @param interval any but the overhead, in which no task works
   * @param phase steps of one phase interleave within a task, phases follow each other; null for a
   *     phase of the interval's name
   * @param operation id of the operation; {@code {codec}} in it stands for the map output's codec,
   *     and the step is left out where there is none
   * @param times name of how often it goes over them; null for once
   * @param reads name of the data that it takes from the disk; null for none
   * @param writes name of the data that it leaves on the disk; null for none
   * @param sends name of the data that it sends over the network; null for none
   * @param byRecord the part of its cost that goes with the number of records, 0 to 1, whatever
   *     their size; the rest goes with their bytes; null for none
   */
  public record Step(
      Interval interval,
      String phase,
      String operation,
      String volume,
      String times,
      String reads,
      String writes,
      String sends,
      Double byRecord) {
    public Step {
      Refuse.when(
          interval == null || interval == Interval.OVERHEAD,
          "interval is map, shuffle-tail or reduce: it is the step's part of a task");
      Refuse.when(operation == null || operation.isBlank(), "a step has an operation");
      Refuse.when(volume == null || volume.isBlank(), "%s: a step has a volume", operation);
      byRecord = byRecord == null ? 0 : byRecord;
      Refuse.when(
          !(byRecord >= 0 && byRecord <= 1),
          "%s: by_record is 0 to 1, not %s",
          operation,
          byRecord);
      phase = phase == null ? interval.word() : phase;
    }

    /** The same step, whose cost is another operation's. */
    public Step costing(String other) {
      return new Step(interval, phase, other, volume, times, reads, writes, sends, byRecord);
    }

    /** The same step, whose whole cost goes with bytes. */
    public Step byBytes() {
      return new Step(interval, phase, operation, volume, times, reads, writes, sends, 0.0);
    }
  }
}
