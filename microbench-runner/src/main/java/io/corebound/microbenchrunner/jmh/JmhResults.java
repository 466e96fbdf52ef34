package io.corebound.microbenchrunner.jmh;

import io.corebound.records.format.StructuredFiles;
import io.corebound.records.run.Measurement;
import io.corebound.records.units.CoreboundException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
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
 *
 * <ul>
 *   <li>cost = core-time of the warm iterations / their bytes, by process and over all of them;
 *   <li>least cost = that of the cheapest warm iteration of all forks;
 *   <li>cold cost = core-time of the first iteration - cost x its bytes;
 *   <li>cost per record = core-time of the warm iterations / their records;
 *   <li>part cost, part wall = time of a thread or a phase, within the total, of the warm
 *       iterations / their bytes;
 *   <li>only cost and wall per record where records have no bytes (the start of a JVM);
 *   <li>empty cost = core-time of the first iteration of a batch without bytes: the cost of a task
 *       without data in the same harness.
 * </ul>
 */
public final class JmhResults {
  /** Separates operation and field in the names of our own profiler. */
  private static final String FIELD = "|";

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
          "%s: is not JMH's JSON: %s".formatted(rawFile, StructuredFiles.reason(e)), e);
    }
    this.rawFile = rawFile;
  }

  private JmhResults(JsonNode results, String rawFile) {
    this.results = results;
    this.rawFile = rawFile;
  }

  /** The results of each benchmark with each combination of its parameters. */
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

  /** Seconds of all batches of the first benchmark by JMH, with the work around the operation. */
  public double elapsedS() {
    return Arrays.stream(rows(results.path(0).path("primaryMetric").path("rawData")))
        .flatMapToDouble(Arrays::stream)
        .sum();
  }

  /**
   * These results with the forks of others of the same benchmark and parameters added. JMH's own
   * scores stay those of the first forks; the raw data are of all. A metric of JMH's profilers that
   * only some forks have, such as the time of garbage collections, is of those.
   *
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
    Set<String> names = new LinkedHashSet<>(metrics.propertyNames());
    names.addAll(added.propertyNames());
    for (String metric : names) {
      if (metrics.has(metric) && added.has(metric)) {
        pool(metrics.path(metric), added.path(metric));
      } else if (metric.contains(FIELD)) {
        throw CoreboundException.failed(
            "%s: has no '%s', which another fork has"
                .formatted(added.has(metric) ? rawFile : others.rawFile, metric));
      } else if (added.has(metric)) {
        metrics.set(metric, added.path(metric));
      }
    }
    return new JmhResults(pooled, file);
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

  public List<Measurement> measurements(String suite, String jvmFlagsHash) {
    return operations(suite, jvmFlagsHash).stream()
        .flatMap(operation -> operation.measurements().stream())
        .toList();
  }

  /** The figures of each fork alone, in their order. */
  public List<Measurement> ofEachFork(String suite, String jvmFlagsHash) {
    return operations(suite, jvmFlagsHash).stream()
        .flatMap(operation -> operation.ofEachFork().stream())
        .toList();
  }

  /**
   * Core-nanoseconds a byte of each iteration of the first fork, by operation; without operations
   * that have no bytes.
   *
   * @param without processes that do not count
   */
  public Map<String, double[]> costs(Set<String> without) {
    Map<String, double[]> costs = new TreeMap<>();
    for (JmhOperation operation : operations("", "")) {
      double[] bytes = operation.required("bytes")[0];
      if (bytes[0] > 0) {
        double[] ns = operation.coreNs(without)[0];
        costs.merge(
            operation.operation(),
            IntStream.range(0, ns.length).mapToDouble(i -> ns[i] / bytes[i]).toArray(),
            (one, other) ->
                IntStream.range(0, one.length).mapToDouble(i -> one[i] + other[i]).toArray());
      }
    }
    return costs;
  }

  /** Every operation of every benchmark. */
  private List<JmhOperation> operations(String suite, String jvmFlagsHash) {
    List<JmhOperation> operations = new ArrayList<>();
    for (JsonNode benchmark : results) {
      Map<String, Map<String, JmhOperation.Field>> fields = new LinkedHashMap<>();
      benchmark
          .path("secondaryMetrics")
          .forEachEntry(
              (key, metric) -> {
                String[] name = key.split("\\|", 2);
                if (name.length == 2) {
                  fields
                      .computeIfAbsent(name[0], o -> new TreeMap<>())
                      .put(
                          name[1],
                          new JmhOperation.Field(
                              rows(metric.path("rawData")), metric.path("scoreUnit").asString("")));
                }
              });
      fields.forEach(
          (label, own) -> {
            Map<String, String> parameters = parameters(benchmark);
            parameters.putAll(tags(label));
            String name = label.split("\\(", 2)[0];
            operations.add(new JmhOperation(suite, name, parameters, jvmFlagsHash, rawFile, own));
          });
    }
    return operations;
  }

  private static Map<String, String> parameters(JsonNode benchmark) {
    Map<String, String> parameters = new TreeMap<>();
    benchmark.path("params").forEachEntry((name, value) -> parameters.put(name, value.asString()));
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

  private static double[][] rows(JsonNode rawData) {
    return rawData
        .valueStream()
        .map(fork -> fork.valueStream().mapToDouble(JsonNode::asDouble).toArray())
        .toArray(double[][]::new);
  }

  /**
   * The relative distance between the cheapest and the second cheapest fork, each by its cheapest
   * warm batch; of several operations the largest. Infinite for a single fork, 0 for operations
   * without bytes and records.
   */
  public double distanceOfSecondCheapest() {
    return operations("", "").stream()
        .mapToDouble(JmhOperation::distanceOfSecondCheapest)
        .reduce(0, Math::max);
  }

  /**
   * Core-nanoseconds a byte, or a record, of the warm batches of each fork, over all processes; of
   * several operations their geometric mean. Empty for operations without bytes and records, or
   * shorter than the clock shows.
   */
  public double[] warmCosts() {
    List<double[]> known =
        operations("", "").stream()
            .map(JmhOperation::warmCosts)
            .filter(c -> c.length > 0 && Arrays.stream(c).allMatch(x -> x > 0))
            .toList();
    int forks = known.isEmpty() ? 0 : known.get(0).length;
    return IntStream.range(0, forks)
        .mapToDouble(
            fork ->
                Math.exp(
                    known.stream().mapToDouble(c -> Math.log(c[fork])).average().orElseThrow()))
        .toArray();
  }
}
