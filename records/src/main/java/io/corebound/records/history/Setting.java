package io.corebound.records.history;

import static java.util.stream.Collectors.joining;

import io.corebound.records.units.Refuse;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The keys of a job's configuration that corebound reads; nothing else of it is kept, as it can
 * hold secrets. A value that has not its key's form is not kept either. A key's form is that of the
 * getter of {@code Configuration} by which Hadoop reads it.
 */
public enum Setting {
  SORT_MB(Form.INT, "mapreduce.task.io.sort.mb", "io.sort.mb"),
  SPILL_PERCENT(Form.FLOAT, "mapreduce.map.sort.spill.percent", "io.sort.spill.percent"),
  SORT_FACTOR(Form.INT, "mapreduce.task.io.sort.factor", "io.sort.factor"),
  COLLECTOR(Form.CLASS, "mapreduce.job.map.output.collector.class"),
  MAP_OUTPUT_COMPRESS(Form.BOOLEAN, "mapreduce.map.output.compress", "mapred.compress.map.output"),
  MAP_OUTPUT_CODEC(
      Form.CLASS, "mapreduce.map.output.compress.codec", "mapred.map.output.compression.codec"),
  OUTPUT_COMPRESS(
      Form.BOOLEAN, "mapreduce.output.fileoutputformat.compress", "mapred.output.compress"),
  OUTPUT_CODEC(
      Form.CLASS,
      "mapreduce.output.fileoutputformat.compress.codec",
      "mapred.output.compression.codec"),
  REDUCES(Form.INT, "mapreduce.job.reduces", "mapred.reduce.tasks"),
  SLOW_START(
      Form.FLOAT,
      "mapreduce.job.reduce.slowstart.completedmaps",
      "mapred.reduce.slowstart.completed.maps"),
  SPLIT_MIN(Form.LONG, "mapreduce.input.fileinputformat.split.minsize", "mapred.min.split.size"),
  SPLIT_MAX(Form.LONG, "mapreduce.input.fileinputformat.split.maxsize", "mapred.max.split.size"),
  BLOCK_SIZE(Form.BYTES, "dfs.blocksize", "dfs.block.size"),
  REPLICATION(Form.INT, "dfs.replication"),
  MAP_MEMORY_MB(Form.INT, "mapreduce.map.memory.mb"),
  REDUCE_MEMORY_MB(Form.INT, "mapreduce.reduce.memory.mb"),
  /** In MiB; since Hadoop 3.1 it counts more than {@link #MAP_MEMORY_MB}. */
  MAP_MEMORY(Form.MEMORY, "mapreduce.map.resource.memory-mb", "mapreduce.map.resource.memory"),
  /** As {@link #MAP_MEMORY}. */
  REDUCE_MEMORY(
      Form.MEMORY, "mapreduce.reduce.resource.memory-mb", "mapreduce.reduce.resource.memory"),
  /** The part of a container that is heap where no flag says; Hadoop 2 has not got it. */
  HEAP_RATIO(Form.FLOAT, "mapreduce.job.heap.memory-mb.ratio"),
  MAP_CORES(Form.INT, "mapreduce.map.cpu.vcores"),
  REDUCE_CORES(Form.INT, "mapreduce.reduce.cpu.vcores"),
  /** The heap alone: {@code -Xmx820m}. */
  MAP_HEAP(Form.HEAP, "mapreduce.map.java.opts", "mapred.map.child.java.opts"),
  /** The heap alone. */
  REDUCE_HEAP(Form.HEAP, "mapreduce.reduce.java.opts", "mapred.reduce.child.java.opts"),
  /** The heap alone, of maps and reduces where they have none of their own. */
  TASK_HEAP(Form.HEAP, "mapred.child.java.opts"),
  /** The heap alone; the task's own flags come after it. */
  MAP_ADMIN_HEAP(Form.HEAP, "mapreduce.admin.map.child.java.opts"),
  /** As {@link #MAP_ADMIN_HEAP}. */
  REDUCE_ADMIN_HEAP(Form.HEAP, "mapreduce.admin.reduce.child.java.opts"),
  /**
   * How a map's JVM starts, alone: from an archive of classes ($(sh /opt/classes/tasks)), by C1.
   */
  MAP_START(Form.START, "mapreduce.map.java.opts", "mapred.map.child.java.opts"),
  /** The same of the administrator's flags. */
  MAP_ADMIN_START(Form.START, "mapreduce.admin.map.child.java.opts"),
  SHUFFLE_COPIES(
      Form.INT, "mapreduce.reduce.shuffle.parallelcopies", "mapred.reduce.parallel.copies"),
  SHUFFLE_BUFFER_PERCENT(
      Form.FLOAT,
      "mapreduce.reduce.shuffle.input.buffer.percent",
      "mapred.job.shuffle.input.buffer.percent"),
  SHUFFLE_LIMIT_PERCENT(Form.FLOAT, "mapreduce.reduce.shuffle.memory.limit.percent"),
  SHUFFLE_MERGE_PERCENT(
      Form.FLOAT, "mapreduce.reduce.shuffle.merge.percent", "mapred.job.shuffle.merge.percent"),
  REDUCE_BUFFER_PERCENT(
      Form.FLOAT,
      "mapreduce.reduce.input.buffer.percent",
      "mapred.job.reduce.input.buffer.percent"),
  MAP_SPECULATION(
      Form.BOOLEAN, "mapreduce.map.speculative", "mapred.map.tasks.speculative.execution"),
  REDUCE_SPECULATION(
      Form.BOOLEAN, "mapreduce.reduce.speculative", "mapred.reduce.tasks.speculative.execution"),
  JVM_TASKS(Form.INT, "mapreduce.job.jvm.numtasks", "mapred.job.reuse.jvm.num.tasks"),
  MAP_CLASS(Form.CLASS, "mapreduce.job.map.class", "mapreduce.map.class", "mapred.mapper.class"),
  REDUCE_CLASS(
      Form.CLASS, "mapreduce.job.reduce.class", "mapreduce.reduce.class", "mapred.reducer.class"),
  COMBINE_CLASS(
      Form.CLASS,
      "mapreduce.job.combine.class",
      "mapreduce.combine.class",
      "mapred.combiner.class"),
  PARTITIONER(
      Form.CLASS,
      "mapreduce.job.partitioner.class",
      "mapreduce.partitioner.class",
      "mapred.partitioner.class"),
  INPUT_FORMAT(
      Form.CLASS,
      "mapreduce.job.inputformat.class",
      "mapreduce.inputformat.class",
      "mapred.input.format.class"),
  OUTPUT_FORMAT(
      Form.CLASS,
      "mapreduce.job.outputformat.class",
      "mapreduce.outputformat.class",
      "mapred.output.format.class"),
  MAP_OUTPUT_KEY(Form.CLASS, "mapreduce.map.output.key.class", "mapred.mapoutput.key.class"),
  /** The map output's as well where that has none of its own. */
  OUTPUT_KEY(Form.CLASS, "mapreduce.job.output.key.class", "mapred.output.key.class"),
  MAP_OUTPUT_VALUE(Form.CLASS, "mapreduce.map.output.value.class", "mapred.mapoutput.value.class"),
  HEARTBEAT_MS(Form.INT, "yarn.app.mapreduce.am.scheduler.heartbeat.interval-ms");

