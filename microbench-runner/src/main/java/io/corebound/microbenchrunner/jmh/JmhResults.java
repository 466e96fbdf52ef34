package io.corebound.microbenchrunner.jmh;

import io.corebound.records.format.StructuredFiles;
import io.corebound.records.run.Measurement;
import io.corebound.records.run.Measurement.Metric;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.MeanInterval;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Turns JMH's JSON into measurements. Every benchmark is a single shot of one batch; its profiler
 * adds secondary metrics named {@code <operation>|<field>} or {@code <operation>(tag=value;
 * …)|<field>}, whose raw data are one row a fork, one column an iteration; tags become parameters.
 * The first iteration of a fork is cold, the second half of them is warm; in those between, the JVM
 * still compiles, and they count for neither:
 *
 * <ul>
 *   <li>cost = core-time of the warm iterations / their bytes, by process and over all of them;
 *   <li>least cost = that of the cheapest warm iteration of all forks;
 *   <li>cold cost = core-time of the first iteration - cost x its bytes;
 *   <li>cost per record = core-time of the warm iterations / their records;
 *   <li>part cost, part wall = time of a thread or a phase, within the total, of the warm
 *       iterations / their bytes;
 *   <li>cost and wall per record alone, where records have no bytes (the start of a JVM);
 *   <li>empty cost = core-time of the first iteration of a batch without bytes: what a task without
 *       data costs in the same harness.
 * </ul>
 */
public final class JmhResults {
  /** Not part of any sum: it is the machine as a whole. */
  private static final String MACHINE = "machine";

  /** Stands between operation and field in the names of our own profiler. */
  private static final String FIELD = "|";

  /** The unit of an operation's bytes goes on with which bytes these are. */
  private static final String BYTES_OF = "B of ";

  private final JsonNode results;
  private final String rawFile;

  /**
   * Reads JMH's JSON.
   *
   * @throws CoreboundException (failed) when the text is not JMH's JSON
   */
  public JmhResults(String json, String rawFile) {
    try {
      this.results = StructuredFiles.parseJson(json);
    } catch (JacksonException e) {
      throw CoreboundException.failed(
          rawFile + ": is not JMH's JSON: " + StructuredFiles.reason(e), e);
    }
    this.rawFile = rawFile;
  }

  private JmhResults(JsonNode results, String rawFile) {
    this.results = results;
    this.rawFile = rawFile;
  }

  /** The results of every benchmark with every combination of its parameters by themselves. */
  public List<JmhResults> singles() {
    List<JmhResults> singles = new ArrayList<>();
    for (JsonNode result : results) {
      singles.add(new JmhResults(JsonNodeFactory.instance.arrayNode().add(result), rawFile));
    }
    return singles;
  }

  /** Full name of the first benchmark's method. */
  public String benchmark() {
    return results.path(0).path("benchmark").asString();
  }

  /** The parameters of the first benchmark. */
  public Map<String, String> parameters() {
    return parameters(results.path(0));
  }

  /** What JMH measured of the first benchmark, with what is around the operation: all batches. */
  public double elapsedS() {
    double sum = 0;
    for (double[] fork : rows(results.path(0).path("primaryMetric").path("rawData"))) {
      sum += Arrays.stream(fork).sum();
    }
    return sum;
  }

  /**
   * These results with the forks of others of the same benchmark and parameters added.
   *
   * <p>JMH's own scores stay those of the first forks; the raw data are of all. What a profiler of
   * JMH tells of some forks only, such as the time of garbage collections where there was one, is
   * of those.
   *
   * @param file names the file that they will lie in
   * @throws CoreboundException (failed) when they have other figures
   */
  public JmhResults with(JmhResults others, String file) {
    JsonNode pooled = results.deepCopy();
    ObjectNode first = (ObjectNode) pooled.path(0);
    JsonNode second = others.results.path(0);
    first.put("forks", first.path("forks").asInt() + second.path("forks").asInt());
    pool(first.path("primaryMetric"), second.path("primaryMetric"));
    ObjectNode metrics = (ObjectNode) first.path("secondaryMetrics");
    JsonNode added = second.path("secondaryMetrics");
    for (String metric : names(metrics, added)) {
      if (metrics.has(metric) && added.has(metric)) {
        pool(metrics.path(metric), added.path(metric));
      } else if (metric.contains(FIELD)) {
        throw CoreboundException.failed(
            (added.has(metric) ? rawFile : others.rawFile)
                + ": has no '"
                + metric
                + "', which another fork has");
      } else if (added.has(metric)) {
        metrics.set(metric, added.path(metric));
      }
    }
    return new JmhResults(pooled, file);
  }

  private static Set<String> names(JsonNode one, JsonNode other) {
    Set<String> names = new LinkedHashSet<>(one.propertyNames());
    names.addAll(other.propertyNames());
    return names;
  }

