package io.corebound.analysis.theory.account;

import io.corebound.analysis.theory.Costs;
import io.corebound.analysis.theory.LeverRows;
import io.corebound.analysis.theory.account.Yardstick.Drawn;
import io.corebound.records.config.LeverFile;
import io.corebound.records.history.Setting;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.ArrayList;
import java.util.List;

/**
 * What decides the steps of a job: its data, and what they go through.
 *
 * @param codec of the map output, {@code none} among them; {@link JobSettings#OTHER_CODEC} for one
 *     that no machine has measured
 */
@RecordBuilder
public record Shape(
    MapData map,
    ReduceData reduce,
    String codec,
    String lever,
    Input input,
    boolean partitionsTotally,
    Storage storage)
    implements ShapeBuilder.With {
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
        Storage.of(maps, reduces, Math.min(settings.replication(), nodes), nodes));
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
    double tasks = ofMaps ? map.tasks() : reduce.tasks();
    return uber ? Math.min(1, tasks) : tasks;
  }

  /** Bytes that a task works on, in the mean, as the curve of a cold start counts them. */
  double payloadOfTask(boolean ofMaps) {
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

  /** Its steps with their costs; those that have nothing to do are left out. */
  public List<StepCost> steps(Drawn drawn) {
    return new Steps(this, drawn).all();
  }

  /** Adds up the steps of one shape. */
  private static final class Steps {
    private final Shape shape;
    private final Costs costs;
    private final double shift;
    private final List<StepCost> all = new ArrayList<>();

    Steps(Shape shape, Drawn drawn) {
      this.shape = shape;
      this.costs = drawn.costs();
      this.shift = drawn.ofRecords();
    }

    List<StepCost> all() {
      MapData map = shape.map;
      read();
      add(Step.CALL_MAP, map.inputRecords(), map.inputBytes(), "payload");
      if (shape.partitionsTotally && shape.reduce.tasks() > 1) {
        add(Step.PARTITION, map.collectedRecords(), map.collectedBytes(), "serialized");
      }
      add(Step.SORT, map.collectedRecords(), map.collectedBytes(), "serialized");
      double combined = map.combinedRecords();
      add(Step.COMBINE, combined, map.serialized(combined), "serialized");
      double spilled = map.spilledRecords();
      add(Step.COMPRESS_SPILLS, spilled, map.ifile(spilled), "ifile");
      double merged = map.mergedRecords();
      add(Step.DECOMPRESS_SPILLS, merged, map.ifile(merged), "ifile");
      add(Step.MERGE_SPILLS, merged, map.serialized(merged), "serialized");
      add(Step.WRITE_FROM_MAP, 0, map.directBytes(), "payload");
      reduces(map, shape.reduce);
      return all;
    }

    private void read() {
      MapData map = shape.map;
      // records that an input format makes are read from nowhere
      if (!(map.inputBytes() > 0)) {
        return;
      }
      boolean records =
          shape.input == Input.TERA_RECORDS || !costs.knows(operation(Step.READ_FILE));
      if (records && costs.knows(operation(Step.READ_RECORDS))) {
        add(Step.READ_RECORDS, map.inputRecords(), map.inputBytes(), "payload");
        return;
      }
      add(Step.READ_FILE, map.inputRecords(), map.inputBytes(), "payload");
      if (shape.input == Input.LINES) {
        add(Step.SPLIT_LINES, map.inputRecords(), map.inputBytes(), "payload");
      }
    }

    private void reduces(MapData map, ReduceData reduce) {
      double ratio = map.ratio();
      double toMemory = (reduce.fetchedBytes() - reduce.straightBytes()) * ratio;
      double written = reduce.writtenBytes() * ratio;
      double records = reduce.records();
      double perRecord = map.ifile(1);
      double writtenRecords = perRecord > 0 ? written / perRecord : 0;
      add(Step.FETCH, records, reduce.fetchedBytes(), "compressed");
      add(Step.DECOMPRESS_FETCHED, records, toMemory, "ifile");
      add(Step.MERGE_FETCHED, writtenRecords, map.serialized(writtenRecords), "serialized");
      add(Step.COMPRESS_MERGED, writtenRecords, written, "ifile");
      add(Step.DECOMPRESS_MERGED, records, reduce.readBytes() * ratio, "ifile");
      add(Step.MERGE_LAST, records, map.serialized(records), "serialized");
      add(Step.CALL_REDUCE, records, map.serialized(records), "serialized");
      add(Step.WRITE, reduce.outputRecords(), reduce.outputBytes(), "payload");
    }

    private String operation(Step step) {
      String operation = step.operation(shape.codec);
      boolean collects = step == Step.SORT || step == Step.MERGE_SPILLS;
      return collects ? LeverRows.id(shape.lever, operation) : operation;
    }

    private void add(Step step, double records, double bytes, String form) {
      if (!(records > 0 || bytes > 0) || step.needsCodec() && !shape.compresses()) {
        return;
      }
      String operation = operation(step);
      if (!costs.knows(operation)) {
        all.add(new StepCost(step, operation, bytes, 0, 0, false));
        return;
      }
      double coreS =
          costs.coreS(operation, records, bytes, form, ofRecords(step, records))
              * costs.withinTask(step.ofMap(), shape.compresses());
      double ofTask = coreS * costs.taskShare(operation);
      // a DataNode's for each copy on its disk; tasks send the first alone
      double copies =
          switch (step.activity()) {
            case WRITE -> shape.storage.written();
            case READ -> shape.storage.readOnDisk();
            default -> 1;
          };
      all.add(new StepCost(step, operation, bytes, ofTask, copies * (coreS - ofTask), true));
    }

    /** Records that were not counted can cost nothing. */
    private double ofRecords(Step step, double records) {
      double part = step.ofRecords();
      boolean mixed = part > 0 && part < 1;
      return records > 0 ? mixed ? Math.max(0, Math.min(1, part + shift)) : part : 0;
    }
  }
}
