package io.corebound.analysis.study.plan;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.corebound.records.run.Bound;
import io.corebound.records.run.Prediction;
import io.corebound.records.units.DataSize;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;

/**
 * A capacity plan. {@code extrapolated} says that a figure stands on cores, a disk or a link that
 * were never measured; {@code totalS} is a job's elapsed time, {@code bottleneck} what takes most
 * of it, {@code cores} and {@code containers} (tasks at once) are those of a node, {@code own} is
 * true of the user's own cluster.
 *
 * @param measuredCores busy cores up to which costs were measured; 0 where they were not
 * @param thresholds cores from which on a device is what bounds
 * @param changes what doubling one thing brings, the largest gain first
 * @param codecs other codecs of the map output, that of the cluster first, by the sum of
 *     operations: few have whole tasks measured; empty where the job can be computed with one only
 * @param codecsNotMeasured codecs that Hadoop has and of which the machine has no cost; empty as
 *     above
 * @param levers other levers and none, that of the cluster first, by whole tasks where each was
 *     measured so, else by the sum of operations; empty where the machine has measured no other
 * @param deadline the smallest cluster that is done in time; null where none was asked for
 * @param overDisk elapsed time by the rates of a node's disks; empty where they are not modelled
 * @param notes what has to be known to read it, a sentence each
 */
@RecordBuilder
public record Plan(
    Prediction prediction,
    Cluster cluster,
    int measuredCores,
    List<Threshold> thresholds,
    List<Point> changes,
    Point bestPair,
    List<Point> codecs,
    List<String> codecsNotMeasured,
    List<Point> levers,
    @JsonInclude(JsonInclude.Include.NON_NULL) Deadline deadline,
    List<Point> overCores,
    List<Point> overDisk,
    List<String> notes)
    implements PlanBuilder.With {

  /**
   * A cluster in figures; storage, devices and network are null where they are the machine's own.
   */
  public record Cluster(
      int nodes,
      int cores,
      DataSize memory,
      int containers,
      int reduceTasks,
      String storage,
      Integer devices,
      String network,
      boolean extrapolated) {}

  /**
   * From how many cores of a node on a device bounds: cores = core-seconds of the interval / (nodes
   * · seconds that the device needs), in closed form.
   *
   * @param interval an interval, or {@code job}: map, shuffle tail and reduce together
   */
  public record Threshold(String interval, Bound device, double cores, boolean extrapolated) {}

  /**
   * The job in other surroundings.
   *
   * @param name what is doubled, or the codec or lever; null for a point of a curve
   * @param readMbPerS rate of a node's disks, all together; null where they are not modelled
   * @param savedS of the elapsed time against the first of its kind, or against the own cluster;
   *     below zero where it takes longer
   * @param mapCoreS core-seconds of the map interval
   * @param own whether it is as the user's own cluster is
   */
  public record Point(
      @JsonInclude(JsonInclude.Include.NON_NULL) String name,
      int cores,
      int containers,
      Double readMbPerS,
      Double writeMbPerS,
      double totalS,
      double savedS,
      double mapCoreS,
      Bound bottleneck,
      boolean own,
      boolean extrapolated,
      String note) {}

  /**
   * The smallest cluster that is done in time.
   *
   * @param byPrice whether the cheapest was looked for; else the one of fewest nodes
   * @param found one for each pair of disks and link, the best first; those that are never in time
   *     last
   * @param tried how many clusters were computed
   */
  public record Deadline(double seconds, boolean byPrice, List<Smallest> found, int tried) {}

  /**
   * The fewest nodes that are done in time with some disks and some link.
   *
   * @param storage name of the nominal disks; null for the machine's own
   * @param nodes null where no number of nodes is enough
   * @param totalS elapsed time with them; the shortest of all tried where none is enough
   * @param probability that the job is done in time with them, from 0 to 1; null where none is
   *     enough or where the time has no interval
   * @param sureNodes nodes with which it is at least {@value DeadlineSearch#SURE}; null where no
   *     number of nodes is enough, or as above
   * @param price of all nodes; null where nobody says, or where none is enough
   */
  public record Smallest(
      String storage,
      String network,
      Integer nodes,
      double totalS,
      Double probability,
      Integer sureNodes,
      Bound bottleneck,
      Double price,
      boolean extrapolated) {}
}
