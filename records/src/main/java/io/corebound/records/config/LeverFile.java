package io.corebound.records.config;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonValue;
import io.corebound.records.format.Records;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.Refuse;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * {@code configs/lever/<name>.yaml}: a change to Hadoop that corebound measures. It goes with each
 * job, so that nothing of it is left when a job ends or is killed. A cluster file and a sweep say
 * its name, or several, as in {@code archive+prefix}; a run's record has all of it.
 *
 * @param name of its file; null in that file
 * @param jar that tasks need: a folder of {@code levers}, in a record its path; null for none
 * @param settings of jobs, by Hadoop's keys, over those of the cluster file
 * @param taskFlags of the JVMs of tasks, after that of their heap
 * @param containerFlags of the JVMs of tasks in containers, as the shell of a container reads them:
 *     {@code $(sh FOLDER/tasks)}; benchmarks have them only where they measure whole tasks with it
 * @param masterFlags the same of ApplicationMasters
 * @param replaces operations that a prediction takes from rows measured under it, and from no
 *     others; {@code task.map} stands for the whole map task of each workload. Of other operations
 *     rows measured under it count before those without
 * @param profile that measures those; null for none
 * @param notModelled what a prediction leaves out, a sentence each
 * @param parts the levers that it consists of, by their names; empty for one alone
 */
