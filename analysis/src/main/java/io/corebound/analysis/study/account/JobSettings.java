package io.corebound.analysis.study.account;

import io.corebound.records.config.LeverFile;
import io.corebound.records.config.MapOutputCodec;
import io.corebound.records.history.HistoryJob;
import io.corebound.records.history.Setting;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A job's settings, and the defaults of Hadoop 3.5's {@code mapred-default.xml} for the others.
 *
 * @param byHadoop3 whether it is known to have run on Hadoop 3
 */
public record JobSettings(Map<Setting, String> stated, boolean byHadoop3) {
  /** What stands for a codec that corebound does not know. */
  public static final String OTHER_CODEC = "unknown";

  private static final long MIB = 1L << 20;
  private static final double USUAL_CONTAINER_MB = 1024;
  private static final double HEAP_OF_CONTAINER = 0.8;

  /** Of a job's history. */
  static JobSettings of(HistoryJob job) {
    // Hadoop 3 alone has either
    boolean byHadoop3 =
        job.identity().format() == HistoryJob.Format.AVRO
            || job.settings().containsKey(Setting.HEAP_RATIO);
    return new JobSettings(job.settings(), byHadoop3);
  }

  /** Whether the job's configuration is known at all. */
  public boolean known() {
    return !stated.isEmpty();
  }

  /** A number; with a suffix of bytes ({@code 128m}) in bytes. */
  public double number(Setting setting, double otherwise) {
    String text = stated.get(setting);
    return text == null ? otherwise : number(text);
  }

  private static double number(String text) {
    int last = text.length() - 1;
    int power = "kmgtpe".indexOf(Character.toLowerCase(text.charAt(last))) + 1;
    return power == 0
        ? Double.parseDouble(text)
        : Double.parseDouble(text.substring(0, last)) * Math.pow(1024, power);
  }

  /** {@code mapreduce.task.io.sort.mb}, in bytes. */
  public double sortBuffer() {
    return number(Setting.SORT_MB, 100) * MIB;
  }

  /** The part of the sort buffer at which a spill begins. */
  public double spillPercent() {
    return number(Setting.SPILL_PERCENT, 0.8);
  }

  /** The part of the maps after whose end reduces may start. */
  public double slowStart() {
    return number(Setting.SLOW_START, 0.05);
  }

  /** Seconds between two heartbeats of the job's master. */
  double heartbeatS() {
    return Math.max(1, number(Setting.HEARTBEAT_MS, 1000)) / 1e3;
  }

  /** Copies of what the job writes to its file system. */
  public double replication() {
    return Math.max(1, number(Setting.REPLICATION, 3));
  }

  /**
   * {@code -Xmx} of a map's or reduce's JVM in bytes, as Hadoop puts its flags together: the last
   * one of the task's own flags, or else of the administrator's. Without one Hadoop 3 takes a part
   * of the container ({@code JobConf.getTaskJavaOpts}), whatever else the flags say of memory, and
   * Hadoop 2 leaves it to the JVM and its machine. NaN where nothing is known.
   */
  public double heap(boolean map) {
    double stated = statedHeap(map);
    boolean silent = flags(map) != null && Double.isNaN(stated);
    return !Double.isNaN(stated)
        ? stated
        : !known() || silent && !byHadoop3
            ? Double.NaN
            : Math.ceil(heapRatio() * container(map) / MIB) * MIB;
  }

  /** The flags of a task: those of maps or reduces, be they empty, come before those of both. */
  private String flags(boolean map) {
    String own = stated.get(map ? Setting.MAP_HEAP : Setting.REDUCE_HEAP);
    return own == null ? stated.get(Setting.TASK_HEAP) : own;
  }

  private double statedHeap(boolean map) {
    return Stream.of(
            Optional.ofNullable(flags(map)),
            Optional.ofNullable(
                stated.get(map ? Setting.MAP_ADMIN_HEAP : Setting.REDUCE_ADMIN_HEAP)))
        .flatMap(Optional::stream)
        .filter(flag -> !flag.equals(Setting.NO_HEAP))
        .findFirst()
        .map(flag -> number(flag.substring("-Xmx".length())))
        .orElse(Double.NaN);
  }

  private double heapRatio() {
    double ratio = number(Setting.HEAP_RATIO, HEAP_OF_CONTAINER);
    return ratio >= 0 && ratio <= 1 ? ratio : HEAP_OF_CONTAINER;
  }

  /**
   * Memory of a container in bytes; NaN where nothing is known. Hadoop 3 makes it fit the heap
   * where no size is stated ({@code JobConf.getMemoryRequired}).
   */
  public double container(boolean map) {
    double stated = number(map ? Setting.MAP_MEMORY_MB : Setting.REDUCE_MEMORY_MB, 0);
    double own = number(map ? Setting.MAP_MEMORY : Setting.REDUCE_MEMORY, Math.max(0, stated));
    double heap = statedHeap(map);
    double usual =
        byHadoop3 && heap >= MIB
            ? Math.ceil(Math.floor(heap / MIB) / heapRatio())
            : known() ? USUAL_CONTAINER_MB : Double.NaN;
    return (own > 0 ? own : usual) * MIB;
  }

  /**
   * The codec of the map output, by the name that corebound's files use; {@link #OTHER_CODEC} for
   * one that they have not. Empty where the configuration does not say.
   */
  public Optional<String> codec() {
    String compress = stated.get(Setting.MAP_OUTPUT_COMPRESS);
    if (compress == null) {
      return Optional.empty();
    }
    String name = stated.getOrDefault(Setting.MAP_OUTPUT_CODEC, "DefaultCodec");
    // the default one and gzip differ by a header alone
    String simple =
        name.replaceFirst(".*\\.", "").replaceFirst("^(Default|Deflate)Codec", "GzipCodec");
    return Optional.of(
        compress.equals("false")
            ? Shape.NO_CODEC
            : Stream.of(MapOutputCodec.values())
                .filter(c -> c.hadoopClass().filter(h -> h.endsWith("." + simple)).isPresent())
                .map(MapOutputCodec::name)
                .findFirst()
                .orElse(OTHER_CODEC));
  }

  /** The lever that collected the map output, by its name. */
  public String lever() {
    String names = stated.getOrDefault(Setting.COLLECTOR, "");
    return names.contains("io.corebound.collector.PrefixCollector")
        ? Shape.COLLECTOR
        : LeverFile.NONE;
  }

  /** The levers under which its containers start, by their names; {@code hadoop} for none. */
  public String startLever() {
    String flags =
        Stream.of(Setting.MAP_ADMIN_START, Setting.MAP_START)
            .flatMap(setting -> Stream.ofNullable(stated.get(setting)))
            .collect(Collectors.joining(" "));
    String names =
        Stream.of(
                flags.contains("$(") ? "archive" : "", flags.contains(Setting.C1_ALONE) ? "c1" : "")
            .filter(name -> !name.isEmpty())
            .collect(Collectors.joining("+"));
    return names.isEmpty() ? LeverFile.NONE : names;
  }

  /** The class of the map output's keys; empty where the configuration does not say. */
  public String mapOutputKey() {
    return stated.getOrDefault(Setting.MAP_OUTPUT_KEY, stated.getOrDefault(Setting.OUTPUT_KEY, ""));
  }

  /** Whether the name of a setting's class ends so. */
  public boolean isOf(Setting setting, String simpleName) {
    return stated.getOrDefault(setting, "").endsWith(simpleName);
  }
}
