package io.corebound.terasortrunner.workload;

import io.corebound.records.config.ClusterFile;
import io.corebound.records.run.CellResult.Check;
import io.corebound.records.units.DataSize;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;

/** TeraGen, TeraSort and TeraValidate of Hadoop's examples. */
public final class TeraSort implements Workload {
  public static final String NAME = "terasort";

  private static final int ROW_BYTES = 100;
  private static final String PACKAGE = "org.apache.hadoop.examples.terasort.";
  private static final String TERAGEN = "teragen";
  private static final String TERAVALIDATE = "teravalidate";
  private static final String OUTPUT = "output";
  private static final String VALIDATION = "validation";

  private static final BigInteger LOW_64 = BigInteger.ONE.shiftLeft(64);
  private static final String MAP_INPUT = "TaskCounter/MAP_INPUT_RECORDS";
  private static final String MAP_OUTPUT = "TaskCounter/MAP_OUTPUT_RECORDS";
  private static final String REDUCE_OUTPUT = "TaskCounter/REDUCE_OUTPUT_RECORDS";
  private static final String CHECKSUM = "TeraGen$Counters/CHECKSUM";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<String> stages() {
    return List.of(TERAGEN, NAME, TERAVALIDATE);
  }

  @Override
  public List<String> results() {
    return List.of(OUTPUT, VALIDATION);
  }

  @Override
  public DataSize size(DataSize wanted) {
    return new DataSize(wanted.bytes() / ROW_BYTES * ROW_BYTES);
  }

  @Override
  public int inputFiles(ClusterFile cluster) {
    return cluster.nodes() * cluster.containersPerNode();
  }

  @Override
  public double roughMbPerSPerCore() {
    return 9;
  }

  @Override
  public boolean worksOnExternal() {
    return true;
  }

  @Override
  public Map<String, Long> makeInput(CellJobs jobs) throws InterruptedException {
    jobs.run(
        TERAGEN,
        PACKAGE + "TeraGen",
        Map.of("mapreduce.job.maps", Integer.toString(inputFiles(jobs.settings()))),
        Long.toString(jobs.data().bytes() / ROW_BYTES),
        jobs.input());
    return jobs.counters(TERAGEN);
  }

  @Override
  public void run(CellJobs jobs) throws InterruptedException {
    jobs.run(
        NAME,
        PACKAGE + "TeraSort",
        Map.of("mapreduce.job.reduces", jobs.settings().reduceTasks().toString()),
        jobs.input(),
        jobs.result(OUTPUT));
  }

  @Override
  public List<Check> check(CellJobs jobs, Map<String, Long> input) throws InterruptedException {
    jobs.run(
        TERAVALIDATE,
        PACKAGE + "TeraValidate",
        Map.of(),
        jobs.result(OUTPUT),
        jobs.result(VALIDATION));
    return checks(
        jobs.data().bytes() / ROW_BYTES,
        input,
        jobs.counters(NAME),
        jobs.counters(TERAVALIDATE),
        jobs.cluster().readText(jobs.result(VALIDATION) + "/part-r-00000").lines().toList());
  }

  /**
   * What must be true of a TeraSort, for TeraValidate exits with 0 even with errors: no {@code
   * error} line, the checksum of TeraGen (the low 64 bits), and equal row counters of the three
   * jobs.
   */
  static List<Check> checks(
      long rows,
      Map<String, Long> teragen,
      Map<String, Long> terasort,
      Map<String, Long> teravalidate,
      List<String> validation) {
    return List.of(
        order(validation),
        checksum(teragen.get(CHECKSUM), validation),
        Check.equal(
            "rows that TeraGen wrote",
            rows,
            teragen.getOrDefault(MAP_OUTPUT, teragen.get(MAP_INPUT))),
        Check.equal("rows that TeraSort read", rows, terasort.get(MAP_INPUT)),
        Check.equal("rows that TeraSort wrote", rows, terasort.get(REDUCE_OUTPUT)),
        Check.equal("rows that TeraValidate read", rows, teravalidate.get(MAP_INPUT)));
  }

  private static Check order(List<String> validation) {
    List<String> errors = validation.stream().filter(l -> l.startsWith("error")).toList();
    String found = errors.isEmpty() ? "no error line" : String.join("; ", errors);
    return new Check(
        "TeraValidate found the output in order",
        !validation.isEmpty() && errors.isEmpty(),
        validation.isEmpty() ? "its output is empty" : found);
  }

  private static Check checksum(Long counted, List<String> validation) {
    List<String> found =
        validation.stream()
            .filter(l -> l.startsWith("checksum"))
            .map(l -> l.substring("checksum".length()).strip())
            .toList();
    return new Check(
        "checksum of the output equals the input's",
        counted != null && found.size() == 1 && low64(found.get(0)) == counted,
        "TeraGen %s, TeraValidate %s"
            .formatted(
                counted == null ? "none" : Long.toHexString(counted),
                found.isEmpty() ? "none" : String.join(" and ", found)));
  }

  private static long low64(String hexadecimal) {
    try {
      return new BigInteger(hexadecimal, 16).mod(LOW_64).longValue();
    } catch (NumberFormatException e) {
      return -1;
    }
  }
}
