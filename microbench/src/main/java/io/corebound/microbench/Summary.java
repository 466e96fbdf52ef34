package io.corebound.microbench;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;

/**
 * The results of a suite as a table: for each operation the rate on the wall clock and the CPU time
 * of all its processes, cold (the first iterations of the forks) and warm (their second half), as
 * means.
 */
final class Summary {
  private final Map<String, Operation> operations = new LinkedHashMap<>();

  Summary(Collection<RunResult> results) {
    for (RunResult run : results) {
      for (BenchmarkResult fork : run.getBenchmarkResults()) {
        List<IterationResult> iterations = new ArrayList<>(fork.getIterationResults());
        add(iterations.get(0).getSecondaryResults(), true);
        for (int i = (iterations.size() + 1) / 2; i < iterations.size(); i++) {
          add(iterations.get(i).getSecondaryResults(), false);
        }
      }
    }
  }

  @SuppressWarnings("rawtypes") // as JMH has it
  private void add(Map<String, Result> figures, boolean cold) {
    figures.forEach(
        (label, figure) -> {
          int bar = label.indexOf('|');
          if (bar > 0) {
            String id = label.substring(0, bar);
            boolean empty = figures.get(id + "|records").getScore() == 0;
            operations
                .computeIfAbsent(empty ? id + " (empty)" : id, Operation::new)
                .add(label.substring(bar + 1), figure.getScore(), cold);
          }
        });
  }

  void print(PrintStream out) {
    out.printf(
        Locale.ROOT,
        "%-26s %4s %5s %10s %12s %14s  %s%n",
        "operation",
        "JVM",
        "runs",
        "MB/s",
        "records/s",
        "core-s per GB",
        "of these user + system, by process");
    for (Operation operation : operations.values()) {
      operation.print(out, "cold", operation.cold);
      operation.print(out, "warm", operation.warm);
    }
    out.println();
    out.println("MB = 10^6 bytes, GB = 10^9 bytes; cold: the first run in a new JVM.");
  }

  private static final class Operation {
    private final String id;
    private final Map<String, Double> cold = new LinkedHashMap<>();
    private final Map<String, Double> warm = new LinkedHashMap<>();

    Operation(String id) {
      this.id = id;
    }

    void add(String field, double value, boolean isCold) {
      Map<String, Double> sums = isCold ? cold : warm;
      sums.merge(field, value, Double::sum);
      if (field.equals("wall_ns")) {
        sums.merge("runs", 1.0, Double::sum);
      }
    }

    void print(PrintStream out, String jvm, Map<String, Double> sums) {
      if (sums.isEmpty()) {
        return;
      }
      double bytes = sums.get("bytes");
      double records = sums.get("records");
      double seconds = sums.get("wall_ns") / 1e9;
      double runs = sums.get("runs");
      // ns a byte are s a GB; without bytes, s a run
      double unit = bytes > 0 ? bytes : runs * 1e9;
      double cores = 0;
      StringBuilder processes = new StringBuilder();
      for (Map.Entry<String, Double> sum : sums.entrySet()) {
        String field = sum.getKey();
        String process = field.substring(field.indexOf('@') + 1);
        if (field.startsWith("user_ns@") && !process.equals(OperationMeter.MACHINE)) {
          double user = sum.getValue();
          double system = sums.get("system_ns@" + process);
          cores += sums.getOrDefault("cpu_ns@" + process, user + system);
          processes.append(
              String.format(Locale.ROOT, "%s %.2f + %.2f  ", process, user / unit, system / unit));
        }
      }
      out.printf(
          Locale.ROOT,
          "%-26s %4s %5.0f %10s %12s %14s  %s%s%n",
          id,
          jvm,
          runs,
          bytes > 0 ? String.format(Locale.ROOT, "%.1f", bytes / 1e6 / seconds) : "-",
          records > 0 ? String.format(Locale.ROOT, "%.0f", records / seconds) : "-",
          bytes > 0 ? String.format(Locale.ROOT, "%.2f", cores / bytes) : "-",
          bytes > 0 ? "" : String.format(Locale.ROOT, "core-s a run %.2f: ", cores / unit),
          processes.toString().trim());
    }
  }
}