  private static void pool(JsonNode metric, JsonNode added) {
    if (metric.path("rawData") instanceof ArrayNode forks) {
      added.path("rawData").forEach(forks::add);
    }
  }

  /** JMH's JSON of several results. */
  public static String json(List<JmhResults> several) {
    ArrayNode all = JsonNodeFactory.instance.arrayNode();
    several.forEach(one -> one.results.forEach(all::add));
    return StructuredFiles.toJson(all);
  }

  String rawFile() {
    return rawFile;
  }

  public List<Measurement> measurements(String suite, String jvmFlagsHash) {
    List<Measurement> measurements = new ArrayList<>();
    for (JsonNode benchmark : results) {
      operations(benchmark.path("secondaryMetrics"))
          .forEach(
              (label, fields) -> {
                Map<String, String> parameters = parameters(benchmark);
                parameters.putAll(tags(label));
                String operation = label.split("\\(", 2)[0];
                measurements.addAll(
                    new Operation(suite, operation, parameters, jvmFlagsHash, rawFile, fields)
                        .measurements());
              });
    }
    return measurements;
  }

  /**
   * Core-nanoseconds a byte of each iteration of the first fork, by operation; without those that
   * work on no bytes.
   *
   * @param without processes that do not count
   */
  public Map<String, double[]> costs(Set<String> without) {
    Map<String, double[]> costs = new TreeMap<>();
    for (Operation operation : labelled()) {
      double[] bytes = operation.required("bytes")[0];
      if (bytes[0] > 0) {
        double[] ns = operation.sum(operation.processesBut(without))[0];
        costs.merge(
            operation.operation().split("\\(", 2)[0],
            IntStream.range(0, ns.length).mapToDouble(i -> ns[i] / bytes[i]).toArray(),
            JmhResults::sums);
      }
    }
    return costs;
  }

  /** Every operation of every benchmark, named by its label, for what asks for no rows. */
  private List<Operation> labelled() {
    List<Operation> operations = new ArrayList<>();
    for (JsonNode benchmark : results) {
      operations(benchmark.path("secondaryMetrics"))
          .forEach(
              (label, fields) ->
                  operations.add(new Operation("", label, Map.of(), "", rawFile, fields)));
    }
    return operations;
  }

  private static double[] sums(double[] one, double[] other) {
    return IntStream.range(0, one.length).mapToDouble(i -> one[i] + other[i]).toArray();
  }

  private static Map<String, String> parameters(JsonNode benchmark) {
    Map<String, String> parameters = new TreeMap<>();
    benchmark
        .path("params")
        .properties()
        .forEach(p -> parameters.put(p.getKey(), p.getValue().asString()));
    return parameters;
  }

  /** The part of a label in parentheses: {@code (a=1;b=2)}. */
  private static Map<String, String> tags(String label) {
    Map<String, String> tags = new TreeMap<>();
    if (label.contains("(")) {
      for (String tag : label.substring(label.indexOf('(') + 1, label.length() - 1).split(";")) {
        String[] pair = tag.split("=", 2);
        tags.put(pair[0], pair[1]);
      }
    }
    return tags;
  }

  /** Raw data of one figure, with the unit that the benchmark gave it. */
  private record Field(double[][] data, String unit) {}

