package io.corebound.analysis.theory.account;

import io.corebound.records.history.Interval;

/**
 * The steps of a job, as {@code configs/workload/terasort.yaml} has them for TeraSort, with the
 * operation whose cost each has ({@code {codec}} stands for the map output's codec).
 *
 * <p>All costs are measured with TeraSort's records of 100 B. Which part of a cost goes with the
 * number of records is by what was measured with others: sorting 14 B takes 0.6 of what sorting 100
 * B takes (docs/suites/measured.md: 882 and 1450 ns), {@code read.hdfs} 0.28 of {@code
 * read.tera-records}; what handles no record goes with the bytes. For merges it is taken to be as
 * for the sort.
 */
public enum Step {
  READ_RECORDS(Interval.MAP, Activity.READ, "read.tera-records", 0.7),
  READ_FILE(Interval.MAP, Activity.READ, "read.hdfs", 0),
  SPLIT_LINES(Interval.MAP, Activity.READ, "parse.lines", 0),
  CALL_MAP(Interval.MAP, Activity.FRAME, "frame.map", 1),
  PARTITION(Interval.MAP, Activity.FRAME, "partition.total-order", 1),
  SORT(Interval.MAP, Activity.SORT, "sort", 0.55),
  COMBINE(Interval.MAP, Activity.COMBINE, "frame.reduce", 1),
  COMPRESS_SPILLS(Interval.MAP, Activity.COMPRESS, "compress.{codec}", 0),
  DECOMPRESS_SPILLS(Interval.MAP, Activity.COMPRESS, "decompress.{codec}", 0),
  MERGE_SPILLS(Interval.MAP, Activity.SORT, "merge", 0.55),
  WRITE_FROM_MAP(Interval.MAP, Activity.WRITE, "write.tera-records", 0),
  FETCH(Interval.SHUFFLE_TAIL, Activity.FETCH, "shuffle.fetch", 0),
  DECOMPRESS_FETCHED(Interval.SHUFFLE_TAIL, Activity.COMPRESS, "decompress.{codec}", 0),
  MERGE_FETCHED(Interval.SHUFFLE_TAIL, Activity.MERGE, "merge.reduce", 0.55),
  COMPRESS_MERGED(Interval.SHUFFLE_TAIL, Activity.COMPRESS, "compress.{codec}", 0),
  DECOMPRESS_MERGED(Interval.REDUCE, Activity.COMPRESS, "decompress.{codec}", 0),
  MERGE_LAST(Interval.REDUCE, Activity.MERGE, "merge.reduce", 0.55),
  CALL_REDUCE(Interval.REDUCE, Activity.FRAME, "frame.reduce", 1),
  WRITE(Interval.REDUCE, Activity.WRITE, "write.tera-records", 0);

  private final Interval interval;
  private final Activity activity;
  private final String operation;
  private final double ofRecords;

  Step(Interval interval, Activity activity, String operation, double ofRecords) {
    this.interval = interval;
    this.activity = activity;
    this.operation = operation;
    this.ofRecords = ofRecords;
  }

  /** The interval that ends no sooner than it. */
  public Interval interval() {
    return interval;
  }

  /** What it is called together with its like. */
  public Activity activity() {
    return activity;
  }

  /** Whether maps have it. */
  public boolean ofMap() {
    return interval == Interval.MAP;
  }

  String operation(String codec) {
    return operation.replace("{codec}", codec);
  }

  /** Whether it is not there without a codec. */
  boolean needsCodec() {
    return operation.contains("{");
  }

  /** The part of its cost that goes with records, 0 to 1. */
  double ofRecords() {
    return ofRecords;
  }
}
