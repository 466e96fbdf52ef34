package io.corebound.analysis.study.account;

import io.corebound.records.history.Counter;
import io.soabase.recordbuilder.core.RecordBuilder;

/**
 * The data of all maps of a job, by their counters. How they count: {@code MapTask} and {@code
 * Merger} of Hadoop 3.5; the bytes of an IFile are computed, for nothing counts them.
 *
 * @param collectedBytes what the maps hand over, serialized
 * @param keptRecords records of the map output, combined; 0 where nothing is sorted
 * @param storedBytes the map output files, compressed where they are
 * @param spilledRecords written in spills and merges together
 * @param combinedRecords that combiners read
 * @param directBytes that maps write to the job's output themselves
 */
@RecordBuilder
public record MapData(
    double tasks,
    double inputBytes,
    double inputRecords,
    double collectedBytes,
    double collectedRecords,
    double keptRecords,
    double storedBytes,
    double spilledRecords,
    double combinedRecords,
    double directBytes)
    implements MapDataBuilder.With {
  /** Two lengths of a byte each, as long as key and value are below 128 bytes. */
  private static final double IFILE_LENGTHS = 2;

  /** Of the maps, and of what the reduces got. */
  public static MapData of(TaskSums maps) {
    double collected = maps.get(Counter.MAP_OUTPUT_RECORDS);
    // a job without reduces counts what its maps write as records, and no bytes
    boolean sorted =
        maps.get(Counter.MAP_OUTPUT_BYTES) > 0
            || maps.get(Counter.MAP_OUTPUT_MATERIALIZED_BYTES) > 0;
    // each time that combiners run, they leave so many fewer
    double kept =
        collected
            - maps.get(Counter.COMBINE_INPUT_RECORDS)
            + maps.get(Counter.COMBINE_OUTPUT_RECORDS);
    // a format that makes its records reads nothing but what its splits say; one that lists files
    // for maps to read (DistCp's) counts the list as input, one of Hive's nothing
    double read = maps.get(Counter.STORE_BYTES_READ) - maps.get(Counter.SPLIT_RAW_BYTES);
    return new MapData(
        maps.tasks(),
        Math.max(maps.get(Counter.INPUT_BYTES), Math.max(0, read)),
        maps.get(Counter.MAP_INPUT_RECORDS),
        maps.get(Counter.MAP_OUTPUT_BYTES),
        sorted ? collected : 0,
        sorted ? Math.max(0, kept) : 0,
        maps.get(Counter.MAP_OUTPUT_MATERIALIZED_BYTES),
        sorted ? maps.get(Counter.SPILLED_RECORDS) : 0,
        maps.get(Counter.COMBINE_INPUT_RECORDS),
        maps.get(Counter.STORE_BYTES_WRITTEN) + maps.filesWritten());
  }

  /** Whether maps sort: there are reduces. */
  public boolean sorts() {
    return collectedRecords > 0;
  }

  private double perRecord() {
    return collectedRecords > 0 ? collectedBytes / collectedRecords : 0;
  }

  /** Bytes of so many records of the map output in an IFile, uncompressed. */
  public double ifile(double records) {
    return records * (perRecord() + IFILE_LENGTHS);
  }

  /** Serialized bytes of so many records of the map output. */
  public double serialized(double records) {
    return records * perRecord();
  }

  /** How often smaller than an IFile the map output is stored; 1 where nothing is known. */
  public double ratio() {
    return storedBytes > 0 && keptRecords > 0 ? ifile(keptRecords) / storedBytes : 1;
  }

  /** Records that merges write after the spills: none where each map spills once. */
  public double mergedRecords() {
    double spills = combinedRecords > 0 ? keptRecords : collectedRecords;
    return Math.max(0, spilledRecords - spills);
  }

  /** How often a record of the map output is written. */
  public double timesWritten() {
    return keptRecords > 0 ? Math.max(1, spilledRecords / keptRecords) : 1;
  }

  /** The same data, compressed by another ratio. */
  public MapData withRatio(double ratio) {
    return withStoredBytes(ifile(keptRecords) / ratio);
  }

  /** The same data, every map with a buffer that holds all of it. */
  public MapData withOneSpill() {
    return with(
        b ->
            b.spilledRecords(Math.min(spilledRecords, keptRecords))
                .combinedRecords(Math.min(combinedRecords, collectedRecords)));
  }
}
