package io.corebound.analysis.study.account;

import io.corebound.analysis.theory.JobCosts;
import io.corebound.analysis.theory.JobCosts.Task;
import io.corebound.analysis.theory.LeverRows;
import io.corebound.analysis.theory.Machine;
import io.corebound.records.config.LeverFile;
import io.corebound.records.config.WorkloadFile.Step;
import io.corebound.records.history.Setting;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Set;

/**
 * The data of a job that ran, by its counters, and what they went through.
 *
 * @param codec of the map output, {@code none} among them; {@link JobSettings#OTHER_CODEC} for one
 *     that no machine has measured
 * @param remote the part of the maps that read from another node
 */
@RecordBuilder
public record Shape(
    MapData map,
    ReduceData reduce,
    String codec,
    String lever,
    Input input,
    boolean partitionsTotally,
    Storage storage,
    double remote,
    int nodes)
    implements ShapeBuilder.With {
  private static final String READ_RECORDS = "read.tera-records";
  private static final String READ_FILE = "read.hdfs";
  private static final String SPLIT_LINES = "parse.lines";
  private static final Set<String> WAYS_TO_READ = Set.of(READ_RECORDS, READ_FILE, SPLIT_LINES);
  private static final Set<String> COLLECTS = Set.of("sort", "merge");

  /** The lever of configs/lever that collects map output. */
  public static final String COLLECTOR = "prefix";

  /** Without a codec. */
  public static final String NO_CODEC = "none";

  /** Map output that is stored in less than this part of itself was compressed. */
  private static final double COMPRESSED = 1.1;

  /** How a job reads. */
  public enum Input {
    TERA_RECORDS,
    LINES,
    OTHER
  }

  static Shape of(TaskSums maps, TaskSums reduces, JobSettings settings, int nodes) {
    MapData map = MapData.of(maps);
    return new Shape(
        map,
        ReduceData.of(reduces, map, settings),
        settings.codec().orElse(map.ratio() > COMPRESSED ? JobSettings.OTHER_CODEC : NO_CODEC),
        settings.lever(),
        input(settings),
        settings.isOf(Setting.PARTITIONER, "TotalOrderPartitioner"),
        Storage.of(maps, reduces, Math.min(settings.replication(), nodes), nodes),
        Double.isNaN(maps.remote()) ? 0 : maps.remote(),
        nodes);
  }

  private static Input input(JobSettings settings) {
    if (settings.isOf(Setting.INPUT_FORMAT, "TeraInputFormat")) {
      return Input.TERA_RECORDS;
    }
    boolean usual = settings.known() && !settings.stated().containsKey(Setting.INPUT_FORMAT);
    return usual || settings.isOf(Setting.INPUT_FORMAT, "TextInputFormat")
        ? Input.LINES
        : Input.OTHER;
  }

  /** Whether map output is compressed. */
  public boolean compresses() {
    return !codec.equals(NO_CODEC);
  }

  /** JVMs of its maps or its reduces: those of an uber job share its master's. */
  double jvms(boolean ofMaps, boolean uber) {
    return uber ? Math.min(1, tasks(ofMaps)) : tasks(ofMaps);
  }

  /** How many tasks there are. */
  public double tasks(boolean ofMaps) {
    return ofMaps ? map.tasks() : reduce.tasks();
  }

  /** Bytes that a task works on, in the mean, as the curve of a cold start counts them. */
  private double payloadOfTask(boolean ofMaps) {
    return ofMaps
        ? map.inputBytes() / Math.max(1, map.tasks())
        : map.serialized(reduce.records()) / Math.max(1, reduce.tasks());
  }

  /** The same with another codec, which stores the map output in so many times fewer bytes. */
  public Shape withCodec(String other, double ratio) {
    return with(
        b ->
            b.codec(other)
                .map(map.withRatio(ratio))
                .reduce(reduce.withStored(map.ratio() / ratio)));
  }

  /** The same with maps that spill once. */
  public Shape withOneSpill() {
    return withMap(map.withOneSpill());
  }

  /** The same with the lever that collects map output. */
  public Shape withCollector() {
    return withLever(COLLECTOR);
  }

  /** Whether Hadoop itself collects map output. */
  public boolean isHadoops() {
    return lever.equals(LeverFile.NONE);
  }

  /** The same in other numbers of tasks. */
  public Shape withTasks(double maps, double reduces) {
    return with(b -> b.map(map.withTasks(maps)).reduce(reduce.withTasks(reduces)));
  }

  /** A map or a reduce in the mean. */
  public Task task(boolean ofMap, JobCosts costs) {
    return new Task(
        ofMap,
        codec,
        steps(costs),
        ofMap ? CountedVolumes.map(this) : CountedVolumes.reduce(this),
        map.ratio(),
        payloadOfTask(ofMap));
  }

  /** Those of any job, but that there is one way to read, and that a lever may collect. */
  private List<Step> steps(JobCosts costs) {
    Set<String> reading = reading(costs.machine());
    return costs.steps(codec).stream()
        .filter(s -> reading.contains(s.operation()) || !WAYS_TO_READ.contains(s.operation()))
        .map(
            s ->
                COLLECTS.contains(s.operation())
                    ? s.costing(LeverRows.id(lever, s.operation()))
                    : s)
        .toList();
  }

  /** Records that an input format makes are read from nowhere. */
  private Set<String> reading(Machine machine) {
    boolean asRecords =
        machine.has(READ_RECORDS) && (input == Input.TERA_RECORDS || !machine.has(READ_FILE));
    return !(map.inputBytes() > 0)
        ? Set.of()
        : asRecords
            ? Set.of(READ_RECORDS)
            : input == Input.LINES ? Set.of(READ_FILE, SPLIT_LINES) : Set.of(READ_FILE);
  }
}