  /** The flag of a JVM that compiles by C1 alone. */
  public static final String C1_ALONE = "-XX:TieredStopAtLevel=1";

  /** Hadoop's own limit of an uber job, {@code mapreduce.job.ubertask.maxmaps}. */
  public static final int UBER_MAPS = 9;

  /** Stands for JVM flags that say nothing of the heap, which count more than older keys' too. */
  public static final String NO_HEAP = "no -Xmx";

  /** Forms of values. */
  public enum Form {
    INT("-?[0-9]+"),
    LONG("-?[0-9]+"),
    FLOAT("-?[0-9]+(?:\\.[0-9]+)?"),
    /** With a suffix of bytes, or without. */
    BYTES("[0-9]+[kKmMgGtTpPeE]?"),
    /** Of a container; in MiB where it has no unit. */
    MEMORY("[0-9]+ ?(?:[kKMGTP]i?)?"),
    BOOLEAN("true|false"),
    /** Names of Java classes, several with commas between them. */
    CLASS("[A-Za-z_$][\\w$.]*(?:,[A-Za-z_$][\\w$.]*)*"),
    /** Flags of a JVM. */
    HEAP("-Xmx[0-9]+[kKmMgGtT]?"),
    /** Those flags of a JVM that change how it starts, with blanks between them. */
    START("\\S.*");

    private final Pattern pattern;

    Form(String pattern) {
      this.pattern = Pattern.compile(pattern);
    }
  }

  /** A flag of the heap, or what becomes flags that nobody knows. */
  private static final Pattern OF_HEAP = Pattern.compile("-Xmx.*|\\$\\{.*");

  /** An archive of classes, as 'corebound lever start' makes them; C1 alone. */
  private static final Pattern OF_START =
      Pattern.compile("\\$\\(sh [^\\s)]*/tasks(?=[ )])[^)]*\\)|" + C1_ALONE + "\\b");

  private static final Map<String, Setting> BY_KEY =
      Arrays.stream(values())
          .flatMap(s -> s.keys.stream().map(k -> Map.entry(k, s)))
          .collect(
              Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, (first, next) -> first));

  private final Form form;
  private final List<String> keys;

  Setting(Form form, String... keys) {
    this.form = form;
    this.keys = List.of(keys);
  }

  /** Its key in Hadoop 2 and 3. */
  public String key() {
    return keys.get(0);
  }

  /**
   * Which setting a key is, by its name of today or an older one; empty for any other key. Where a
   * configuration has both, {@link #key()} counts.
   */
  public static Optional<Setting> of(String key) {
    return Optional.ofNullable(BY_KEY.get(key));
  }

  /** By which getter Hadoop reads it. */
  public Form form() {
    return form;
  }

  /** All its names, that of today first. */
  public List<String> keys() {
    return keys;
  }

  /**
   * What is kept of a value: all of it where it has the setting's form, a list without its spaces;
   * of a task's JVM flags the last heap ({@code -Xmx}) alone, or how it starts; empty for anything
   * else.
   */
  public Optional<String> kept(String value) {
    Refuse.when(value == null, "a setting has a value");
    String text =
        switch (form) {
          case HEAP -> ofHeap(value).reduce("", (first, last) -> last);
          case START ->
              OF_START.matcher(value).results().map(MatchResult::group).collect(joining(" "));
          default -> value.strip().replaceAll("\\s*,\\s*", ",");
        };
    return form.pattern.matcher(text).matches() ? Optional.of(text) : Optional.empty();
  }

  /** Whether flags of a JVM say nothing of its heap. */
  public static boolean leavesHeap(String flags) {
    return ofHeap(flags).findAny().isEmpty();
  }

  private static Stream<String> ofHeap(String flags) {
    return Stream.of(flags.split("[\\s'\"]+")).filter(f -> OF_HEAP.matcher(f).matches());
  }
}
