package io.corebound.terasortrunner.workload;

import io.corebound.records.config.ClusterFile;
import io.corebound.records.config.WorkloadFile.Job;
import io.corebound.records.run.CellResult.Check;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Sort of Hadoop's examples, on what its RandomWriter makes; a job that reads both compares the
 * records of input and output, and their order in each file.
 */
final class RandomSort extends TextJob {
  private static final String WRITER = "random-writer";
  private static final String CHECK = "sort-check";
  private static final String CHECKED = "checked";

  RandomSort(String name, Job job) {
    super(name, job);
  }

  @Override
  public List<String> stages() {
    return List.of(WRITER, name(), CHECK);
  }

  @Override
  public List<String> results() {
    return List.of(OUTPUT, CHECKED);
  }

  @Override
  public int inputFiles(ClusterFile cluster) {
    return cluster.nodes() * cluster.containersPerNode();
  }

  @Override
  public double roughMbPerSPerCore() {
    return 12;
  }

  @Override
  public Map<String, Long> makeInput(CellJobs jobs) throws InterruptedException {
    long bytes = jobs.data().bytes();
    jobs.run(
        WRITER,
        "org.apache.hadoop.examples.RandomWriter",
        Map.of(
            "mapreduce.randomwriter.totalbytes",
            Long.toString(bytes),
            "mapreduce.randomwriter.bytespermap",
            Long.toString(bytes / inputFiles(jobs.settings()))),
        jobs.input());
    return Map.of();
  }

  @Override
  public List<Check> check(CellJobs jobs, Map<String, Long> input) throws InterruptedException {
    jobs.run(
        CHECK,
        "io.corebound.jobs.SortCheck",
        Map.of(),
        jobs.input(),
        jobs.result(OUTPUT),
        jobs.result(CHECKED));
    return checks(jobs.cluster().readText(jobs.result(CHECKED) + "/part-r-00000").lines().toList());
  }

  /** The records of a folder's files, those out of order, and the sum of their checksums. */
  private record Sums(long records, long outOfOrder, long checksum) {
    static Sums of(List<String> lines, boolean sorted) {
      Sums sums = new Sums(0, 0, 0);
      for (String line : lines) {
        String[] fields = line.split(" ");
        if (fields[0].equals(OUTPUT) == sorted) {
          sums =
              new Sums(
                  sums.records + Long.parseLong(fields[2]),
                  sums.outOfOrder + Long.parseLong(fields[3]),
                  sums.checksum + Long.parseLong(fields[4]));
        }
      }
      return sums;
    }
  }

  /** Of lines that {@code SortCheck} wrote. */
  static List<Check> checks(List<String> lines) {
    Sums input = Sums.of(lines, false);
    Sums output = Sums.of(lines, true);
    return List.of(
        new Check(
            "records of the output",
            output.records == input.records && input.records > 0,
            "%s of %s".formatted(output.records, input.records)),
        new Check(
            "checksum of the output equals the input's",
            output.checksum == input.checksum,
            String.format(Locale.ROOT, "%x and %x", input.checksum, output.checksum)),
        new Check(
            "each output is in order",
            output.outOfOrder == 0,
            output.outOfOrder + " out of order"));
  }
}
