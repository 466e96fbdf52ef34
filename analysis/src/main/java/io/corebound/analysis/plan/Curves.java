package io.corebound.analysis.plan;

import io.corebound.analysis.model.Machine;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** Elapsed time over the cores of a node, and over the rates of its disks. */
final class Curves {
  /** From these on every second one of them doubles. */
  private static final int[] FIRST_CORES = {1, 2, 3, 4};

  private static final int BEYOND = 8;
  private static final int MOST_CORES = 512;

  /** Powers of two of the own disk's rates. */
  private static final int DISK_DOUBLINGS = 4;

  private Curves() {}

  static List<Plan.CorePoint> overCores(Estimates estimates, Configuration own) {
    List<Plan.CorePoint> points = new ArrayList<>();
    int cores = own.cluster().cores();
    for (int count : cores(cores)) {
      PlannedCluster cluster = own.cluster().withCores(count);
      Estimate estimate = estimates.of(own.with(cluster));
      points.add(
          new Plan.CorePoint(
              count,
              cluster.containers(),
              estimate.totalS(),
              estimate.bottleneck(),
              count == cores,
              estimate.extrapolated()));
    }
    return points;
  }

  private static TreeSet<Integer> cores(int own) {
    TreeSet<Integer> cores = new TreeSet<>(List.of(own));
    int most = Math.min(MOST_CORES, Math.max(own, BEYOND) * BEYOND);
    for (int first : FIRST_CORES) {
      cores.add(first);
    }
    for (int power = 4; power <= most; power *= 2) {
      cores.add(power);
      if (power * 3 / 2 <= most) {
        cores.add(power * 3 / 2);
      }
    }
    return cores;
  }

  static List<Plan.DiskPoint> overDisk(Estimates estimates, Configuration own, Machine machine) {
    List<Plan.DiskPoint> points = new ArrayList<>();
    if (!own.machine(machine).modelsDisk()) {
      return points;
    }
    for (int power = -DISK_DOUBLINGS; power <= DISK_DOUBLINGS; power++) {
      double factor = Math.pow(2, power);
      Configuration changed = own.withDisk(factor);
      double[] rates = changed.machine(machine).diskMbPerS(own.cluster().containers());
      Estimate estimate = estimates.of(changed);
      points.add(
          new Plan.DiskPoint(
              rates[0],
              rates[1],
              estimate.totalS(),
              estimate.bottleneck(),
              power == 0,
              estimate.extrapolated()));
    }
    return points;
  }
}
