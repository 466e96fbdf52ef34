package io.corebound.microbenchrunner;

import io.corebound.records.CoreboundException;
import io.corebound.records.MeanInterval;
import io.corebound.records.Measurement;
import io.corebound.records.Measurement.Metric;
import io.corebound.records.StructuredFiles;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * Turns JMH's JSON into measurements. Every benchmark is a single shot of one batch; its profiler
 * adds secondary metrics named {@code <operation>|<field>}, whose raw data are one row a fork, one
 * column an iteration. The first iteration of a fork is cold, the others are warm:
 *
 * <ul>
 *   <li>cost = core-time of the warm iterations / their bytes, by process and over all of them;
 *   <li>cold cost = core-time of the first iteration - cost x its bytes;
 *   <li>empty cost = core-time of the first iteration of a batch without bytes: what a task without
 *       data costs in the same harness.
 * </ul>
 */
final class JmhResults {
  /** Not part of any sum: it is the machine as a whole. */
  private static final String MACHINE = "machine";

  private final JsonNode results;
  private final String rawFile;

  /**
   * Reads JMH's JSON.
   *
   * @throws CoreboundException (failed) when the text is not JMH's JSON
   */
  JmhResults(String json, String rawFile) {
    try {
      this.results = StructuredFiles.parseJson(json);
    } catch (JacksonException e) {
      throw CoreboundException.failed(
          rawFile + ": is not JMH's JSON: " + StructuredFiles.reason(e), e);
    }
    this.rawFile = rawFile;
  }

  List<Measurement> measurements(String suite, String jvmFlagsHash) {
    List<Measurement> measurements = new ArrayList<>();
    for (JsonNode benchmark : results) {
      Map<String, String> parameters = parameters(benchmark);
      operations(benchmark.path("secondaryMetrics"))
          .forEach(
              (operation, fields) ->
                  measurements.addAll(
                      new Operation(suite, operation, parameters, jvmFlagsHash, rawFile, fields)
                          .measurements()));
    }
    return measurements;
  }

  private static Map<String, String> parameters(JsonNode benchmark) {
    Map<String, String> parameters = new TreeMap<>();
    benchmark
        .path("params")
        .properties()
        .forEach(p -> parameters.put(p.getKey(), p.getValue().asString()));
    return parameters;
  }

  private static Map<String, Map<String, double[][]>> operations(JsonNode secondary) {
    Map<String, Map<String, double[][]>> operations = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> metric : secondary.properties()) {
      String[] name = metric.getKey().split("\\|", 2);
      if (name.length == 2) {
        operations
            .computeIfAbsent(name[0], o -> new TreeMap<>())
            .put(name[1], rows(metric.getValue().path("rawData")));
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

  /** The raw data of one operation: field to [fork][iteration]. */
  private record Operation(
      String suite,
      String operation,
      Map<String, String> parameters,
      String jvmFlagsHash,
      String rawFile,
      Map<String, double[][]> fields) {

    List<Measurement> measurements() {
      double[][] bytes = required("bytes");
      double[][] wall = required("wall_ns");
      List<Measurement> rows = new ArrayList<>();
      if (bytes[0][0] == 0) {
        double[][] empty = sum(processes());
        rows.add(row("all", "empty_cost", "core-s", f -> empty[f][0] / 1e9));
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

    private List<Measurement> byProcess(String process, double[][] bytes) {
      double[][] user = required("user_ns@" + process);
      double[][] system = required("system_ns@" + process);
      return List.of(
          row(process, "cost_user", "ns/B", f -> warm(user, f) / warm(bytes, f)),
          row(process, "cost_system", "ns/B", f -> warm(system, f) / warm(bytes, f)));
    }

    /** What a benchmark adds of its own: spills, the compressed bytes, garbage collection. */
    private List<Measurement> extras(double[][] bytes) {
      List<Measurement> rows = new ArrayList<>();
      if (fields.containsKey("spills")) {
        double[][] spills = fields.get("spills");
        rows.add(row("wall", "spills", "spills", f -> warm(spills, f) / (spills[f].length - 1)));
      }
      if (fields.containsKey("compressed_bytes")) {
        double[][] compressed = fields.get("compressed_bytes");
        rows.add(row("wall", "ratio", "ratio", f -> warm(bytes, f) / warm(compressed, f)));
      }
      if (fields.containsKey("gc_ns@benchmark")) {
        double[][] gc = fields.get("gc_ns@benchmark");
        rows.add(row("benchmark", "gc", "ns/B", f -> warm(gc, f) / warm(bytes, f)));
      }
      if (fields.containsKey("alloc_bytes@benchmark")) {
        double[][] allocated = fields.get("alloc_bytes@benchmark");
        rows.add(row("benchmark", "allocation", "B/B", f -> warm(allocated, f) / warm(bytes, f)));
      }
      return rows;
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

    private double[][] sum(List<String> processes) {
      double[][] shape = required("bytes");
      double[][] sum = new double[shape.length][];
      for (int f = 0; f < shape.length; f++) {
        sum[f] = new double[shape[f].length];
        for (String process : processes) {
          for (int i = 0; i < sum[f].length; i++) {
            sum[f][i] +=
                required("user_ns@" + process)[f][i] + required("system_ns@" + process)[f][i];
          }
        }
      }
      return sum;
    }

    private double[][] required(String field) {
      double[][] rows = fields.get(field);
      if (rows == null) {
        throw CoreboundException.failed(
            rawFile
                + ": "
                + operation
                + " has no '"
                + field
                + "'; was JMH's profiler switched on?");
      }
      return rows;
    }

    private static double warm(double[][] rows, int fork) {
      double sum = 0;
      for (int i = 1; i < rows[fork].length; i++) {
        sum += rows[fork][i];
      }
      return sum;
    }

    private static double cold(double[][] time, double[][] bytes, int fork) {
      return time[fork][0] - warm(time, fork) / warm(bytes, fork) * bytes[fork][0];
    }

    private Measurement row(
        String process, String metric, String unit, IntToDoubleFunction ofFork) {
      int forks = required("bytes").length;
      List<Double> samples = IntStream.range(0, forks).mapToDouble(ofFork).boxed().toList();
      MeanInterval means = MeanInterval.of(samples);
      return new Measurement(
          suite,
          operation,
          parameters,
          process,
          1,
          metric,
          unit,
          byteBase(operation),
          means.mean(),
          means.low(),
          means.high(),
          MeanInterval.CONFIDENCE,
          means.n(),
          jvmFlagsHash,
          rawFile);
    }
  }

  /** Which bytes an operation's figures count, as the benchmarks define them. */
  private static String byteBase(String operation) {
    return switch (operation) {
      case "read.hdfs", "write.hdfs" -> "file";
      case "compress.snappy", "decompress.snappy" -> "ifile";
      case "shuffle.fetch" -> "wire";
      default -> "payload";
    };
  }
}