  private static Map<String, Map<String, Field>> operations(JsonNode secondary) {
    Map<String, Map<String, Field>> operations = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> metric : secondary.properties()) {
      String[] name = metric.getKey().split("\\|", 2);
      if (name.length == 2) {
        operations
            .computeIfAbsent(name[0], o -> new TreeMap<>())
            .put(
                name[1],
                new Field(
                    rows(metric.getValue().path("rawData")),
                    metric.getValue().path("scoreUnit").asString("")));
      }
    }
    return operations;
  }

  private static double[][] rows(JsonNode rawData) {
    double[][] rows = new double[rawData.size()][];
    for (int fork = 0; fork < rows.length; fork++) {
      JsonNode row = rawData.get(fork);
      rows[fork] = new double[row.size()];
      for (int i = 0; i < row.size(); i++) {
        rows[fork][i] = row.get(i).asDouble();
      }
    }
    return rows;
  }

  /**
   * By how much the second cheapest fork is dearer than the cheapest, as a fraction, each by its
   * cheapest warm batch; of several operations the largest. Infinite for a single fork, 0 for what
   * has neither bytes nor records.
   */
  public double distanceOfSecondCheapest() {
    return labelled().stream()
        .mapToDouble(Operation::distanceOfSecondCheapest)
        .reduce(0, Math::max);
  }

  /**
   * Core-nanoseconds a byte, or a record, of the warm batches of each fork, over all processes; of
   * several operations their geometric mean. Empty for what has neither bytes nor records, or took
   * less than the clock shows.
   */
  public double[] warmCosts() {
    List<double[]> known =
        labelled().stream()
            .map(Operation::warmCosts)
            .filter(c -> c.length > 0 && Arrays.stream(c).allMatch(x -> x > 0))
            .toList();
    return known.isEmpty()
        ? new double[0]
        : IntStream.range(0, known.get(0).length)
            .mapToDouble(
                fork ->
                    Math.exp(
                        known.stream().mapToDouble(c -> Math.log(c[fork])).average().orElseThrow()))
            .toArray();
  }

  /** The raw data of one operation: field to [fork][iteration]. */
  private record Operation(
      String suite,
      String operation,
      Map<String, String> parameters,
      String jvmFlagsHash,
      String rawFile,
      Map<String, Field> fields) {

    public List<Measurement> measurements() {
      double[][] bytes = required("bytes");
      double[][] wall = required("wall_ns");
      List<Measurement> rows = new ArrayList<>();
      if (bytes[0][0] == 0 && required("records")[0][0] > 0) {
        return withoutBytes(wall);
      }
      if (bytes[0][0] == 0) {
        double[][] empty = sum(processes());
        rows.add(row("all", Metric.EMPTY_COST, "core-s", f -> empty[f][0] / 1e9));
        rows.add(row("wall", "empty_wall", "s", f -> wall[f][0] / 1e9));
        return rows;
      }
      rows.add(row("wall", Metric.RATE, "MB/s", f -> warm(bytes, f) * 1e3 / warm(wall, f)));
      rows.add(
          row(
              "wall",
              "records_rate",
              "records/s",
              f -> warm(required("records"), f) * 1e9 / warm(wall, f)));
      rows.add(row("wall", Metric.WALL, "ns/B", f -> warm(wall, f) / warm(bytes, f)));
      rows.add(row("wall", Metric.COLD_WALL, "s", f -> cold(wall, bytes, f) / 1e9));
      double[][] all = sum(processes());
      rows.add(row("all", Metric.COST, "ns/B", f -> warm(all, f) / warm(bytes, f)));
      rows.add(
          row(
              "all",
              Metric.COST_PER_RECORD,
              "ns/record",
              f -> warm(all, f) / warm(required("records"), f)));
      rows.add(least(Metric.COST_MIN, "ns/B", all, bytes));
      rows.add(row("all", Metric.FIRST_COST, "core-s", f -> all[f][0] / 1e9));
      rows.add(row("all", Metric.COLD_COST, "core-s", f -> cold(all, bytes, f) / 1e9));
      for (String process : processes()) {
        rows.addAll(byProcess(process, bytes));
      }
      if (fields.containsKey("user_ns@" + MACHINE)) {
        rows.addAll(byProcess(MACHINE, bytes));
      }
      rows.addAll(extras(bytes));
      return rows;
    }

    /** What has records but no bytes, such as the start of a JVM. */
    private List<Measurement> withoutBytes(double[][] wall) {
      double[][] records = required("records");
      double[][] all = sum(processes());
      return List.of(
          row("wall", "records_rate", "records/s", f -> warm(records, f) * 1e9 / warm(wall, f)),
          row("wall", "wall_per_record", "ns/record", f -> warm(wall, f) / warm(records, f)),
          row("all", Metric.COST_PER_RECORD, "ns/record", f -> warm(all, f) / warm(records, f)),
          least(Metric.COST_PER_RECORD_MIN, "ns/record", all, records));
    }

    private List<Measurement> byProcess(String process, double[][] bytes) {
      double[][] user = required("user_ns@" + process);
      double[][] system = required("system_ns@" + process);
      return List.of(
          row(process, "cost_user", "ns/B", f -> warm(user, f) / warm(bytes, f)),
          row(process, "cost_system", "ns/B", f -> warm(system, f) / warm(bytes, f)));
    }

    /**
     * What a benchmark adds of its own: spills, the compressed bytes, garbage collection, parts.
     */
    private List<Measurement> extras(double[][] bytes) {
      List<Measurement> rows = new ArrayList<>();
      fields.forEach(
          (name, field) -> {
            double[][] data = field.data();
            switch (name.split("@", 2)[0]) {
              case "records", "bytes", "wall_ns", "user_ns", "system_ns", "cpu_ns", "steal_ns" -> {
                // told above
              }
              case "compressed_bytes" ->
                  rows.add(row("wall", "ratio", "ratio", f -> warm(bytes, f) / warm(data, f)));
              case "gc_ns" ->
                  rows.add(row("benchmark", "gc", "ns/B", f -> warm(data, f) / warm(bytes, f)));
              case "alloc_bytes" ->
                  rows.add(
                      row("benchmark", "allocation", "B/B", f -> warm(data, f) / warm(bytes, f)));
              case "part_cpu_ns" -> rows.add(part(name, Metric.PART_COST, data, bytes));
              case "part_wall_ns" -> rows.add(part(name, Metric.PART_WALL, data, bytes));
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

    private Measurement part(String name, String metric, double[][] data, double[][] bytes) {
      return row(
          name.substring(name.indexOf('@') + 1),
          metric,
          "ns/B",
          f -> warm(data, f) / warm(bytes, f));
    }

    private List<String> processes() {
      TreeSet<String> names = new TreeSet<>();
      for (String field : fields.keySet()) {
        if (field.startsWith("user_ns@")) {
          names.add(field.substring("user_ns@".length()));
        }
      }
      names.remove(MACHINE);
      return List.copyOf(names);
    }

    private List<String> processesBut(Set<String> without) {
      return processes().stream().filter(process -> !without.contains(process)).toList();
    }

    private double[][] sum(List<String> processes) {
      double[][] shape = required("bytes");
      double[][] sum = new double[shape.length][];
      for (int f = 0; f < shape.length; f++) {
        sum[f] = new double[shape[f].length];
        for (String process : processes) {
          for (int i = 0; i < sum[f].length; i++) {
            sum[f][i] += cpuNs(process, f, i);
          }
        }
      }
      return sum;
    }

    /** In ns where the kernel told them, else in ticks of 10 ms. */
    private double cpuNs(String process, int fork, int iteration) {
      return fields.containsKey("cpu_ns@" + process)
          ? required("cpu_ns@" + process)[fork][iteration]
          : required("user_ns@" + process)[fork][iteration]
              + required("system_ns@" + process)[fork][iteration];
    }

    private double[][] required(String name) {
      Field field = fields.get(name);
      if (field == null) {
        throw CoreboundException.failed(
            rawFile + ": " + operation + " has no '" + name + "'; was JMH's profiler switched on?");
      }
      return field.data();
    }

    /** Of 2 iterations the second, of 3 the third, of 4 the third on, of 6 the fourth on. */
    private static int firstWarm(double[] iterations) {
      return (iterations.length + 1) / 2;
    }

    private static double warm(double[][] rows, int fork) {
      double sum = 0;
      for (int i = firstWarm(rows[fork]); i < rows[fork].length; i++) {
        sum += rows[fork][i];
      }
      return sum;
    }

    private static double cold(double[][] time, double[][] bytes, int fork) {
      return time[fork][0] - warm(time, fork) / warm(bytes, fork) * bytes[fork][0];
    }

    /** A minimum has no interval. */
    private Measurement least(String metric, String unit, double[][] time, double[][] of) {
      return measurement(
          "all", metric, unit, leasts(time, of)[0], Double.NaN, Double.NaN, time.length);
    }

    /** Of each fork; none of what has neither bytes nor records. */
    public double[] warmCosts() {
      double[][] of = counted();
      double[][] all = sum(processes());
      return of[0][0] > 0
          ? IntStream.range(0, of.length).mapToDouble(f -> warm(all, f) / warm(of, f)).toArray()
          : new double[0];
    }

    /** Bytes, or records where there are none. */
    private double[][] counted() {
      double[][] bytes = required("bytes");
      return bytes[0][0] > 0 ? bytes : required("records");
    }

    public double distanceOfSecondCheapest() {
      double[][] of = counted();
      if (!(of[0][0] > 0)) {
        return 0;
      }
      double[] leasts = leasts(sum(processes()), of);
      return leasts.length < 2 ? Double.POSITIVE_INFINITY : leasts[1] / leasts[0] - 1;
    }

    /** Of each fork its cheapest warm batch, the cheapest first. */
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

    private Measurement row(
        String process, String metric, String unit, IntToDoubleFunction ofFork) {
      int forks = required("bytes").length;
      List<Double> samples = IntStream.range(0, forks).mapToDouble(ofFork).boxed().toList();
      MeanInterval means = MeanInterval.of(samples);
      return measurement(process, metric, unit, means.mean(), means.low(), means.high(), means.n());
    }

    private Measurement measurement(
        String process,
        String metric,
        String unit,
        double value,
        double ciLow,
        double ciHigh,
        int n) {
      return new Measurement(
          suite,
          operation,
          parameters,
          process,
          1,
          metric,
          unit,
          byteBase(),
          value,
          ciLow,
          ciHigh,
          MeanInterval.CONFIDENCE,
          n,
          jvmFlagsHash,
          rawFile);
    }

    /** Which bytes the benchmark counts, as it says in the unit of its bytes. */
    private String byteBase() {
      String unit = fields.get("bytes").unit();
      if (!unit.startsWith(BYTES_OF)) {
        throw CoreboundException.failed(
            rawFile
                + ": "
                + operation
                + " counts bytes in '"
                + unit
                + "', not in '"
                + BYTES_OF
                + "…'");
      }
      return unit.substring(BYTES_OF.length());
    }
  }
}
