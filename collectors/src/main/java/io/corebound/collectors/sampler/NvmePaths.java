package io.corebound.collectors.sampler;

import io.corebound.records.run.Samples;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * NVMe with multipath: programs use the disk {@code nvme0n1}, and its requests go to a hidden
 * device for each path, {@code nvme0c0n1}, {@code nvme0c1n1} (nvme_mpath_set_disk_name in Linux's
 * drivers/nvme/host/multipath.c). The kernel counts on the paths, and on the disk as well since 6.4
 * where it is told to. The disk's figures are those of its paths together, or its own where those
 * are larger.
 */
final class NvmePaths {
  private static final Pattern PATH = Pattern.compile("nvme([0-9]+)c[0-9]+n([0-9]+)");

  private NvmePaths() {}

  /** The disk that a path leads to; the same name where it is no path. */
  static String disk(String device) {
    Matcher path = PATH.matcher(device);
    return path.matches() ? "nvme%sn%s".formatted(path.group(1), path.group(2)) : device;
  }

  /**
   * Samples of disks, with one row for all paths to one. sar calls every path {@code dev0-0}; so
   * where it has nothing but zeros of a disk that has paths, it has no sample of that disk.
   */
  static Samples joined(Samples samples, Set<String> multipath) {
    Set<String> uncounted =
        samples.devices().stream()
            .filter(multipath::contains)
            .filter(disk -> samples.devices().stream().noneMatch(d -> isPathTo(disk, d)))
            .filter(disk -> samples.rowsOf(disk).stream().allMatch(NvmePaths::isIdle))
            .collect(Collectors.toUnmodifiableSet());
    if (uncounted.isEmpty() && samples.devices().stream().allMatch(d -> disk(d).equals(d))) {
      return samples;
    }
    Samples.Builder joined =
        new Samples.Builder(samples.host(), samples.source(), samples.metrics());
    Moment moment = new Moment(samples.metrics());
    double timeS = Double.NaN;
    for (Samples.Row row : samples.rows()) {
      if (row.timeS() != timeS) {
        moment.giveTo(joined, timeS);
        timeS = row.timeS();
      }
      if (!uncounted.contains(row.device())) {
        moment.add(row);
      }
    }
    moment.giveTo(joined, timeS);
    return joined.build();
  }

  private static boolean isPathTo(String disk, String device) {
    return !device.equals(disk) && disk(device).equals(disk);
  }

  private static boolean isIdle(Samples.Row row) {
    return row.values().stream().allMatch(value -> value == 0 || Double.isNaN(value));
  }

  /** The rows of one time. */
  private static final class Moment {
    private final List<String> metrics;
    private final Map<String, double[]> disks = new LinkedHashMap<>();
    private final Map<String, double[]> paths = new HashMap<>();

    Moment(List<String> metrics) {
      this.metrics = metrics;
    }

    void add(Samples.Row row) {
      String disk = disk(row.device());
      double[] figures = row.values().stream().mapToDouble(v -> v).toArray();
      if (disk.equals(row.device())) {
        disks.put(disk, figures);
      } else {
        disks.putIfAbsent(disk, nothing());
        double[] before = paths.get(disk);
        paths.put(disk, before == null ? figures : together(before, figures));
      }
    }

    private double[] nothing() {
      double[] nothing = new double[metrics.size()];
      Arrays.fill(nothing, Double.NaN);
      return nothing;
    }

    /** What can be added up is; of two shares, and of two waiting times, the larger one counts. */
    private double[] together(double[] one, double[] other) {
      double[] both = new double[one.length];
      for (int i = 0; i < both.length; i++) {
        String metric = metrics.get(i);
        boolean larger = metric.endsWith("_percent") || metric.endsWith("_ms");
        both[i] = larger ? larger(one[i], other[i]) : one[i] + other[i];
      }
      return both;
    }

    private static double larger(double one, double other) {
      return Double.isNaN(one) || other > one ? other : one;
    }

    void giveTo(Samples.Builder rows, double timeS) {
      disks.forEach(
          (disk, own) -> {
            double[] ofPaths = paths.getOrDefault(disk, own);
            double[] figures = new double[own.length];
            Arrays.setAll(figures, i -> larger(own[i], ofPaths[i]));
            rows.add(timeS, disk, figures);
          });
      disks.clear();
      paths.clear();
    }
  }
}
