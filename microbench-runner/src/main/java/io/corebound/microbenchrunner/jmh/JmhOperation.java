package io.corebound.microbenchrunner.jmh;

import io.corebound.records.run.Measurement;
import io.corebound.records.run.Measurement.Metric;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.Mean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/**
 * The raw data of one operation of a JMH result. The first iteration of a fork is cold and the
 * second half is warm; those between do not count, as the JVM still compiles.
 *
 * @param fields raw data by name, {@code field} or {@code field@process}
 */
record JmhOperation(
    String suite,
    String operation,
    Map<String, String> parameters,
    String jvmFlagsHash,
    String rawFile,
    Map<String, Field> fields) {
  /** The machine as a whole, which is not part of any sum. */
  private static final String MACHINE = "machine";

  /** The unit of an operation's bytes continues with the kind of bytes. */
  private static final String BYTES_OF = "B of ";

  private static final String USER = "user_ns@";

  /** Data of a figure by fork and iteration, with the unit that the benchmark gave it. */
  record Field(double[][] data, String unit) {}

  List<Measurement> measurements() {
    double[][] bytes = required("bytes");
    double[][] records = required("records");
    double[][] wall = required("wall_ns");
    double[][] all = coreNs(Set.of());
    if (bytes[0][0] == 0 && records[0][0] > 0) {
      return List.of(
          ratio("wall", "records_rate", "records/s", records, wall, 1e9),
          ratio("wall", "wall_per_record", "ns/record", wall, records, 1),
          ratio("all", Metric.COST_PER_RECORD, "ns/record", all, records, 1),
          least(Metric.COST_PER_RECORD_MIN, "ns/record", all, records));
    }
    if (bytes[0][0] == 0) {
      return List.of(
          row("all", Metric.EMPTY_COST, "core-s", f -> all[f][0] / 1e9),
          row("wall", "empty_wall", "s", f -> wall[f][0] / 1e9));
    }
    List<Measurement> rows = new ArrayList<>();
    rows.add(ratio("wall", Metric.RATE, "MB/s", bytes, wall, 1e3));
    rows.add(ratio("wall", "records_rate", "records/s", records, wall, 1e9));
    rows.add(ratio("wall", Metric.WALL, "ns/B", wall, bytes, 1));
    rows.add(row("wall", Metric.COLD_WALL, "s", f -> cold(wall, bytes, f) / 1e9));
    rows.add(ratio("all", Metric.COST, "ns/B", all, bytes, 1));
    rows.add(ratio("all", Metric.COST_PER_RECORD, "ns/record", all, records, 1));
    rows.add(least(Metric.COST_MIN, "ns/B", all, bytes));
    rows.add(row("all", Metric.FIRST_COST, "core-s", f -> all[f][0] / 1e9));
    rows.add(row("all", Metric.COLD_COST, "core-s", f -> cold(all, bytes, f) / 1e9));
    List<String> processes = new ArrayList<>(processes());
    if (fields.containsKey(USER + MACHINE)) {
      processes.add(MACHINE);
    }
    for (String process : processes) {
      rows.add(ratio(process, "cost_user", "ns/B", required(USER + process), bytes, 1));
      double[][] system = required("system_ns@" + process);
      rows.add(ratio(process, "cost_system", "ns/B", system, bytes, 1));
    }
    rows.addAll(extras(bytes));
    return rows;
  }

  /** The figures of each fork alone, in their order. */
  List<Measurement> ofEachFork() {
    return IntStream.range(0, required("bytes").length)
        .mapToObj(this::fork)
        .flatMap(fork -> fork.measurements().stream())
        .toList();
  }

  private JmhOperation fork(int number) {
    Map<String, Field> own = new TreeMap<>();
    fields.forEach(
        (name, field) ->
            own.put(name, new Field(new double[][] {field.data()[number]}, field.unit())));
    return new JmhOperation(suite, operation, parameters, jvmFlagsHash, rawFile, own);
  }

  /** The benchmark's own figures: spills, compressed bytes, garbage collection, parts. */
  private List<Measurement> extras(double[][] bytes) {
    List<Measurement> rows = new ArrayList<>();
    fields.forEach(
        (name, field) -> {
          double[][] data = field.data();
          String part = name.substring(name.indexOf('@') + 1);
          switch (name.split("@", 2)[0]) {
            case "records", "bytes", "wall_ns", "user_ns", "system_ns", "cpu_ns", "steal_ns" -> {
              // in the other rows
            }
            case "compressed_bytes" -> rows.add(ratio("wall", "ratio", "ratio", bytes, data, 1));
            case "gc_ns" -> rows.add(ratio("benchmark", "gc", "ns/B", data, bytes, 1));
            case "alloc_bytes" -> rows.add(ratio("benchmark", "allocation", "B/B", data, bytes, 1));
            case "part_cpu_ns" -> rows.add(ratio(part, Metric.PART_COST, "ns/B", data, bytes, 1));
            case "part_wall_ns" -> rows.add(ratio(part, Metric.PART_WALL, "ns/B", data, bytes, 1));
            default ->
                rows.add(
                    row(
                        "wall",
                        name,
                        field.unit(),
                        f -> warm(data, f) / (data[f].length - firstWarm(data[f]))));
          }
        });
    return rows;
  }

  private List<String> processes() {
    return fields.keySet().stream()
        .filter(field -> field.startsWith(USER))
        .map(field -> field.substring(USER.length()))
        .filter(process -> !process.equals(MACHINE))
        .sorted()
        .toList();
  }

  /** Core-nanoseconds of each iteration, over all processes but these. */
  double[][] coreNs(Set<String> without) {
    double[][] sum =
        Arrays.stream(required("bytes"))
            .map(fork -> new double[fork.length])
            .toArray(double[][]::new);
    for (String process : processes()) {
      if (!without.contains(process)) {
        // in ns where the kernel has them, else in ticks of 10 ms
        if (fields.containsKey("cpu_ns@" + process)) {
          add(sum, required("cpu_ns@" + process));
        } else {
          add(sum, required(USER + process));
          add(sum, required("system_ns@" + process));
        }
      }
    }
    return sum;
  }

  private static void add(double[][] sum, double[][] data) {
    for (int f = 0; f < sum.length; f++) {
      for (int i = 0; i < sum[f].length; i++) {
        sum[f][i] += data[f][i];
      }
    }
  }

  double[][] required(String name) {
    Field field = fields.get(name);
    if (field == null) {
      throw CoreboundException.failed(
          "%s: %s has no '%s'; was JMH's profiler switched on?"
              .formatted(rawFile, operation, name));
    }
    return field.data();
  }

  /** Of 2 iterations the second, of 3 the third, of 4 the third on, of 6 the fourth on. */
  private static int firstWarm(double[] iterations) {
    return (iterations.length + 1) / 2;
  }

  private static double warm(double[][] rows, int fork) {
    return IntStream.range(firstWarm(rows[fork]), rows[fork].length)
        .mapToDouble(i -> rows[fork][i])
        .sum();
  }

  private static double cold(double[][] time, double[][] bytes, int fork) {
    return time[fork][0] - warm(time, fork) / warm(bytes, fork) * bytes[fork][0];
  }

  /** Bytes, or records where there are none. */
  private double[][] counted() {
    double[][] bytes = required("bytes");
    return bytes[0][0] > 0 ? bytes : required("records");
  }

  /** Core-nanoseconds of each fork for what is counted; empty where nothing is. */
  double[] warmCosts() {
    double[][] of = counted();
    double[][] all = coreNs(Set.of());
    return of[0][0] > 0
        ? IntStream.range(0, of.length).mapToDouble(f -> warm(all, f) / warm(of, f)).toArray()
        : new double[0];
  }

  /** {@link JmhResults#distanceOfSecondCheapest}. */
  double distanceOfSecondCheapest() {
    double[][] of = counted();
    if (!(of[0][0] > 0)) {
      return 0;
    }
    double[] leasts = leasts(coreNs(Set.of()), of);
    return leasts.length < 2 ? Double.POSITIVE_INFINITY : leasts[1] / leasts[0] - 1;
  }

  /** The cheapest warm batch of each fork, sorted. */
  private static double[] leasts(double[][] time, double[][] of) {
    return IntStream.range(0, time.length)
        .mapToDouble(
            f ->
                IntStream.range(firstWarm(time[f]), time[f].length)
                    .mapToDouble(i -> time[f][i] / of[f][i])
                    .min()
                    .orElseThrow())
        .sorted()
        .toArray();
  }

  /** A minimum, which has no interval. */
  private Measurement least(String metric, String unit, double[][] time, double[][] of) {
    double least = leasts(time, of)[0];
    return row("all", metric, unit, Mean.alone(least, time.length));
  }

  /** Over the warm iterations of each fork. */
  private Measurement ratio(
      String process, String metric, String unit, double[][] of, double[][] over, double factor) {
    return row(process, metric, unit, f -> warm(of, f) * factor / warm(over, f));
  }

  private Measurement row(String process, String metric, String unit, IntToDoubleFunction ofFork) {
    int forks = required("bytes").length;
    List<Double> samples = IntStream.range(0, forks).mapToDouble(ofFork).boxed().toList();
    return row(process, metric, unit, Mean.of(samples));
  }

  private Measurement row(String process, String metric, String unit, Mean mean) {
    String unitOfBytes = fields.get("bytes").unit();
    if (!unitOfBytes.startsWith(BYTES_OF)) {
      throw CoreboundException.failed(
          "%s: %s counts bytes in '%s', not in '%s…'"
              .formatted(rawFile, operation, unitOfBytes, BYTES_OF));
    }
    String byteBase = unitOfBytes.substring(BYTES_OF.length());
    return new Measurement(
        suite,
        operation,
        parameters,
        process,
        1,
        metric,
        unit,
        byteBase,
        mean,
        jvmFlagsHash,
        rawFile);
  }
}
