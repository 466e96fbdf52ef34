package io.corebound.analysis.theory;

import io.corebound.records.config.LeverFile;
import io.corebound.records.config.WorkloadFile;
import io.corebound.records.run.Measurement;
import io.corebound.records.units.CoreboundException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What was measured under a lever. Rows say theirs by a parameter, and those without it, or with
 * {@link LeverFile#NONE}, are of Hadoop as it is; here an operation under a lever has an id of its
 * own, {@code sort.prefix}.
 */
public final class LeverRows {
  /** As the benchmarks of collectors say it, and as all rows under flags do. */
  public static final List<String> PARAMETERS = List.of("collector", LeverFile.PARAMETER);

  /** What is of a whole machine or cluster, under whatever lever. */
  private static final Pattern OF_MACHINE =
      Pattern.compile("contention|speed|others|idle|collectors|(disk|network|memory)\\..*");

  private static final String MAP_TASK = "task.map";

  private LeverRows() {}

  /** The id of an operation under a lever, by its name. */
  public static String id(String lever, String operation) {
    return lever.equals(LeverFile.NONE) ? operation : operation + "." + lever;
  }

  /** Rows of operations with ids as here; what is of a whole machine or cluster keeps its own. */
  static List<Measurement> named(List<Measurement> rows) {
    return rows.stream().map(LeverRows::named).toList();
  }

  private static Measurement named(Measurement row) {
    Map<String, String> parameters = new TreeMap<>(row.parameters());
    List<String> levers =
        PARAMETERS.stream().map(parameters::remove).filter(l -> l != null).distinct().toList();
    String operation =
        // a codec's ratio is that of the data
        OF_MACHINE.matcher(row.operation()).matches()
                || row.metric().equals(Term.COMPRESSION_RATIO.metric)
            ? row.operation()
            : levers.stream().reduce(row.operation(), (id, lever) -> id(lever, id));
    return levers.isEmpty() ? row : row.with(b -> b.operation(operation).parameters(parameters));
  }

  /** Whether an operation, by its id without a lever, is one that the lever replaces. */
  private static boolean replaces(LeverFile lever, String operation, String mapTask) {
    return lever.replaces().contains(operation)
        || lever.replaces().contains(MAP_TASK)
            && (operation.equals(mapTask) || operation.startsWith(mapTask + "."));
  }

  /**
   * The id of an operation's rows under a lever; empty where there are none. Of several levers that
   * at the same time, else the one that replaces the operation, with another if it was measured
   * with both; or any of them where none replaces it.
   */
  static Optional<String> under(
      Figures figures, LeverFile lever, String operation, String mapTask) {
    List<LeverFile> each = lever.each();
    List<LeverFile> replacing = each.stream().filter(l -> replaces(l, operation, mapTask)).toList();
    List<LeverFile> able = replacing.isEmpty() ? each : replacing;
    Stream<String> both =
        able.stream()
            .flatMap(
                one -> each.stream().map(other -> id(other.name(), id(one.name(), operation))));
    return Stream.of(
            Stream.of(id(lever.name(), operation)),
            both,
            able.stream().map(one -> id(one.name(), operation)))
        .flatMap(ids -> ids)
        .filter(id -> figures.of(Term.COST, id) != null)
        .findFirst();
  }

  /**
   * By the ids of operations, those that stand in for them in jobs with a lever; an empty one where
   * it replaces the operation and was not measured.
   */
  static Map<String, Optional<String>> standingIn(
      Figures figures, LeverFile lever, String mapTask) {
    List<String> ends =
        Stream.concat(Stream.of(lever), lever.each().stream())
            .map(l -> id(l.name(), ""))
            .distinct()
            .toList();
    Set<String> operations = new TreeSet<>(figures.all(Term.COST).keySet());
    for (int times = 0; times < 2; times++) {
      for (String operation : List.copyOf(operations)) {
        ends.stream()
            .filter(operation::endsWith)
            .forEach(e -> operations.add(operation.substring(0, operation.length() - e.length())));
      }
    }
    operations.removeIf(o -> ends.stream().anyMatch(o::endsWith));
    Map<String, Optional<String>> standing = new TreeMap<>();
    for (String operation : operations) {
      Optional<String> own = under(figures, lever, operation, mapTask);
      if (own.isPresent() || replaces(lever, operation, mapTask)) {
        standing.put(operation, own);
      }
    }
    return standing;
  }

  /** What a job with a lever needs of a machine, and what that lacks. */
  public static List<String> missing(Machine machine, WorkloadFile workload, LeverFile lever) {
    String mapTask = TaskPlanner.mapTask(workload);
    return replaced(workload, lever)
        .filter(o -> under(machine.figures(), lever, o, mapTask).isEmpty())
        .toList();
  }

  /** The operations of a workload that a lever replaces. */
  private static Stream<String> replaced(WorkloadFile workload, LeverFile lever) {
    String mapTask = TaskPlanner.mapTask(workload);
    return workload.steps().stream()
        .map(WorkloadFile.Step::operation)
        .filter(o -> replaces(lever, o, mapTask))
        .distinct();
  }

  /** Those of the levers that one consists of, by their names, under which nothing was measured. */
  public static List<String> unknown(Machine machine, LeverFile lever) {
    List<String> starts = LeverFile.parts(starts(machine.figures(), lever).orElse(""));
    Set<String> operations = machine.figures().all(Term.COST).keySet();
    return lever.each().stream()
        .filter(part -> !starts.contains(part.name()))
        .filter(
            part ->
                part.hasFlagsOfContainers()
                    || Stream.of(part, lever)
                        .map(l -> id(l.name(), ""))
                        .noneMatch(end -> operations.stream().anyMatch(o -> o.endsWith(end))))
        .map(LeverFile::name)
        .toList();
  }

  /**
   * The lever under which the start of containers was measured that has most in common with one,
   * and nothing that this has not, by its name; empty where there is none.
   */
  static Optional<String> starts(Figures figures, LeverFile lever) {
    List<String> parts = LeverFile.parts(lever.name());
    return figures.all(Term.CONTAINER).keySet().stream()
        .filter(measured -> parts.containsAll(LeverFile.parts(measured)))
        .max(Comparator.comparingInt(measured -> LeverFile.parts(measured).size()));
  }

  /** Of some levers and pairs of them, those with which a machine can predict a workload's jobs. */
  public static List<LeverFile> measured(
      Machine machine, WorkloadFile workload, List<LeverFile> levers) {
    return Stream.concat(levers.stream(), pairs(levers))
        .filter(lever -> concerns(workload, lever) || lever.hasFlagsOfContainers())
        .filter(lever -> missing(machine, workload, lever).isEmpty())
        .filter(lever -> unknown(machine, lever).isEmpty())
        .toList();
  }

  /** Of levers that start containers in another way, each with each other lever that fits it. */
  private static Stream<LeverFile> pairs(List<LeverFile> levers) {
    List<LeverFile> pairs = new ArrayList<>();
    for (int i = 0; i < levers.size(); i++) {
      for (LeverFile other : levers.subList(i + 1, levers.size())) {
        LeverFile one = levers.get(i);
        if (one.hasFlagsOfContainers() || other.hasFlagsOfContainers()) {
          pair(one, other).ifPresent(pairs::add);
        }
      }
    }
    return pairs.stream();
  }

  private static Optional<LeverFile> pair(LeverFile one, LeverFile other) {
    try {
      return Optional.of(LeverFile.together(List.of(one, other)));
    } catch (CoreboundException e) {
      // they contradict each other, and nobody asked for both
      return Optional.empty();
    }
  }

  /** Of levers that replace something, those with which it cannot. */
  public static List<LeverFile> notMeasured(
      Machine machine, WorkloadFile workload, List<LeverFile> levers) {
    return levers.stream()
        .filter(lever -> concerns(workload, lever))
        .filter(lever -> !missing(machine, workload, lever).isEmpty())
        .toList();
  }

  /** Maps of a job without reduces collect nothing. */
  private static boolean concerns(WorkloadFile workload, LeverFile lever) {
    return !workload.mapsOnly() && !lever.replaces().isEmpty();
  }

  /** Whether a job's map tasks were measured whole under each of some levers. */
  public static boolean wholeMaps(
      Machine machine, WorkloadFile workload, String codec, Collection<LeverFile> levers) {
    String usual = TaskPlanner.mapTask(workload);
    String task =
        workload.worksOnSample() || codec.equals(TaskFigures.CODEC)
            ? usual
            : TaskFigures.with(codec, usual);
    return levers.stream()
        .allMatch(
            lever ->
                replaces(lever, task, usual)
                    ? under(machine.figures(), lever, task, usual)
                        .flatMap(machine::task)
                        .isPresent()
                    : machine.task(task).isPresent());
  }

  /** Whether a machine can predict without a lever what it can predict with one. */
  public static boolean measuredWithout(Machine machine, WorkloadFile workload, LeverFile lever) {
    return replaced(workload, lever).allMatch(machine::has)
        && (machine.starts() || machine.leversOfStarts().isEmpty());
  }

  /** The command that measures what a workload's jobs need without a lever and with it. */
  public static String remedy(WorkloadFile workload, LeverFile lever) {
    String replacing =
        lever.each().stream()
            .filter(l -> !l.replaces().isEmpty())
            .map(LeverFile::name)
            .findFirst()
            .orElse(lever.name());
    return workload.worksOnSample()
        ? "corebound micro --profile %s --workload %s -- -p collector=%s,%s"
            .formatted(
                workload.sampledTasks().profile(),
                workload.sampledTasks().map().replaceFirst("\\.map$", ""),
                LeverFile.NONE,
                replacing)
        : "corebound micro --profile " + lever.profile();
  }
}
