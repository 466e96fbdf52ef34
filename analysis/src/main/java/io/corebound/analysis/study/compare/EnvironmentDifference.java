package io.corebound.analysis.study.compare;

import io.corebound.records.format.Records;
import io.corebound.records.run.Measurement;
import io.corebound.records.run.RunManifest;
import io.corebound.records.units.DataSize;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * Something about machine, software or settings that is not the same.
 *
 * @param name its key in {@code environment.json} or in the run's configuration, with those above
 *     it: {@code caches.L2}
 * @param a what it was on side A; several runs' values parted by {@code |}
 * @param setting whether it is a setting of the run; else it is of machine or software
 */
public record EnvironmentDifference(String name, String a, String b, boolean setting) {
  private static final String UNKNOWN = "not recorded";

  /** Keys that identify the entries of a list. */
  private static final List<String> LABELS = List.of("suite", "operation", "name");

  /** Keys that no measured figure depends on, or that repeat another. */
  private static final Set<String> SKIPPED =
      Set.of("data_dir", "keep", "sweep.machine", ComparedRun.INTERLEAVED_WITH);

  /** Whether it is a mark of the user's, which changes nothing. */
  public boolean isTag() {
    return setting && name.startsWith(RunManifest.TAGS + ".");
  }

  /** All that is not the same on two sides, machine and software first. */
  public static List<EnvironmentDifference> between(List<ComparedRun> a, List<ComparedRun> b) {
    return Stream.concat(
            between(a, b, EnvironmentDifference::facts, false),
            between(a, b, EnvironmentDifference::settings, true))
        .toList();
  }

  private static Stream<EnvironmentDifference> between(
      List<ComparedRun> a,
      List<ComparedRun> b,
      Function<ComparedRun, Map<String, String>> facts,
      boolean settings) {
    Map<String, String> left = values(a, facts);
    Map<String, String> right = values(b, facts);
    Set<String> names = new LinkedHashSet<>(left.keySet());
    names.addAll(right.keySet());
    return names.stream()
        .map(
            n ->
                new EnvironmentDifference(
                    n, left.getOrDefault(n, UNKNOWN), right.getOrDefault(n, UNKNOWN), settings))
        .filter(d -> !d.a().equals(d.b()));
  }

  /** Names of what is not the same in all of these runs. */
  public static List<String> within(List<ComparedRun> runs) {
    return runs.stream()
        .skip(1)
        .flatMap(r -> between(List.of(runs.get(0)), List.of(r)).stream())
        .filter(d -> !d.isTag())
        .map(EnvironmentDifference::name)
        .distinct()
        .toList();
  }

  private static Map<String, String> values(
      List<ComparedRun> runs, Function<ComparedRun, Map<String, String>> facts) {
    Map<String, Set<String>> values = new LinkedHashMap<>();
    for (ComparedRun run : runs) {
      facts
          .apply(run)
          .forEach((n, v) -> values.computeIfAbsent(n, x -> new LinkedHashSet<>()).add(v));
    }
    return values.entrySet().stream()
        .collect(
            Collectors.toMap(
                Map.Entry::getKey,
                e -> String.join(" | ", e.getValue()),
                (one, other) -> one,
                LinkedHashMap::new));
  }

  private static Map<String, String> facts(ComparedRun run) {
    Map<String, String> facts = new LinkedHashMap<>();
    run.environment().map(Records::byColumn).orElse(Map.of()).forEach((n, v) -> put(n, v, facts));
    facts.remove("doubts");
    facts.put("jvm_flags", flags(run));
    facts.put(
        "corebound", run.manifest().coreboundVersion() + ", commit " + run.manifest().commit());
    // what an older corebound did not write, or the run does not have
    facts.values().removeIf(String::isEmpty);
    return facts;
  }

  private static void put(String name, Object value, Map<String, String> facts) {
    if (value instanceof Map<?, ?> values) {
      values.forEach((key, v) -> put(name + "." + key, v, facts));
    } else if (!Objects.equals(value, 0L)) {
      String none = value == null ? "none" : value.toString();
      facts.put(
          name, value instanceof DataSize size && !name.contains(".") ? size.display() : none);
    }
  }

  private static Map<String, String> settings(ComparedRun run) {
    Map<String, String> settings = new TreeMap<>();
    flatten("", run.manifest().configuration(), settings);
    settings.keySet().removeAll(SKIPPED);
    return settings;
  }

  private static String flags(ComparedRun run) {
    return run.measurements().stream()
        .map(Measurement::jvmFlagsHash)
        .filter(h -> !h.isBlank())
        .distinct()
        .sorted()
        .collect(Collectors.joining(", "));
  }

  /** The leaves of a configuration, by their dotted paths. */
  private static void flatten(String path, JsonNode node, Map<String, String> leaves) {
    String prefix = path.isEmpty() ? "" : path + ".";
    if (node.isObject()) {
      node.properties().forEach(p -> flatten(prefix + p.getKey(), p.getValue(), leaves));
    } else if (node.isArray()) {
      labelled(node).forEach((label, entry) -> flatten(prefix + label, entry, leaves));
    } else if (!path.isEmpty() && !node.isNull()) { // what is not set is not there in older files
      leaves.put(path, node.asString());
    }
  }

  /** By its label, else by its number: an entry more in the middle then moves no others. */
  private static Map<String, JsonNode> labelled(JsonNode list) {
    Map<String, JsonNode> entries = new LinkedHashMap<>();
    for (JsonNode entry : list) {
      String label =
          LABELS.stream()
              .filter(entry::hasNonNull)
              .findFirst()
              .map(l -> entry.path(l).asString())
              .orElse("");
      int number = 1;
      String name = label.isEmpty() ? "1" : label;
      while (entries.containsKey(name)) {
        number++;
        name = (label.isEmpty() ? "" : label + ".") + number;
      }
      entries.put(name, entry);
    }
    return entries;
  }
}
