package io.corebound.records.history;

import io.corebound.records.units.Refuse;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The keys of a job's configuration that corebound reads; nothing else of it is kept, as it can
 * hold secrets. A value that has not its key's form is not kept either.
 */
public enum Setting {
  SORT_MB(Form.NUMBER, "mapreduce.task.io.sort.mb", "io.sort.mb"),
  SPILL_PERCENT(Form.NUMBER, "mapreduce.map.sort.spill.percent", "io.sort.spill.percent"),
  SORT_FACTOR(Form.NUMBER, "mapreduce.task.io.sort.factor", "io.sort.factor"),
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
  REDUCES(Form.NUMBER, "mapreduce.job.reduces", "mapred.reduce.tasks"),
  SLOW_START(
      Form.NUMBER,
      "mapreduce.job.reduce.slowstart.completedmaps",
      "mapred.reduce.slowstart.completed.maps"),
  SPLIT_MIN(Form.NUMBER, "mapreduce.input.fileinputformat.split.minsize", "mapred.min.split.size"),
  SPLIT_MAX(Form.NUMBER, "mapreduce.input.fileinputformat.split.maxsize", "mapred.max.split.size"),
  BLOCK_SIZE(Form.NUMBER, "dfs.blocksize", "dfs.block.size"),
  REPLICATION(Form.NUMBER, "dfs.replication"),
  MAP_MEMORY_MB(Form.NUMBER, "mapreduce.map.memory.mb"),
  REDUCE_MEMORY_MB(Form.NUMBER, "mapreduce.reduce.memory.mb"),
  MAP_CORES(Form.NUMBER, "mapreduce.map.cpu.vcores"),
  REDUCE_CORES(Form.NUMBER, "mapreduce.reduce.cpu.vcores"),
  /** The heap alone: {@code -Xmx820m}. */
  MAP_HEAP(Form.HEAP, "mapreduce.map.java.opts", "mapred.map.child.java.opts"),
  /** The heap alone. */
  REDUCE_HEAP(Form.HEAP, "mapreduce.reduce.java.opts", "mapred.reduce.child.java.opts"),
  /** The heap alone, of maps and reduces where they have none of their own. */
  TASK_HEAP(Form.HEAP, "mapred.child.java.opts"),
  SHUFFLE_COPIES(
      Form.NUMBER, "mapreduce.reduce.shuffle.parallelcopies", "mapred.reduce.parallel.copies"),
  SHUFFLE_BUFFER_PERCENT(
      Form.NUMBER,
      "mapreduce.reduce.shuffle.input.buffer.percent",
      "mapred.job.shuffle.input.buffer.percent"),
  SHUFFLE_LIMIT_PERCENT(Form.NUMBER, "mapreduce.reduce.shuffle.memory.limit.percent"),
  SHUFFLE_MERGE_PERCENT(
      Form.NUMBER, "mapreduce.reduce.shuffle.merge.percent", "mapred.job.shuffle.merge.percent"),
  REDUCE_BUFFER_PERCENT(
      Form.NUMBER,
      "mapreduce.reduce.input.buffer.percent",
      "mapred.job.reduce.input.buffer.percent"),
  MAP_SPECULATION(
      Form.BOOLEAN, "mapreduce.map.speculative", "mapred.map.tasks.speculative.execution"),
  REDUCE_SPECULATION(
      Form.BOOLEAN, "mapreduce.reduce.speculative", "mapred.reduce.tasks.speculative.execution"),
  JVM_TASKS(Form.NUMBER, "mapreduce.job.jvm.numtasks", "mapred.job.reuse.jvm.num.tasks"),
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
  HEARTBEAT_MS(Form.NUMBER, "yarn.app.mapreduce.am.scheduler.heartbeat.interval-ms");

  /** Forms of values. */
  private enum Form {
    NUMBER("[0-9]+(?:\\.[0-9]+)?[kKmMgGtT]?"),
    BOOLEAN("true|false"),
    /** Names of Java classes, several with commas between them. */
    CLASS("[A-Za-z_$][\\w$.]*(?:,[A-Za-z_$][\\w$.]*)*"),
    HEAP("-Xmx[0-9]+[kKmMgGtT]?");

    private final Pattern pattern;

    Form(String pattern) {
      this.pattern = Pattern.compile(pattern);
    }
  }

  private static final Map<String, Setting> BY_KEY =
      Arrays.stream(values())
          .flatMap(s -> s.keys.stream().map(k -> Map.entry(k, s)))
          .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));

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

  /**
   * What is kept of a value: all of it where it has the setting's form; of a task's JVM flags the
   * last heap ({@code -Xmx}) alone; empty for anything else.
   */
  public Optional<String> kept(String value) {
    Refuse.when(value == null, "a setting has a value");
    if (form == Form.HEAP) {
      return form.pattern.matcher(value).results().map(MatchResult::group).reduce((a, b) -> b);
    }
    String text = value.strip();
    return form.pattern.matcher(text).matches() ? Optional.of(text) : Optional.empty();
  }
}
