package io.corebound.terasortrunner.workload;

import io.corebound.records.config.ClusterFile;
import io.corebound.records.run.CellResult.Check;
import io.corebound.records.units.DataSize;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A job that cells measure, with what makes its input and what checks its result. */
public interface Workload {
  /**
   * Its name in {@code configs/workload}, sweep files and records, and that of its measured stage.
   */
  String name();

  /** What a cell does, in order: making the input, the measured job, and jobs that check it. */
  List<String> stages();

  /** The name of its input; what several of one name make is the same. */
  default String inputName() {
    return name();
  }

  /** Whether its tasks leave anything on the disks, as maps of a sort and their reduces do. */
  default boolean leavesData() {
    return true;
  }

  /** Its input of a size as its users state it; empty where that is the size. */
  default Optional<String> inWords(DataSize size) {
    return Optional.empty();
  }

  /** Folders of its results, the measured job's first; none where it leaves nothing. */
  default List<String> results() {
    return List.of("output");
  }

  /** The actual size of its input for a requested size. */
  default DataSize size(DataSize wanted) {
    return wanted;
  }

  /** How many files its input is, by which the job is split. */
  int inputFiles(ClusterFile cluster);

  /** Input that a core carries through the measured job, roughly, in MB/s; to estimate time. */
  double roughMbPerSPerCore();

  /**
   * Whether it works on an external cluster. All that it does there goes by the cluster's own
   * commands: its programs must be in {@code CommandClient}, and its input must be made by a job.
   */
  default boolean worksOnExternal() {
    return false;
  }

  /** Makes the input; returns what {@link #check} needs to know of it, by name. */
  Map<String, Long> makeInput(CellJobs jobs) throws InterruptedException;

  /** Runs the measured job; throws as {@link #makeInput}. */
  void run(CellJobs jobs) throws InterruptedException;

  /** Checks the result against an independent count, which the facts of the input may keep. */
  List<Check> check(CellJobs jobs, Map<String, Long> input) throws InterruptedException;

  /**
   * How much of a cell is done at a stage, from 0 to 1; the measured job counts as three stages.
   */
  default double done(String stage, int mapPercent, int reducePercent) {
    int at = stages().indexOf(stage);
    int measured = stages().indexOf(name());
    double before = at + (at > measured ? 2 : 0);
    double weight = at == measured ? 3 : 1;
    double ofStage = at < measured ? mapPercent / 100.0 : (mapPercent + reducePercent) / 200.0;
    return at < 0 ? 0 : (before + weight * ofStage) / (stages().size() + 2);
  }
}