@RecordBuilder
public record LeverFile(
    String name,
    String description,
    String jar,
    Map<String, String> settings,
    List<String> taskFlags,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> containerFlags,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> masterFlags,
    List<String> replaces,
    String profile,
    List<String> notModelled,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<LeverFile> parts)
    implements LeverFileBuilder.With {
  /** The name of none: Hadoop as it is. */
  public static final String NONE = "hadoop";

  /** The parameter of rows that were measured under one, by its name. */
  public static final String PARAMETER = "lever";

  /** Between the names of levers that a job runs with at the same time. */
  private static final String AND = "+";

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9.-]*");

  /** A flag that means the same to a shell and to a JVM. */
  private static final Pattern PLAIN_FLAG = Pattern.compile("-[\\w:+=.,/-]+");

  private static final Set<String> FLAGS =
      Set.of("mapreduce.map.java.opts", "mapreduce.reduce.java.opts", "mapred.child.java.opts");

  @JsonCreator(mode = JsonCreator.Mode.PROPERTIES)
  public LeverFile {
    name = name == null ? null : canonical(name);
    parts = parts == null ? List.of() : List.copyOf(parts);
    settings =
        settings == null ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(settings));
    taskFlags = taskFlags == null ? List.of() : List.copyOf(taskFlags);
    containerFlags = containerFlags == null ? List.of() : List.copyOf(containerFlags);
    masterFlags = masterFlags == null ? List.of() : List.copyOf(masterFlags);
    replaces = replaces == null ? List.of() : List.copyOf(replaces);
    notModelled = notModelled == null ? List.of() : List.copyOf(notModelled);
    if (name == null) {
      AxisKeys.text("description", description);
    }
    Refuse.when(
        description != null
            && jar == null
            && settings.isEmpty()
            && taskFlags.isEmpty()
            && containerFlags.isEmpty()
            && masterFlags.isEmpty(),
        "a lever has settings, task_flags, container_flags or master_flags");
    Refuse.when(
        description != null && !replaces.isEmpty() && profile == null,
        "replaces: needs the profile that measures %s with it",
        String.join(", ", replaces));
    settings.forEach(
        (key, value) ->
            Refuse.when(
                value == null || FLAGS.contains(key),
                "settings: '%s' has a value; flags of tasks are task_flags, and task_heap is the cluster's",
                key));
    for (String flag : taskFlags) {
      Refuse.when(
          !flag.matches("-\\S+") || flag.startsWith("-Xmx"),
          "task_flags are such as '-XX:+UseSerialGC', without a heap, which is task_heap; not '%s'",
          flag);
    }
  }

  /** The names of several in order, so that two orders are one lever. */
  private static String canonical(String name) {
    List<String> names = parts(name);
    for (String part : names) {
      Refuse.when(
          !NAME.matcher(part).matches(),
          "a lever is named after its file in configs/lever, not '%s'",
          name);
      // rows of whole tasks carry either's name
      Refuse.when(
          MapOutputCodec.names().contains(part), "a lever is not called like codec '%s'", part);
    }
    Refuse.when(
        names.size() > 1
            && (names.contains(NONE) || names.stream().distinct().count() < names.size()),
        "several levers are named once each, without '%s', not '%s'",
        NONE,
        name);
    return names.stream().sorted().collect(Collectors.joining(AND));
  }

  /** One that is only named. */
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public static LeverFile named(String name) {
    return LeverFileBuilder.builder().name(name).build();
  }

  /** The names of the levers that one of this name consists of: itself, or several. */
  public static List<String> parts(String name) {
    return List.of(name.split(Pattern.quote(AND), -1));
  }

  /** Those that it consists of: itself, or several. */
  public List<LeverFile> each() {
    List<String> names = parts(name);
    return names.size() == 1
        ? List.of(this)
        : parts.isEmpty() ? names.stream().map(LeverFile::named).toList() : parts;
  }

  /**
   * Several at the same time.
   *
   * @throws CoreboundException (invalid input) where two say something else for the same setting,
   *     or have a jar or a profile each
   */
  public static LeverFile together(List<LeverFile> levers) {
    if (levers.size() == 1) {
      return levers.get(0);
    }
    List<LeverFile> sorted = levers.stream().sorted(Comparator.comparing(LeverFile::name)).toList();
    String name = joined(sorted, AND, LeverFile::name);
    Map<String, LeverFile> said = new LinkedHashMap<>();
    for (LeverFile lever : sorted) {
      lever.settings.forEach(
          (key, value) -> {
            LeverFile other = said.putIfAbsent(key, lever);
            if (other != null && !other.settings.get(key).equals(value)) {
              throw CoreboundException.invalidInput(
                  "lever %s: %s says %s: %s, and %s says %s; leave out one of them",
                  name, other, key, other.settings.get(key), lever, value);
            }
          });
    }
    Map<String, String> settings = new LinkedHashMap<>();
    said.forEach((key, lever) -> settings.put(key, lever.settings.get(key)));
    List<LeverFile> replacing = sorted.stream().filter(l -> !l.replaces.isEmpty()).toList();
    return LeverFileBuilder.builder()
        .name(name)
        .description(joined(sorted, "; ", LeverFile::description))
        .jar(one(name, sorted, "jar", LeverFile::jar))
        .settings(settings)
        .taskFlags(every(sorted, LeverFile::taskFlags))
        .containerFlags(every(sorted, LeverFile::containerFlags))
        .masterFlags(every(sorted, LeverFile::masterFlags))
        .replaces(every(sorted, LeverFile::replaces))
        .profile(one(name, replacing, "profile", LeverFile::profile))
        .notModelled(every(sorted, LeverFile::notModelled))
        .parts(sorted)
        .build();
  }

  private static String joined(
      List<LeverFile> levers, String between, Function<LeverFile, String> of) {
    return levers.stream().map(of).collect(Collectors.joining(between));
  }

  private static List<String> every(List<LeverFile> levers, Function<LeverFile, List<String>> of) {
    return levers.stream().flatMap(lever -> of.apply(lever).stream()).distinct().toList();
  }

  private static String one(
      String name, List<LeverFile> levers, String key, Function<LeverFile, String> of) {
    List<String> all = levers.stream().map(of).filter(Objects::nonNull).distinct().toList();
    if (all.size() > 1) {
      throw CoreboundException.invalidInput(
          "lever %s: more than one has a %s (%s); leave out one of them",
          name, key, String.join(", ", all));
    }
    return all.isEmpty() ? null : all.get(0);
  }

  /** The same of a file, with the path of its jar. */
  public LeverFile of(String itsName, String itsJar) {
    return with(b -> b.name(itsName).jar(itsJar));
  }

  /** Whether its containers start in another way, which is measured with it. */
  @JsonIgnore
  public boolean hasFlagsOfContainers() {
    return !containerFlags.isEmpty() || !masterFlags.isEmpty();
  }

  /** Flags of the JVMs of tasks in containers, but for their heap. */
  public List<String> flagsOfStarts() {
    return Stream.concat(taskFlags.stream(), containerFlags.stream()).toList();
  }

  /** Whether benchmarks can measure whole tasks with it: any JVM takes what changes its starts. */
  public boolean suitsBenchmarks() {
    return !containerFlags.isEmpty()
        && replaces.isEmpty()
        && flagsOfStarts().stream().allMatch(flag -> PLAIN_FLAG.matcher(flag).matches());
  }

  /** Whether its file was read. */
  @JsonIgnore
  public boolean isRead() {
    return description != null;
  }

  /** Its name alone, or all of it. */
  @JsonValue
  Object written() {
    if (!isRead()) {
      return name;
    }
    Map<String, Object> all = Records.byColumn(this);
    if (parts.isEmpty()) {
      all.remove("parts");
    }
    return all;
  }

  @Override
  public String toString() {
    return name;
  }
}
