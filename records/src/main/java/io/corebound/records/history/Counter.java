package io.corebound.records.history;

/**
 * The counters that corebound knows, by the names that Hadoop 2 and 3 have for them. Hadoop 1 uses
 * the same names in other groups; what differs is said here.
 */
public enum Counter {
  MAP_INPUT_RECORDS(Unit.RECORDS),
  MAP_OUTPUT_RECORDS(Unit.RECORDS),
  /** Keys and values, serialized. */
  MAP_OUTPUT_BYTES(Unit.BYTES),
  /** The map output files, compressed where map output is. */
  MAP_OUTPUT_MATERIALIZED_BYTES(Unit.BYTES),
  COMBINE_INPUT_RECORDS(Unit.RECORDS),
  COMBINE_OUTPUT_RECORDS(Unit.RECORDS),
  REDUCE_INPUT_GROUPS(Unit.RECORDS),
  REDUCE_INPUT_RECORDS(Unit.RECORDS),
  REDUCE_OUTPUT_RECORDS(Unit.RECORDS),
  /** Fetched, compressed where map output is. */
  REDUCE_SHUFFLE_BYTES(Unit.BYTES),
  SPILLED_RECORDS(Unit.RECORDS),
  SHUFFLED_MAPS(Unit.COUNT),
  FAILED_SHUFFLE(Unit.COUNT),
  MERGED_MAP_OUTPUTS(Unit.COUNT),
  GC_TIME_MILLIS(Unit.MS),
  /** Of the task's process tree, user and system. */
  CPU_MILLISECONDS(Unit.MS),
  PHYSICAL_MEMORY_BYTES(Unit.BYTES),
  VIRTUAL_MEMORY_BYTES(Unit.BYTES),
  COMMITTED_HEAP_BYTES(Unit.BYTES),
  /** {@code FileInputFormatCounter.BYTES_READ}: the input that maps took from files. */
  INPUT_BYTES(Unit.BYTES),
  /** {@code FileOutputFormatCounter.BYTES_WRITTEN}. */
  OUTPUT_BYTES(Unit.BYTES),
  /** The descriptions of splits, which maps read from the job's own files. */
  SPLIT_RAW_BYTES(Unit.BYTES),
  /** Of paths of {@code file:}: spills, and input and output where these are such paths. */
  FILE_BYTES_READ(Unit.BYTES),
  /** As {@link #FILE_BYTES_READ}. */
  FILE_BYTES_WRITTEN(Unit.BYTES),
  /** {@code *_BYTES_READ} of all file systems but the local one: HDFS, S3A, … */
  STORE_BYTES_READ(Unit.BYTES),
  /** {@code *_BYTES_WRITTEN} of all file systems but the local one. */
  STORE_BYTES_WRITTEN(Unit.BYTES),
  /** Those of {@link #STORE_BYTES_READ} that do not lie on the cluster's nodes: S3A, ABFS, … */
  REMOTE_BYTES_READ(Unit.BYTES),
  /** Those of {@link #STORE_BYTES_WRITTEN} that do not lie on the cluster's nodes. */
  REMOTE_BYTES_WRITTEN(Unit.BYTES),
  /** {@code HDFS_BYTES_READ_EC}: those of {@link #STORE_BYTES_READ} that are erasure-coded. */
  EC_BYTES_READ(Unit.BYTES),
  TOTAL_LAUNCHED_MAPS(Unit.COUNT),
  TOTAL_LAUNCHED_REDUCES(Unit.COUNT),
  NUM_FAILED_MAPS(Unit.COUNT),
  NUM_FAILED_REDUCES(Unit.COUNT),
  NUM_KILLED_MAPS(Unit.COUNT),
  NUM_KILLED_REDUCES(Unit.COUNT),
  DATA_LOCAL_MAPS(Unit.COUNT),
  RACK_LOCAL_MAPS(Unit.COUNT),
  OTHER_LOCAL_MAPS(Unit.COUNT);

  /** What a counter counts. */
  public enum Unit {
    RECORDS,
    BYTES,
    MS,
    COUNT
  }

  private final Unit unit;

  Counter(Unit unit) {
    this.unit = unit;
  }

  public Unit unit() {
    return unit;
  }
}
