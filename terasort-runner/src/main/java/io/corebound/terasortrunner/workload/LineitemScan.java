package io.corebound.terasortrunner.workload;

import io.corebound.records.config.ClusterFile;
import io.corebound.records.config.WorkloadFile.Job;
import io.corebound.records.run.CellResult.Check;
import io.corebound.records.units.DataSize;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A scan of TPC-H's LINEITEM, whose rows are left out or selected; what it counts is compared with
 * what the table's generator counted. Cells of all scans share one table.
 */
final class LineitemScan implements Workload {
  private static final String TABLE = "lineitem";
  private static final String GENERATOR = "lineitem-gen";

  /** The part of the rows that the selection keeps, and by how much it may miss that. */
  private static final double SELECTIVITY = 0.01;

  private static final double TOLERANCE = 0.001;

  /** Orders of scale factor 1; each has four rows on average. */
  private static final long ORDERS = 1_500_000;

  private static final int ROWS_OF_ORDER = 4;

  /**
   * Bytes of a row but its keys: dbgen's table of scale factor 1 has 759,863,287 bytes in 6,001,215
   * rows, and their keys are as {@link #bytes} has them.
   */
  private static final double ROW_BYTES = 110.469;

  private static final int FILES_OF_NODE = 2;

  /** For the text that the generator takes comments from. */
  private static final String GENERATOR_HEAP = "-Xmx1200m";

  private static final String ROWS = "LineitemGen$Made/ROWS";
  private static final String SELECTED = "LineitemGen$Made/SELECTED";

  private final String name;
  private final Job job;

  LineitemScan(String name, Job job) {
    this.name = name;
    this.job = job;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String inputName() {
    return TABLE;
  }

  @Override
  public List<String> stages() {
    return List.of(GENERATOR, name);
  }

  @Override
  public List<String> results() {
    return List.of();
  }

  @Override
  public boolean leavesData() {
    return false;
  }

  /** A generator writes to one unit at a time, and takes a core. */
  @Override
  public int inputFiles(ClusterFile cluster) {
    return FILES_OF_NODE * cluster.nodes();
  }

  /** With the start of a container for each block. */
  @Override
  public double roughMbPerSPerCore() {
    return 25;
  }

  @Override
  public Optional<String> inWords(DataSize size) {
    return Optional.of(
        "LINEITEM of scale factor %s (%s)"
            .formatted(
                new BigDecimal(scaleFactor(size.bytes()))
                    .round(new MathContext(3))
                    .stripTrailingZeros()
                    .toPlainString(),
                size.display()));
  }

  /** The scale factor of a table of so many bytes. */
  static double scaleFactor(double size) {
    double low = 0;
    double high = size;
    while (high - low > 1e-9 * high) {
      double middle = (low + high) / 2;
      if (bytes(middle) < size) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return high;
  }

  /**
   * Bytes of the table of a scale factor: its keys of orders, parts and suppliers are evenly spread
   * over ranges that grow with it, and it has more digits of them (TPC-H specification, 4.2.3).
   */
  static double bytes(double scale) {
    double keys = digits(4 * ORDERS * scale) + digits(200_000 * scale) + digits(10_000 * scale);
    return ROWS_OF_ORDER * ORDERS * scale * (ROW_BYTES + keys);
  }

  /** Mean number of digits of the whole numbers from 1 to a limit. */
  private static double digits(double limit) {
    double digits = 1;
    for (double power = 10; power <= limit; power *= 10) {
      digits += (limit - power + 1) / limit;
    }
    return digits;
  }

  @Override
  public Map<String, Long> makeInput(CellJobs jobs) throws InterruptedException {
    jobs.run(
        GENERATOR,
        "io.corebound.jobs.LineitemGen",
        Map.of("mapreduce.map.java.opts", GENERATOR_HEAP),
        Double.toString(scaleFactor(jobs.data().bytes())),
        Integer.toString(inputFiles(jobs.settings())),
        Double.toString(SELECTIVITY),
        jobs.input());
    return jobs.counters(GENERATOR);
  }

  @Override
  public void run(CellJobs jobs) throws InterruptedException {
    jobs.run(
        name,
        job.mainClass(),
        Map.of(),
        job.arguments(jobs.input(), "", "0").toArray(String[]::new));
  }

  @Override
  public List<Check> check(CellJobs jobs, Map<String, Long> input) {
    return checks(input, jobs.counters(name), selects());
  }

  private boolean selects() {
    List<String> arguments = job.arguments("", "", "");
    return arguments.get(arguments.size() - 1).equals(Double.toString(SELECTIVITY));
  }

  /** Compares counts of the generator and of the scan. */
  static List<Check> checks(Map<String, Long> made, Map<String, Long> scanned, boolean selects) {
    List<Check> checks = new ArrayList<>();
    checks.add(
        Check.equal(
            "rows that the maps read",
            made.get(ROWS),
            scanned.get("TaskCounter/MAP_INPUT_RECORDS")));
    if (selects) {
      Long selected = scanned.get("LineitemScan$Rows/SELECTED");
      checks.add(Check.equal("rows that were selected", made.get(SELECTED), selected));
      checks.add(
          Check.equal("rows without a date", 0L, scanned.get("LineitemScan$Rows/WITHOUT_DATE")));
      double part = selected == null ? 0 : (double) selected / made.getOrDefault(ROWS, 1L);
      checks.add(
          new Check(
              "part of the rows that was selected",
              Math.abs(part - SELECTIVITY) <= TOLERANCE,
              String.format(
                  Locale.ROOT, "%.3f %% of them, %.0f %% wanted", 100 * part, 100 * SELECTIVITY)));
    }
    return checks;
  }
}
