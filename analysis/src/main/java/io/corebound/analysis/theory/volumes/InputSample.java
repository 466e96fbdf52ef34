package io.corebound.analysis.theory.volumes;

import io.corebound.records.config.WorkloadFile.RecordSize;
import io.corebound.records.config.WorkloadFile.SampledTasks;
import io.corebound.records.units.DataSize;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * What a sample of a job's input shows of its data, by the counters of whole tasks that worked on
 * it. Where maps combine, distinct keys of m maps are taken to grow as m to a power (Heaps' law),
 * which the sample's reduce task tells: of as many keys as all of its maps have, so many differ.
 * Elsewhere the output is taken to be the same part of the input.
 *
 * <p>A job without reduces collects nothing; the output of its maps is in {@code
 * outputPerDistinct}.
 *
 * @param collectedPerByte bytes that a map puts into the sort buffer, for a byte of its input: the
 *     selectivity
 * @param recordsPerByte records of these
 * @param keptPerByte bytes of a map's output in IFiles, combined, for a byte of its input
 * @param written how many records a map writes, in spills and merges, for one of its output
 * @param ratio bytes of a map's output in IFiles over its compressed bytes
 * @param maps map outputs of the sample's reduce task
 * @param distinct keys of its output over keys of its input
 * @param outputPerDistinct bytes of its output over bytes of its input, for {@code distinct} of 1
 */
public record InputSample(
    double collectedPerByte,
    double recordsPerByte,
    double keptPerByte,
    double written,
    double ratio,
    double maps,
    double distinct,
    double outputPerDistinct) {
  private static final String OUTPUT_BYTES = "output_bytes";

  private static final List<String> OF_MAP =
      List.of(
          "text_bytes",
          "map_output_records",
          "map_output_bytes",
          "kept_records",
          "kept_ifile_bytes",
          "kept_compressed_bytes",
          "spilled_records");

  private static final List<String> OF_REDUCE =
      List.of(
          "maps",
          "reduce_input_records",
          "reduce_input_bytes",
          "reduce_output_records",
          OUTPUT_BYTES);

  /** In a record's sizes as whole bytes, what one such piece of input becomes. */
  private static final long PIECE_BYTES = 10_000;

  private static final double METADATA_BYTES = 16;

  public static boolean counts(String metric) {
    return OF_MAP.contains(metric) || OF_REDUCE.contains(metric);
  }

  /**
   * The sample that whole tasks counted.
   *
   * @param counted by operation and metric, a space between them; empty where one is missing
   */
  public static Optional<InputSample> of(Map<String, Double> counted, SampledTasks tasks) {
    if (tasks.reduce() == null) {
      return ofMapsAlone(counted.get(tasks.map() + " text_bytes"), counted, tasks.map());
    }
    ToDoubleFunction<String> map = m -> counted.get(tasks.map() + " " + m);
    ToDoubleFunction<String> reduce = m -> counted.get(tasks.reduce() + " " + m);
    if (!OF_MAP.stream().allMatch(m -> counted.containsKey(tasks.map() + " " + m))
        || !OF_REDUCE.stream().allMatch(m -> counted.containsKey(tasks.reduce() + " " + m))) {
      return Optional.empty();
    }
    double bytes = map.applyAsDouble("text_bytes");
    // without a combiner a map leaves a key as often as it is there
    boolean combined = map.applyAsDouble("kept_records") < map.applyAsDouble("map_output_records");
    double distinct =
        combined
            ? part(
                reduce.applyAsDouble("reduce_output_records"),
                reduce.applyAsDouble("reduce_input_records"),
                1)
            : 1;
    return Optional.of(
        new InputSample(
            map.applyAsDouble("map_output_bytes") / bytes,
            map.applyAsDouble("map_output_records") / bytes,
            map.applyAsDouble("kept_ifile_bytes") / bytes,
            part(map.applyAsDouble("spilled_records"), map.applyAsDouble("kept_records"), 1),
            map.applyAsDouble("kept_ifile_bytes") / map.applyAsDouble("kept_compressed_bytes"),
            reduce.applyAsDouble("maps"),
            distinct,
            part(
                reduce.applyAsDouble(OUTPUT_BYTES),
                distinct * reduce.applyAsDouble("reduce_input_bytes"),
                0)));
  }

  /** Of a job without reduces: nothing is sorted, and what its maps leave is the output. */
  private static Optional<InputSample> ofMapsAlone(
      Double bytes, Map<String, Double> counted, String map) {
    Double output = counted.get(map + " " + OUTPUT_BYTES);
    return bytes == null || output == null
        ? Optional.empty()
        : Optional.of(new InputSample(0, 0, 0, 1, 1, 1, 1, output / bytes));
  }

  /** A quotient, or what stands for it where a sample left nothing. */
  private static double part(double of, double whole, double otherwise) {
    return whole > 0 ? of / whole : otherwise;
  }

  /** A piece of the input in each of its forms; an IFile has it combined. */
  public RecordSize recordSize() {
    return new RecordSize(
        new DataSize(PIECE_BYTES),
        bytes(collectedPerByte),
        bytes(keptPerByte),
        bytes(METADATA_BYTES * recordsPerByte));
  }

  private static DataSize bytes(double perByte) {
    return new DataSize(Math.max(1, Math.round(PIECE_BYTES * perByte)));
  }

  /** Bytes of the output of a reduce for a byte of its input, where there are so many maps. */
  public double outputPerInput(double count) {
    // one map has every key once; n of them leave as many as were seen
    double power = maps > 1 ? Math.log(distinct) / Math.log(maps) : 0;
    return outputPerDistinct * Math.min(1, Math.pow(Math.max(1, count), power));
  }

  /** How much of what is collected combining leaves, in the bytes of IFiles. */
  public double combinedTo() {
    // an IFile has two lengths of at least a byte beside what is collected of a record
    return part(keptPerByte, collectedPerByte + 2 * recordsPerByte, 1);
  }
}
